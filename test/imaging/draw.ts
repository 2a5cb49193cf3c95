/** Rasters for the imaging tests: text, lines, and reproducible noise. */
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import type { GrayRaster } from '../../src/model/raster.ts'

export function emptyRaster(width: number, height: number, value = 255): GrayRaster {
  return { width, height, pixels: new Uint8Array(width * height).fill(value) }
}

/** A filled rectangle, in place. */
export function fill(raster: GrayRaster, box: { x0: number; y0: number; x1: number; y1: number }, value = 0): void {
  for (let y = box.y0; y < box.y1; y++) raster.pixels.fill(value, y * raster.width + box.x0, y * raster.width + box.x1)
}

const sentences = [
  'The pale yellow light of the evening fell gently upon',
  'a quiet village by the river where people were getting',
  'ready for the long night. Nobody spoke loudly and only',
  'the old bridge, built of heavy grey stones, remembered',
  'how many feet had gone over it to reach the other side',
  'of the valley. Each spring the water rose up to its arch',
  'yet it never gave way. That may be why the people kept',
  'telling stories about it to their children every winter',
  'while the fire was burning and the wind blew outside.',
  'So the years went by, one after another, quite happily',
]

/** A page with ten lines of ordinary text; letters about 20 pixels high. */
export function textPage(scale = 3): GrayRaster {
  const text = renderWarmupImage(sentences, { scale })
  const page = emptyRaster(text.width + 100, text.height + 300)
  for (let y = 0; y < text.height; y++)
    page.pixels.set(text.pixels.subarray(y * text.width, (y + 1) * text.width), (y + 100) * page.width + 50)
  return page
}

/** A new raster with each pixel computed from its value and position. */
export function mapPixels(raster: GrayRaster, value: (pixel: number, x: number, y: number) => number): GrayRaster {
  const result = emptyRaster(raster.width, raster.height)
  for (let y = 0, i = 0; y < raster.height; y++)
    for (let x = 0; x < raster.width; x++, i++)
      result.pixels[i] = Math.max(0, Math.min(255, Math.round(value(raster.pixels[i] ?? 0, x, y))))
  return result
}

/** Reproducible numbers from 0 to 1 (linear congruential generator). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 0x1_0000_0000
  }
}
