import type { Box } from '../model/geometry.ts'
import type { Path, Span } from '../model/raw-page.ts'

/** Recognized content of a figure, in points of its page. */
export interface FigureContent {
  readonly spans: readonly Span[]
  /** Rulings and filled boxes. */
  readonly paths: readonly Path[]
  /** The strokes show that it is a chart. */
  readonly isChart: boolean
}

/** How to recognize a figure. */
export interface FigureRequest {
  /** The figure on its page, in points. */
  readonly box: Box
  /** Pixels per point of the drawn figure. */
  readonly scale: number
  /** OCR languages to try, in order, for the default languages. */
  readonly languages: (usual: readonly string[]) => readonly string[]
  /** Recognize the figure only if it may be a table: its text is in rows of several segments. */
  readonly onlyTables?: boolean
}

export interface FigureText {
  /** Lines from top to bottom. */
  readonly text: string
  /** 0–1, of the kept words, weighted by letters. */
  readonly confidence: number
  /** Text with positions for layout; `null` if it cannot be a table. */
  readonly content: FigureContent | null
}
