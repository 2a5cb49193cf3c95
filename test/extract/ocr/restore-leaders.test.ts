/** Leaders that were erased before OCR are restored between their words. */
import { expect, test } from 'vitest'
import { restoreLeaders } from '../../../src/extract/ocr/restore-leaders.ts'
import type { OcrResult } from '../../../src/model/ocr-result.ts'

const line = {
  box: { x0: 0, y0: 0, x1: 400, y1: 30 },
  slope: 0,
  offset: 0,
  height: 27,
  angle: 0,
  paragraph: 0,
  block: 0,
}
const word = (text: string, x0: number, x1: number, y0 = 0) => ({
  text,
  box: { x0, y0, x1, y1: y0 + 20 },
  confidence: 0.9,
  line: y0 === 0 ? 0 : 1,
})
const recognition: OcrResult = {
  words: [word('Grand', 0, 60), word('Total', 70, 120), word('9.50', 350, 400), word('Cash', 0, 50, 60)],
  lines: [line, { ...line, box: { ...line.box, y0: 60, y1: 90 } }],
  imageRegions: [],
}

test('follow the label in its line', () => {
  const { words } = restoreLeaders(recognition, [{ box: { x0: 126, y0: 15, x1: 340, y1: 19 }, dotCount: 12 }])
  expect(words.map(({ text }) => text)).toEqual(['Grand', 'Total', '............', '9.50', 'Cash'])
  expect(words[2]).toMatchObject({ line: 0, confidence: 0.9, box: { x0: 126, x1: 340 } })
})

test('a row of dots without a word next to it stays out', () => {
  expect(restoreLeaders(recognition, [{ box: { x0: 0, y0: 40, x1: 400, y1: 44 }, dotCount: 30 }]).words).toEqual(
    recognition.words,
  )
  expect(restoreLeaders(recognition, [])).toBe(recognition)
})

test('a row of dots follows the nearest word of an unrotated line only', () => {
  const textsAfter = (result: OcrResult, x0: number): string[] =>
    restoreLeaders(result, [{ box: { x0, y0: 15, x1: x0 + 90, y1: 19 }, dotCount: 5 }]).words.map(({ text }) => text)
  expect(textsAfter(recognition, 126)).toContain('.....')
  // Far behind the label, next to its start, and in a line at an angle.
  expect(textsAfter({ ...recognition, words: recognition.words.slice(0, 1) }, 330)).not.toContain('.....')
  expect(textsAfter({ ...recognition, words: recognition.words.slice(1, 2) }, 20)).not.toContain('.....')
  const rotated = { ...recognition, lines: recognition.lines.map((each) => ({ ...each, angle: 90 })) }
  expect(textsAfter(rotated, 126)).not.toContain('.....')
})
