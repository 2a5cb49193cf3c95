/** Environment variables of the APIs of other services (`docs/compatibility.md`). */
import type { ServiceSettings } from '../deps.ts'
import { choice, type ValuesOf } from './variable-types.ts'

const onOff = ['on', 'off'] as const

export const compatVariables = {
  DOCLING_API: choice(onOff, {
    default: 'on',
    meaning: 'The API of docling-serve, `/v1/…` (`docs/compatibility.md`).',
  }),
  SOURCE_URL_ALLOW_PRIVATE: choice(onOff, {
    default: 'off',
    meaning: 'Whether documents may be downloaded from addresses in a private network.',
  }),
} as const

export function compatSettings(values: ValuesOf<typeof compatVariables>): ServiceSettings['compat'] {
  return {
    docling: values.DOCLING_API === 'on',
    urlAllowPrivate: values.SOURCE_URL_ALLOW_PRIVATE === 'on',
  }
}
