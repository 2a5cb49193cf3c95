/** Font size of lines: Latin by line height and x-height, CJK by characters. */
import { expect, test } from 'vitest'
import { estimateFontSizes } from '../../../src/extract/ocr/font-size.ts'
import type { OcrLine, OcrWord } from '../../../src/model/ocr-result.ts'
import { emptyRaster, fill } from '../../imaging/draw.ts'

/** Empty, so that sizes come from the boxes only. */
const paper = emptyRaster(400, 400)

const line = (y0: number, height: number): OcrLine => ({
  box: { x0: 0, y0, x1: 400, y1: y0 + 50 },
  slope: 0,
  offset: 0,
  height,
  angle: 0,
  paragraph: 0,
  block: 0,
})
const word = (text: string, at: { line: number; y0: number; y1: number }): OcrWord => ({
  text,
  box: { x0: 0, y0: at.y0, x1: 30, y1: at.y1 },
  confidence: 0.9,
  line: at.line,
})

test('a Latin line has the size of its height from ascender to descender', () => {
  expect(
    estimateFontSizes(
      { words: [word('Sheaf', { line: 0, y0: 10, y1: 40 })], lines: [line(0, 27)], imageRegions: [] },
      paper,
    ),
  ).toEqual([30])
})

test('a Chinese line has the size of its characters, whatever its height', () => {
  const words = ['增长', '百', '分之', '一'].map((text) => word(text, { line: 0, y0: 10, y1: text === '一' ? 14 : 33 }))
  expect(estimateFontSizes({ words, lines: [line(0, 46)], imageRegions: [] }, paper)[0]).toBeCloseTo(25)
})

test('a line whose words have the box of the line has the size of the one before', () => {
  const words = [
    word('监测', { line: 0, y0: 10, y1: 33 }),
    word('结果', { line: 0, y0: 10, y1: 33 }),
    word('限值', { line: 1, y0: 100, y1: 136 }),
  ]
  const below = { ...line(100, 30), box: { x0: 0, y0: 100, x1: 400, y1: 136 } }
  const sizes = estimateFontSizes({ words, lines: [line(0, 46), below], imageRegions: [] }, paper)
  expect(sizes[0]).toBeCloseTo(25)
  expect(sizes[1]).toBeCloseTo(25)
})

test('a heading that the engine joins with its text keeps its size', () => {
  const words = [
    word('Heading', { line: 0, y0: 10, y1: 40 }),
    word('text below the heading', { line: 1, y0: 60, y1: 90 }),
  ]
  expect(estimateFontSizes({ words, lines: [line(0, 28.8), line(50, 27)], imageRegions: [] }, paper)).toEqual([32, 30])
})

test('the x-height gives sizes between whole pixels, except for another font with a lower x-height', () => {
  const raster = emptyRaster(400, 400)
  const draw = (y: number, high: number): void => {
    for (let x = 0; x < 30; x++) if (x % 4 < 2) fill(raster, { x0: x, y0: y - high, x1: x + 1, y1: y })
  }
  // Lines of 20 pixels: the second is read one pixel too high, the third is in a face of smaller letters.
  const heights = [20, 21, 20]
  const lines = heights.map((height, index) => ({ ...line(index * 100, height), paragraph: index }))
  for (const [index, high] of [10, 10, 8].entries()) draw(index * 100 + 50, high)
  const words = ['riversandseas', 'summercanrun', 'ownercosmos'].map((text, index) =>
    word(text, { line: index, y0: index * 100 + 30, y1: index * 100 + 50 }),
  )
  const [first, second, third] = estimateFontSizes({ words, lines, imageRegions: [] }, raster)
  expect(second! / first!).toBeCloseTo(1, 2)
  expect(third! / (20 / 0.9)).toBeCloseTo(1, 2)
})
