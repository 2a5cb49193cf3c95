/** The state of a page in each of the four stages of layout. */
import type { BlockStyle, BlockType, Cell, ListItem, TablePart } from '../model/document.ts'
import type { Equation, Formula } from '../model/formula.ts'
import type { Box } from '../model/geometry.ts'
import type { RawPage, Span, TextSource } from '../model/raw-page.ts'
import type { TagElement } from '../model/tags.ts'

/** Spans on one baseline that are read together. */
export interface Line {
  readonly spans: readonly Span[]
  readonly box: Box
  readonly baseline: number
  /** Font size of most of its characters, in points. */
  readonly size: number
  /** Text of the spans, with spaces where there is a gap. */
  readonly text: string
  /** Content of a line that represents a whole display equation. */
  readonly formula?: Equation
  /** Formulas within the text; `text` marks their places. */
  readonly inlineFormulas?: readonly Formula[]
  /** A row of monospaced text, whose columns are aligned with spaces that its text keeps. */
  readonly isMonospacedRow?: true
}

/** A drawn line usable as a border. `horizontal`: at `position` = y, from x `from` to `to`; vertical likewise. */
export interface Ruling {
  readonly horizontal: boolean
  readonly position: number
  readonly from: number
  readonly to: number
  readonly thickness: number
  /** The ruling is only the edge of a filled box. */
  readonly shading?: boolean
}

/** `lattice`: ruled tables; `stream/…`: tables from aligned words, by detector; `tagged`: from the PDF's structure tree. */
export type TableMethod = 'lattice' | `stream/${string}` | 'tagged'

/** A decision of `findTables` about one region of the page. */
export interface TableCandidateEvent {
  readonly method: TableMethod
  readonly box: Box
  /** Where the detector scores its candidates. */
  readonly score: number | undefined
  /** Why it is not a table; undefined for accepted candidates. */
  readonly refusal: string | undefined
}

/** A decision of `findDrawings` about one cluster of vector paths. */
export interface DrawingEvent {
  readonly box: Box
  readonly type: 'chart' | 'diagram' | 'decoration'
  /** Number of paths. */
  readonly strokes: number
  readonly reason: string
}

export interface DetectedTable {
  readonly box: Box
  readonly rows: number
  readonly cols: number
  readonly cells: readonly Cell[]
  readonly confidence: number
  readonly source: TextSource
  /** The detector that found it, for debugging. */
  readonly method: TableMethod
  /** Tagged tables: the part of the whole table that this is. */
  readonly part?: TablePart
}

export interface DetectedFigure {
  readonly box: Box
  /** Text within the image, in reading order. */
  readonly text: string
  /** Source of the type, unless it is the text of the page. */
  readonly source?: TextSource
  /** Type of the image, where it is known. */
  readonly type?: 'equation' | 'stamp'
  /** Equal for equal images; only set on small ones. */
  readonly fingerprint?: number
}

/** Lines on one baseline of one column, left to right. */
export interface Row {
  readonly lines: readonly Line[]
  readonly box: Box
  readonly baseline: number
  readonly size: number
  readonly text: string
  /** There is no space before the next row: the line was broken because it was full. */
  readonly noSpaceAfter?: true
}

/** One item in reading order. `region` is the number of its column (or strip of a column). */
export type FlowItem =
  | { readonly kind: 'row'; readonly row: Row; readonly region: number }
  | { readonly kind: 'table' | 'figure'; readonly index: number; readonly region: number }

/** Rows that belong together: an unfinished block that still has its geometry. */
export interface TextGroup {
  readonly kind: 'text'
  readonly type: Exclude<BlockType, 'table' | 'figure'>
  readonly rows: readonly Row[]
  readonly region: number
  readonly box: Box
  readonly style: BlockStyle
  readonly text: string
  /** Whitespace above and below within the column, in points; up to its edge for the first and last. */
  readonly above: number
  readonly below: number
  readonly items?: readonly ListItem[]
  /** Equations: their content. */
  readonly formula?: Equation
  /** Titles: guess from this page alone, 1–6. */
  readonly level?: number
  /** Captions: index in `groups` of the figure or table that it belongs to. */
  readonly captionOf?: number
  /** The type that the PDF's tags gave it; when a rule finds a better one, that rule is its source. */
  readonly tagged?: BlockType
  /** Known to be running text, never a heading. */
  readonly plain?: true
  /** Number of the tags' element. */
  readonly element?: number
}

export type Group =
  | TextGroup
  | { readonly kind: 'table' | 'figure'; readonly index: number; readonly region: number; readonly box: Box }

/** Content of a page with trusted tags. */
export interface TaggedPage {
  readonly parts: readonly TaggedPart[]
  /** Text outside the structure tree. */
  readonly untagged: readonly Line[]
  /** All tables are tagged, so that aligned text is not a table. */
  readonly knowsTables: boolean
}

export type TaggedPart =
  | {
      readonly kind: 'text'
      readonly group: TextGroup
      readonly captionOf: TagElement | null
      readonly isCaption: boolean
    }
  | { readonly kind: 'table'; readonly element: TagElement; readonly table: DetectedTable }
  | { readonly kind: 'figure'; readonly element: TagElement; readonly figure: DetectedFigure }

/** Stage 1 of layout: the text lines and rulings of a page. */
export interface PageLines {
  readonly raw: RawPage
  /** Lines that no table or figure has claimed, in content order. */
  readonly lines: readonly Line[]
  readonly rulings: readonly Ruling[]
}

/** Stage 2: tables, figures, formulas and margin notes have claimed their lines. */
export interface PageObjects extends PageLines {
  readonly tables: readonly DetectedTable[]
  readonly figures: readonly DetectedFigure[]
  /** Charts and diagrams. Their lines and rulings belong to no table. */
  readonly drawings: readonly Box[]
  readonly marginalia?: readonly Line[]
  /** The content of the PDF's tags, where they are trusted. */
  readonly tagged?: TaggedPage
  /** Report table candidates and drawings; for debugging. */
  readonly trace?: (event: TableCandidateEvent) => void
  readonly traceDrawing?: (event: DrawingEvent) => void
  readonly scoreTable?: LayoutObserver['scoreTable']
}

/** Stage 3: rows, tables and figures in reading order. */
export interface PageFlow extends PageObjects {
  readonly flow: readonly FlowItem[]
  /** The boxes of the columns, by `region`. */
  readonly regions: readonly Box[]
}

/** Stage 4: rows grouped into paragraphs, headings and lists, with tables and figures, in reading order. */
export interface PageGroups extends PageFlow {
  readonly groups: readonly Group[]
}

/** Receives intermediate results of a page, for debugging. Coordinates are those of `objects.raw`. */
export interface LayoutObserver {
  onTableCandidate(event: TableCandidateEvent): void
  onDrawing(event: DrawingEvent): void
  /** Replaces the trained score of grids of aligned words, in training. Returns log-odds. */
  scoreTable?(features: Readonly<Record<string, number>>, box: Box): number
  onObjects(objects: PageObjects): void
}

/** One step of a stage. Pure: returns a copy of the state with its own part changed. */
export type LayoutPass<State> = (state: State) => State
