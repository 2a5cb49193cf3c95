import { expect, test } from 'vitest'
import { mapMisreadBullets } from '../../../src/layout/text/misread-bullets.ts'
import type { Span } from '../../../src/model/raw-page.ts'
import { type Ink, span } from '../raw-pages.ts'

const items = ['0 Operation like a tape', '0 Recording in real time', '0 Exclusive erasing']
const hidden = (inks: readonly Ink[]): Span[] => inks.map((ink, at) => ({ ...span(ink, at), invisible: true }))
const list = (texts: readonly string[]): Ink[] =>
  texts.map((text, at) => ({ text, x: 50 + at * 0.5, y: 100 + 14 * at }))
const texts = (spans: readonly Span[]): string[] => mapMisreadBullets(spans).map(({ text }) => text)

test('zeros that begin the lines of an OCR layer are bullets', () => {
  expect(texts(hidden(list(items)))).toEqual(items.map((item) => item.replace('0', '•')))
  const words = items.flatMap((item, at) => [
    { text: '0', x: 50, y: 100 + 14 * at },
    { text: item.slice(2), x: 60, y: 100 + 14 * at },
  ])
  expect(texts(hidden(words)).filter((text) => text === '•')).toHaveLength(3)
})

test('zeros of a text layer, of two lines, of a table column or before numbers stay', () => {
  expect(texts(list(items).map((ink) => span(ink)))).toEqual(items)
  expect(texts(hidden(list(items.slice(1))))).toEqual(items.slice(1))
  const cells = [...list(items), ...list(['Total', 'Sum', 'Rest']).map((ink) => ({ ...ink, x: 20 }))]
  expect(texts(hidden(cells))).not.toContain('• Exclusive erasing')
  const numbers = ['0 12', '0 13', '0 14']
  expect(texts(hidden(list(numbers)))).toEqual(numbers)
})
