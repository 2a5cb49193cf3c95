import type { ServiceSettings } from '../deps.ts'
import { onOff, optional, secret, type ValuesOf } from './variable-types.ts'

export const compatVariables = {
  DOCLING_API: onOff({
    default: 'on',
    meaning: 'The API of docling-serve, `/v1/…` (`docs/compatibility.md`).',
  }),
  MCP_API: onOff({ default: 'on', meaning: 'MCP over HTTP, `/mcp` (`docs/mcp.md`).' }),
  OPEN_WEBUI_API: onOff({
    default: 'on',
    meaning: 'The external document loader of Open WebUI, `/process`.',
  }),
  TIKA_API: onOff({ default: 'on', meaning: 'The API of Apache Tika server: `/tika`, `/rmeta`, `/meta`.' }),
  TIKA_API_KEY: optional(
    secret({
      shown: 'not set: they are refused',
      meaning: 'API key for requests to the Tika API that have none.',
    }),
  ),
  UNSTRUCTURED_API: onOff({ default: 'on', meaning: 'The API of Unstructured, `/general/v0/general`.' }),
  SOURCE_URL_ALLOW_PRIVATE: onOff({
    default: 'off',
    meaning: 'Whether documents may be downloaded from addresses in a private network.',
  }),
} as const

export function compatSettings(values: ValuesOf<typeof compatVariables>): ServiceSettings['compat'] {
  return {
    docling: values.DOCLING_API,
    mcp: values.MCP_API,
    openWebui: values.OPEN_WEBUI_API,
    tika: values.TIKA_API,
    tikaApiKey: values.TIKA_API_KEY,
    unstructured: values.UNSTRUCTURED_API,
    urlAllowPrivate: values.SOURCE_URL_ALLOW_PRIVATE,
  }
}
