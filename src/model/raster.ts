/** Rasters without row padding: `pixels.length === width * height * channels`. */

/** From 0 (black) to 255 (white). */
export interface GrayRaster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Red, green, blue, alpha; not premultiplied. */
export interface RgbaRaster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}
