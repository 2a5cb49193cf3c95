import type { Box } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import type { FilledRect } from '../rulings.ts'
import type { LayoutObserver, Line, Ruling, TableMethod } from '../state.ts'

export interface Word {
  readonly text: string
  readonly box: Box
  readonly size: number
  readonly bold: boolean
  readonly mono: boolean
  readonly noSpaceBefore: boolean
  /** Boxes depend on the font; in OCR, on the letters. */
  readonly baseline: number
  readonly line: number
}

/** Words of one row with no gap wider than a space. */
export interface Segment {
  readonly words: readonly Word[]
  readonly box: Box
}

export interface TextRow {
  readonly words: readonly Word[]
  readonly segments: readonly Segment[]
  readonly box: Box
  /** Font size of most characters, in points. */
  readonly size: number
}

/** By line index. */
export type WordsOf = (line: number) => readonly Word[]

/** All words of lines that overlap a box. */
export type WordsIn = (box: Box) => readonly Word[]

export interface Separator {
  readonly x0: number
  readonly x1: number
}

export interface CellSegment extends Segment {
  readonly col: number
  readonly colSpan: number
}

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
  /** Rows before lines of one table row are merged. */
  readonly textRows: readonly GridRow[]
  readonly box: Box
}

/** Gap between two columns of prose, with edges of both. */
export interface Gutter {
  readonly x: number
  readonly left: { readonly x0: number; readonly x1: number }
  readonly right: { readonly x0: number }
}

export interface GridHints {
  readonly rulings: readonly Ruling[]
  readonly separators?: readonly Separator[] | undefined
  /** Y positions. */
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

/** The cells cover the box. */
export interface TableGrid {
  readonly box: Box
  readonly rows: number
  readonly cols: number
  readonly cells: readonly TableCell[]
  readonly headerRows: number
}

/** Lines and rulings of accepted tables are not free. */
export interface TablePage {
  readonly lines: readonly Line[]
  readonly wordsOf: WordsOf
  readonly size: number
  /** Line indices. */
  readonly prose: ReadonlySet<number>
  readonly filledRects: readonly FilledRect[]
  readonly tables: readonly Box[]
  readonly drawings: readonly Box[]
  pathsIn(drawing: Box): readonly Path[]
  rulings(): readonly Ruling[]
  isClaimed(line: number): boolean
  /** Indices of free lines without code, labels of drawings and rotated text. */
  streamLines(): readonly number[]
  readonly wordsIn: WordsIn
  /** Replaces the classifier during training. */
  readonly scoreTable?: LayoutObserver['scoreTable']
  /** From left to right. */
  gutters(): readonly Gutter[]
}

export type Candidate = AcceptedCandidate | RefusedCandidate

interface AcceptedCandidate {
  readonly table: TableGrid
  readonly box?: undefined
  readonly score?: number
  readonly rulings?: readonly Ruling[]
}

interface RefusedCandidate {
  readonly table: null
  readonly box: Box
  readonly refusal: string
  readonly score?: number
  readonly rulings?: undefined
}

export interface TableDetector {
  readonly method: TableMethod
  /** In order of preference. An accepted candidate is claimed before the next is requested. */
  detect(page: TablePage): Iterable<Candidate>
}
