/** Decoded pixels of a page or a region. Rows are tight: `pixels.length === width * height * channels`. */

/** One byte a pixel, 0 black to 255 white. */
export interface GrayRaster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Four bytes a pixel, red green blue alpha, alpha not premultiplied. */
export interface RgbaRaster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}
