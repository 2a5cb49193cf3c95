/** Preparation of pages for OCR: each step on its kind of damage, and clean pages unchanged. */
import { describe, expect, test } from 'vitest'
import { isEvenlyLit, measureBackground, normalizeBackground } from '../../src/imaging/background-normalization.ts'
import { otsuThreshold, percentile, stretchContrast } from '../../src/imaging/contrast.ts'
import { deskew, detectTextDirection } from '../../src/imaging/deskew.ts'
import { despeckle } from '../../src/imaging/despeckle.ts'
import { measureLetters } from '../../src/imaging/letter-size.ts'
import { blur, measureNoise, removeIsolatedPixels } from '../../src/imaging/noise.ts'
import { prepare } from '../../src/imaging/prepare-page.ts'
import { removeRulings } from '../../src/imaging/remove-rulings.ts'
import { rotateRaster } from '../../src/imaging/rotate.ts'
import { scaleRaster } from '../../src/imaging/scale.ts'
import { mapPoint } from '../../src/imaging/transform.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill, mapPixels, seeded, textPage } from './draw.ts'

const page = textPage()
const options = { dpi: 200, maxPixels: 8_000_000 }

describe('a clean page', () => {
  test('is unchanged', () => {
    const prepared = prepare(page, options)
    expect(prepared.steps).toEqual([])
    expect(prepared.raster).toBe(page)
    expect(mapPoint(prepared.toSource, { x: 17, y: 23 })).toEqual({ x: 17, y: 23 })
  })

  test('is evenly lit also with dark boxes, whose white text must not be washed out', () => {
    const boxed = { ...page, pixels: page.pixels.slice() }
    for (let y = 100; y < 180; y++)
      for (let i = y * page.width; i < (y + 1) * page.width; i++) boxed.pixels[i] = 255 - (boxed.pixels[i] ?? 0)
    expect(isEvenlyLit(measureBackground(boxed))).toBe(true)
  })

  test('an empty and a tiny page', () => {
    expect(prepare(emptyRaster(400, 300), options).rulings).toEqual([])
    expect(prepare(emptyRaster(1, 1), options).raster).toEqual(emptyRaster(1, 1))
    expect(prepare(emptyRaster(3, 900, 0), options).raster.height).toBeGreaterThan(0)
  })
})

describe('specks', () => {
  const speckled = (): GrayRaster => {
    const random = seeded(11)
    const result = { ...page, pixels: page.pixels.slice() }
    for (let n = 0; n < 6000; n++) {
      const [x, y] = [Math.floor(random() * (page.width - 2)), Math.floor(random() * (page.height - 2))]
      fill(result, { x0: x, y0: y, x1: x + 1 + (n % 2), y1: y + 1 }, 40)
    }
    return result
  }

  test('are removed; periods and the dots of i stay', () => {
    const cleaned = despeckle(speckled())
    const blackOf = ({ pixels }: GrayRaster): number =>
      pixels.reduce((count, value) => count + (value < 128 ? 1 : 0), 0)
    expect(blackOf(speckled())).toBeGreaterThan(blackOf(page) * 1.05)
    expect(Math.abs(blackOf(cleaned) - blackOf(page))).toBeLessThan(blackOf(page) * 0.04)
    expect(despeckle(page)).toBe(page)
    expect(prepare(speckled(), options).steps).toContain('despeckle')
  })
})

describe('text direction', () => {
  test.each([-5, -1.5, -0.4, 0, 0.3, 2, 6])('a skew of %d degrees is found within a tenth', (angle) => {
    const found = detectTextDirection(deskew(page, -angle).raster)
    expect(found.isRotated).toBe(false)
    expect(Math.abs(found.angle - angle)).toBeLessThan(0.1)
  })

  test('of crumpled paper: slightly wavy lines, with creases at another angle', () => {
    const wavy = mapPixels(
      page,
      (_, x, y) =>
        page.pixels[
          Math.min(page.height - 1, Math.max(0, y + Math.round(2 * Math.sin(x / 90 + y / 60)))) * page.width + x
        ] ?? 255,
    )
    const creased = mapPixels(wavy, (value, x, y) =>
      [260, 420, 530].some((at) => Math.abs(y - at + 0.11 * x) < 2) ? 90 : value,
    )
    expect(Math.abs(detectTextDirection(creased).angle)).toBeLessThan(1.2)
  })

  test('of pages rotated by 90 and 270 degrees, also skewed', () => {
    expect(detectTextDirection(rotateRaster(page, 90).raster)).toMatchObject({ isRotated: true, isCertain: true })
    expect(detectTextDirection(rotateRaster(page, 270).raster)).toMatchObject({ isRotated: true, isCertain: true })
    const skewed = detectTextDirection(rotateRaster(deskew(page, -2).raster, 270).raster)
    expect(skewed.isRotated).toBe(true)
    expect(Math.abs(skewed.angle - 2)).toBeLessThan(0.1)
  })

  test('a skewed page is deskewed, and its points can be mapped back', () => {
    const prepared = prepare(deskew(page, -3).raster, options)
    expect(prepared.steps[0]).toMatch(/^deskew (2\.9|3\.0)/)
    const center = { x: page.width / 2, y: page.height / 2 }
    const back = mapPoint(prepared.toSource, center)
    expect(Math.abs(back.x - center.x) + Math.abs(back.y - center.y)).toBeLessThan(0.01)
    expect(detectTextDirection(prepared.raster).angle).toBeCloseTo(0, 1)
  })
})

describe('noise without text', () => {
  const random = seeded(3)
  const grain = mapPixels(emptyRaster(900, 1200), () => random() * 255)
  const specks = mapPixels(emptyRaster(900, 1200), () => (random() < 0.03 ? 0 : 255))

  test.each([
    ['noise', grain],
    ['specks', specks],
  ])('%s has no lines and is not enlarged', (_, raster) => {
    const prepared = prepare(raster, { dpi: 150, maxPixels: 20_000_000 })
    expect(prepared).toMatchObject({ hasNoLines: true, letterSize: { count: 0 } })
    expect(prepared.raster.width).toBe(900)
  })

  test('noisy text has lines, and so has text that is too short to measure', () => {
    const noisy = mapPixels(page, (value) => value + (random() - 0.5) * 160)
    expect(prepare(noisy, options).hasNoLines).toBe(false)
    expect(prepare(emptyRaster(400, 300), options).hasNoLines).toBe(false)
    expect(prepare(textPage(1), options).hasNoLines).toBe(false)
  })
})

describe('light', () => {
  const shadowed = mapPixels(
    page,
    (value, x, y) => (40 + value * 0.8) * (0.95 - (0.5 * x) / page.width) * (x + 0.5 * y > page.width * 0.9 ? 0.65 : 1),
  )

  test('a gradient and a shadow are removed', () => {
    const background = measureBackground(shadowed)
    expect(isEvenlyLit(background)).toBe(false)
    const flat = normalizeBackground(shadowed, background)
    const paper = (raster: GrayRaster): number[] =>
      [10, raster.width - 10].map((x) => raster.pixels[50 * raster.width + x] ?? 0)
    expect(Math.abs((paper(shadowed)[0] ?? 0) - (paper(shadowed)[1] ?? 0))).toBeGreaterThan(80)
    for (const value of paper(flat)) expect(value).toBeGreaterThan(240)
    expect(prepare(shadowed, options).steps).toContain('background')
  })

  test('evenly lit gray paper becomes white by one factor; unevenly lit gray ink becomes black', () => {
    const gray = mapPixels(page, (value) => 40 + value * 0.6)
    const { raster, steps, isUneven } = prepare(gray, options)
    expect({ steps, isUneven }).toEqual({ steps: ['whiten'], isUneven: false })
    // The paper has level 193, measured as 195: ink of 40 keeps its ratio.
    expect(raster.pixels.reduce((least, value) => Math.min(least, value), 255)).toBe(52)
    expect(raster.pixels[0]).toBeGreaterThan(250)
    const lit = prepare(
      mapPixels(gray, (value, x) => value * (1 - (0.5 * x) / gray.width)),
      options,
    )
    expect(lit).toMatchObject({ steps: ['background', 'contrast'], isUneven: true })
    expect(lit.raster.pixels.reduce((least, value) => Math.min(least, value), 255)).toBeLessThan(20)
    expect([
      ...stretchContrast({ width: 3, height: 1, pixels: Uint8Array.of(0, 100, 255) }, { dark: 50, light: 150 }).pixels,
    ]).toEqual([0, 128, 255])
  })

  test('thresholds of a histogram', () => {
    const counts = new Uint32Array(256)
    counts[40] = 10
    counts[200] = 90
    expect(otsuThreshold(counts)).toBeGreaterThanOrEqual(40)
    expect(otsuThreshold(counts)).toBeLessThan(200)
    expect([percentile(counts, 0.05), percentile(counts, 0.5)]).toEqual([40, 200])
  })
})

describe('noise', () => {
  const random = seeded(7)
  const gauss = (): number => (random() + random() + random() + random() + random() + random() - 3) * Math.SQRT2

  test('is measured, and blurred only if strong', () => {
    const grainy = mapPixels(page, (value) => value * 0.8 + 35 + gauss() * 20)
    expect(measureNoise(page).grain).toBe(0)
    expect(Math.abs(measureNoise(grainy).grain - 20)).toBeLessThan(4)
    expect(measureNoise(blur(grainy)).grain).toBeLessThan(10)
    expect(prepare(grainy, options).steps[0]).toBe('blur')
  })

  test('isolated pixels are removed, the text stays', () => {
    const peppered = mapPixels(page, (value) => {
      const chance = random()
      return chance < 0.004 ? 0 : chance < 0.008 ? 255 : value
    })
    const cleaned = removeIsolatedPixels(peppered)
    const differing = (raster: GrayRaster): number =>
      raster.pixels.reduce((sum, value, i) => sum + (Math.abs(value - (page.pixels[i] ?? 0)) > 60 ? 1 : 0), 0)
    expect(differing(cleaned)).toBeLessThan(differing(peppered) * 0.25)
    expect(removeIsolatedPixels(page).pixels).toEqual(page.pixels)
    expect(prepare(peppered, options).steps).toEqual(['isolated pixels'])
  })
})

describe('size', () => {
  test('letters are measured and small text is enlarged up to the pixel limit', () => {
    const { height, count } = measureLetters(page)
    expect(height).toBeGreaterThanOrEqual(14)
    expect(height).toBeLessThanOrEqual(22)
    expect(count).toBeGreaterThan(300)
    const small = scaleRaster(page, 0.4).raster
    expect(prepare(small, options).raster.width).toBeGreaterThan(small.width * 1.5)
    const bounded = prepare(small, { dpi: 80, maxPixels: small.width * small.height * 1.5 }).raster
    expect(bounded.width * bounded.height).toBeLessThanOrEqual(small.width * small.height * 1.52)
  })

  test('a huge photo is shrunk first', () => {
    const huge = scaleRaster(page, 3).raster
    const prepared = prepare(huge, { dpi: 600, maxPixels: 4_000_000 })
    expect(prepared.steps).toEqual(['shrink'])
    expect(prepared.raster.width * prepared.raster.height).toBeLessThanOrEqual(4_000_000)
    const corner = mapPoint(prepared.toSource, { x: prepared.raster.width, y: prepared.raster.height })
    expect([Math.round(corner.x), Math.round(corner.y)]).toEqual([huge.width, huge.height])
  })
})

describe('rulings', () => {
  /** A table of 2 × 2 empty cells with borders two pixels thick. */
  function table(): GrayRaster {
    const raster = emptyRaster(800, 500)
    for (const y of [50, 200, 350]) fill(raster, { x0: 100, y0: y, x1: 702, y1: y + 2 })
    for (const x of [100, 400, 700]) fill(raster, { x0: x, y0: 50, x1: x + 2, y1: 352 })
    return raster
  }

  test('a grid is erased with its crossings, and its boxes are returned', () => {
    const { raster, rulings } = removeRulings(table(), { dpi: 200 })
    expect(rulings.filter(({ horizontal }) => horizontal).map(({ box }) => box)).toEqual(
      [50, 200, 350].map((y) => ({ x0: 100, y0: y, x1: 702, y1: y + 2 })),
    )
    expect(rulings.filter(({ horizontal }) => !horizontal).map(({ box }) => box)).toEqual(
      [100, 400, 700].map((x) => ({ x0: x, y0: 50, x1: x + 2, y1: 352 })),
    )
    expect(raster.pixels.every((value) => value === 255)).toBe(true)
  })

  test('text is not a ruling, and a stroke through a ruling stays', () => {
    expect(removeRulings(page, { dpi: 200 }).rulings).toEqual([])
    const crossed = table()
    fill(crossed, { x0: 250, y0: 185, x1: 254, y1: 215 })
    const { raster } = removeRulings(crossed, { dpi: 200 })
    for (let y = 185; y < 215; y++) expect(raster.pixels[y * raster.width + 252]).toBe(0)
    expect(raster.pixels[200 * raster.width + 300]).toBe(255)
  })

  test('a ruling may be thicker in places, as enlarged ones and those through shaded rows are', () => {
    const page = emptyRaster(800, 600)
    fill(page, { x0: 100, y0: 50, x1: 103, y1: 550 })
    for (let y = 60; y < 540; y += 80) fill(page, { x0: 99, y0: y, x1: 104, y1: y + 30 }, 200)
    expect(removeRulings(page, { dpi: 200 }).rulings).toHaveLength(1)
  })

  test('light hairlines count; thick bars, dark boxes and underlines with letters on them do not', () => {
    const raster = emptyRaster(800, 500)
    fill(raster, { x0: 100, y0: 50, x1: 700, y1: 51 }, 190)
    fill(raster, { x0: 100, y0: 100, x1: 700, y1: 120 })
    fill(raster, { x0: 100, y0: 200, x1: 700, y1: 202 })
    for (let x = 100; x < 700; x += 8) fill(raster, { x0: x, y0: 180, x1: x + 4, y1: 200 })
    const found = removeRulings(raster, { dpi: 200 })
    expect(found.rulings.map(({ box }) => box.y0)).toEqual([50])
    expect(found.raster.pixels[201 * raster.width + 300]).toBe(0)
  })
})
