/** Rows of several lines whose labels are on the first one, below a header between two rulings. */
import { expect, test } from 'vitest'
import { across, columns, layOut, sketch } from '../../drawings.ts'

const xs = [60, 110, 150, 420]
const header = [['Unit', 'Age', 'Internal character', 'Lithology']]
const units = [
  ['C4', '0.3', 'Transparent to low reflections, locally', 'Clay-rich turbidites with marls'],
  ['', '', 'wavy, and a wavy base on the deeper margin', 'and some pelagites of the basin'],
  ['', '', 'with baselap', ''],
  ['C3', '0.4', 'High subparallel reflections, wavy toward', 'Sandy turbidites, pelagic oozes'],
  ['', '', 'the west with downlap onto the lower unit', 'and debris flows of the margin,'],
  ['', '', '', 'mostly coarse'],
  ['K1', '2.5', 'Low to moderate reflections that show the', 'Syn- and postrift clay deposits'],
  ['', '', 'growth onto structures of the basin margin', 'of fault scarps and canyons'],
]
const body = { xs, y: 130, leading: 11 }
const rulings = [across(95, 55, 600), across(115, 55, 600)]

test('a table without a ruling at its end has the rows that keep its columns', () => {
  const state = layOut({
    text: [
      ...columns(header, { xs, y: 108 }),
      ...columns(units, body),
      {
        text: 'The text after the table is as wide as the page, so that its words close the gaps between the columns.',
        x: 55,
        y: 240,
      },
    ],
    paths: rulings,
  })
  expect(state.tables).toHaveLength(1)
  expect(sketch(state.tables[0])).toEqual([
    '#Unit | #Age | #Internal character | #Lithology',
    'C4 | 0.3 | Transparent to low reflections, locally wavy, and a wavy base on the deeper margin with baselap | Clay-rich turbidites with marls and some pelagites of the basin',
    'C3 | 0.4 | High subparallel reflections, wavy toward the west with downlap onto the lower unit | Sandy turbidites, pelagic oozes and debris flows of the margin, mostly coarse',
    'K1 | 2.5 | Low to moderate reflections that show the growth onto structures of the basin margin | Syn- and postrift clay deposits of fault scarps and canyons',
  ])
  expect(state.lines.map(({ text }) => text)).toEqual([expect.stringContaining('The text after the table')])
})

test('labels belong to the table if the rulings are over the values only', () => {
  const rows = [
    ['Rivers', 'wide', 'long', 'deep'],
    ['Lakes', 'narrow', 'short', 'deep'],
    ['Ponds', 'narrow', 'short', 'flat'],
  ]
  const state = layOut({
    text: [
      ...columns([['', 'Width', 'Length', 'Depth']], { xs, y: 108 }),
      ...columns(rows, { xs, y: 130, leading: 14 }),
    ],
    paths: [across(95, 105, 480), across(115, 105, 480)],
  })
  for (const table of state.tables) expect(sketch(table)).toContain('Lakes | narrow | short | deep')
})
