import { expect, test } from 'vitest'
import { hasUnreadableWords, replaceUnreadable } from '../../../src/extract/pdf/unreadable-words.ts'
import { span } from '../../layout/raw-pages.ts'

const label = (x: number, length = 7) => span({ text: '\ue052'.repeat(length), x, y: 100 })
const words = (...texts: readonly (readonly [text: string, x: number])[]) =>
  texts.map(([text, x]) => ({ ...span({ text, x, y: 100 }), source: 'ocr' as const, confidence: 0.9 }))

test('words without Unicode values need OCR, symbols of formulas do not', () => {
  expect(hasUnreadableWords([label(50), label(150), label(250)])).toBe(true)
  expect(hasUnreadableWords([label(50), label(150)])).toBe(false)
  expect(hasUnreadableWords(Array.from({ length: 40 }, (_, at) => label(at * 20, 1)))).toBe(false)
  expect(
    hasUnreadableWords([
      span({ text: `x = ${'\ufffd'.repeat(3)} and y = 25 for all of the 30 others`, x: 50, y: 100 }),
    ]),
  ).toBe(false)
})

test('OCR replaces only them, and only with certain words', () => {
  const text = span({ text: 'Readable', x: 350, y: 100 })
  const read = replaceUnreadable(
    [text, label(50), label(150), label(250)],
    [...words(['Harvest', 50], ['Readable', 350]), { ...words(['Sold', 150])[0]!, confidence: 0.3 }],
  )
  expect(read.map((each) => each.text)).toEqual(['Readable', '\ue052'.repeat(7), '\ue052'.repeat(7), 'Harvest'])
  expect(read.at(-1)).toMatchObject({ source: 'ocr', engineLine: text.engineLine + 1 })
})
