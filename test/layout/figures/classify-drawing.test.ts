import { describe, expect, test } from 'vitest'
import { classifyLattice } from '../../../src/layout/figures/classify-drawing.ts'
import { across, curve, down, gridLines, layOut } from '../drawings.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

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
    const draft = layOut({ paths: [...boxes, ...arrows], text: [...text, ...names, caption] })
    expect(draft.tables).toEqual([])
    expect(draft.figures.map((figure) => figure.text)).toEqual(['Well Ill Dead Gone'])
  })

  test('are a table without arrows, with any caption', () => {
    const grid = gridLines([100, 200, 300, 400], [180, 200, 220, 240, 260])
    const cells = [180, 200, 220, 240].flatMap((y, row) =>
      [100, 200, 300].map((x, at): Ink => ({ text: `${row}${at} kg`, x: x + 5, y: y + 14 })),
    )
    const draft = layOut({ paths: grid, text: [...text, ...cells, { ...caption, y: 285 }] })
    expect(draft.tables).toHaveLength(1)
    expect(draft.figures).toEqual([])
  })
})

describe('diagonal strokes between the cells of a lattice', () => {
  const box = { x0: 100, y0: 180, x1: 350, y1: 290 }
  const arrowheads = [
    { x0: 252, y0: 191, x1: 260, y1: 199 },
    { x0: 141, y0: 252, x1: 149, y1: 260 },
  ]
  const isDiagram = (strokes: typeof arrowheads, below: Ink): boolean => {
    const state = layoutState(rawPage([...text, below]))
    const words = [{ box: { x0: 135, y0: 188, x1: 155, y1: 198 }, text: 'Well' }]
    return classifyLattice(box, { strokes, lines: state.lines, words, filledRects: [] }) === 'diagram'
  }

  test('make it a diagram above a figure caption', () => {
    expect(isDiagram(arrowheads, caption)).toBe(true)
    expect(isDiagram(arrowheads, { ...caption, text: 'Table 3: What may become of whom.' })).toBe(false)
  })

  test('do not if there is only one, or if they are backgrounds of words', () => {
    expect(isDiagram(arrowheads.slice(1), caption)).toBe(false)
    expect(isDiagram([...arrowheads.slice(1), { x0: 130, y0: 185, x1: 160, y1: 201 }], caption)).toBe(false)
  })
})
