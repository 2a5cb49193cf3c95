/** Solid dots at the start of a line are bullets, whatever letter was read. */
import { expect, test } from 'vitest'
import { restoreBullets } from '../../../src/extract/ocr/restore-bullets.ts'
import type { Box } from '../../../src/model/geometry.ts'
import { emptyRaster, fill } from '../../imaging/draw.ts'

const text = { x0: 60, y0: 20, x1: 160, y1: 40 }

/** A line whose first word is `sign`, drawn as boxes. */
function read(sign: string, shapes: readonly Box[], { angle = 0, next = text } = {}): string {
  const raster = emptyRaster(200, 80)
  for (const shape of [...shapes, next]) fill(raster, shape)
  const box = {
    x0: Math.min(...shapes.map(({ x0 }) => x0)) - 2,
    y0: Math.min(...shapes.map(({ y0 }) => y0)) - 2,
    x1: Math.max(...shapes.map(({ x1 }) => x1)) + 2,
    y1: Math.max(...shapes.map(({ y1 }) => y1)) + 2,
  }
  const words = [
    { text: sign, box, confidence: 0.5, line: 0 },
    { text: 'rivers', box: next, confidence: 0.9, line: 0 },
  ]
  const line = { box: text, slope: 0, offset: 0, height: 24, angle, paragraph: 0, block: 0 }
  return restoreBullets({ words, lines: [line], imageRegions: [] }, raster).words[0]!.text
}

/** A disk with the diameter 8, by rows. */
const disk = (x: number, y: number): Box[] =>
  [4, 6, 8, 8, 8, 8, 6, 4].map((width, row) => ({
    x0: x + 4 - width / 2,
    y0: y + row,
    x1: x + 4 + width / 2,
    y1: y + row + 1,
  }))

test.each(['e', '¢', '©', '.', '•'])('a dot read as %s', (sign) => expect(read(sign, disk(40, 26))).toBe('•'))

test('a letter, which has a hole, stays', () => {
  const hole = [
    { x0: 40, y0: 26, x1: 42, y1: 36 },
    { x0: 48, y0: 26, x1: 50, y1: 36 },
    { x0: 42, y0: 26, x1: 48, y1: 28 },
    { x0: 42, y0: 34, x1: 48, y1: 36 },
  ]
  expect(read('o', hole)).toBe('o')
})

test('a period, a dash, a large square and a dot close to the text stay', () => {
  expect(read('.', disk(40, 34))).toBe('.')
  expect(read('-', [{ x0: 40, y0: 29, x1: 52, y1: 32 }])).toBe('-')
  expect(read('m', [{ x0: 36, y0: 22, x1: 52, y1: 38 }])).toBe('m')
  expect(read('e', disk(49, 26))).toBe('e')
})

test('words of several letters and vertical lines stay', () => {
  expect(read('in', disk(40, 26))).toBe('in')
  expect(read('e', disk(40, 26), { angle: 90 })).toBe('e')
})

test('dots that were left out are inserted if a list has two or more of them', () => {
  const readList = (xs: readonly number[]): string[] => {
    const raster = emptyRaster(200, 200)
    const lines = xs.map((x, at) => {
      for (const shape of disk(x, 26 + at * 30)) fill(raster, shape)
      const box = { ...text, y0: text.y0 + at * 30, y1: text.y1 + at * 30 }
      fill(raster, box)
      return { box, slope: 0, offset: 0, height: 24, angle: 0, paragraph: 0, block: 0 }
    })
    const words = lines.map(({ box }, line) => ({ text: 'rivers', box, confidence: 0.9, line }))
    return restoreBullets({ words, lines, imageRegions: [] }, raster).words.map((word) => word.text)
  }
  expect(readList([40, 40, 40])).toEqual(['•', 'rivers', '•', 'rivers', '•', 'rivers'])
  expect(readList([40])).toEqual(['rivers'])
  expect(readList([40, 20])).toEqual(['rivers', 'rivers'])
})
