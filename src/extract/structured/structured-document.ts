/**
 * What readers of this room make: a document of logical pages. A page is blocks without places (each block's box is the whole
 * page) and the pictures as they lay in the file, whatever their format.
 */
import type { Block } from '../../model/document.ts'

export interface StructuredDocument {
  readonly pageCount: number
  /** Said once, with the first page. */
  readonly warnings: readonly string[]
  readPage(pageIndex: number, wishes: ReadingPreferences): StructuredPage
}

export interface ReadingPreferences {
  /** A slide's notes follow it. */
  readonly speakerNotes: boolean
}

export interface StructuredPage {
  /** Texts hold a `imagePlaceholder` for each picture in them; pictures are named by their number on the page, from "1". */
  readonly blocks: readonly Block[]
  readonly pictures: readonly EmbeddedImage[]
  readonly warnings: readonly string[]
}

/** A picture as it lies in the file. */
export interface EmbeddedImage {
  readonly bytes: Uint8Array
  /** Points, as the document shows it; absent: not told. */
  readonly width?: number
  readonly height?: number
  /** What it shows, in the author's words. */
  readonly alt: string
}

/** Points: 1191 × 1684 pixels at 144 dpi, as the wire contract wants of logical pages. */
export const pageWidth = 595.5
export const pageHeight = 842
