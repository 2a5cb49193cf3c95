import { describe, expect, test } from 'vitest'
import type { Path } from '../../../src/model/raw-page.ts'
import { across, curve, down, gridLines, layOut } from '../drawings.ts'
import { type Ink, lines } from '../raw-pages.ts'

const text = lines(
  Array(5).fill('Running text that fills the column from its left to its right edge, line after line'),
  { x: 50, y: 80 },
)
const caption: Ink = { text: 'Figure 3: What may become of whom.', x: 110, y: 320 }

/** Four boxes in two rows, with arrows between them. */
const corners = [
  [100, 180],
  [260, 180],
  [100, 260],
  [260, 260],
] as const
const boxes = corners.flatMap(([x, y]) => gridLines([x, x + 90], [y, y + 30]))
const names = ['Well', 'Ill', 'Dead', 'Gone'].map(
  (word, at): Ink => ({ text: word, x: corners[at]![0] + 35, y: corners[at]![1] + 18 }),
)
const arrows = [
  across(195, 190, 260),
  across(275, 190, 260),
  down(145, 210, 260),
  down(305, 210, 260),
  curve(252, 191, 260, 199),
  curve(141, 252, 149, 260),
]

describe('boxes in rows with arrows between them', () => {
  test('are a figure above a figure caption', () => {
    const state = layOut({ paths: [...boxes, ...arrows], text: [...text, ...names, caption] })
    expect(state.tables).toEqual([])
    expect(state.figures.map((figure) => figure.text)).toEqual(['Well Ill Dead Gone'])
  })

  test('are a table without arrows, with any caption', () => {
    const grid = gridLines([100, 200, 300, 400], [180, 200, 220, 240, 260])
    const cells = [180, 200, 220, 240].flatMap((y, row) =>
      [100, 200, 300].map((x, at): Ink => ({ text: `${row}${at} kg`, x: x + 5, y: y + 14 })),
    )
    const state = layOut({ paths: grid, text: [...text, ...cells, { ...caption, y: 285 }] })
    expect(state.tables).toHaveLength(1)
    expect(state.figures).toEqual([])
  })
})

test('an open curve as wide as its chart is no frame or panel', () => {
  const axes = [across(300, 80, 330), down(80, 150, 300)]
  const ticks = Array.from({ length: 10 }, (_, index) => down(80 + 25 * index, 296, 300))
  const text = [{ text: '2000', x: 120, y: 290 }]
  const curves = [curve(84, 152, 328, 298), curve(84, 160, 328, 298)]
  expect(layOut({ text, paths: [...axes, ...ticks, ...curves] }).drawings).toEqual([])
  const open = curves.map((path) => ({ ...path, open: true as const }))
  expect(layOut({ text, paths: [...axes, ...ticks, ...open] }).drawings).toHaveLength(1)
})

test('a straight line between axes with ticks is a chart', () => {
  const axes = [across(300, 80, 330), down(80, 150, 300)]
  const upright = Array.from({ length: 5 }, (_, index) => down(80 + 50 * index, 300, 304))
  const level = Array.from({ length: 5 }, (_, index) => across(150 + 30 * index, 76, 80))
  const slope = { ...curve(84, 152, 328, 298), open: true as const }
  const drawn = (paths: readonly Path[]) => layOut({ text: [{ text: '2000', x: 120, y: 320 }], paths }).drawings
  expect(drawn([...axes, ...upright, ...level, slope])).toHaveLength(1)
  expect(drawn([...axes, ...upright, slope])).toEqual([])
  // The dashes of a table's dashed rulings are in many rows.
  const dashes = [80, 180, 280].flatMap((x) =>
    Array.from({ length: 20 }, (_, at) => down(x, 150 + 7 * at, 154 + 7 * at)),
  )
  const dashesAcross = [150, 220, 290].flatMap((y) =>
    Array.from({ length: 20 }, (_, at) => across(y, 80 + 10 * at, 86 + 10 * at)),
  )
  expect(drawn([...dashes, ...dashesAcross])).toEqual([])
})

test('a grid of lines between the circles of a diagram is part of it', () => {
  const circles = [100, 200, 300].flatMap((x) => [180, 260, 340].map((y) => curve(x, y, x + 40, y + 40)))
  const connections = gridLines([150, 170, 190], [230, 240, 250])
  const state = layOut({
    text: [
      { text: 'x', x: 158, y: 238, size: 6 },
      { text: 'H', x: 178, y: 238, size: 6 },
    ],
    paths: [...circles, ...connections],
  })
  expect(state.tables).toEqual([])
  expect(state.figures).toHaveLength(1)
})
