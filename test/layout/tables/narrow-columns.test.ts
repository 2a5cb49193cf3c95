/** Narrow columns of numbers, shaded rows with their header above, and choices that only look like a table. */
import { expect, test } from 'vitest'
import { across, columns, fill, layOut, sketch } from '../drawings.ts'

const xs = [60, 160, 178, 196, 250]

test('numbers whose gaps are no wider than a space are cells, and so are their headers', () => {
  const rows = [
    ['Team', 'Won', 'Lst', 'Drw', 'Points'],
    ['Northgate', '12', '345', '67', '1,001'],
    ['Lakeview', '23', '456', '78', '1,002'],
    ['Halden', '34', '567', '89', '1,003'],
    ['Oakham', '45', '678', '90', '1,004'],
    ['Kingsport', '56', '789', '11', '1,005'],
  ]
  const state = layOut({ text: columns(rows, { xs, y: 100, leading: 14 }) })
  expect(sketch(state.tables[0]).slice(1)).toEqual(rows.slice(1).map((row) => row.join(' | ')))
})

test('spaces of a monospaced font separate no cells unless another row has a wider gap there', () => {
  const table = (labels: readonly string[]): string[] => {
    const text = labels.flatMap((label, row) => [
      { text: label, x: 60, y: 115 + row * 14, mono: true, pitch: 0.6 },
      ...columns([[`(${row + 1})`, `since ${row}`]], { xs: [240, 300], y: 115 + row * 14 }),
    ])
    const rules = Array.from({ length: labels.length + 1 }, (_, row) => across(104 + row * 14, 55, 380))
    return sketch(layOut({ text, paths: rules }).tables[0]).map((line) => line.replaceAll('#', ''))
  }
  expect(table(['RealType a() const;', 'RealType b() const;'])[0]).toBe('RealType a() const; | (1) | since 0')
  expect(table(['Invalid  0', 'Property 1', 'List     2', 'Object   3'])[1]).toBe('Property | 1 | (2) | since 1')
})

test('a space between thousands separates no cells', () => {
  const rows = [
    ['Rivers', '12', '345', '', '7'],
    ['Lakes', '23', '456', '', '8'],
    ['Seas', '34', '567', '', '9'],
    ['Ponds', '45', '678', '', '6'],
    ['Springs', '56', '789', '', '5'],
  ]
  const state = layOut({ text: columns(rows, { xs: [60, 160, 175, 200, 300], y: 100, leading: 14 }) })
  expect(sketch(state.tables[0])).toContain('Rivers | 12 345 | 7')
})

test('the header above shaded rows is the first row of their table', () => {
  const at = [60, 250, 330, 410]
  const rows = [
    ['Rivers', '1,234', '2,345', '3,456'],
    ['Lakes', '234', '345', '456'],
    ['Seas', '34', '45', '56'],
    ['Ponds', '4', '5', '6'],
  ]
  const filledRects = rows.flatMap((_, row) =>
    [55, 245, 325, 405].map((x, col) =>
      fill(x, 104 + row * 14, [245, 325, 405, 470][col]!, 118 + row * 14, row % 2 === 0 ? 0xdddddd : 0xeeeeee),
    ),
  )
  const state = layOut({
    text: [
      ...columns([['(in millions)', '2023', '2022', '2021']], { xs: at, y: 98 }),
      ...columns(rows, { xs: at, y: 114, leading: 14 }),
    ],
    paths: filledRects,
  })
  expect(sketch(state.tables[0])).toEqual([
    '#(in millions) | #2023 | #2022 | #2021',
    ...rows.map((row) => row.join(' | ')),
  ])
})

test('choices of an exam are no table', () => {
  const choices = (values: readonly string[]) => values.map((value, at) => `(${'abcd'.charAt(at)}) ${value}`)
  const state = layOut({
    text: columns(
      [choices(['12', '34', '56', '78']), choices(['1', '3', '5', '7']), choices(['21', '43', '65', '87'])],
      {
        xs: [60, 180, 300, 420],
        y: 100,
      },
    ),
  })
  expect(state.tables).toEqual([])
})
