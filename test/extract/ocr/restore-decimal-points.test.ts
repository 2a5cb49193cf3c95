/** Points and commas between the digits of a number are restored from the image. */
import { expect, test } from 'vitest'
import { restoreDecimalPoints } from '../../../src/extract/ocr/restore-decimal-points.ts'
import type { Box } from '../../../src/model/geometry.ts'
import { emptyRaster, fill } from '../../imaging/draw.ts'

const top = 20
const baseline = 40

/** Digits of 10 × 20 pixels at a distance of 18. */
function read(
  text: string,
  { digits = text.replace('-', '').length, gapAfter = Infinity, marks = [] as Box[] } = {},
): string {
  const raster = emptyRaster(200, 80)
  for (let at = 0; at < digits; at++) {
    const x0 = 20 + (at >= gapAfter ? at + 1 : at) * 18
    fill(raster, { x0, y0: top, x1: x0 + 10, y1: baseline })
  }
  for (const mark of marks) fill(raster, mark)
  const word = {
    text,
    box: { x0: 19.5, y0: top + 0.25, x1: 30 + (gapAfter < Infinity ? digits : digits - 1) * 18, y1: baseline },
    confidence: 0.9,
    line: 0,
  }
  return restoreDecimalPoints({ words: [word], lines: [], imageRegions: [] }, raster).words[0]!.text
}

const point = (after: number): Box => ({ x0: 14 + after * 18, y0: 37, x1: 17 + after * 18, y1: baseline })
const comma = (after: number): Box => ({ ...point(after), y1: baseline + 5 })

test.each([
  ['07', [point(1)], '0.7'],
  ['1234', [point(2)], '12.34'],
  ['1234567', [comma(1), comma(4)], '1,234,567'],
  ['123%', [point(1)], '1.23%'],
])('%s', (text, marks, expected) => expect(read(text, { marks })).toBe(expected))

test('a range has a hyphen, which is no digit', () => {
  const hyphen = { x0: 56, y0: 29, x1: 64, y1: 32 }
  const shift = (box: Box): Box => ({ ...box, x0: box.x0 + 18, x1: box.x1 + 18 })
  expect(read('04-07', { gapAfter: 2, marks: [point(1), hyphen, shift(point(3))] })).toBe('0.4-0.7')
})

test('a point before three digits is a comma if it is one in the image', () => {
  expect(read('4.144', { digits: 4, marks: [comma(1)] })).toBe('4,144')
  expect(read('4.144', { digits: 4, marks: [point(1)] })).toBe('4.144')
})

test('other shapes are no points', () => {
  expect(read('07')).toBe('07')
  expect(read('07', { marks: [{ x0: 32, y0: 28, x1: 35, y1: 31 }] })).toBe('07')
  expect(read('07', { marks: [{ x0: 31, y0: 39, x1: 32, y1: baseline }] })).toBe('07')
  expect(read('07', { marks: [{ x0: 60, y0: 37, x1: 63, y1: baseline }] })).toBe('07')
})

test('words with other characters, and with another number of shapes, stay', () => {
  expect(read('A7', { marks: [point(1)] })).toBe('A7')
  expect(read('077', { digits: 2, marks: [point(1)] })).toBe('077')
})
