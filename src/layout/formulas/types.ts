import type { Formula } from '../../model/formula.ts'
import type { Box } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'

/** The box is an estimate of the ink. */
export interface Glyph extends Box {
  readonly text: string
  readonly span: Span
  readonly baseline: number
  readonly size: number
  /** A bracket or operator of variable size, which does not show the size and baseline of its row. */
  readonly stretchy: boolean
}

export interface Composite extends Box {
  readonly node: Formula
  readonly baseline: number
  readonly size: number
}

export type Part = Glyph | Composite

/** A horizontal stroke without height. */
export interface Bar extends Box {
  readonly y: number
}

export type Reader = (parts: readonly Part[], bars: readonly Bar[]) => Formula

export interface FormulaRow {
  readonly lines: readonly Line[]
  readonly bars: readonly Bar[]
  readonly box: Box
  readonly size: number
  readonly number?: Line
}
