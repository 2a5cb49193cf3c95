import { describe, expect, test } from 'vitest'
import { isCaptionedDiagram } from '../../../../src/layout/tables/lattice/diagram-filter.ts'
import { across, curve, down, gridLines, layOut } from '../../drawings.ts'
import { type Ink, layoutState, lines, rawPage } from '../../raw-pages.ts'

const text = lines(
  Array(5).fill('Running text that fills the column from its left to its right edge, line after line'),
  { x: 50, y: 80 },
)
const caption: Ink = { text: 'Figure 3: What may become of whom.', x: 110, y: 320 }

/** Four boxes in two rows, and what joins them. */
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
  test('are a figure over its caption, not a table', () => {
    const draft = layOut({ paths: [...boxes, ...arrows], text: [...text, ...names, caption] })
    expect(draft.tables).toEqual([])
    expect(draft.figures.map((figure) => figure.text)).toEqual(['Well Ill Dead Gone'])
  })

  test('without arrows a grid of cells stays a table, whatever its caption', () => {
    const grid = gridLines([100, 200, 300, 400], [180, 200, 220, 240, 260])
    const cells = [180, 200, 220, 240].flatMap((y, row) =>
      [100, 200, 300].map((x, at): Ink => ({ text: `${row}${at} kg`, x: x + 5, y: y + 14 })),
    )
    const draft = layOut({ paths: grid, text: [...text, ...cells, { ...caption, y: 285 }] })
    expect(draft.tables).toHaveLength(1)
    expect(draft.figures).toEqual([])
  })
})

describe('slanted strokes between the cells of a lattice', () => {
  const box = { x0: 100, y0: 180, x1: 350, y1: 290 }
  const heads = [
    { x0: 252, y0: 191, x1: 260, y1: 199 },
    { x0: 141, y0: 252, x1: 149, y1: 260 },
  ]
  const isDrawn = (strokes: typeof heads, below: Ink): boolean => {
    const draft = layoutState(rawPage([...text, below]))
    return isCaptionedDiagram(box, {
      strokes,
      lines: draft.lines,
      words: [{ box: { x0: 135, y0: 188, x1: 155, y1: 198 } }],
    })
  }

  test('make a figure of it over the caption of one', () => {
    expect(isDrawn(heads, caption)).toBe(true)
    expect(isDrawn(heads, { ...caption, text: 'Table 3: What may become of whom.' })).toBe(false)
  })

  test('but not one alone, nor grounds of words', () => {
    expect(isDrawn(heads.slice(1), caption)).toBe(false)
    expect(isDrawn([...heads.slice(1), { x0: 130, y0: 185, x1: 160, y1: 201 }], caption)).toBe(false)
  })
})
