/** Rasters without row padding: `pixels.length === width * height * channels`. */

import type { Size } from './geometry.ts'

/** From 0 (black) to 255 (white). */
export interface GrayRaster extends Size {
  readonly pixels: Uint8Array
}

/** Red, green, blue, alpha; not premultiplied. */
export interface RgbaRaster extends Size {
  readonly pixels: Uint8ClampedArray
}
