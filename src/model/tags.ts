/** Structure tree of one page. `layout/tagged/trust.ts` decides whether it is usable. */
import type { Box } from './geometry.ts'

export interface TagElement {
  /** Shared by all pages of the element. */
  readonly id: number
  /** Standard role (PDF 32000-1, 14.8.4) by the role map; unknown roles are kept. */
  readonly role: string
  /** Name before the role map, such as a style name. */
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
  /** Row by row; a merged cell once, at its top left. */
  readonly cells: readonly TagCell[]
  readonly firstRow: number
  readonly lastRow: number
  /** 0-based column of the worksheet at which the grid begins. */
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

/** Characters of a span from a UTF-16 unit on, with their MCID (−1: unmarked). */
export interface MarkedContentRun {
  readonly start: number
  readonly mcid: number
}

/** Counts in the whole document, up to a limit. */
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
  /** The program knows the structure, so any number of headings is trusted. */
  readonly exact?: true
}

export interface OutlineEntry {
  readonly title: string
  readonly level: number
}

export function isHeadingRole(role: string): boolean {
  return /^(?:Title|H[1-9]?)$/.test(role)
}
