import { ParseError } from '../model/errors.ts'
import type { ParseOptions } from '../model/options.ts'
import { familyOf } from './formats.ts'

interface Request {
  readonly fileType: string
  readonly options: Pick<ParseOptions, 'office'>
}

/** Values stay exact, and no page break splits a table. */
const directSheets = new Set(['.xlsx', '.xlsm', '.ods', '.csv', '.tsv'])

/** Whether the converter's output is parsed. Throws `ParseError` 1139 for `convert` without a converter. */
export function isConverted({ fileType, options: { office: mode } }: Request, hasConverter: boolean): boolean {
  if (familyOf(fileType) === null || mode === 'direct') return false
  if (mode === 'auto') return hasConverter && !directSheets.has(fileType)
  if (hasConverter) return true
  throw new ParseError(
    1139,
    'office=convert needs an Office converter, which this deployment does not have. Set OFFICE_CONVERTER_URL to a converter (npm run office, or Gotenberg), or install LibreOffice next to the Node service; or leave the field out.',
  )
}

export function mayReadDirectly({ options }: Request): boolean {
  return options.office === 'auto'
}

/** Options for checking the content of the original. */
export function withoutImages(options: ParseOptions): ParseOptions {
  return { ...options, elementFormats: { ...options.elementFormats, image: 'none' }, pageImages: false }
}
