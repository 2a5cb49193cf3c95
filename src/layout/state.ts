import type { BlockStyle, BlockType, Cell, ListItem, TablePart } from '../model/document.ts'
import type { Equation, Formula } from '../model/formula.ts'
import type { Box } from '../model/geometry.ts'
import type { RawPage, Span } from '../model/raw-page.ts'
import type { TagElement } from '../model/tags.ts'
import type { TextSource } from '../model/text-source.ts'

/** Spans on one baseline that are read together. */
export interface Line {
  readonly spans: readonly Span[]
  readonly box: Box
  readonly baseline: number
  /** Font size of most characters, in points. */
  readonly size: number
  readonly text: string
  /** Set for display equations. */
  readonly formula?: Equation
  /** `text` contains their placeholders. */
  readonly inlineFormulas?: readonly Formula[]
  /** Height of fractions and roots above and below `box`, in points. */
  readonly overhang?: { readonly above: number; readonly below: number }
  /** A row of monospaced text that keeps the spaces between its columns. */
  readonly isMonospacedRow?: true
}

/** A drawn line that may be a border. `position` is y if `horizontal`, else x. */
export interface Ruling {
  readonly horizontal: boolean
  readonly position: number
  readonly from: number
  readonly to: number
  /** Whether it is only the edge of a filled box. */
  readonly shading?: boolean
}

/** `stream/…` ends in the detector; `tagged` is from the PDF's structure tree. */
export type TableMethod = 'lattice' | `stream/${string}` | 'tagged'

export interface TableCandidateEvent {
  readonly method: TableMethod
  readonly box: Box
  /** For detectors that score candidates. */
  readonly score: number | undefined
  /** The reason, or undefined for accepted candidates. */
  readonly refusal: string | undefined
}

export interface DrawingEvent {
  readonly box: Box
  readonly type: 'chart' | 'diagram' | 'decoration'
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
  readonly method: TableMethod
  /** Part of the whole table, for tagged tables. */
  readonly part?: TablePart
}

export interface DetectedFigure {
  readonly box: Box
  readonly text: string
  /** Source of `text`, unless it is the page. */
  readonly source?: TextSource
  readonly type?: 'equation' | 'stamp'
  /** Equal for equal images; set only for small ones. */
  readonly fingerprint?: number
}

/** Lines on one baseline of one column, from left to right. */
export interface Row {
  readonly lines: readonly Line[]
  readonly box: Box
  readonly baseline: number
  readonly size: number
  readonly text: string
  /** The line broke because it was full, so no space follows. */
  readonly noSpaceAfter?: true
}

/** `region` is the index of its column. */
export type FlowItem =
  | { readonly kind: 'row'; readonly row: Row; readonly region: number }
  | { readonly kind: 'table' | 'figure'; readonly index: number; readonly region: number }

/** Rows that belong together. */
export interface TextGroup {
  readonly kind: 'text'
  readonly type: Exclude<BlockType, 'table' | 'figure'>
  readonly rows: readonly Row[]
  readonly region: number
  readonly box: Box
  readonly style: BlockStyle
  readonly text: string
  /** Whitespace within the column, in points. */
  readonly above: number
  readonly below: number
  readonly items?: readonly ListItem[]
  readonly formula?: Equation
  /** A guess from this page, 1–6. */
  readonly level?: number
  /** The figure or table of a caption. */
  readonly captionOf?: Pick<ObjectGroup, 'kind' | 'index'>
  /** Type from the PDF's tags; the passes may change `type`. */
  readonly tagged?: BlockType
  /** Never a heading. */
  readonly plain?: true
  readonly element?: number
}

/** `index` is that in the page's `tables` or `figures`. */
export interface ObjectGroup {
  readonly kind: 'table' | 'figure'
  readonly index: number
  readonly region: number
  readonly box: Box
}

export type Group = TextGroup | ObjectGroup

export interface TaggedPage {
  readonly parts: readonly TaggedPart[]
  /** Text outside of the structure tree. */
  readonly untagged: readonly Line[]
  /** All tables are tagged, so aligned text is no table. */
  readonly tagsAllTables: boolean
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

/** Stage 1: text lines and rulings. */
export interface PageLines {
  readonly raw: RawPage
  readonly lines: readonly Line[]
  readonly rulings: readonly Ruling[]
}

/** Stage 2: objects, and the lines that none of them claims. */
export interface PageObjects extends PageLines {
  readonly tables: readonly DetectedTable[]
  readonly figures: readonly DetectedFigure[]
  /** Their lines and rulings belong to no table. */
  readonly drawings: readonly Box[]
  readonly marginalia?: readonly Line[]
  /** Content of trusted tags. */
  readonly tagged?: TaggedPage
  readonly trace?: (event: TableCandidateEvent) => void
  readonly traceDrawing?: (event: DrawingEvent) => void
  readonly scoreTable?: LayoutObserver['scoreTable']
}

/** Stage 3: rows, tables and figures in reading order. */
export interface PageFlow extends PageObjects {
  readonly flow: readonly FlowItem[]
  readonly regions: readonly Box[]
}

/** Stage 4: rows grouped into paragraphs, headings and lists. */
export interface PageGroups extends PageFlow {
  readonly groups: readonly Group[]
}

/** Receives intermediate results in the coordinates of `objects.raw`. */
export interface LayoutObserver {
  onTableCandidate(event: TableCandidateEvent): void
  onDrawing(event: DrawingEvent): void
  /** Replaces the table classifier during training. Returns log-odds. */
  scoreTable?(features: Readonly<Record<string, number>>, box: Box): number
  onObjects(objects: PageObjects): void
}

/** Returns a copy of the state with its own part changed. */
export type LayoutPass<State> = (state: State) => State
