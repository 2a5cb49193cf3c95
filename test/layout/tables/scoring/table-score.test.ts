import { describe, expect, test } from 'vitest'
import { findRowStarts } from '../../../../src/layout/tables/stream/row-gaps.ts'
import { across, columns, down, layOut, sketch } from '../../drawings.ts'
import { lines } from '../../raw-pages.ts'

const threeRows = columns(
  [
    ['One', 'Two', 'Three', 'Four'],
    ['He', 'two', '2.77', 'high'],
    ['C', 'three', '12.6', 'low'],
  ],
  { xs: [60, 140, 220, 300], y: 200, leading: 14 },
)

describe('captions', () => {
  test('a caption of five lines names the small table below it', () => {
    const caption = [
      'Table 3. Numbers of the third column',
      'are set on their decimal point, as the',
      'text explains; all others are centred',
      'or begin at the left, whatever stands',
      'in the cells below.',
    ]
    expect(layOut({ text: [...lines(caption, { x: 60, y: 118 }), ...threeRows] }).tables.length).toBe(1)
    expect(layOut({ text: threeRows }).tables).toEqual([])
  })

  test('a caption names two full rows of symbols and names', () => {
    const symbols = columns(
      [
        ['a', 'alpha', 'b', 'beta', 'c', 'chi', 'd', 'delta'],
        ['e', 'epsilon', 'g', 'gamma', 'h', 'eta', 'i', 'iota'],
      ],
      { xs: [60, 80, 150, 170, 240, 260, 330, 350], y: 120 },
    )
    expect(layOut({ text: [...symbols, { text: 'Table 7: Letters', x: 180, y: 165 }] }).tables[0]?.cols).toBe(8)
    expect(layOut({ text: symbols }).tables).toEqual([])
  })

  test('a caption names a list of labels and values', () => {
    const pairs = columns(
      [
        ['Source', 'is used for what the page was made from'],
        ['Data', 'is used for what stands behind a picture'],
        ['Other', 'is used for all that is none of these'],
      ],
      { xs: [60, 130], y: 130, leading: 14 },
    )
    expect(layOut({ text: [{ text: 'Table 1: Values of the key', x: 60, y: 106 }, ...pairs] }).tables[0]?.rows).toBe(3)
    expect(layOut({ text: pairs }).tables).toEqual([])
  })
})

describe('cell contents', () => {
  test('amounts with units make a table', () => {
    const rows = [
      ['Leakage current', '79 mW'],
      ['Noise density', '352 °C'],
      ['Output impedance', '548 ns'],
      ['Supply', '24 V'],
    ]
    expect(layOut({ text: columns(rows, { xs: [60, 220], y: 115 }) }).tables[0]).toMatchObject({ rows: 4, cols: 2 })
  })

  test('letters o in place of ring bullets mark a list', () => {
    const text = columns(
      [
        'INVALID ADDRESS in the call',
        'INVALID SIZE of what is given',
        'UNSUPPORTED ALGORITHM',
        'UNSUPPORTED ITEM in the list',
      ].map((words) => ['o', words]),
      { xs: [60, 80], y: 115, leading: 14 },
    )
    expect(layOut({ text }).tables).toEqual([])
  })
})

describe('columns', () => {
  test('a frame without inner rulings contains a table', () => {
    const rows = [['Item', 'Mean', 'Total'], ...[1, 2, 3, 4].map((row) => [`Number ${row}`, `${row}.5`, `${row}20`])]
    const text = columns(rows, { xs: [60, 220, 320], y: 115 })
    const paths = [across(100, 50, 380), across(202, 50, 380), down(50, 100, 202), down(380, 100, 202)]
    expect(sketch(layOut({ text, paths }).tables[0]).length).toBe(5)
  })
})

test('rows with missing cells are records', () => {
  const cell = (
    row: number,
    col: number,
  ): { col: number; colSpan: number; words: []; box: { x0: number; y0: number; x1: number; y1: number } } => ({
    col,
    colSpan: 1,
    words: [],
    box: { x0: col * 50, y0: row, x1: col * 50 + 30, y1: row + 10 },
  })
  // Groups of three rows with gaps between them; the last row of each lacks one of its five cells.
  const visual = [0, 12, 24, 50, 62, 74, 100, 112, 124].map((y, row) => ({
    segments: [0, 1, 2, 3, 4].filter((col) => row % 3 !== 2 || col !== 3).map((col) => cell(y, col)),
    box: { x0: 0, y0: y, x1: 230, y1: y + 10 },
    size: 10,
  }))
  const full = visual.map((row) => ({
    ...row,
    segments: row.segments.filter(({ col }) => col !== 3 || row.box.y0 % 50 !== 12),
  }))
  expect(findRowStarts(visual, { cols: 5, hasConflict: () => false })).toBeNull()
  expect(findRowStarts(full, { cols: 5, hasConflict: () => false })).toBeNull()
})

test('a table above two columns that are written one after the other is read across them', () => {
  const sentence = 'Words of one column of running text'
  const left = lines(new Array<string>(14).fill(sentence), { x: 50, y: 300 })
  const right = lines(new Array<string>(14).fill(sentence), { x: 310, y: 300 })
  const header = ['Model', 'Alpha', 'Open', 'Both', 'Mean', 'Test', 'Score']
  const rows = [
    header,
    ...[1, 2, 3, 4].map((row) => [`run v${row}`, 'O', 'x', 'O', `6${row}.15`, `8${row}.03`, `5${row}.24`]),
  ]
  const table = columns(rows, { xs: [60, 130, 185, 240, 330, 400, 470], y: 100, leading: 14 })
  expect(layOut({ text: [...table, ...left, ...right] }).tables.map(({ cols }) => cols)).toEqual([7])
})
