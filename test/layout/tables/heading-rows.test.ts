import { describe, expect, test } from 'vitest'
import { styleOf } from '../../../src/layout/text/text-style.ts'
import { across, columns, layOut, sketch } from '../drawings.ts'
import { type Ink, span } from '../raw-pages.ts'

/** A section number, a gap as between cells, and the title. */
function heading(number: string, title: string, style: Omit<Ink, 'text' | 'x'>): Ink[] {
  return [
    { ...style, text: number, x: 60 },
    { ...style, text: title, x: 105 },
  ]
}

const xs = [60, 180, 260, 340]
const rows = [
  ['Alpha', '12.5', '1,204', 'Name of the server'],
  ['Beta', '9.75', '88', 'Number of its port'],
  ['Gamma', '100.0', '2,310', 'Name of the account'],
  ['Delta', '0.25', '19', 'Folder of the files'],
]

describe('a section number with a gap before its heading', () => {
  test.each([{ bold: true }, { size: 13 }])('is no table row if it is in a heading style (%j)', (style) => {
    const { tables } = layOut({
      text: [
        ...heading('4.2', 'Name of the element', { y: 100, ...style }),
        { text: 'The box of the header.', x: 60, y: 118 },
        ...heading('4.2.1', 'Properties of the box', { y: 140, ...style }),
        { text: 'None, because it is empty.', x: 60, y: 158 },
        ...heading('4.2.2', 'Tests of the box', { y: 180, ...style }),
        ...Array.from({ length: 8 }, (_, at) => ({ text: 'Lines of the body of this page.', x: 60, y: 300 + 30 * at })),
      ],
    })
    expect(tables).toEqual([])
  })

  test('ends the table above it and starts the one below it', () => {
    const { tables } = layOut({
      text: [
        ...columns(rows, { xs, y: 100, leading: 14 }),
        ...heading('4.3', 'Other settings', { y: 162, bold: true }),
        ...columns(rows, { xs, y: 182, leading: 14 }),
      ],
    })
    expect(tables.map((table) => table.rows)).toEqual([4, 4])
  })

  test('is a table row if further cells follow', () => {
    const numbered = rows.map((row, at) => [`1.${at + 1}`, ...row.slice(1)])
    const { tables } = layOut({
      text: columns(numbered, { xs, y: 100, leading: 14 }).map((ink) => ({ ...ink, bold: true })),
    })
    expect(tables.map((table) => table.rows)).toEqual([4])
  })
})

test('the last cell of a table keeps its second line', () => {
  const { tables } = layOut({
    text: [
      ...columns([...rows, ['Epsilon', '1.5', '20', 'Rights of the files, and']], { xs, y: 100, leading: 18 }),
      { text: 'of the folders below', x: 340, y: 183 },
    ],
  })
  expect(sketch(tables[0]).at(-1)).toBe('Epsilon | 1.5 | 20 | Rights of the files, and of the folders below')
})

test('an East Asian heading is bold if its number is', () => {
  const number = span({ text: '3.8.1', x: 60, y: 100, bold: true })
  const title = span({ text: '实施服务支持', x: 90, y: 100, font: 'Hei' })
  expect(styleOf([number, title], 1).bold).toBe(true)
  expect(styleOf([span({ text: 'Debian', x: 60, y: 100, bold: true }), title], 1).bold).toBe(false)
  expect(styleOf([number, span({ text: 'Support', x: 90, y: 100 })], 1).bold).toBe(false)
})

test('larger lines above rulings are headings of lists, not rows of a table', () => {
  const items = ['Copyright Notice', 'Glossary of terms', 'System log messages', 'Signal interfacing']
  const sections = [100, 200, 300].map((y) => ({
    heading: { text: 'Related links', x: 60, y, size: 15 },
    list: columns(
      items.map((item) => ['•', item]),
      { xs: [80, 100], y: y + 22, leading: 15 },
    ),
    underline: across(y + 5, 60, 530),
  }))
  const { tables } = layOut({
    text: sections.flatMap(({ heading: large, list }) => [large, ...list]),
    paths: sections.map(({ underline }) => underline),
  })
  expect(tables).toEqual([])
})
