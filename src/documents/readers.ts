/**
 * THE LIST of formats that are read directly, each by one reader: bytes in, logical pages out. What a reader meets and does not
 * know it passes over; what makes the file unreadable is `ParseError` 1106, whose message says what to do.
 */

import { docxReader } from './docx/docx.ts'
import { epubReader } from './html/epub.ts'
import { odpReader, odsReader, odtReader } from './odf/odf.ts'
import { pptxReader } from './pptx/pptx.ts'
import type { DocumentReader } from './reader.ts'
import { xlsxReader } from './sheets/xlsx.ts'
import { delimitedReader, htmlReader, markdownReader, plainTextReader } from './text/text-readers.ts'

/** THE LIST. */
export const documentReaders = [
  ...[htmlReader, markdownReader, plainTextReader, delimitedReader, epubReader],
  ...[docxReader, xlsxReader, pptxReader, odtReader, odsReader, odpReader],
] as const satisfies readonly DocumentReader[]

export function documentReaderFor(fileType: string): DocumentReader | null {
  return documentReaders.find((reader) => (reader.fileTypes as readonly string[]).includes(fileType)) ?? null
}
