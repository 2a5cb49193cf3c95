/** Decides whether a document is converted or read directly. */
import { extractorFor } from '../extract/registry.ts'
import { ParseError } from '../model/errors.ts'
import type { ParseOptions } from '../model/options.ts'
import { familyOf } from './formats.ts'

interface Request {
  readonly fileType: string
  readonly options: Pick<ParseOptions, 'office'>
}

const remedy =
  'Set OFFICE_CONVERTER_URL to a converter (npm run office, or Gotenberg), or install LibreOffice next to the Node service'

/**
 * Whether the document is parsed from the converter's output. Sheets are read directly if possible: their cells keep exact values and
 * no page break splits a table. Throws `ParseError` 1139 if the requested or the only possible way is not available.
 */
export function isConverted({ fileType, options: { office: mode } }: Request, hasConverter: boolean): boolean {
  const family = familyOf(fileType)
  if (family === null) return false
  const canReadDirectly = hasReader(fileType)
  if (mode === 'direct' && !canReadDirectly)
    throw new ParseError(
      1139,
      `office=direct: files of type "${fileType}" can only be read through a converter. Leave the field out, or send a PDF.`,
    )
  if (mode === 'direct' || (mode === 'auto' && family === 'calc' && canReadDirectly)) return false
  if (hasConverter) return true
  if (mode === 'auto' && canReadDirectly) return false
  const subject = mode === 'convert' ? 'office=convert needs' : `Files of type "${fileType}" need`
  throw new ParseError(
    1139,
    `${subject} an Office converter, which this deployment does not have. ${remedy}; or save the file as PDF and send that.`,
  )
}

/** Whether a document that fails to convert may be read directly instead. */
export function mayReadDirectly({ fileType, options }: Request): boolean {
  return options.office === 'auto' && hasReader(fileType)
}

function hasReader(fileType: string): boolean {
  const extractor = extractorFor(fileType)
  return extractor !== null && extractor.name !== 'office'
}

/** Options for checking whether the original has content: its images are never shown. */
export function withoutImages(options: ParseOptions): ParseOptions {
  return { ...options, elementFormats: { ...options.elementFormats, image: 'none' }, pageImages: false }
}
