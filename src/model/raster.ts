/** Rasters without row padding: `pixels.length === width * height * channels`. */

/** One byte per pixel, from 0 (black) to 255 (white). */
export interface GrayRaster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Four bytes per pixel: red, green, blue, alpha; not premultiplied. */
export interface RgbaRaster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}
