/**
 * How thick the pen strokes are inside boxes of a raster: what tells bold print from plain, where no font has a name.
 * It measures and judges nothing: what is thick is seen beside the other print of the page.
 */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

/** Paler than this share of the box's darkest pixel is paper, or the soft edge of a stroke. */
const INK_RATIO = 0.3
/** Less contrast than this holds no print. */
const LEAST_CONTRAST = 40
/** Longer runs, in heights of the box, lie along a stroke and not across it. */
const LONGEST_RUN = 0.5
/** Fewer runs than this say nothing. */
const FEWEST_RUNS = 6

/**
 * The usual width of the strokes that a row of pixels crosses, in parts of a pixel: soft edges count by their darkness.
 * 0 where there is no print. `box` in pixels.
 */
export function measureStrokes({ width, height, pixels }: GrayRaster, box: Box): number {
  const x0 = Math.max(0, Math.floor(box.x0))
  const x1 = Math.min(width, Math.ceil(box.x1))
  const y0 = Math.max(0, Math.floor(box.y0))
  const y1 = Math.min(height, Math.ceil(box.y1))
  let dark = 255
  let light = 0
  for (let y = y0; y < y1; y++)
    for (let at = y * width + x0, end = y * width + x1; at < end; at++) {
      const value = pixels[at]!
      if (value < dark) dark = value
      if (value > light) light = value
    }
  const contrast = light - dark
  if (contrast < LEAST_CONTRAST) return 0
  const least = light - contrast * INK_RATIO
  const longest = (y1 - y0) * LONGEST_RUN * contrast
  const runs: number[] = []
  for (let y = y0; y < y1; y++) {
    let ink = 0
    for (let at = y * width + x0, end = y * width + x1; at <= end; at++) {
      const value = at < end ? pixels[at]! : 255
      if (value <= least) ink += light - value
      else if (ink > 0) {
        if (ink <= longest) runs.push(ink)
        ink = 0
      }
    }
  }
  if (runs.length < FEWEST_RUNS) return 0
  runs.sort((a, b) => a - b)
  return runs[runs.length >> 1]! / contrast
}
