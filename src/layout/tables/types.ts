/** Types that the table detectors share, from words to candidates. Imports nothing from this folder. */
import type { Box } from '../../model/geometry.ts'
import type { Line, Ruling, TableMethod } from '../state.ts'

export interface Word {
  readonly text: string
  readonly box: Box
  readonly size: number
  readonly bold: boolean
  /** No blank between this word and the one before it on its line. */
  readonly glued: boolean
  /** Index of its line in the list given. */
  readonly line: number
}

/** Words of one row that are read together: a candidate for (a line of) a cell. */
export interface Segment {
  readonly words: readonly Word[]
  readonly box: Box
}

/** What stands at one height. */
export interface TextRow {
  readonly words: readonly Word[]
  readonly segments: readonly Segment[]
  readonly box: Box
  /** Font size of most of its words. */
  readonly size: number
}

/** Words of each line, cut when first asked for: most lines of a page are running text that no table rule reads. */
export type WordsOf = (line: number) => readonly Word[]

/** White strip between two columns: no word of the core rows (or almost none) stands in it. */
export interface Separator {
  readonly x0: number
  readonly x1: number
}

/** Pieces of one visual row that stand in one column, or across several. */
export interface CellSegment {
  readonly col: number
  readonly colSpan: number
  readonly words: readonly Word[]
  readonly box: Box
}

export interface GridRow {
  readonly segments: readonly CellSegment[]
  readonly box: Box
  readonly size: number
}

export interface StreamGrid {
  readonly cols: number
  readonly separators: readonly Separator[]
  /** Rows as the reader sees them, each of one or more visual rows. */
  readonly rows: readonly (readonly CellSegment[])[]
  readonly headerRows: number
  /** The visual rows, for judging the region. */
  readonly textRows: readonly GridRow[]
  readonly box: Box
}

export interface GridHints {
  /** Rulings within the region. */
  readonly rulings: readonly Ruling[]
  /** Separators known from drawn lines. */
  readonly drawn?: readonly Separator[]
  /** Heights between its rows, where they are known. */
  readonly cuts?: readonly number[]
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

export interface TableGrid {
  readonly box: Box
  readonly rows: number
  readonly cols: number
  readonly cells: readonly TableCell[]
  /** Leading rows that the finder knows to be headers. */
  readonly headerRows: number
}

/** Words that may stand in a box, whole lines at a time. */
export type WordsIn = (box: Box) => readonly Word[]

/** The page as the detectors see it. Lines and rulings of accepted tables are no longer free. */
export interface TablePage {
  readonly lines: readonly Line[]
  readonly wordsOf: WordsOf
  /** Font size of most of its text. */
  readonly size: number
  /** Indices of lines of running text. */
  readonly prose: ReadonlySet<number>
  /** Colored rectangles. */
  readonly filledRects: readonly Box[]
  /** Boxes of curves and diagonal strokes. */
  readonly strokes: readonly Box[]
  /** Rulings that no table uses. */
  rulings(): readonly Ruling[]
  /** Boxes of the tables accepted so far. */
  readonly tables: readonly Box[]
  isClaimed(line: number): boolean
  /** Indices of the free lines that may belong to a table without a lattice: no code, no labels of drawings, no rotated text. */
  streamLines(): readonly number[]
  /** Words of those lines that overlap a box, whole lines at a time. */
  wordsIn: WordsIn
  /** The gap between two columns of text; `null` on pages of one column. */
  gutter(): PageGutter | null
}

export interface PageGutter {
  /** Center of the gap. */
  readonly x: number
  /** The content stream contains one column and then the other: no row spans both. */
  readonly written: boolean
}

/** A region that a detector has read, and its decision. */
export type Candidate = AcceptedCandidate | RefusedCandidate

interface AcceptedCandidate {
  readonly table: TableGrid
  readonly box?: undefined
  readonly score?: number
  /** Rulings that belong to it. */
  readonly rulings?: readonly Ruling[]
}

export interface RefusedCandidate {
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
