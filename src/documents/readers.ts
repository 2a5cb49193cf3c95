/**
 * THE LIST of formats that are read directly, each by one reader: bytes in, logical pages out. What a reader meets and does not
 * know it passes over; what makes the file unreadable is `ParseError` 1106, whose message says what to do.
 */

import { docxReader } from './docx.ts'
import { epubReader } from './epub.ts'
import { odpReader, odsReader, odtReader } from './odf.ts'
import { pptxReader } from './pptx.ts'
import type { DocumentReader } from './reader.ts'
import { delimitedReader, htmlReader, markdownReader, plainTextReader } from './text-readers.ts'
import { xlsxReader } from './xlsx.ts'

/** THE LIST. */
export const documentReaders = [
  ...[htmlReader, markdownReader, plainTextReader, delimitedReader, epubReader],
  ...[docxReader, xlsxReader, pptxReader, odtReader, odsReader, odpReader],
] as const satisfies readonly DocumentReader[]

export function documentReaderFor(fileType: string): DocumentReader | null {
  return documentReaders.find((reader) => (reader.fileTypes as readonly string[]).includes(fileType)) ?? null
}
