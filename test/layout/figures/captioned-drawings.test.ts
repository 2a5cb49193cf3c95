import { describe, expect, test } from 'vitest'
import { findDrawings } from '../../../src/layout/figures/find-drawings.ts'
import { findFigures } from '../../../src/layout/figures/find-figures.ts'
import type { Path } from '../../../src/model/raw-page.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

const prose = lines(
  Array(6).fill('Running text that fills the column from its left to its right edge, line after line'),
  { x: 50, y: 80 },
)
/** A box plot of rectangles and straight lines. */
const plot: Path[] = [
  [150, 220, 400, 400],
  ...[180, 240, 300, 360].flatMap((x) => [
    [x, 280, x + 30, 340],
    [x + 15, 240, x + 15.5, 280],
    [x + 15, 340, x + 15.5, 380],
  ]),
].map(([x0, y0, x1, y1]) => ({
  box: { x0: x0!, y0: y0!, x1: x1!, y1: y1! },
  stroked: true,
  rectangle: true,
  color: 0,
  opacity: 1,
}))

function figuresOf(around: readonly Ink[]): { text: string; left: string[] }[] {
  const state = layoutState({ ...rawPage([...prose, ...around]), paths: plot }, findDrawings, findFigures)
  return state.figures.map(({ text }) => ({ text, left: state.lines.map((line) => line.text).slice(prose.length) }))
}

describe('a plot of boxes and lines above its caption', () => {
  const caption: Ink = { text: 'Figure 6: Box plots of the weights in each of the barns.', x: 60, y: 470 }
  const name: Ink = { text: 'barn', x: 265, y: 435, font: 'Sans' }
  const title: Ink = { text: 'Weights', x: 258, y: 200, size: 11, font: 'Sans-Bold', bold: true }

  test('is a figure with its axis name and title', () =>
    expect(figuresOf([name, title, caption])).toEqual([{ text: 'Weights barn', left: [caption.text] }]))

  test('is not a figure without a caption', () => expect(figuresOf([name, title])).toEqual([]))

  test('does not include a title in body style', () =>
    expect(figuresOf([name, { ...title, font: 'Serif' }, caption])).toEqual([
      { text: 'barn', left: ['Weights', caption.text] },
    ]))
})
