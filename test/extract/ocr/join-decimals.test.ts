/** Decimals in fonts with wide points are one word on pages in Chinese or Japanese. */
import { expect, test } from 'vitest'
import { joinDecimals } from '../../../src/extract/ocr/join-decimals.ts'

/** Words of one line with 10 pixels per character and the height 14. */
function read(texts: readonly string[], gap: number, label = '白细胞'): string[] {
  let x = 0
  const words = [label, ...texts].map((text, at) => {
    const x0 = x
    x += text.length * 10 + gap
    return { text, box: { x0, y0: 0, x1: x0 + text.length * 10, y1: 14 }, confidence: 0.9, line: at === 0 ? 0 : 1 }
  })
  return joinDecimals({ words, lines: [], imageRegions: [] })
    .words.slice(1)
    .map(({ text }) => text)
}

test('a number and a range', () => {
  expect(read(['2.', '33'], 7)).toEqual(['2.33'])
  expect(read(['[4.', '0-10.', '0]'], 7)).toEqual(['[4.0-10.0]'])
})

test('a list number with a space, and pages in other scripts, stay', () => {
  expect(read(['2.', '33'], 17)).toEqual(['2.', '33'])
  expect(read(['2.', '33'], 7, 'Blood cells')).toEqual(['2.', '33'])
  expect(read(['2.', 'A'], 7)).toEqual(['2.', 'A'])
})
