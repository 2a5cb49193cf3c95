import { integer, optional, path, secret, type ValuesOf, webAddress } from './variable-types.ts'

/** The value of `OFFICE_SOFFICE` without the setting. */
export const DEFAULT_PROGRAM = 'soffice'
/** Maximum default of `OFFICE_CONCURRENCY`: a conversion can take 500 MB. */
export const MAX_DEFAULT_CONVERSIONS = 4

export const officeVariables = {
  OFFICE_CONVERTER_URL: optional({
    ...webAddress({
      shown: 'not set: LibreOffice on this machine, if installed',
      meaning: 'Converter of Office files: `npm run office`, or Gotenberg.',
    }),
    hidden: true,
  }),
  OFFICE_CONVERTER_TOKEN: optional(
    secret({
      meaning: 'Bearer token for the converter, at least 16 characters; `npm run office` then requires it.',
    }),
  ),
  OFFICE_SOFFICE: path({
    node: DEFAULT_PROGRAM,
    meaning: 'The LibreOffice program, used without a converter address; `off`: none.',
  }),
  OFFICE_TIMEOUT_MS: integer({
    min: 1000,
    max: 3_600_000,
    default: '60000',
    meaning: 'Time limit for one conversion.',
  }),
  OFFICE_CONCURRENCY: optional(
    integer({
      min: 1,
      max: 64,
      shown: `cores, at most ${MAX_DEFAULT_CONVERSIONS}`,
      meaning: 'Maximum number of simultaneous conversions in this process.',
    }),
  ),
  OFFICE_QUEUE_MAX: integer({
    min: 0,
    max: 10_000,
    node: '20',
    meaning: 'Maximum number of waiting conversions; further ones get error 1124.',
  }),
  OFFICE_MEMORY_MB: integer({
    min: 256,
    max: 65_536,
    node: '2048',
    meaning: 'Address space of one conversion, in MiB.',
  }),
  OFFICE_PORT: integer({
    min: 0,
    max: 65_535,
    node: '3000',
    meaning: 'Port of `npm run office`; 0 selects a free one.',
  }),
} as const

export type OfficeConfig = Readonly<ReturnType<typeof officeConfig>>

export function officeConfig(values: ValuesOf<typeof officeVariables>) {
  return {
    /** `null` selects LibreOffice on this machine, if installed. */
    url: values.OFFICE_CONVERTER_URL,
    token: values.OFFICE_CONVERTER_TOKEN,
    /** `null` disables LibreOffice. */
    program: values.OFFICE_SOFFICE === 'off' ? null : values.OFFICE_SOFFICE,
    timeoutMs: values.OFFICE_TIMEOUT_MS,
    /** `null` selects the number of cores, at most `MAX_DEFAULT_CONVERSIONS`. */
    concurrency: values.OFFICE_CONCURRENCY,
    queueMax: values.OFFICE_QUEUE_MAX,
    memoryMb: values.OFFICE_MEMORY_MB,
    port: values.OFFICE_PORT,
  }
}
