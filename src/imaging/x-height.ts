/** Measures the x-height of a line: the rows up to the x-height contain most of its ink. */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { median } from '../model/statistics.ts'

interface LineGeometry {
  readonly height: number
  at(x: number): number
}

/** Extent of the measured rows above and below the baseline, in line heights. */
const ABOVE = 1
const BELOW = 0.4
/** Heights inside lowercase letters of any font, in line heights: the x-height is a good half. */
const INNER_HEIGHT = 0.4
const CERTAIN_INNER_HEIGHT = 0.25
const EDGE_INK_RATIO = 0.5

/** In pixels, with fractions; 0 if the edges are unclear. The words are on one line, mostly lowercase. */
export function measureXHeight(raster: GrayRaster, words: readonly Box[], base: LineGeometry): number {
  const above = Math.ceil(base.height * ABOVE)
  const rows = rowInk(raster, words, { base, above, below: Math.ceil(base.height * BELOW) })
  const inner = rows.slice(Math.floor(above - base.height * INNER_HEIGHT), above)
  const edge = (median(inner) ?? 0) * EDGE_INK_RATIO
  if (edge === 0) return 0
  const top = crossing(rows, { from: Math.floor(above - base.height * CERTAIN_INNER_HEIGHT), step: -1, edge })
  const bottom = crossing(rows, { from: above - 2, step: 1, edge })
  return top === null || bottom === null ? 0 : bottom - top
}

function rowInk(
  { width, height, pixels }: GrayRaster,
  words: readonly Box[],
  lineRange: { base: LineGeometry; above: number; below: number },
): Float64Array {
  const { base, above, below } = lineRange
  const rows = new Float64Array(above + below + 1)
  for (const { x0, x1 } of words)
    for (let x = Math.max(0, Math.floor(x0)), end = Math.min(width, Math.ceil(x1)); x < end; x++) {
      const first = Math.round(base.at(x)) - above
      for (let row = Math.max(0, -first), last = Math.min(rows.length, height - first); row < last; row++)
        rows[row]! += 255 - pixels[(first + row) * width + x]!
    }
  return rows
}

function crossing(
  rows: Float64Array,
  { from, step, edge }: { from: number; step: 1 | -1; edge: number },
): number | null {
  for (let row = from; row + step >= 0 && row + step < rows.length; row += step) {
    const current = rows[row]!
    const next = rows[row + step]!
    if (current >= edge && next < edge) return row + (step * (current - edge)) / (current - next)
  }
  return null
}
