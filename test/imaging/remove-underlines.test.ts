/** Underlines of small print: taken out with their places kept, letters whole; other lines left where they are. */
import { describe, expect, test } from 'vitest'
import { prepare } from '../../src/imaging/prepare.ts'
import { removeUnderlines } from '../../src/imaging/remove-underlines.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { blank, change, fill } from './draw.ts'

const letterHeight = 8

/** A row of n's, 6 wide and 8 high with a column of paper between them, on the row `foot`; every third goes on below like a p. */
function wordOn(foot: number, letters: number): GrayRaster {
  const raster = blank(300, 60)
  for (let n = 0; n < letters; n++) {
    const x = 20 + n * 7
    const below = n % 3 === 0 ? 4 : 0
    fill(raster, { x0: x, y0: foot - 8, x1: x + 1, y1: foot + below })
    fill(raster, { x0: x + 5, y0: foot - 8, x1: x + 6, y1: foot })
    fill(raster, { x0: x, y0: foot - 8, x1: x + 6, y1: foot - 7 })
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

  test('on which the letters stand go, and the letters stay whole, with what goes through the line', () => {
    const { raster, rulings } = removeUnderlines(lined(word, { y0: 30, y1: 31 }), { letterHeight })
    expect(rulings).toEqual([{ horizontal: true, box: { x0: 20, y0: 30, x1: 90, y1: 31 } }])
    expect(raster.pixels).toEqual(word.pixels)
  })

  test('also those that fell between two rows of pixels', () => {
    const { raster, rulings } = removeUnderlines(lined(word, { y0: 30, y1: 32 }, 130), { letterHeight })
    expect(rulings.map(({ box }) => box)).toEqual([{ x0: 20, y0: 30, x1: 90, y1: 32 }])
    expect(raster.pixels).toEqual(word.pixels)
  })

  test('a stroke that crosses the line aslant goes on', () => {
    const slanted = wordOn(30, 10)
    for (const [row, x] of [33, 33, 32].entries()) fill(slanted, { x0: x, y0: 29 + row, x1: x + 1, y1: 30 + row })
    const { raster } = removeUnderlines(lined(slanted, { y0: 30, y1: 31 }), { letterHeight })
    expect(raster.pixels[30 * 300 + 33]).toBe(0)
  })

  test.each([
    ['a line that goes on where no print is', lined(word, { y0: 30, y1: 31, x1: 200 })],
    ['a line without print', lined(blank(300, 60), { y0: 30, y1: 31 })],
    ['the side of a box under that of another', lined(lined(blank(300, 60), { y0: 26, y1: 27 }), { y0: 30, y1: 31 })],
    ['a bar', lined(word, { y0: 30, y1: 36 })],
    ['a dash', lined(word, { y0: 30, y1: 31, x0: 20, x1: 34 })],
    [
      'the foot of a large letter',
      lined(lined(blank(300, 60), { y0: 10, y1: 30, x0: 20, x1: 26 }), { y0: 30, y1: 32, x0: 20, x1: 50 }),
    ],
    [
      'blurred feet that touch',
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

  test('of a page are told where they lie once it is enlarged; print that needs no enlarging is not looked at', () => {
    const small = blank(300, 300)
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
    const large = change(blank(600, 600), (_, x, y) => small.pixels[(y >> 1) * 300 + (x >> 1)]!)
    expect(prepare(large, { dpi: 200, maxPixels: 8_000_000 }).steps.join()).not.toContain('underlines')
  })
})
