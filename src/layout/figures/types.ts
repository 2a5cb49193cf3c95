/** Types shared by the figure files. */
import type { Box } from '../../model/geometry.ts'

/** A path that may be part of a drawing. */
export interface Stroke {
  readonly box: Box
  /** Neither a rectangle nor a horizontal or vertical line. */
  readonly curved: boolean
  /** A filled rectangle that may be the bar of a chart. */
  readonly filled: boolean
}

/** Strokes near each other. */
export interface Cluster {
  readonly box: Box
  readonly strokes: readonly Stroke[]
}
