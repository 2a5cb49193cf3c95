import type { RgbaRaster } from '../../model/raster.ts'
import type { RgbPixels } from './pnm.ts'

/** Puts pixels on white and averages them to `maxPixels`, so that MuPDF has no photo at full size. */
export function reduceRaster({ width, height, pixels }: RgbaRaster, maxPixels: number): RgbPixels {
  const factor = Math.max(1, Math.sqrt((width * height) / maxPixels))
  if (factor === 1) {
    const data = new Uint8Array(width * height * 3)
    for (let from = 0, at = 0; from < pixels.length; from += 4, at += 3) {
      const alpha = pixels[from + 3]!
      for (let channel = 0; channel < 3; channel++) data[at + channel] = onWhite(pixels[from + channel]!, alpha)
    }
    return { width, height, data }
  }
  const target = { width: Math.max(1, Math.floor(width / factor)), height: Math.max(1, Math.floor(height / factor)) }
  const data = new Uint8Array(target.width * target.height * 3)
  const columns = Uint32Array.from({ length: target.width + 1 }, (_, x) => Math.floor((x * width) / target.width))
  for (let y = 0; y < target.height; y++) {
    const top = Math.floor((y * height) / target.height)
    const bottom = Math.floor(((y + 1) * height) / target.height)
    for (let x = 0; x < target.width; x++) {
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
      const at = (y * target.width + x) * 3
      data[at] = Math.round(red / count)
      data[at + 1] = Math.round(green / count)
      data[at + 2] = Math.round(blue / count)
    }
  }
  return { ...target, data }
}

function onWhite(value: number, alpha: number): number {
  return alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255)
}
