/**
 * How far the strokes of print lean: columns of ink are sharpest when upright strokes stand in them, and those of italics
 * are so after the rows have been pushed back by their lean. It measures; what counts as slanted is the caller's.
 */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

/** Columns to the right for each row upwards: italics lean by 8 to 18 degrees, print of a page that lies a little askew by 3. */
const UPRIGHT = [0, 0.08] as const
const LEANING = [0.18, 0.27, 0.36] as const
/** Paler pixels are paper and its grain. */
const LEAST_INK = 40

/** How sharp the columns of a word are at all leans: to be added up over words. */
export interface Sharpness {
  readonly upright: number
  readonly leaning: number
}

/** The sharpness of a word's columns as they stand, and pushed back as italics need it. `box` in pixels. */
export function measureSlant(raster: GrayRaster, box: Box): Sharpness {
  const at = (lean: number): number => sharpness(raster, box, lean)
  return { upright: Math.max(...UPRIGHT.map(at)), leaning: Math.max(...LEANING.map(at)) }
}

/** The sum of the squared steps from column to column. */
function sharpness({ width, height, pixels }: GrayRaster, box: Box, lean: number): number {
  const x0 = Math.max(0, Math.floor(box.x0))
  const x1 = Math.min(width, Math.ceil(box.x1))
  const y0 = Math.max(0, Math.floor(box.y0))
  const y1 = Math.min(height, Math.ceil(box.y1))
  if (x1 <= x0 || y1 <= y0) return 0
  const columns = new Float64Array(x1 - x0 + Math.ceil((y1 - y0) * lean) + 2)
  for (let y = y0; y < y1; y++) {
    const pushed = (y - y0) * lean
    const whole = Math.floor(pushed)
    const part = pushed - whole
    for (let x = x0, at = y * width + x0, to = whole; x < x1; x++, at++, to++) {
      const ink = 255 - pixels[at]!
      if (ink < LEAST_INK) continue
      columns[to]! += ink * (1 - part)
      columns[to + 1]! += ink * part
    }
  }
  let sum = 0
  for (let column = 1; column < columns.length; column++) sum += (columns[column]! - columns[column - 1]!) ** 2
  return sum
}
