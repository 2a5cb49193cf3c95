/** Kinds of tables with few rulings or none, and the text near them on a page. */
import { describe, expect, test } from 'vitest'
import { findRowStarts } from '../../../src/layout/tables/stream/row-gaps.ts'
import type { CellSegment, GridRow } from '../../../src/layout/tables/types.ts'
import { across, columns, down, layOut, sketch } from '../drawings.ts'
import { type Ink, lines } from '../raw-pages.ts'

const as = (rows: readonly (readonly string[])[]): string[] => rows.map((row) => row.join(' | '))

describe('marks and amounts', () => {
  const xs = [60, 200, 260, 320, 380]
  const ticks = [
    ['Country', 'Wind', 'Sun', 'Rain', 'Snow'],
    ['Northland', '•', '', '•', '•'],
    ['Southland', '•', '•', '', '•'],
    ['Westland', '', '•', '•', ''],
    ['Eastland', '•', '•', '', '•'],
  ]

  test('bullets mark the values that a row has', () => {
    const draft = layOut({
      text: [{ text: 'Table 4: Weather of the lands', x: 60, y: 80 }, ...columns(ticks, { xs, y: 100, leading: 14 })],
    })
    expect(sketch(draft.tables[0])).toHaveLength(5)
    expect(draft.tables[0]?.cols).toBe(5)
  })

  test('dot leaders before unsorted amounts make a table, before ascending page numbers a table of contents', () => {
    const dots = ' . . . . . . . . . . . . . .'
    const prices = [
      ['Oranges', '348'],
      ['Apples', '870'],
      ['Lemons', '277'],
      ['Cherries', '748'],
      ['Plums', '500'],
      ['Almonds', '676'],
    ]
    const at = (rows: readonly (readonly string[])[]): Ink[] =>
      columns(
        rows.map(([label, figure]) => [`${label}${dots}`, figure ?? '']),
        { xs: [60, 300], y: 100, leading: 14 },
      )
    const caption = { text: 'Table 2: Fruit sold', x: 60, y: 80 }
    expect(layOut({ text: [caption, ...at(prices)] }).tables[0]?.rows).toBe(6)
    expect(layOut({ text: at(prices.map(([label = ''], index) => [label, String(3 + index * 4)])) }).tables).toEqual([])
    // Sorted by letter, the rows are an index.
    expect(layOut({ text: at([...prices].sort()) }).tables).toEqual([])
  })

  test('a schedule of times and events is a table', () => {
    const hours = [
      ['9:00', 'Opening words of the chair'],
      ['10:00', 'Reports from the regions'],
      ['11:30', 'Questions'],
      ['12:00', 'Lunch in the garden'],
    ]
    expect(sketch(layOut({ text: columns(hours, { xs: [60, 120], y: 100, leading: 14 }) }).tables[0])).toEqual(
      as(hours),
    )
  })

  test('bold headings over two columns make a table', () => {
    const rows = [
      ['Low income', 'Less than half'],
      ['Moderate income', 'At least half'],
      ['Middle income', 'Four fifths and more'],
      ['Upper income', 'All and more'],
    ]
    const text = [
      ...columns([['Level of income', 'Share']], { xs: [60, 145], y: 100, bold: true }),
      ...columns(rows, { xs: [60, 145], y: 114, leading: 14 }),
    ]
    expect(sketch(layOut({ text }).tables[0])).toHaveLength(5)
    expect(layOut({ text: text.map((ink) => ({ ...ink, bold: false })) }).tables).toEqual([])
  })
})

describe('columns', () => {
  test('headings with a gap above the numbers name their column', () => {
    const heads = columns([['Item', 'Alpha', 'Beta', 'Gamma']], { xs: [60, 150, 250, 350], y: 100 })
    const rows = Array.from({ length: 6 }, (_, index) => [
      `Row ${'abcdef'[index]}`,
      `${index + 3}.5`,
      `${index + 1}.2`,
      `${index}.7`,
    ])
    const draft = layOut({ text: [...heads, ...columns(rows, { xs: [60, 205, 305, 405], y: 114, leading: 14 })] })
    expect(sketch(draft.tables[0])[0]?.replaceAll('#', '')).toBe('Item | Alpha | Beta | Gamma')
  })

  test('vertical lines separate columns, and group titles are in the first column', () => {
    const xs = [60, 180, 260, 375]
    const rows = [
      ['Name', 'First', 'Second', 'Third'],
      ['Men of the north'],
      ['young', '12.5', '13.5', '14.5'],
      ['old', '22.5', '23.5', '24.5'],
      ['Women of the north'],
      ['young', '32.5', '33.5', '34.5'],
      ['old', '42.5', '43.5', '44.5'],
    ]
    const paths = [172, 252, 332].map((x) => down(x, 90, 198))
    const draft = layOut({ text: columns(rows, { xs, y: 105, leading: 15 }), paths })
    expect(draft.tables[0]?.cols).toBe(4)
    expect(draft.lines).toEqual([])
  })
})

describe('rows', () => {
  test('numbers at the bottom of multi-line labels end a record', () => {
    const segment = (col: number, y: number): CellSegment => ({
      col,
      colSpan: 1,
      words: [],
      box: { x0: 60 + col * 100, y0: y - 10, x1: 120 + col * 100, y1: y },
    })
    const row = (y: number, cols: number): GridRow => {
      const segments = Array.from({ length: cols }, (_, col) => segment(col, y))
      return { segments, box: { x0: 60, y0: y - 10, x1: 400, y1: y }, size: 10 }
    }
    const visual = [0, 40, 80, 120].flatMap((y) => [row(100 + y, 1), row(112 + y, 3)])
    expect(findRowStarts(visual, { cols: 3, hasConflict: () => false })).toEqual(new Set([0, 2, 4, 6]))
  })
})

describe('text near a table', () => {
  const xs = [60, 220, 320, 420]
  const figures = [
    ['', 'Mean', 'Total', 'Rank'],
    ['Inland', '12.5', '1,204', '3'],
    ['Coast', '9.75', '88', '14'],
  ]

  test('list items above a table are not rows of it', () => {
    const items = [
      'Orbits of the moons',
      'Methods by which they are measured, and those who measured them',
      'Sun and planets',
      'What the instruments could tell',
    ]
    const text = [
      ...lines(items, { x: 80, y: 60 }),
      ...lines(['–', '–', '–', '–'], { x: 60, y: 60 }),
      ...columns(figures, { xs, y: 122, leading: 14 }),
    ]
    const { tables } = layOut({ text, paths: [across(126, 55, 480)] })
    expect(tables.map(({ rows }) => rows)).toEqual([3])
  })

  test('running text next to a table has its own baselines', () => {
    const text = lines(
      Array.from({ length: 9 }, () => 'the words of a text that runs beside'),
      { x: 60, y: 100.5, leading: 12.7 },
    )
    const rows = Array.from({ length: 6 }, (_, index) => [`Row ${'abcdef'[index]}`, `${index + 3}.5`, `${index + 1}.2`])
    const draft = layOut({ text: [...text, ...columns(rows, { xs: [270, 360, 420], y: 108, leading: 16.3 })] })
    expect(sketch(draft.tables[0])).toEqual(as(rows))
    expect(draft.lines).toHaveLength(9)
  })
})
