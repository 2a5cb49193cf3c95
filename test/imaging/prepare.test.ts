/** The imaging room: each step on the damage it is for, and hands off a clean page. */
import { describe, expect, test } from 'vitest'
import { flatten, isEven, measureBackground } from '../../src/imaging/background-normalization.ts'
import { otsuThreshold, percentile, stretchContrast } from '../../src/imaging/contrast.ts'
import { mapPoint } from '../../src/imaging/coordinate-map.ts'
import { findLineDirection, straighten } from '../../src/imaging/deskew.ts'
import { despeckle } from '../../src/imaging/despeckle.ts'
import { measureLetters } from '../../src/imaging/letter-size.ts'
import { measureNoise, removeIsolatedPixels, smooth } from '../../src/imaging/noise.ts'
import { prepare } from '../../src/imaging/prepare.ts'
import { removeRulings } from '../../src/imaging/remove-rulings.ts'
import { rotateRaster } from '../../src/imaging/rotate.ts'
import { scaleRaster } from '../../src/imaging/scale.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { blank, change, fill, seeded, textPage } from './draw.ts'

const page = textPage()
const options = { dpi: 200, maxPixels: 8_000_000 }

describe('a clean page', () => {
  test('passes through untouched', () => {
    const prepared = prepare(page, options)
    expect(prepared.steps).toEqual([])
    expect(prepared.raster).toBe(page)
    expect(mapPoint(prepared.toSource, { x: 17, y: 23 })).toEqual({ x: 17, y: 23 })
  })

  test('also with dark boxes on it: their white print must not be washed out', () => {
    const boxed = { ...page, pixels: page.pixels.slice() }
    for (let y = 100; y < 180; y++)
      for (let i = y * page.width; i < (y + 1) * page.width; i++) boxed.pixels[i] = 255 - (boxed.pixels[i] ?? 0)
    expect(isEven(measureBackground(boxed))).toBe(true)
  })

  test('a blank and a tiny page', () => {
    expect(prepare(blank(400, 300), options).rulings).toEqual([])
    expect(prepare(blank(1, 1), options).raster).toEqual(blank(1, 1))
    expect(prepare(blank(3, 900, 0), options).raster.height).toBeGreaterThan(0)
  })
})

describe('dust', () => {
  const dusty = (): GrayRaster => {
    const random = seeded(11)
    const result = { ...page, pixels: page.pixels.slice() }
    for (let n = 0; n < 6000; n++) {
      const [x, y] = [Math.floor(random() * (page.width - 2)), Math.floor(random() * (page.height - 2))]
      fill(result, { x0: x, y0: y, x1: x + 1 + (n % 2), y1: y + 1 }, 40)
    }
    return result
  }

  test('is swept away, full stops and the dots of i stay', () => {
    const swept = despeckle(dusty())
    const blackOf = ({ pixels }: GrayRaster): number =>
      pixels.reduce((count, value) => count + (value < 128 ? 1 : 0), 0)
    expect(blackOf(dusty())).toBeGreaterThan(blackOf(page) * 1.05)
    expect(Math.abs(blackOf(swept) - blackOf(page))).toBeLessThan(blackOf(page) * 0.04)
    expect(despeckle(page)).toBe(page)
    expect(prepare(dusty(), options).steps).toContain('dust')
  })
})

describe('direction of the lines', () => {
  test.each([-5, -1.5, -0.4, 0, 0.3, 2, 6])('an angle of %d degrees is found within a tenth', (angle) => {
    const found = findLineDirection(straighten(page, -angle).raster)
    expect(found.sideways).toBe(false)
    expect(Math.abs(found.angle - angle)).toBeLessThan(0.1)
  })

  test('of crumpled paper: lines a little wavy, creases across them that run another way', () => {
    const wavy = change(
      page,
      (_, x, y) =>
        page.pixels[
          Math.min(page.height - 1, Math.max(0, y + Math.round(2 * Math.sin(x / 90 + y / 60)))) * page.width + x
        ] ?? 255,
    )
    const creased = change(wavy, (value, x, y) =>
      [260, 420, 530].some((at) => Math.abs(y - at + 0.11 * x) < 2) ? 90 : value,
    )
    expect(Math.abs(findLineDirection(creased).angle)).toBeLessThan(1.2)
  })

  test('sideways, either way, and askew at that', () => {
    expect(findLineDirection(rotateRaster(page, 90).raster)).toMatchObject({ sideways: true, sure: true })
    expect(findLineDirection(rotateRaster(page, 270).raster)).toMatchObject({ sideways: true, sure: true })
    const askew = findLineDirection(rotateRaster(straighten(page, -2).raster, 270).raster)
    expect(askew.sideways).toBe(true)
    expect(Math.abs(askew.angle - 2)).toBeLessThan(0.1)
  })

  test('a page askew is straightened and its points find their way back', () => {
    const prepared = prepare(straighten(page, -3).raster, options)
    expect(prepared.steps[0]).toMatch(/^straighten (2\.9|3\.0)/)
    const center = { x: page.width / 2, y: page.height / 2 }
    const back = mapPoint(prepared.toSource, center)
    expect(Math.abs(back.x - center.x) + Math.abs(back.y - center.y)).toBeLessThan(0.01)
    expect(findLineDirection(prepared.raster).angle).toBeCloseTo(0, 1)
  })
})

describe('grain without print', () => {
  const random = seeded(3)
  const grain = change(blank(900, 1200), () => random() * 255)
  const specks = change(blank(900, 1200), () => (random() < 0.03 ? 0 : 255))

  test.each([
    ['grain', grain],
    ['specks', specks],
  ])('%s stands in no lines, and is not enlarged to look like letters', (_, raster) => {
    const prepared = prepare(raster, { dpi: 150, maxPixels: 20_000_000 })
    expect(prepared).toMatchObject({ lineless: true, letters: { count: 0 } })
    expect(prepared.raster.width).toBe(900)
  })

  test('print under grain is in lines, and so is print that is too little to tell', () => {
    const noisy = change(page, (value) => value + (random() - 0.5) * 160)
    expect(prepare(noisy, options).lineless).toBe(false)
    expect(prepare(blank(400, 300), options).lineless).toBe(false)
    expect(prepare(textPage(1), options).lineless).toBe(false)
  })
})

describe('light', () => {
  const shadowed = change(
    page,
    (value, x, y) => (40 + value * 0.8) * (0.95 - (0.5 * x) / page.width) * (x + 0.5 * y > page.width * 0.9 ? 0.65 : 1),
  )

  test('a gradient and a shadow are divided out', () => {
    const background = measureBackground(shadowed)
    expect(isEven(background)).toBe(false)
    const flat = flatten(shadowed, background)
    const paper = (raster: GrayRaster): number[] =>
      [10, raster.width - 10].map((x) => raster.pixels[50 * raster.width + x] ?? 0)
    expect(Math.abs((paper(shadowed)[0] ?? 0) - (paper(shadowed)[1] ?? 0))).toBeGreaterThan(80)
    for (const value of paper(flat)) expect(value).toBeGreaterThan(240)
    expect(prepare(shadowed, options).steps).toContain('flatten')
  })

  test('gray paper, evenly lit, becomes white by one factor; unevenly lit gray ink becomes black', () => {
    const gray = change(page, (value) => 40 + value * 0.6)
    const { raster, steps, uneven } = prepare(gray, options)
    expect({ steps, uneven }).toEqual({ steps: ['whiten'], uneven: false })
    // The paper has 193, measured as 195: ink of 40 keeps its share of it.
    expect(raster.pixels.reduce((least, value) => Math.min(least, value), 255)).toBe(52)
    expect(raster.pixels[0]).toBeGreaterThan(250)
    const lit = prepare(
      change(gray, (value, x) => value * (1 - (0.5 * x) / gray.width)),
      options,
    )
    expect(lit).toMatchObject({ steps: ['flatten', 'contrast'], uneven: true })
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

  test('grain is measured, and blurred only when coarse', () => {
    const grainy = change(page, (value) => value * 0.8 + 35 + gauss() * 20)
    expect(measureNoise(page).grain).toBe(0)
    expect(Math.abs(measureNoise(grainy).grain - 20)).toBeLessThan(4)
    expect(measureNoise(smooth(grainy)).grain).toBeLessThan(10)
    expect(prepare(grainy, options).steps[0]).toBe('smooth')
  })

  test('single odd pixels go, the print stays', () => {
    const peppered = change(page, (value) => {
      const chance = random()
      return chance < 0.004 ? 0 : chance < 0.008 ? 255 : value
    })
    const cleaned = removeIsolatedPixels(peppered)
    const differing = (raster: GrayRaster): number =>
      raster.pixels.reduce((sum, value, i) => sum + (Math.abs(value - (page.pixels[i] ?? 0)) > 60 ? 1 : 0), 0)
    expect(differing(cleaned)).toBeLessThan(differing(peppered) * 0.25)
    expect(removeIsolatedPixels(page).pixels).toEqual(page.pixels)
    expect(prepare(peppered, options).steps).toEqual(['specks'])
  })
})

describe('size', () => {
  test('letters are measured and small print is enlarged, bounded by the pixels allowed', () => {
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
  /** A table of 2 × 2 cells around nothing, borders two pixels thick. */
  function table(): GrayRaster {
    const raster = blank(800, 500)
    for (const y of [50, 200, 350]) fill(raster, { x0: 100, y0: y, x1: 702, y1: y + 2 })
    for (const x of [100, 400, 700]) fill(raster, { x0: x, y0: 50, x1: x + 2, y1: 352 })
    return raster
  }

  test('a grid is taken out whole, its crossings too, and its place is kept', () => {
    const { raster, rulings } = removeRulings(table(), { dpi: 200 })
    expect(rulings.filter(({ horizontal }) => horizontal).map(({ box }) => box)).toEqual(
      [50, 200, 350].map((y) => ({ x0: 100, y0: y, x1: 702, y1: y + 2 })),
    )
    expect(rulings.filter(({ horizontal }) => !horizontal).map(({ box }) => box)).toEqual(
      [100, 400, 700].map((x) => ({ x0: x, y0: 50, x1: x + 2, y1: 352 })),
    )
    expect(raster.pixels.every((value) => value === 255)).toBe(true)
  })

  test('text is no ruling, and a stroke through a ruling stays whole', () => {
    expect(removeRulings(page, { dpi: 200 }).rulings).toEqual([])
    const crossed = table()
    fill(crossed, { x0: 250, y0: 185, x1: 254, y1: 215 })
    const { raster } = removeRulings(crossed, { dpi: 200 })
    for (let y = 185; y < 215; y++) expect(raster.pixels[y * raster.width + 252]).toBe(0)
    expect(raster.pixels[200 * raster.width + 300]).toBe(255)
  })

  test('a ruling that is thicker in places, as enlarged ones and those through shaded rows are, is one', () => {
    const page = blank(800, 600)
    fill(page, { x0: 100, y0: 50, x1: 103, y1: 550 })
    for (let y = 60; y < 540; y += 80) fill(page, { x0: 99, y0: y, x1: 104, y1: y + 30 }, 200)
    expect(removeRulings(page, { dpi: 200 }).rulings).toHaveLength(1)
  })

  test('hairlines lighter than ink count; thick bars, dark boxes and underlines that carry letters do not', () => {
    const raster = blank(800, 500)
    fill(raster, { x0: 100, y0: 50, x1: 700, y1: 51 }, 190)
    fill(raster, { x0: 100, y0: 100, x1: 700, y1: 120 })
    fill(raster, { x0: 100, y0: 200, x1: 700, y1: 202 })
    for (let x = 100; x < 700; x += 8) fill(raster, { x0: x, y0: 180, x1: x + 4, y1: 200 })
    const found = removeRulings(raster, { dpi: 200 })
    expect(found.rulings.map(({ box }) => box.y0)).toEqual([50])
    expect(found.raster.pixels[201 * raster.width + 300]).toBe(0)
  })
})
