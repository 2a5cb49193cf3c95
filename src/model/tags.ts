/**
 * The part of a tagged PDF's structure tree that belongs to one page. `layout/tagged/trust.ts` decides whether it is
 * usable.
 */
import type { Box } from './geometry.ts'

/** An element of the structure tree with content on the page. */
export interface TagElement {
  /** Unique in the document; the same on all pages of the element. */
  readonly id: number
  /** Standard role (PDF 32000-1, 14.8.4) by the role map; unknown ones are kept. */
  readonly role: string
  /** The document's own name of the role, such as a style name. */
  readonly name: string
  /** In tree order: elements, and marked content of this page by its id (MCID). */
  readonly children: readonly (TagElement | number)[]
  /** Alternative text of a figure or formula. */
  readonly alt?: string
  /** Bounding box according to the element, in points. */
  readonly box?: Box
  /** Figures: boxes of images and drawings in its marked content. */
  readonly drawings?: readonly Box[]
  /** Tables: the whole grid, including cells on other pages. */
  readonly grid?: TagGrid
}

export interface TagGrid {
  readonly rows: number
  readonly cols: number
  /** Row by row; a merged cell once, at its top left position. */
  readonly cells: readonly TagCell[]
  /** First and last row of the page, 0-based. */
  readonly firstRow: number
  readonly lastRow: number
  /** Worksheets: first column of the page, 0-based; columns of the grid count from it. */
  readonly firstCol?: number
}

export interface TagCell {
  /** Id of the TH or TD element. */
  readonly id: number
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
}

/**
 * Characters of a span from the UTF-16 unit `start` on belong to the marked content `mcid`; −1 for unmarked content.
 */
export interface MarkedContentRun {
  readonly start: number
  readonly mcid: number
}

/** Number of elements in the whole document, counted up to a limit. */
export interface TagCounts {
  readonly elements: number
  readonly paragraphs: number
  readonly headings: number
  readonly lists: number
  readonly tables: number
}

export interface PageTags {
  readonly root: TagElement
  /** For each span of the page, in order. */
  readonly markedContent: readonly (readonly MarkedContentRun[])[]
  readonly counts: TagCounts
  /** Written by a program that knows the structure: headings are trusted in any number. */
  readonly exact?: true
}

/** A PDF outline entry (bookmark) with the page as its target. */
export interface OutlineEntry {
  readonly title: string
  /** 1 is the outermost level. */
  readonly level: number
}
