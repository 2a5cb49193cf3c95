import { expect, test } from 'vitest'
import { findRunningTextLines } from '../../../src/layout/figures/running-text-lines.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

const prose = lines(
  Array(5).fill('Running text that fills the column from its left to its right edge, line after line'),
  { x: 50, y: 80 },
)

function textOf(inks: readonly Ink[]): string[] {
  const state = layoutState(rawPage([...prose, ...inks]))
  const text = findRunningTextLines(state.lines)
  return state.lines.flatMap((line, index) => (text.has(index) ? [line.text] : [])).slice(prose.length)
}

test('a paragraph of two lines is text only in body style', () => {
  const two = lines(['A paragraph that ends with its second line, right', 'above a plot.'], { x: 50, y: 200 })
  expect(textOf(two)).toEqual(two.map(({ text }) => text))
  expect(textOf(two.map((ink) => ({ ...ink, font: 'Sans' })))).toEqual([])
  expect(textOf(two.map((ink) => ({ ...ink, size: 8 })))).toEqual([])
})

test('short lines are labels, and so is text far from the running text', () =>
  expect(
    textOf([
      { text: 'weight', x: 50, y: 200 },
      { text: 'kilograms', x: 50, y: 230 },
    ]),
  ).toEqual([]))
