import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { median } from '../model/statistics.ts'
import { pixelBox } from './rotate.ts'

const MIN_INK_RATIO = 0.3
/** Minimum contrast of a box with text, in gray levels. */
const MIN_CONTRAST = 40
/** Maximum length of a run, in heights of the box. */
const MAX_RUN_RATIO = 0.5
const MIN_RUNS = 6

/** In pixels, with fractions, because soft edges count by their darkness; 0 without text. */
export function measureStrokeWidth(raster: GrayRaster, box: Box): number {
  const { width, pixels } = raster
  const { x0, y0, x1, y1 } = pixelBox(box, raster)
  let dark = 255
  let light = 0
  for (let y = y0; y < y1; y++)
    for (let at = y * width + x0, end = y * width + x1; at < end; at++) {
      const value = pixels[at]!
      if (value < dark) dark = value
      if (value > light) light = value
    }
  const contrast = light - dark
  if (contrast < MIN_CONTRAST) return 0
  const inkLevel = light - contrast * MIN_INK_RATIO
  const maxRun = (y1 - y0) * MAX_RUN_RATIO * contrast
  const runs: number[] = []
  for (let y = y0; y < y1; y++) {
    let ink = 0
    for (let at = y * width + x0, end = y * width + x1; at <= end; at++) {
      const value = at < end ? pixels[at]! : 255
      if (value <= inkLevel) ink += light - value
      else if (ink > 0) {
        if (ink <= maxRun) runs.push(ink)
        ink = 0
      }
    }
  }
  if (runs.length < MIN_RUNS) return 0
  return median(runs)! / contrast
}
