/** Glyphs and bars of formulas within a column of text, as TeX places them. */
import { findFormulas } from '../../../src/layout/formulas/find-formulas.ts'
import type { Path } from '../../../src/model/raw-page.ts'
import { latexOf } from '../../../src/render/formulas/latex.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

/** A column of text at x = 72, with space for formulas between y = 160 and 220. */
export const above = lines(
  [
    'Running text as wide as the column goes on for several lines, and',
    'it comes to an end right above the formula that stands below it, in',
  ],
  {
    x: 72,
    y: 120,
  },
)
export const below = lines(
  [
    'which every sign is known. Running text as wide as the column goes',
    'on for several lines, and it comes to an end here at the last line.',
  ],
  {
    x: 72,
    y: 260,
  },
)

export const variable = (text: string, x: number, y: number, size = 10): Ink => ({
  text,
  x,
  y,
  size,
  font: 'CMMI10',
  italic: true,
})
export const roman = (text: string, x: number, y: number, size = 10): Ink => ({ text, x, y, size, font: 'CMR10' })
export const symbol = (text: string, x: number, y: number, size = 10): Ink => ({ text, x, y, size, font: 'CMSY10' })
export const tall = (text: string, x: number, y: number): Ink => ({ text, x, y, font: 'CMEX10' })
export const bar = (x0: number, x1: number, y: number): Path => ({
  box: { x0, y0: y - 0.2, x1, y1: y + 0.2 },
  stroked: false,
  rectangle: true,
  color: 0,
  opacity: 1,
})

export function formulasOf(inks: readonly Ink[], paths: readonly Path[] = []): string[] {
  const state = layoutState({ ...rawPage([...above, ...inks, ...below]), paths }, findFormulas)
  return state.lines.flatMap(({ formula }) => (formula === undefined ? [] : [latexOf(formula)]))
}
