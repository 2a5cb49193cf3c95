import type { ServiceSettings } from '../deps.ts'
import { choice, optional, secret, type ValuesOf } from './variable-types.ts'

const onOff = ['on', 'off'] as const

export const compatVariables = {
  DOCLING_API: choice(onOff, {
    default: 'on',
    meaning: 'The API of docling-serve, `/v1/…` (`docs/compatibility.md`).',
  }),
  MCP_API: choice(onOff, { default: 'on', meaning: 'MCP over HTTP, `/mcp` (`docs/mcp.md`).' }),
  OPEN_WEBUI_API: choice(onOff, {
    default: 'on',
    meaning: 'The external document loader of Open WebUI, `/process`.',
  }),
  TIKA_API: choice(onOff, { default: 'on', meaning: 'The API of Apache Tika server: `/tika`, `/rmeta`, `/meta`.' }),
  TIKA_API_KEY: optional(
    secret({
      shown: 'not set: they are refused',
      meaning: 'API key for requests to the Tika API that have none.',
    }),
  ),
  UNSTRUCTURED_API: choice(onOff, { default: 'on', meaning: 'The API of Unstructured, `/general/v0/general`.' }),
  SOURCE_URL_ALLOW_PRIVATE: choice(onOff, {
    default: 'off',
    meaning: 'Whether documents may be downloaded from addresses in a private network.',
  }),
} as const

export function compatSettings(values: ValuesOf<typeof compatVariables>): ServiceSettings['compat'] {
  return {
    docling: values.DOCLING_API === 'on',
    mcp: values.MCP_API === 'on',
    openWebui: values.OPEN_WEBUI_API === 'on',
    tika: values.TIKA_API === 'on',
    tikaApiKey: values.TIKA_API_KEY,
    unstructured: values.UNSTRUCTURED_API === 'on',
    urlAllowPrivate: values.SOURCE_URL_ALLOW_PRIVATE === 'on',
  }
}
