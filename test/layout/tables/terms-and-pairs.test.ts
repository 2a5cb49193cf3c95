/** Tables that only their header shows, and tables next to each other. */
import { describe, expect, test } from 'vitest'
import { across, columns, fill, layOut, sketch } from '../drawings.ts'
import { lines } from '../raw-pages.ts'

describe('terms with explanations of several lines', () => {
  const entries = [
    [
      'Harbour',
      ['A place where ships are moored, loaded and unloaded', 'in the shelter of a breakwater or of an island.'],
    ],
    [
      'Estuary',
      ['The mouth of a river, where its water is mixed with', 'the water of the sea and the tide is still felt.'],
    ],
    ['Lagoon', ['A shallow part of the sea that a bank of sand or a', 'reef of coral separates from the open water.']],
  ] as const
  const body = (labels: readonly string[]) =>
    entries.flatMap(([, texts], at) => [
      { text: labels[at] ?? '', x: 60, y: 120 + at * 32 },
      ...texts.map((text, line) => ({ text, x: 160, y: 120 + at * 32 + line * 12 })),
    ])
  const terms = entries.map(([term]) => term)
  const header = (bold: boolean) => columns([['Term', 'Meaning']], { xs: [60, 160], y: 100, bold })

  test('a bold header above a ruling makes a table', () => {
    const paths = [across(104, 60, 420)]
    const [table] = layOut({ text: [...header(true), ...body(terms)], paths }).tables
    expect(sketch(table)).toHaveLength(4)
    expect(sketch(table)[1]).toBe(`Harbour | ${entries[0][1].join(' ')}`)
  })

  test('a shaded header makes a table', () => {
    const paths = [fill(55, 88, 420, 104, 0xdddddd)]
    expect(sketch(layOut({ text: [...header(false), ...body(terms)], paths }).tables[0])).toHaveLength(4)
  })

  test('without a header that differs from the text, the terms stay text', () => {
    expect(layOut({ text: [...header(false), ...body(terms)] }).tables).toEqual([])
  })

  test('bold headings over two columns of running text make no table', () => {
    const left = lines(
      Array.from({ length: 8 }, () => 'the ships in the harbour wait until'),
      { x: 60, y: 120 },
    )
    const right = lines(
      Array.from({ length: 8 }, () => 'rivers carry sand to the coast where'),
      { x: 260, y: 120 },
    )
    const headers = columns([['Ships', 'Rivers']], { xs: [60, 260], y: 100, bold: true })
    expect(layOut({ text: [...headers, ...left, ...right] }).tables).toEqual([])
  })
})

describe('tables next to each other', () => {
  const left = [
    ['Port', 'Ships'],
    ['Northgate', '1,204'],
    ['Lakeview', '877'],
    ['Halden', '645'],
    ['Oakham', '98'],
  ]
  const right = [
    ['River', 'Length'],
    ['Vale', '312'],
    ['Dunmore', '1,118'],
    ['Ashwater', '75'],
    ['Kingsbrook', '204'],
  ]
  const text = [
    ...columns(left, { xs: [60, 160], y: 100, leading: 14 }),
    ...columns(right, { xs: [300, 400], y: 100, leading: 14 }),
  ]

  test('each one has its own rulings', () => {
    const paths = [across(104, 60, 200), across(104, 300, 440)]
    const { tables } = layOut({ text, paths })
    expect(tables.map(({ cols }) => cols)).toEqual([2, 2])
  })

  test('each one has its own caption', () => {
    const captions = [
      { text: 'Table 1. Ports', x: 60, y: 80 },
      { text: 'Table 2. Rivers', x: 300, y: 80 },
    ]
    expect(layOut({ text: [...captions, ...text] }).tables.map(({ cols }) => cols)).toEqual([2, 2])
  })

  test('rulings below groups of columns separate nothing', () => {
    const paths = [across(88, 60, 440), across(104, 160, 200), across(104, 300, 440), across(166, 60, 440)]
    expect(layOut({ text, paths }).tables.map(({ cols }) => cols)).toEqual([4])
  })
})
