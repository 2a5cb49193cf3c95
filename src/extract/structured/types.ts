import type { Block } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { Element } from '../../xml/tree.ts'
import type { ArchiveLimits } from '../../zip/archive.ts'

export interface DocumentReader {
  /** Throws `ParseError` 1106 for files that cannot be read. */
  open(bytes: Uint8Array, context: ReaderContext): StructuredDocument
}

export interface ReaderContext {
  readonly fileType: string
  readonly limits: ArchiveLimits
  /** Maximum cells of a sheet, including empty ones between filled ones. */
  readonly maxCells: number
}

export interface StructuredDocument {
  readonly pageCount: number
  readonly warnings: readonly string[]
  readPage(pageIndex: number, preferences: ReadingPreferences): StructuredPage
}

export interface ReadingPreferences {
  readonly speakerNotes: boolean
}

/** Without a layout, the box of every block is the whole page. */
export interface StructuredPage {
  /** Texts have an `imagePlaceholder` for each image; images are named by number, from "1". */
  readonly blocks: readonly Block[]
  readonly images: readonly EmbeddedImage[]
  readonly warnings: readonly string[]
}

export interface EmbeddedImage {
  readonly bytes: Uint8Array
  /** In points. */
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly alt: string
}

/** Page size in points: 1191 × 1684 pixels at 144 dpi, as the API promises for pages without a layout. */
export const PAGE_WIDTH = 595.5
export const PAGE_HEIGHT = 842

export interface CellRange {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
}

export interface CellPosition extends CellRange {
  readonly header: boolean
}

export interface SourceCell extends CellPosition {
  readonly element: Element
}

/** Each of `parts` is a page; `pages` describes them in a warning. */
export function unconvertedDocument<part>(
  parts: readonly part[],
  pages: string,
  readPage: (part: part, preferences: ReadingPreferences) => StructuredPage,
): StructuredDocument {
  const warning = `The document was read without conversion: its pages are logical ones (${pages}), and blocks have no positions on them.`
  return {
    pageCount: parts.length,
    warnings: [warning],
    readPage: (at, preferences) => readPage(parts[at]!, preferences),
  }
}

export function noSlidesError(): ParseError {
  return new ParseError(
    1106,
    'The presentation has no visible slide: it is empty or damaged, or all its slides are hidden.',
  )
}
