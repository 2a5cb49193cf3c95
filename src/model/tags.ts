/**
 * The part of a tagged PDF's structure tree that concerns one page, as plain data: elements by role, and which marked content
 * of the page belongs to which. Nothing here says whether the tags are any good; `layout/tagged/trust.ts` judges that.
 */
import type { Box } from './geometry.ts'

/** An element of the structure tree with content on the page. */
export interface TagElement {
  /** Its number in the document: the same on every page that the element reaches. */
  readonly id: number
  /** Standard role (PDF 32000-1, 14.8.4) after the document's role map; unknown roles stand as they are. */
  readonly role: string
  /** The role as the document calls it, e.g. a style's name. */
  readonly name: string
  /** In the order of the tree: child elements, and marked content of this page by its number. */
  readonly children: readonly (TagElement | number)[]
  /** Text that describes a figure. */
  readonly alt?: string
  /** Where the element says that it stands, in points of the page. */
  readonly box?: Box
  /** Figures: boxes of pictures and drawings inside its own marked content. */
  readonly drawings?: readonly Box[]
  /** Tables: the whole grid, cells of other pages included. */
  readonly grid?: TagGrid
}

export interface TagGrid {
  readonly rows: number
  readonly cols: number
  /** Row by row; merged cells once, at their top left. */
  readonly cells: readonly TagCell[]
  /** First and last row of the page, 0-based. */
  readonly firstRow: number
  readonly lastRow: number
  /** Sheets: the first column of the page, 0-based; the grid's columns count from it. */
  readonly firstCol?: number
}

export interface TagCell {
  /** The TH or TD element's number. */
  readonly id: number
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
}

/** From this UTF-16 unit of a span on, its characters belong to the marked content of this number; −1: to none. */
export interface MarkedContentRun {
  readonly start: number
  readonly mcid: number
}

/** How often the whole document uses what it may or may not tag; counted up to a bound. */
export interface TagCounts {
  readonly elements: number
  readonly paragraphs: number
  readonly headings: number
  readonly lists: number
  readonly tables: number
}

export interface PageTags {
  readonly root: TagElement
  /** Per span of the page, in their order. */
  readonly markedContent: readonly (readonly MarkedContentRun[])[]
  readonly counts: TagCounts
  /** The program that wrote them had the structure itself: headings are headings, however many. */
  readonly exact?: true
}

/** An entry of the PDF outline (bookmark) that leads to the page. */
export interface OutlineEntry {
  readonly title: string
  /** 1 for the outermost. */
  readonly level: number
}
