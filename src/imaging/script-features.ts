/** Frequencies of the 256 local binary patterns (Ojala et al., 2002) around ink, at several distances. */
import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'
import { scaleRaster } from './scale.ts'

/** Height of letters after scaling, and distances of the compared pixels, in pixels. */
const LETTER_HEIGHT = 16
const RADII = [1, 3, 6]
const PATTERNS = 256
export const SCRIPT_FEATURE_COUNT = RADII.length * PATTERNS

/** Square roots of frequencies, 256 per distance. */
export function scriptFeatures(raster: GrayRaster, letterHeight: number): Float32Array {
  const { raster: scaled } = scaleRaster(raster, LETTER_HEIGHT / letterHeight)
  const { width, height, pixels } = scaled
  const threshold = otsuThreshold(histogramOf(pixels))
  // In place, because a page may have 24 million pixels.
  const ink = pixels
  for (let at = 0; at < ink.length; at++) ink[at] = pixels[at]! <= threshold ? 1 : 0
  const features = new Float32Array(SCRIPT_FEATURE_COUNT)
  for (const [index, radius] of RADII.entries()) {
    const counts = features.subarray(index * PATTERNS, (index + 1) * PATTERNS)
    const up = radius * width
    let total = 0
    for (let y = radius; y < height - radius; y++)
      for (let x = radius, at = y * width + radius; x < width - radius; x++, at++) {
        if (ink[at] === 0) continue
        const pattern =
          ink[at - up - radius]! |
          (ink[at - up]! << 1) |
          (ink[at - up + radius]! << 2) |
          (ink[at - radius]! << 3) |
          (ink[at + radius]! << 4) |
          (ink[at + up - radius]! << 5) |
          (ink[at + up]! << 6) |
          (ink[at + up + radius]! << 7)
        if (pattern === PATTERNS - 1) continue
        counts[pattern]!++
        total++
      }
    for (let pattern = 0; pattern < PATTERNS; pattern++)
      counts[pattern] = Math.sqrt(counts[pattern]! / Math.max(1, total))
  }
  return features
}
