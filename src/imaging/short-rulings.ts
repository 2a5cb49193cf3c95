/** Finds vertical rulings of one row of a table, which are as short as letters. */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { type InkRun, MAX_INK_LEVEL } from './ink-runs.ts'

/** Minimum height of a row. */
const MIN_LENGTH_INCHES = 0.1
/** Maximum pixels without ink in a ruling: its ends were erased with the horizontal ones. */
const MAX_MISSING_PX = 2
/** Maximum horizontal rulings that are compared with each other; more are a texture. */
const MAX_RULINGS = 500

interface ShortRulingLimits {
  readonly dpi: number
  /** Length of rulings that are found without it, in pixels. */
  readonly maxLength: number
}

/** Columns of ink that reach from one horizontal ruling to another. */
export function findShortVerticalRuns(
  raster: GrayRaster,
  horizontals: readonly Box[],
  { dpi, maxLength }: ShortRulingLimits,
): InkRun[] {
  if (horizontals.length > MAX_RULINGS) return []
  const minLength = dpi * MIN_LENGTH_INCHES
  const runs: InkRun[] = []
  for (const above of horizontals)
    for (const below of horizontals) {
      const length = below.y0 - above.y1
      if (length < minLength || length > maxLength) continue
      const middle = above.y1 + (length >> 1)
      const [x0, x1] = [Math.max(above.x0, below.x0), Math.min(above.x1, below.x1)]
      for (let x = x0; x < x1; x++)
        if (
          raster.pixels[middle * raster.width + x]! <= MAX_INK_LEVEL &&
          countMissing(raster, x, { from: above.y1, to: below.y0 }) <= MAX_MISSING_PX
        )
          runs.push({ at: x, from: above.y1, to: below.y0 })
    }
  return runs.sort((a, b) => a.at - b.at || a.from - b.from)
}

function countMissing({ width, pixels }: GrayRaster, x: number, { from, to }: { from: number; to: number }): number {
  let missing = 0
  for (let y = from; y < to && missing <= MAX_MISSING_PX; y++) if (pixels[y * width + x]! > MAX_INK_LEVEL) missing++
  return missing
}
