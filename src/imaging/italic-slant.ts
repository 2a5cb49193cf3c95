/**
 * Measures slant: column sums of a word vary most when its strokes are vertical, in italics after a shift of the rows.
 */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { pixelBox } from './rotate.ts'

/** Columns to the right per row: skewed upright text up to 5°, italics from 10° to 20°. */
const UPRIGHT = [0, 0.08] as const
const ITALIC = [0.18, 0.27, 0.36] as const
/** Minimum darkness of ink, in gray levels. */
const MIN_INK = 40

interface SlantScore {
  readonly upright: number
  readonly italic: number
}

/** In pixels. */
export function measureSlant(raster: GrayRaster, box: Box): SlantScore {
  const at = (slant: number): number => sharpness(raster, box, slant)
  return { upright: Math.max(...UPRIGHT.map(at)), italic: Math.max(...ITALIC.map(at)) }
}

function sharpness(raster: GrayRaster, box: Box, slant: number): number {
  const { width, pixels } = raster
  const { x0, y0, x1, y1 } = pixelBox(box, raster)
  if (x1 <= x0 || y1 <= y0) return 0
  const columns = new Float64Array(x1 - x0 + Math.ceil((y1 - y0) * slant) + 2)
  for (let y = y0; y < y1; y++) {
    const shift = (y - y0) * slant
    const whole = Math.floor(shift)
    const part = shift - whole
    for (let x = x0, at = y * width + x0, to = whole; x < x1; x++, at++, to++) {
      const ink = 255 - pixels[at]!
      if (ink < MIN_INK) continue
      columns[to]! += ink * (1 - part)
      columns[to + 1]! += ink * part
    }
  }
  let sum = 0
  for (let column = 1; column < columns.length; column++) sum += (columns[column]! - columns[column - 1]!) ** 2
  return sum
}
