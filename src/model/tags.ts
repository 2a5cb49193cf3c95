/** Part of a tagged PDF's structure tree on one page. `layout/tagged/trust.ts` decides whether it is usable. */
import type { Box } from './geometry.ts'

export interface TagElement {
  /** Id in the document, shared by all pages of the element. */
  readonly id: number
  /** Standard role (PDF 32000-1, 14.8.4) by the role map; unknown roles are kept. */
  readonly role: string
  /** The document's own name of the role, such as a style name. */
  readonly name: string
  /** Elements and ids of marked content on this page (MCID), in tree order. */
  readonly children: readonly (TagElement | number)[]
  readonly alt?: string
  /** According to the element, in points. */
  readonly box?: Box
  /** Boxes of images and drawings in a figure's marked content. */
  readonly drawings?: readonly Box[]
  readonly grid?: TagGrid
}

export interface TagGrid {
  readonly rows: number
  readonly cols: number
  /** Row by row; a merged cell once, at its top left position. */
  readonly cells: readonly TagCell[]
  readonly firstRow: number
  readonly lastRow: number
  /** First column of a worksheet's page, 0-based; columns of the grid count from it. */
  readonly firstCol?: number
}

export interface TagCell {
  readonly id: number
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
}

/**
 * Characters of a span from the UTF-16 unit `start` on, with the id of their marked content; −1 for unmarked content.
 */
export interface MarkedContentRun {
  readonly start: number
  readonly mcid: number
}

/** Numbers of elements in the whole document, counted up to a limit. */
export interface TagCounts {
  readonly elements: number
  readonly paragraphs: number
  readonly headings: number
  readonly lists: number
  readonly tables: number
}

export interface PageTags {
  readonly root: TagElement
  readonly markedContent: readonly (readonly MarkedContentRun[])[]
  readonly counts: TagCounts
  /** A program that knows the structure wrote the tags, so headings are trusted in any number. */
  readonly exact?: true
}

/** PDF outline entry (bookmark) with the page as its target. */
export interface OutlineEntry {
  readonly title: string
  readonly level: number
}
