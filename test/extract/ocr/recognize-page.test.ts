import { expect, test } from 'vitest'
import { renderWarmupImage } from '../../../src/engines/warmup-image.ts'
import { isPhoto } from '../../../src/extract/ocr/recognize-page.ts'
import { prepare } from '../../../src/imaging/prepare-page.ts'
import { rotateRaster } from '../../../src/imaging/rotate.ts'
import type { GrayRaster } from '../../../src/model/raster.ts'

const options = { dpi: 200, maxPixels: 4_000_000 }

/** Dark spots of 5 to 40 pixels, at positions and in sizes from a fixed series. */
function spots(count: number): GrayRaster {
  const [width, height] = [1600, 1600]
  const pixels = new Uint8Array(width * height).fill(255)
  let seed = 7
  const next = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * limit)
  }
  for (let spot = 0; spot < count; spot++) {
    const [x, y, w, h] = [next(width - 40), next(height - 40), 5 + next(35), 5 + next(35)]
    for (let row = y; row < y + h; row++) pixels.fill(30, row * width + x, row * width + x + w)
  }
  return { width, height, pixels }
}

test('scattered shapes are a photo; text in any direction is not', () => {
  expect(isPhoto(prepare(spots(300), options))).toBe(true)
  const text = renderWarmupImage(
    Array.from({ length: 12 }, (_, row) => `Sheaf reads ${row} pages of print`),
    { scale: 3 },
  )
  for (const rotation of [0, 90, 180] as const)
    expect(isPhoto(prepare(rotateRaster(text, rotation).raster, options))).toBe(false)
})

test('a page with more shapes than are examined is not a photo', () => {
  const prepared = prepare(spots(300), options)
  const [width, height] = [2000, 2000]
  const pixels = new Uint8Array(width * height).fill(255)
  for (let y = 0; y + 6 < height; y += 14)
    for (let x = 0; x + 6 < width; x += 14)
      for (let row = 0; row < 6; row++) pixels.fill(0, (y + row) * width + x, (y + row) * width + x + 6)
  expect(isPhoto({ ...prepared, raster: { width, height, pixels } })).toBe(false)
})
