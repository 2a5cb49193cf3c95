/** Underlines of small text are erased and reported; letters and other lines stay. */
import { describe, expect, test } from 'vitest'
import { prepare } from '../../src/imaging/prepare-page.ts'
import { removeUnderlines } from '../../src/imaging/remove-underlines.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill, mapPixels } from './draw.ts'

const letterHeight = 8

/**
 * A row of n's, 6 wide and 8 high with a column of paper between them, on the row `bottom`; every third has a
 * descender.
 */
function wordOn(bottom: number, letters: number): GrayRaster {
  const raster = emptyRaster(300, 60)
  for (let n = 0; n < letters; n++) {
    const x = 20 + n * 7
    const below = n % 3 === 0 ? 4 : 0
    fill(raster, { x0: x, y0: bottom - 8, x1: x + 1, y1: bottom + below })
    fill(raster, { x0: x + 5, y0: bottom - 8, x1: x + 6, y1: bottom })
    fill(raster, { x0: x, y0: bottom - 8, x1: x + 6, y1: bottom - 7 })
  }
  return raster
}

function lined(raster: GrayRaster, line: { y0: number; y1: number; x0?: number; x1?: number }, gray = 0): GrayRaster {
  const result = { ...raster, pixels: raster.pixels.slice() }
  for (let y = line.y0; y < line.y1; y++)
    for (let x = line.x0 ?? 20; x < (line.x1 ?? 90); x++)
      result.pixels[y * raster.width + x] = Math.min(gray, raster.pixels[y * raster.width + x]!)
  return result
}

describe('underlines', () => {
  const word = wordOn(30, 10)

  test('that touch the letters are erased; letters and strokes through the line stay', () => {
    const { raster, rulings } = removeUnderlines(lined(word, { y0: 30, y1: 31 }), { letterHeight })
    expect(rulings).toEqual([{ horizontal: true, box: { x0: 20, y0: 30, x1: 90, y1: 31 } }])
    expect(raster.pixels).toEqual(word.pixels)
  })

  test('between two pixel rows as well', () => {
    const { raster, rulings } = removeUnderlines(lined(word, { y0: 30, y1: 32 }, 130), { letterHeight })
    expect(rulings.map(({ box }) => box)).toEqual([{ x0: 20, y0: 30, x1: 90, y1: 32 }])
    expect(raster.pixels).toEqual(word.pixels)
  })

  test('a slanted stroke through the line stays', () => {
    const slanted = wordOn(30, 10)
    for (const [row, x] of [33, 33, 32].entries()) fill(slanted, { x0: x, y0: 29 + row, x1: x + 1, y1: 30 + row })
    const { raster } = removeUnderlines(lined(slanted, { y0: 30, y1: 31 }), { letterHeight })
    expect(raster.pixels[30 * 300 + 33]).toBe(0)
  })

  test.each([
    ['a line longer than the text', lined(word, { y0: 30, y1: 31, x1: 200 })],
    ['a line without text', lined(emptyRaster(300, 60), { y0: 30, y1: 31 })],
    [
      'the border of a box below that of another',
      lined(lined(emptyRaster(300, 60), { y0: 26, y1: 27 }), { y0: 30, y1: 31 }),
    ],
    ['a bar', lined(word, { y0: 30, y1: 36 })],
    ['a dash', lined(word, { y0: 30, y1: 31, x0: 20, x1: 34 })],
    [
      'the bottom of a large letter',
      lined(lined(emptyRaster(300, 60), { y0: 10, y1: 30, x0: 20, x1: 26 }), { y0: 30, y1: 32, x0: 20, x1: 50 }),
    ],
    [
      'blurred serifs that touch',
      {
        ...word,
        pixels: word.pixels.map((gray, i) => (i >= 29 * 300 + 20 && i < 29 * 300 + 90 ? (gray + 200) >> 1 : gray)),
      },
    ],
  ])('not %s', (_, raster) => {
    const result = removeUnderlines(raster, { letterHeight })
    expect(result.rulings).toEqual([])
    expect(result.raster).toBe(raster)
  })

  test('of a page are reported in enlarged pixels; text that needs no enlarging keeps them', () => {
    const small = emptyRaster(300, 300)
    const plain = wordOn(30, 36)
    const under = lined(plain, { y0: 30, y1: 31, x1: 20 + 36 * 7 })
    for (const [row, { pixels }] of [plain, under, plain, under, plain].entries())
      small.pixels.set(pixels, row * 60 * 300)
    const prepared = prepare(small, { dpi: 100, maxPixels: 8_000_000 })
    expect(prepared.steps.join()).toContain('underlines 2,enlarge')
    const factor = prepared.raster.height / 300
    expect(prepared.rulings).toHaveLength(2)
    expect(prepared.rulings[0]!.box.y0).toBeCloseTo(90 * factor)
    expect(prepared.rulings[0]!.box.y1).toBeCloseTo(91 * factor)
    expect(prepared.rulings[0]!.box.x1).toBeCloseTo((20 + 36 * 7) * (prepared.raster.width / 300))
    const large = mapPixels(emptyRaster(600, 600), (_, x, y) => small.pixels[(y >> 1) * 300 + (x >> 1)]!)
    expect(prepare(large, { dpi: 200, maxPixels: 8_000_000 }).steps.join()).not.toContain('underlines')
  })
})
