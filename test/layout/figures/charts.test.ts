import { describe, expect, test } from 'vitest'
import { across, curve, down, gridLines, layOut } from '../drawings.ts'
import { type Ink, lines } from '../raw-pages.ts'

const sans = { size: 7, font: 'Sans' }
const text = lines(
  Array(5).fill('Running text that fills the column from its left to its right edge, line after line'),
  { x: 50, y: 80 },
)

/** A plot without curves: a frame, ticks outside it, and a number at each. */
function plotAt(x: number, y: number): { paths: ReturnType<typeof across>[]; text: Ink[] } {
  const steps = [0, 1, 2, 3, 4]
  return {
    paths: [
      ...gridLines([x, x + 120], [y, y + 90]),
      ...steps.flatMap((step) => [down(x + 10 + step * 25, y + 90, y + 94), across(y + 5 + step * 20, x - 4, x)]),
    ],
    text: steps.flatMap((step) => [
      { text: `${step}`, x: x + 8.25 + step * 25, y: y + 103, ...sans },
      { text: `${9 - step}`, x: x - 10, y: y + 7.4 + step * 20, ...sans },
    ]),
  }
}

const boxes = (figures: readonly { box: { x0: number; x1: number } }[]): number[][] =>
  figures.map(({ box }) => [Math.round(box.x0), Math.round(box.x1)])

describe('a plot of straight lines', () => {
  const { paths, text: ticks } = plotAt(100, 200)
  const title: Ink = { text: 'Weights', x: 144, y: 175, size: 9, font: 'Sans-Bold', bold: true }
  const name: Ink = { text: 'week', x: 153, y: 319, ...sans }

  test('is a figure with its labels and not a table', () => {
    const draft = layOut({ paths, text: [...text, ...ticks, title, name] })
    expect(draft.tables).toEqual([])
    expect(boxes(draft.figures)).toEqual([[90, 220]])
    expect(draft.lines).toHaveLength(text.length)
  })

  test('does not include distant names in body style', () => {
    const draft = layOut({ paths, text: [...text, ...ticks, { ...title, font: 'Serif' }] })
    expect(draft.lines.map((line) => line.text)).toContain('Weights')
  })
})

describe('adjacent plots', () => {
  const [left, right] = [plotAt(100, 200), plotAt(260, 200)]
  const paths = [...left.paths, ...right.paths]
  const caption = (at: string, x: number): Ink => ({ text: `Figure ${at}: Weights.`, x, y: 330 })

  test('are one figure above one caption', () =>
    expect(boxes(layOut({ paths, text: [...text, ...left.text, ...right.text, caption('1', 200)] }).figures)).toEqual([
      [90, 380],
    ]))

  test('are two figures if each has a caption', () =>
    expect(
      boxes(
        layOut({ paths, text: [...text, ...left.text, ...right.text, caption('1', 120), caption('2', 280)] }).figures,
      ),
    ).toEqual([
      [90, 220],
      [250, 380],
    ]))
})

describe('drawings that are not plots', () => {
  const xs = [100, 150, 200, 250]
  const ys = [200, 214, 228, 242, 256]

  test('rulings of a table with a line of text above are not a plot', () => {
    const rulings = [
      ...ys.map((y) => across(y, 100, 250)),
      ...ys.slice(1).flatMap((y) => xs.map((x) => down(x, y - 13, y))),
    ]
    const cells = ys
      .slice(1)
      .flatMap((y, row) => xs.slice(1).map((x, at): Ink => ({ text: `${row * 3 + at}`, x: x - 44, y: y - 4, size: 9 })))
    const above: Ink = { text: 'What the table below shows of the three', x: 60, y: 195 }
    const draft = layOut({ paths: rulings, text: [...text, above, ...cells] })
    expect(draft.tables).toHaveLength(1)
    expect(draft.figures).toEqual([])
  })

  test('numbers between lines are not a plot', () => {
    const cells = ys.slice(1).map((y, row): Ink => ({ text: `${row}`, x: 90, y: y - 4, size: 9 }))
    expect(layOut({ paths: ys.map((y) => across(y, 100, 250)), text: [...text, ...cells] }).figures).toEqual([])
  })
})

test('lines over a chart with numbers at their ends are its axis', () => {
  const grid = [200, 230, 260, 290].map((y) => across(y, 100, 300))
  const figures = [200, 230, 260, 290].map((y, at): Ink => ({ text: `${60 - at * 20}`, x: 85, y: y + 2.5, ...sans }))
  const draft = layOut({ paths: [...grid, curve(110, 210, 290, 280)], text: [...text, ...figures] })
  expect(boxes(draft.figures)).toEqual([[85, 300]])
})

test('axes that do not meet include the drawing next to both', () => {
  const level = [across(400, 150, 350), ...[150, 250, 350].map((x) => down(x, 400, 404))]
  const upright = [down(110, 250, 350), ...[250, 300, 350].map((y) => across(y, 106, 110))]
  const labels = [150, 250, 350].flatMap((x, at): Ink[] => [
    { text: `${at}`, x: x - 1.75, y: 413, ...sans },
    { text: `${9 - at}`, x: 99, y: 252.4 + at * 50, ...sans },
  ])
  const lone: Ink = { text: 'Text below.', x: 50, y: 470 }
  const draft = layOut({
    paths: [...level, ...upright, curve(150, 220, 350, 380), curve(150, 230, 350, 390)],
    text: [...text, ...labels, lone],
  })
  expect(draft.figures.map(({ box }) => [Math.round(box.x0), Math.round(box.y0), Math.round(box.x1)])).toEqual([
    [99, 220, 352],
  ])
  expect(draft.lines.at(-1)?.text).toBe(lone.text)
})

test('two-line titles above panels belong to them, even if they resemble running text', () => {
  const panels = [plotAt(100, 200), plotAt(260, 200)]
  const titles = panels.flatMap((_, at): Ink[] =>
    ['Weights of grown horses at', 'all the barns of the valley'].map((words, row) => ({
      text: words,
      x: 106 + at * 160,
      y: 180 + row * 9,
      size: 8,
      font: 'Sans-Bold',
    })),
  )
  const draft = layOut({
    paths: panels.flatMap(({ paths }) => paths),
    text: [...text, ...panels.flatMap((panel) => panel.text), ...titles],
  })
  expect(draft.lines).toHaveLength(text.length)
})
