/** Types shared by the files of the reading order. */
import type { Box } from '../../model/geometry.ts'
import type { Line } from '../state.ts'

interface ItemBase {
  /** Estimated ink of lines, not their font boxes. */
  readonly box: Box
  /** Position in the content stream; −1 for tables and figures. */
  readonly order: number
  /** Font size in points; 0 for tables and figures. */
  readonly size: number
  readonly chars: number
}

export type LayoutItem = ItemBase &
  ({ readonly kind: 'line'; readonly line: Line } | { readonly kind: 'table' | 'figure'; readonly index: number })

/** Items that overlap vertically, separated by whitespace from those above and below. */
export interface Band {
  readonly box: Box
  readonly items: readonly LayoutItem[]
}

/** A column that the content stream goes down in one run. */
export interface StreamOrderColumn {
  readonly lines: readonly Line[]
  readonly box: Box
}

/** A range of x. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Maximum overlap of items that count as separate, in points: boxes are estimates. */
export const TOUCH = 0.5
