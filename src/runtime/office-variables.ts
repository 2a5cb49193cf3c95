/** The environment variables of the Office converter, part of the table in `config.ts`, and what they are read into. */
import { optional, path, secret, type ValuesOf, webAddress, wholeNumber } from './variable-types.ts'

/** More conversions at a time than this need `OFFICE_CONCURRENCY`: each may hold half a gigabyte. */
export const maxDefaultConversions = 4

export const officeVariables = {
  OFFICE_CONVERTER_URL: optional({
    ...webAddress({
      shown: 'not set: LibreOffice on this machine, if there is one',
      meaning: 'Converter of Office files: `npm run office`, or a Gotenberg.',
    }),
    hidden: true,
  }),
  OFFICE_CONVERTER_TOKEN: optional(
    secret({ shown: 'not set', meaning: 'Bearer token that is sent to it, and that `npm run office` asks for.' }),
  ),
  OFFICE_SOFFICE: path({
    node: 'soffice',
    meaning: 'The LibreOffice program, where no address is set; `off`: none is used.',
  }),
  OFFICE_TIMEOUT_MS: wholeNumber({
    min: 1000,
    max: 3_600_000,
    node: '60000',
    workers: '60000',
    meaning: 'Longest time for one conversion.',
  }),
  OFFICE_CONCURRENCY: optional(
    wholeNumber({
      min: 1,
      max: 64,
      shown: `cores, at most ${maxDefaultConversions}`,
      meaning: 'Conversions at once in this process.',
    }),
  ),
  OFFICE_QUEUE_MAX: wholeNumber({
    min: 0,
    max: 10_000,
    node: '20',
    meaning: 'Conversions that may wait for their turn; more are answered with 1124.',
  }),
  OFFICE_MEMORY_MB: wholeNumber({
    min: 256,
    max: 65_536,
    node: '2048',
    meaning: 'Address space of one conversion, in MiB.',
  }),
  OFFICE_PORT: wholeNumber({
    min: 0,
    max: 65_535,
    node: '3000',
    meaning: 'Port of `npm run office`; 0 takes a free one.',
  }),
} as const

export interface OfficeConfig {
  /** `null`: none but LibreOffice on this machine. */
  readonly url: string | null
  readonly token: string | null
  /** `null`: none is used. */
  readonly program: string | null
  readonly timeoutMs: number
  /** `null`: as many as the machine has cores, up to `maxDefaultConversions`. */
  readonly concurrency: number | null
  readonly queueMax: number
  readonly memoryMb: number
  /** Where the sidecar listens. */
  readonly port: number
}

export function officeConfig(values: ValuesOf<typeof officeVariables>): OfficeConfig {
  return {
    url: values.OFFICE_CONVERTER_URL,
    token: values.OFFICE_CONVERTER_TOKEN,
    program: values.OFFICE_SOFFICE === 'off' ? null : values.OFFICE_SOFFICE,
    timeoutMs: values.OFFICE_TIMEOUT_MS,
    concurrency: values.OFFICE_CONCURRENCY,
    queueMax: values.OFFICE_QUEUE_MAX,
    memoryMb: values.OFFICE_MEMORY_MB,
    port: values.OFFICE_PORT,
  }
}
