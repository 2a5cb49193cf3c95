/**
 * Decoded pixels → the samples that MuPDF is given: on white where they are transparent, and no more than a page's raster may have,
 * so that the large photo of a phone does not pass through two more memories at its full size.
 */
import type { RgbaRaster } from '../../model/raster.ts'
import type { Samples } from './pam.ts'

/** Averages square-ish cells of pixels. At most `maxPixels` come out; a raster within the limit keeps each of its pixels. */
export function reduceRaster({ width, height, pixels }: RgbaRaster, maxPixels: number): Samples {
  const factor = Math.max(1, Math.sqrt((width * height) / maxPixels))
  const to = { width: Math.max(1, Math.floor(width / factor)), height: Math.max(1, Math.floor(height / factor)) }
  const data = new Uint8Array(to.width * to.height * 3)
  if (factor === 1) {
    for (let from = 0, at = 0; from < pixels.length; from += 4, at += 3) {
      const alpha = pixels[from + 3]!
      for (let channel = 0; channel < 3; channel++) data[at + channel] = onWhite(pixels[from + channel]!, alpha)
    }
    return { ...to, channels: 3, data }
  }
  const columns = Uint32Array.from({ length: to.width + 1 }, (_, x) => Math.floor((x * width) / to.width))
  for (let y = 0; y < to.height; y++) {
    const [top, bottom] = [Math.floor((y * height) / to.height), Math.floor(((y + 1) * height) / to.height)]
    for (let x = 0; x < to.width; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let row = top; row < bottom; row++)
        for (let column = columns[x]!; column < columns[x + 1]!; column++) {
          const from = (row * width + column) * 4
          const alpha = pixels[from + 3]!
          red += onWhite(pixels[from]!, alpha)
          green += onWhite(pixels[from + 1]!, alpha)
          blue += onWhite(pixels[from + 2]!, alpha)
        }
      const count = (bottom - top) * (columns[x + 1]! - columns[x]!)
      const at = (y * to.width + x) * 3
      data[at] = Math.round(red / count)
      data[at + 1] = Math.round(green / count)
      data[at + 2] = Math.round(blue / count)
    }
  }
  return { ...to, channels: 3, data }
}

function onWhite(value: number, alpha: number): number {
  return alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255)
}
