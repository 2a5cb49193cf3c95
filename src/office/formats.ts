/**
 * Office file types → the family that a converter exports them with, and which of the two ways of reading a file takes.
 * Types that are not here never reach a converter: a web page, for one, would be loaded with all that it links to.
 */
import { ParseError } from '../model/errors.ts'
import type { OfficeMode } from '../model/options.ts'

export type OfficeFamily = 'writer' | 'impress' | 'calc'

const typesOf: Readonly<Record<OfficeFamily, readonly string[]>> = {
  writer: ['.doc', '.docx', '.docm', '.rtf', '.odt'],
  impress: ['.ppt', '.pptx', '.pptm', '.pps', '.ppsx', '.odp'],
  calc: ['.xls', '.xlsx', '.xlsm', '.xlsb', '.ods', '.csv', '.tsv'],
}

/** `null`: nothing for a converter. */
export function familyOf(fileType: string): OfficeFamily | null {
  for (const [family, types] of Object.entries(typesOf)) if (types.includes(fileType)) return family as OfficeFamily
  return null
}

export interface ReadingChoice {
  readonly fileType: string
  readonly mode: OfficeMode
  readonly hasConverter: boolean
  /** Whether there is a reader for the type that needs no converter. */
  readonly readsDirectly: boolean
}

/** What the converter is to make of a file: of sheets that nobody here reads cell by cell, sheets that somebody does. */
export function conversionTarget({
  fileType,
  mode,
}: {
  readonly fileType: string
  readonly mode: OfficeMode
}): 'pdf' | 'xlsx' {
  return mode === 'auto' && familyOf(fileType) === 'calc' ? 'xlsx' : 'pdf'
}

/** What came back, by its content. */
export function typeOfConverted(bytes: Uint8Array): '.pdf' | '.xlsx' {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? '.xlsx' : '.pdf'
}

/** What a person can do about a missing converter. */
const remedy =
  'Set OFFICE_CONVERTER_URL to a converter (npm run office, or a Gotenberg), or on Node install LibreOffice beside the service'

/**
 * `true`: the file goes through the converter. Sheets are read cell by cell where that is possible: their values are exact so, and a
 * page break cuts no table. Throws `ParseError` 1139 where the way that is left or wanted does not exist here.
 */
export function goesThroughConverter({ fileType, mode, hasConverter, readsDirectly }: ReadingChoice): boolean {
  const family = familyOf(fileType)
  if (family === null) return false
  if (mode === 'direct' && !readsDirectly)
    throw new ParseError(
      1139,
      `office=direct: files of type "${fileType}" can only be read through a converter. Leave the field out, or send a PDF.`,
    )
  if (mode === 'direct' || (mode === 'auto' && family === 'calc' && readsDirectly)) return false
  if (hasConverter) return true
  if (mode === 'auto' && readsDirectly) return false
  const wanted = mode === 'convert' ? 'office=convert needs' : `Files of type "${fileType}" need`
  throw new ParseError(
    1139,
    `${wanted} an Office converter, which this deployment does not have. ${remedy}; or save the file as PDF and send that.`,
  )
}
