/** What a reader of this room is, and what Office readers say of themselves. */

import type { ArchiveLimits } from '../../zip/archive.ts'
import type { StructuredDocument } from './structured-document.ts'

/** What a reader gets beside the bytes. */
export interface ReaderContext {
  readonly fileType: string
  readonly limits: ArchiveLimits
  /** Cells of one sheet, filled or between filled ones: all of them stand in the answer, and each takes about a kilobyte until then. */
  readonly maxCells: number
}

export interface DocumentReader {
  /** Throws `ParseError` 1106 for what can't be read. */
  open(bytes: Uint8Array, context: ReaderContext): StructuredDocument
}

/** The warning of documents that have pages on paper but none here. */
export function unconverted(how: string): string {
  return `The document was read without conversion: its pages are logical ones (${how}), and blocks have no places on them.`
}
