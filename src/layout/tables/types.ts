/** Types that the table detectors share. Imports nothing from this folder. */
import type { Box } from '../../model/geometry.ts'
import type { LayoutObserver, Line, Ruling, TableMethod } from '../state.ts'

export interface Word {
  readonly text: string
  readonly box: Box
  readonly size: number
  readonly bold: boolean
  readonly noSpaceBefore: boolean
  readonly line: number
}

/** Words of one row with no more than a space between them. */
export interface Segment {
  readonly words: readonly Word[]
  readonly box: Box
}

/** Words at one height. */
export interface TextRow {
  readonly words: readonly Word[]
  readonly segments: readonly Segment[]
  readonly box: Box
  /** Font size of most characters. */
  readonly size: number
}

/** Words of a line, by its index. */
export type WordsOf = (line: number) => readonly Word[]

/** Words that overlap a box, whole lines at a time. */
export type WordsIn = (box: Box) => readonly Word[]

export interface Separator {
  readonly x0: number
  readonly x1: number
}

/** The text of one row in one column, or across several. */
export interface CellSegment extends Segment {
  readonly col: number
  readonly colSpan: number
}

/** A row of text, assigned to columns. */
export interface GridRow {
  readonly segments: readonly CellSegment[]
  readonly box: Box
  readonly size: number
}

export interface StreamGrid {
  readonly cols: number
  readonly separators: readonly Separator[]
  /** Table rows, each of one or more rows of text. */
  readonly rows: readonly (readonly CellSegment[])[]
  readonly headerRows: number
  /** The rows of text, before lines of one table row were merged. */
  readonly textRows: readonly GridRow[]
  readonly box: Box
}

/** The gap between two columns of text, with the edges of the left one and the left edge of the right one. */
export interface Gutter {
  readonly x: number
  readonly left: { readonly x0: number; readonly x1: number }
  readonly right: { readonly x0: number }
}

/** Facts about a region that are known before its grid is built. */
export interface GridHints {
  readonly rulings: readonly Ruling[]
  readonly separators?: readonly Separator[] | undefined
  /** Y positions between its table rows. */
  readonly rowBorders?: readonly number[] | undefined
}

export interface GridCell {
  row: number
  col: number
  rowSpan: number
  colSpan: number
}

export interface TableCell extends GridCell {
  readonly box: Box
  readonly words: readonly Word[]
}

/** A table whose cells cover its box. */
export interface TableGrid {
  readonly box: Box
  readonly rows: number
  readonly cols: number
  readonly cells: readonly TableCell[]
  /** Number of leading rows that the detector found to be headers. */
  readonly headerRows: number
}

/** The page as the detectors see it. Lines and rulings of accepted tables are no longer free. */
export interface TablePage {
  readonly lines: readonly Line[]
  readonly wordsOf: WordsOf
  /** Font size of most characters. */
  readonly size: number
  /** Indices of lines of running text. */
  readonly prose: ReadonlySet<number>
  /** Colored rectangles. */
  readonly filledRects: readonly Box[]
  readonly tables: readonly Box[]
  /** Rulings that no table uses. */
  rulings(): readonly Ruling[]
  isClaimed(line: number): boolean
  /** Indices of the free lines that may belong to a table without a lattice: no code, no labels of drawings, no rotated text. */
  streamLines(): readonly number[]
  /** Words of those lines. */
  readonly wordsIn: WordsIn
  /** Replaces the trained score, in training. */
  readonly scoreTable?: LayoutObserver['scoreTable']
  /** Gaps between columns of text, from left to right; none on pages of one column. */
  gutters(): readonly Gutter[]
}

/** A region that a detector has read, with its decision. */
export type Candidate = AcceptedCandidate | RefusedCandidate

interface AcceptedCandidate {
  readonly table: TableGrid
  readonly box?: undefined
  readonly score?: number
  /** Rulings that belong to it. */
  readonly rulings?: readonly Ruling[]
}

interface RefusedCandidate {
  readonly table: null
  readonly box: Box
  readonly refusal: string
  readonly score?: number
  /** Rulings that belong to no table at all. */
  readonly rulings?: readonly Ruling[]
}

export interface TableDetector {
  readonly method: TableMethod
  /** Candidates in order of preference. An accepted one is claimed before the next is requested. */
  detect(page: TablePage): Iterable<Candidate>
}
