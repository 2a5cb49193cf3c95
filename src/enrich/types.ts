import type { Box } from '../model/geometry.ts'
import type { Path, Span } from '../model/raw-page.ts'

/** In points of the page. */
export interface FigureContent {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  /** Strokes show that the figure is a chart. */
  readonly isChart: boolean
}

export interface FigureRequest {
  /** On the page, in points. */
  readonly box: Box
  /** Pixels per point. */
  readonly scale: number
  readonly languages: (configured: readonly string[]) => readonly string[]
  /** Skips figures that cannot be a table, whose text is in rows of several segments. */
  readonly onlyTables?: boolean
}

export interface FigureText {
  readonly text: string
  /** 0–1, of the kept words, weighted by letters. */
  readonly confidence: number
  /** Text with positions for layout; `null` if it cannot be a table. */
  readonly content: FigureContent | null
}
