import type { Box } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'

export interface Stroke {
  readonly box: Box
  /** Neither a rectangle nor a horizontal or vertical line. */
  readonly curved: boolean
  /** Not closed, unlike a frame. */
  readonly open: boolean
  /** A filled rectangle that may be the bar of a chart. */
  readonly filled: boolean
}

export interface Cluster {
  readonly box: Box
  readonly strokes: readonly Stroke[]
}

export interface LabelContext {
  readonly lines: readonly Line[]
  /** Line indices. */
  readonly prose: ReadonlySet<number>
  /** In points. */
  readonly size: number
  readonly paths: readonly Path[]
  readonly isDrawing: boolean
  /** Labels belong to the nearest drawing. */
  readonly others: readonly Box[]
}
