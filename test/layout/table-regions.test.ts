/** Tables without a drawn grid: bands of records, stripes, open grids; and text that only resembles them. */
import { describe, expect, test } from 'vitest'
import { across, columns, down, fill, layOut, sketch } from './drawings.ts'
import type { Ink } from './raw-pages.ts'

const words = 'quick brown foxes jump over lazy dogs while seven wise owls watch from old trees near the river'.split(
  ' ',
)
/** Lines of running text, `count` below each other. */
const wrapped = (x: number, y: number, count: number): Ink[] =>
  Array.from({ length: count }, (_, line) => ({ text: words.slice(line, line + 6).join(' '), x, y: y + line * 12 }))

describe('columns of running text', () => {
  test('newspaper columns with unaligned paragraphs are not a table', () => {
    const text = [
      ...wrapped(60, 100, 5),
      ...wrapped(60, 168, 6),
      ...wrapped(60, 248, 4),
      ...wrapped(320, 100, 8),
      ...wrapped(320, 204, 3),
      ...wrapped(320, 248, 4),
    ]
    expect(layOut({ text }).tables).toEqual([])
  })

  test('the upper lines of two justified columns on one baseline grid are not a table', () => {
    // Wide spaces of justified lines are as wide as gaps between cells.
    const justified = (x: number, y: number): Ink[] =>
      ['showing that', 'receptor and', 'pharmacology', 'carnitine has'].flatMap((part, at) => [
        { text: part, x, y: y + at * 24 },
        { text: `${part} also`, x: x + 90, y: y + at * 24 },
      ])
    const text = [...justified(60, 60), ...justified(320, 60), ...wrapped(60, 200, 14), ...wrapped(320, 200, 14)]
    expect(layOut({ text }).tables).toEqual([])
  })

  test('adjacent cards with bold titles are not a table', () => {
    const card = (x: number, y: number): Ink[] => [
      { text: 'A short title', x, y, bold: true },
      ...wrapped(x, y + 12, 3),
    ]
    const text = [100, 170, 240].flatMap((y) => [...card(60, y), ...card(320, y)])
    expect(layOut({ text }).tables).toEqual([])
  })
})

describe('stripes', () => {
  const xs = [60, 200, 300]
  const rows = [
    ['Kind', 'Found', 'Kept'],
    ['Oak', '12', '7'],
    ['Ash', '31', '22'],
    ['Elm', '4', '4'],
    ['Fir', '18', '9'],
    ['Yew', '3', '1'],
  ]

  test('the plain rows between, above and below stripes belong to the table', () => {
    const state = layOut({
      text: columns(rows, { xs, y: 114 }),
      paths: [fill(55, 120, 360, 140), fill(55, 160, 360, 180)],
    })
    expect(state.tables.map(({ rows: count, cols }) => [count, cols])).toEqual([[6, 3]])
    expect(sketch(state.tables[0])[0]).toBe('#Kind | #Found | #Kept')
  })
})

describe('open grids', () => {
  test('open outer columns are found with lines between columns only', () => {
    const text = columns(
      [
        ['Kind', 'Found', 'Kept'],
        ['Oak', '12', '7'],
        ['Ash', '31', '22'],
        ['Elm', '4', '4'],
      ],
      { xs: [60, 200, 300], y: 114 },
    )
    const state = layOut({ text, paths: [across(120, 55, 360), down(190, 100, 180), down(290, 100, 180)] })
    expect(sketch(state.tables[0])).toEqual(['#Kind | #Found | #Kept', 'Oak | 12 | 7', 'Ash | 31 | 22', 'Elm | 4 | 4'])
  })

  test('adjacent tables have separate rules', () => {
    const rows = [
      ['Kind', 'Found'],
      ['Oak', '12'],
      ['Ash', '31'],
      ['Elm', '4'],
    ]
    const text = [...columns(rows, { xs: [60, 200], y: 114 }), ...columns(rows, { xs: [285, 425], y: 114 })]
    const paths = [102, 120, 182].flatMap((y) => [across(y, 55, 265), across(y, 280, 490)])
    expect(layOut({ text, paths }).tables.map(({ rows: count, cols }) => [count, cols])).toEqual([
      [4, 2],
      [4, 2],
    ])
  })
})

describe('text that is not a table', () => {
  test('an index in three columns is not a table', () => {
    const entry = (name: string) =>
      Array.from({ length: 8 }, (_, index) => `${name} ${words[index]}, ${20 + index * 7}`)
    const [a, b, c] = [entry('alder'), entry('beech'), entry('cedar')]
    expect(
      layOut({
        text: columns(
          a.map((text, index) => [text, b[index] ?? '', c[index] ?? '']),
          { xs: [60, 220, 380], y: 100, leading: 12 },
        ),
      }).tables,
    ).toEqual([])
  })

  test('labels with space to fill in are not a table', () => {
    const rows = [
      ['Name:', 'Date of birth:'],
      ['Street:', 'Town:'],
      ['Telephone:', 'Mail:'],
      ['Signed:', 'On:'],
    ]
    expect(
      layOut({
        text: columns(rows, { xs: [60, 320], y: 100 }),
        paths: [104, 124, 144, 164].flatMap((y) => [across(y, 60, 300), across(y, 320, 540)]),
      }).tables,
    ).toEqual([])
  })

  test('dot leaders to page numbers are not a table, but dot leaders to amounts are', () => {
    const rows = (last: (index: number) => string) =>
      words.slice(0, 9).map((word, index) => [`${word} ${'.'.repeat(30)}`, last(index)])
    const contents = columns(
      rows((index) => String(3 + index * 4)),
      { xs: [60, 320], y: 100 },
    )
    expect(layOut({ text: contents }).tables).toEqual([])
    const accounts = columns([['', 'Total'], ...rows((index) => `${index + 1},${300 - index}`)], {
      xs: [60, 320],
      y: 100,
    })
    expect(layOut({ text: accounts, paths: [across(106, 55, 360), across(300, 55, 360)] }).tables).toHaveLength(1)
  })
})

describe('frames', () => {
  const rows = [
    ['Kind', 'Found', 'Kept'],
    ['Oak', '12', '7'],
    ['Ash', '31', '22'],
    ['Elm', '4', '4'],
    ['Fir', '9', '8'],
  ]

  test('rulings between rows only leave the first and the last row open', () => {
    const text = columns(rows, { xs: [60, 200, 300], y: 114 })
    expect(sketch(layOut({ text, paths: [120, 140, 160, 180].map((y) => across(y, 55, 360)) }).tables[0])).toEqual([
      '#Kind | #Found | #Kept',
      ...rows.slice(1).map((row) => row.join(' | ')),
    ])
  })

  test('a frame with round corners does not make a table a drawing', () => {
    const text = columns(rows, { xs: [60, 200, 300], y: 114 })
    const frame = { ...fill(50, 98, 365, 205), rectangle: false, stroked: true }
    const pieces = [120, 140, 160, 180].flatMap((y) => [across(y, 55, 190), across(y, 190, 290), across(y, 290, 360)])
    const state = layOut({ text, paths: [frame, ...pieces] })
    expect(state.figures).toEqual([])
    expect(state.tables[0]?.rows).toBe(5)
  })
})

describe('columns with lines or shading', () => {
  const rows = [
    ['Ward', 'Nurses on duty', 'Beds', 'Notes'],
    ['North', 'Anna and Olga', 'twelve', 'open at night'],
    ['South', 'Peter', 'seven', 'closed in May'],
    ['East', 'Maria', 'nine', 'being painted'],
  ]
  const text = columns(rows, { xs: [64, 140, 260, 330], y: 114 })
  const read = [
    'Ward | Nurses on duty | Beds | Notes',
    'North | Anna and Olga | twelve | open at night',
    'South | Peter | seven | closed in May',
    'East | Maria | nine | being painted',
  ]
  const plain = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll('#', ''))

  test('lines between the columns are sufficient', () => {
    const state = layOut({ text, paths: [60, 132, 252, 322, 420].map((x) => down(x, 100, 182)) })
    expect(plain(sketch(state.tables[0]))).toEqual(read)
  })

  test('a shaded first column is one shape or one shape per cell', () => {
    const whole = layOut({ text, paths: [fill(58, 100, 132, 182)] })
    const cells = layOut({ text, paths: [0, 1, 2, 3].map((row) => fill(58, 100 + row * 20, 132, 120 + row * 20)) })
    expect([whole, cells].map(({ tables }) => plain(sketch(tables[0])))).toEqual([read, read])
  })

  test('lines between newspaper columns do not make a table', () => {
    const column = (x: number): Ink[] => [...wrapped(x, 100, 7), ...wrapped(x, 198, 6), ...wrapped(x, 282, 5)]
    const news = [...column(40), ...column(230), ...column(420)]
    expect(layOut({ text: news, paths: [220, 410].map((x) => down(x, 90, 340)) }).tables).toEqual([])
  })
})

test('a frame with a rule below its heading gives no signal about columns, so the words determine them', () => {
  const text = [
    ...columns([['Sample', 'Men', 'Women', 'All']], { xs: [64, 200, 270, 340], y: 114, bold: true }),
    ...columns(
      [
        ['River', '12.5', '3.1', '15.6'],
        ['Harbour', '7.25', '4.4', '11.65'],
        ['Lake', '1.5', '2.75', '4.25'],
      ],
      { xs: [64, 200, 270, 340], y: 134 },
    ),
  ]
  const paths = [...[98, 120, 182].map((y) => across(y, 58, 400)), ...[58, 400].map((x) => down(x, 98, 182))]
  expect(sketch(layOut({ text, paths }).tables[0])).toEqual([
    '#Sample | #Men | #Women | #All',
    'River | 12.5 | 3.1 | 15.6',
    'Harbour | 7.25 | 4.4 | 11.65',
    'Lake | 1.5 | 2.75 | 4.25',
  ])
})

test('aligned dots are a ruling, even if rounding makes either side longer', () => {
  const rows = [
    ['Kind', 'Found', 'Kept'],
    ['Oak', '12', '7'],
    ['Ash', '31', '22'],
  ]
  const dots = [98, 118, 138, 158].flatMap((y) =>
    Array.from({ length: 150 }, (_, index) =>
      fill(58 + index * 2, y, 58.9 + index * 2 + (index % 2) * 0.01, y + 0.9 + ((index + 1) % 2) * 0.01),
    ),
  )
  const state = layOut({ text: columns(rows, { xs: [60, 160, 260], y: 112 }), paths: dots })
  expect(state.rulings.filter((ruling) => ruling.horizontal)).toHaveLength(4)
  expect(state.tables[0]).toMatchObject({ rows: 3, cols: 3 })
})

test('a line after the first column with text on both sides indicates a table', () => {
  const rows = [
    ['Founded', 'in 1912'],
    ['Members', 'four hundred'],
    ['Chair', 'Anna Keller'],
    ['Office', 'at the harbour'],
    ['Language', 'German, Danish'],
  ]
  const text = columns(rows, { xs: [64, 150], y: 114 })
  expect(layOut({ text, paths: [down(140, 100, 202)] }).tables[0]).toMatchObject({ rows: 5, cols: 2 })
})

test('diagram boxes with space on all sides are not cells', () => {
  const boxes = [0, 1, 2].flatMap((col) => [0, 1].map((row) => ({ x: 60 + col * 130, y: 100 + row * 80 })))
  const paths = boxes.flatMap(({ x, y }) => [
    ...[y, y + 36].map((at) => across(at, x, x + 90)),
    ...[x, x + 90].map((at) => down(at, y, y + 36)),
  ])
  const links = [100, 180].flatMap((y) => [150, 280].map((x) => across(y + 18, x, x + 40)))
  const text = boxes.map(({ x, y }, index): Ink => ({ text: `Step ${'abcdef'[index]} is done`, x: x + 8, y: y + 22 }))
  expect(layOut({ text, paths: [...paths, ...links] }).tables).toEqual([])
})
