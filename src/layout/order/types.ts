import type { Box } from '../../model/geometry.ts'
import type { Line } from '../state.ts'

interface ItemBase {
  /** Estimated ink of lines. */
  readonly box: Box
  /** Position in the content stream, or −1 for tables and figures. */
  readonly order: number
  /** In points, or 0 for tables and figures. */
  readonly size: number
  /** Length of the text in Latin letters. */
  readonly chars: number
}

export type LayoutItem = ItemBase &
  ({ readonly kind: 'line'; readonly line: Line } | { readonly kind: 'table' | 'figure'; readonly index: number })

/** Items that overlap vertically, separated from others by whitespace. */
export interface Band {
  readonly box: Box
  readonly items: readonly LayoutItem[]
}

/** A column that the content stream goes down in one run. */
export interface StreamOrderColumn {
  readonly lines: readonly Line[]
  readonly box: Box
}

/** Range of x. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Maximum overlap of separate items in points, because boxes are estimates. */
export const TOUCH_TOLERANCE = 0.5
