/**
 * Makes a clean gray page look as bad scanners, photos and fax machines would render it. The OCR benchmarks use these
 * recipes. All noise comes from a seeded generator, so that a page degraded twice is the same page.
 */
import { deskew } from '../../src/imaging/deskew.ts'
import type { GrayRaster } from '../../src/model/raster.ts'

export const degradations = ['skew', 'noise', 'salt', 'photo', 'blur', 'fax', 'lowcontrast'] as const
export const kinds = ['clean', ...degradations] as const
export type Kind = (typeof kinds)[number]

/** Skew of a photo taken by hand. */
const SKEW_DEGREES = 2
const PHOTO_DEGREES = 1.3

export function degrade(page: GrayRaster, kind: Kind, seed: number): GrayRaster {
  const random = generator(seed)
  const gauss = (): number => {
    let sum = 0
    for (let i = 0; i < 6; i++) sum += random()
    return (sum - 3) * Math.SQRT2
  }
  switch (kind) {
    case 'clean':
      return page
    case 'skew':
      return deskew(page, -SKEW_DEGREES).raster
    case 'noise':
      return each(blur(page, 0.7), (value) => value * 0.8 + 35 + gauss() * 28)
    case 'salt':
      return each(page, (value) => {
        const draw = random()
        return draw < 0.004 ? 0 : draw < 0.008 ? 255 : value
      })
    case 'photo':
      return photograph(page, gauss)
    case 'blur':
      return blur(page, 1.6)
    case 'fax':
      return each(page, (value) => (value + gauss() * 30 < 150 ? 0 : 255))
    case 'lowcontrast':
      return each(page, (value) => 120 + value * 0.3 + gauss() * 4)
  }
}

/** Makes the page skewed, a little out of focus and lit from one side, with the edge of a shadow across it. */
function photograph(page: GrayRaster, gauss: () => number): GrayRaster {
  const { width, height } = page
  return each(blur(deskew(page, -PHOTO_DEGREES).raster, 0.8), (value, x, y) => {
    const light = 0.95 - 0.55 * (x / width) * (0.4 + (0.6 * y) / height)
    const shadow = x + 0.5 * y > width * 0.95 ? 0.62 : 1
    return (40 + value * 0.8) * light * shadow + gauss() * 5
  })
}

/** A linear congruential generator (the constants of glibc's rand): speed matters more than quality here. */
function generator(seed: number): () => number {
  let state = seed % 2147483648
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

function each(page: GrayRaster, change: (value: number, x: number, y: number) => number): GrayRaster {
  const pixels = new Uint8Array(page.pixels.length)
  for (let y = 0, i = 0; y < page.height; y++)
    for (let x = 0; x < page.width; x++, i++)
      pixels[i] = Math.max(0, Math.min(255, Math.trunc(change(page.pixels[i] ?? 0, x, y))))
  return { ...page, pixels }
}

/** Gaussian blur, rows and then columns. */
function blur(page: GrayRaster, deviation: number): GrayRaster {
  const { width, height, pixels } = page
  const reach = Math.ceil(deviation * 3)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation * deviation)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const across = new Float32Array(pixels.length)
  const result = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let value = 0
      for (let i = -reach; i <= reach; i++)
        value += (pixels[y * width + Math.min(width - 1, Math.max(0, x + i))] ?? 0) * (weights[i + reach] ?? 0)
      across[y * width + x] = value / sum
    }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let value = 0
      for (let i = -reach; i <= reach; i++)
        value += (across[Math.min(height - 1, Math.max(0, y + i)) * width + x] ?? 0) * (weights[i + reach] ?? 0)
      result[y * width + x] = value / sum + 0.5
    }
  return { width, height, pixels: result }
}
