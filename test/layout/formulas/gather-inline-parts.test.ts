import { expect, test } from 'vitest'
import { findInlineFormulas } from '../../../src/layout/formulas/find-inline-formulas.ts'
import { gatherInlineParts } from '../../../src/layout/formulas/gather-inline-parts.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'
import { bar, roman, symbol, variable } from './formula-inks.ts'

const derivative = (letter: string, x: number, y: number): Ink[] => [
  variable(`∂${letter}`, x, y - 4.2, 7),
  variable('∂x', x + 1, y + 3.4, 7),
]

test('fractions that follow each other stay in their line, and no part of them is lost', () => {
  const y = 190
  const inks = [
    ...lines(['The derivatives of the function'], { x: 72, y }),
    ...derivative('f', 236, y),
    symbol('+', 247, y),
    ...derivative('g', 259, y),
    symbol('+', 270, y),
    ...derivative('h', 282, y),
    roman('are known.', 297, y),
  ]
  const bars = [236, 259, 282].map((x) => bar(x - 1, x + 10, y - 2.5))
  const page = { ...rawPage([...lines(['Text above the line.'], { x: 72, y: 160 }), ...inks]), paths: bars }
  const { lines: found } = layoutState(page, (state) => findInlineFormulas(gatherInlineParts(state)))
  const letters = (text: string): string[] => [...text].filter((char) => /[\p{L}∂+]/u.test(char)).sort()
  expect(letters(found.flatMap(({ spans }) => spans.map(({ text }) => text)).join(''))).toEqual(
    letters(page.spans.map(({ text }) => text).join('')),
  )
  expect(found.flatMap(({ inlineFormulas = [] }) => inlineFormulas).length).toBe(1)
})
