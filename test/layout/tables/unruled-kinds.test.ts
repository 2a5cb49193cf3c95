/** Kinds of tables with few rulings or none, and the text near them on a page. */
import { describe, expect, test } from 'vitest'
import { across, columns, down, layOut, sketch } from '../drawings.ts'
import { lines } from '../raw-pages.ts'

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
    const state = layOut({
      text: [{ text: 'Table 4: Weather of the lands', x: 60, y: 80 }, ...columns(ticks, { xs, y: 100, leading: 14 })],
    })
    expect(sketch(state.tables[0])).toHaveLength(5)
    expect(state.tables[0]?.cols).toBe(5)
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

  test('bold headers over two columns make a table', () => {
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

describe('two rulings', () => {
  const labels = ['Copper', 'Silver', 'Iron', 'Gold', 'None']
  const rows = [['Metal', 'Mass'], ...labels.map((label) => [label, ''])]
  const text = columns(rows, { xs: [60, 130], y: 140, leading: 16 })
  const paths = [across(128, 55, 300), across(226, 55, 300)]

  test('a caption makes a table of the rows between them, even with an empty column', () => {
    const caption = { text: 'Table 3: Mass of the samples', x: 60, y: 112 }
    expect(sketch(layOut({ text: [caption, ...text], paths }).tables[0])).toEqual(as(rows))
    expect(layOut({ text, paths }).tables).toEqual([])
  })
})

describe('columns', () => {
  test('headers with a gap above the numbers belong to the table', () => {
    const headers = columns([['Item', 'Alpha', 'Beta', 'Gamma']], { xs: [60, 150, 250, 350], y: 100 })
    const rows = Array.from({ length: 6 }, (_, index) => [
      `Row ${'abcdef'[index]}`,
      `${index + 3}.5`,
      `${index + 1}.2`,
      `${index}.7`,
    ])
    const state = layOut({ text: [...headers, ...columns(rows, { xs: [60, 205, 305, 405], y: 114, leading: 14 })] })
    expect(sketch(state.tables[0])[0]?.replaceAll('#', '')).toBe('Item | Alpha | Beta | Gamma')
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
    const state = layOut({ text: columns(rows, { xs, y: 105, leading: 15 }), paths })
    expect(state.tables[0]?.cols).toBe(4)
    expect(state.lines).toEqual([])
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
    const state = layOut({ text: [...text, ...columns(rows, { xs: [270, 360, 420], y: 108, leading: 16.3 })] })
    expect(sketch(state.tables[0])).toEqual(as(rows))
    expect(state.lines).toHaveLength(9)
  })
})
