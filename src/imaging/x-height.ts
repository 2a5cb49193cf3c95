/**
 * How high the small letters of a line stand, in parts of a pixel: the rows between the baseline and the x-height hold most of its ink,
 * and how much ink is in the rows at the edge tells where between two rows it lies.
 */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

export interface BaseLine {
  /** From the ascenders' top to the descenders' foot, in pixels, roughly. */
  readonly height: number
  /** Row of the baseline at a column. */
  at(x: number): number
}

/** Rows above and below the baseline that are looked at, heights of the line: the ascenders' tops lie at .75, the descenders' feet at .25. */
const ABOVE = 1
const BELOW = 0.4
/** The x-height is a good half of a line's height: rows so far up lie within small letters of any face. */
const WITHIN = 0.4
const SURELY_WITHIN = 0.25
/** Ink of a row against that of the rows within the letters: half of it at the letters' edges, ascenders have a third. */
const EDGE_RATIO = 0.5

/** The x-height in pixels, of words on one level line that are mostly small letters; 0 where no edges can be seen. Boxes in pixels. */
export function measureXHeight(raster: GrayRaster, words: readonly Box[], base: BaseLine): number {
  const above = Math.ceil(base.height * ABOVE)
  const rows = rowInk(raster, words, { base, above, below: Math.ceil(base.height * BELOW) })
  const within = rows.slice(Math.floor(above - base.height * WITHIN), above).sort((a, b) => a - b)
  const edge = (within[within.length >> 1] ?? 0) * EDGE_RATIO
  if (edge === 0) return 0
  const top = crossing(rows, { from: Math.floor(above - base.height * SURELY_WITHIN), step: -1, edge })
  const foot = crossing(rows, { from: above - 2, step: 1, edge })
  return top === null || foot === null ? 0 : foot - top
}

/** Ink of the rows around the baseline, from so many above it to so many below. */
function rowInk(
  { width, height, pixels }: GrayRaster,
  words: readonly Box[],
  place: { base: BaseLine; above: number; below: number },
): Float64Array {
  const { base, above, below } = place
  const rows = new Float64Array(above + below + 1)
  for (const { x0, x1 } of words)
    for (let x = Math.max(0, Math.floor(x0)), end = Math.min(width, Math.ceil(x1)); x < end; x++) {
      const first = Math.round(base.at(x)) - above
      for (let row = Math.max(0, -first), last = Math.min(rows.length, height - first); row < last; row++)
        rows[row]! += 255 - pixels[(first + row) * width + x]!
    }
  return rows
}

/** Where the ink falls below the edge's, between two rows; `null` when it never does. */
function crossing(
  rows: Float64Array,
  { from, step, edge }: { from: number; step: 1 | -1; edge: number },
): number | null {
  for (let row = from; row + step >= 0 && row + step < rows.length; row += step) {
    const here = rows[row]!
    const next = rows[row + step]!
    if (here >= edge && next < edge) return row + (step * (here - edge)) / (here - next)
  }
  return null
}
