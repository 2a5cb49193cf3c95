import { expect, test } from 'vitest'
import { markMonospacedOcr } from '../../../src/layout/text/monospaced-ocr.ts'
import type { Span } from '../../../src/model/raw-page.ts'
import { span } from '../raw-pages.ts'

/** Words as OCR reads them from lines of 12 points; `advance` is the width of a character in points. */
function read(rows: readonly string[], advance: (char: string) => number): Span[] {
  return rows.flatMap((row, at) => {
    const xAt = (index: number): number => [...row.slice(0, index)].reduce((x, char) => x + advance(char), 50)
    return [...row.matchAll(/\S+/g)].map(({ 0: text, index }) => {
      const y = 100 + 12 * at
      const word = span({ text, x: xAt(index), y, source: 'ocr', font: 'ocr', size: at % 2 === 0 ? 9.5 : 10.5 }, at)
      return { ...word, box: { ...word.box, x0: xAt(index) + 0.5, x1: xAt(index + text.length) - 0.5 } }
    })
  })
}

const isMonospaced = (spans: readonly Span[]): boolean[] => spans.map(({ font }) => font.mono)
const code = ['for (int at = 0; at < size; at++) {', '    count += values[at];', '    print(count);', '}']
const prose = [
  'The total of all values is printed',
  'again and again, line by line,',
  'until all of them are added up.',
]
const fixed = (): number => 6
const proportional = (char: string): number => (/[ijlt.,;'| ]/.test(char) ? 3 : /[mwMW]/.test(char) ? 8 : 5.4)

test('a listing in a monospaced font, with lines of one character, has one size', () => {
  const marked = markMonospacedOcr(read(code, fixed))
  expect(isMonospaced(marked)).not.toContain(false)
  expect(new Set(marked.map(({ size }) => size)).size).toBe(1)
})

test('a letter in a monospaced font and program text in a proportional font are not marked', () => {
  for (const spans of [read(prose, fixed), read(code, proportional), read(prose, proportional)])
    expect(markMonospacedOcr(spans)).toBe(spans)
})

test('text around a listing is not marked', () => {
  const spans = [...read(code, fixed), ...read(prose, proportional).map((word) => moved(word, 60))]
  const marked = markMonospacedOcr(spans)
  expect(isMonospaced(marked).slice(-3)).toEqual([false, false, false])
})

test('text of a text layer is not marked', () => {
  const spans = read(code, fixed).map((word): Span => ({ ...word, source: 'text_layer' }))
  expect(markMonospacedOcr(spans)).toBe(spans)
})

function moved(word: Span, y: number): Span {
  const box = { ...word.box, y0: word.box.y0 + y, y1: word.box.y1 + y }
  return { ...word, box, baseline: word.baseline + y, engineLine: (word.engineLine ?? 0) + 10 }
}
