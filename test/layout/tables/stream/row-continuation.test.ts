import { describe, expect, test } from 'vitest'
import { across, columns, layOut, sketch } from '../../drawings.ts'
import { lines } from '../../raw-pages.ts'

const xs = [60, 220, 320]
const rules = (from: number, to: number) => [across(from, 55, 480), across(from + 16, 55, 480), across(to, 55, 480)]

describe('rows with the line spacing of a cell', () => {
  test('words that fit on the line above begin a row', () => {
    const rows = [
      ['Library', 'Terms', 'State'],
      ['cairo', 'Mozilla public licence', 'stable'],
      ['cgif', 'MIT', 'stable'],
      ['expat', 'MIT', 'new'],
      ['glib', 'LGPL', 'stable'],
      ['lcms', 'MIT', 'old'],
    ]
    const state = layOut({ text: columns(rows, { xs: [60, 220, 360], y: 115, leading: 12 }), paths: rules(103, 180) })
    expect(sketch(state.tables[0])).toEqual(
      rows.map((row, index) => row.map((text) => (index === 0 ? `#${text}` : text)).join(' | ')),
    )
  })

  test('lowercase words begin a row even if one of their neighbors does not fit above', () => {
    const rows = [
      ['Test', 'Transformation', 'Statistic'],
      ['Kruskal and Wallis', 'rank', 'quadratic'],
      ['van der Waerden', 'normal', 'scalar'],
      ['Brown and Mood', 'median', 'quadratic or scalar'],
      ['any', 'any', 'scalar'],
    ]
    const state = layOut({ text: columns(rows, { xs: [60, 220, 360], y: 115, leading: 12 }), paths: rules(103, 170) })
    expect(sketch(state.tables[0]).slice(1)).toEqual(rows.slice(1).map((row) => row.join(' | ')))
  })

  test('a full line continues below', () => {
    const state = layOut({
      text: columns(
        [
          ['Option', 'Meaning', 'Default'],
          ['title', 'Name of the page', 'none'],
          ['', 'as it is shown', ''],
          ['offset', 'Number of frames', '0'],
          ['', 'that are left out', ''],
          ['depth', 'Levels to descend', '3'],
        ],
        { xs: [60, 220, 360], y: 115, leading: 12 },
      ),
      paths: rules(103, 180),
    })
    expect(sketch(state.tables[0]).slice(1)).toEqual([
      'title | Name of the page as it is shown | none',
      'offset | Number of frames that are left out | 0',
      'depth | Levels to descend | 3',
    ])
  })

  test('cells are aligned with the bottom of their row: a label of two lines is above its numbers', () => {
    const state = layOut({
      text: [
        ...columns([['Kind', 'Filed', 'Examined']], { xs, y: 115 }),
        ...columns([['Partnerships that filed the'], ['Form 1065', '2,066,800', '5,070']], { xs, y: 135, leading: 12 }),
        ...columns([['Small corporations that are'], ['[10]', '2,887,100', '12,437']], { xs, y: 169, leading: 12 }),
        ...columns([['Others', '120', '6']], { xs, y: 203 }),
      ],
      paths: rules(103, 215),
    })
    expect(sketch(state.tables[0]).slice(1)).toEqual([
      'Partnerships that filed the Form 1065 | 2,066,800 | 5,070',
      'Small corporations that are [10] | 2,887,100 | 12,437',
      'Others | 120 | 6',
    ])
  })

  test('labels are aligned with the bottom: text in later columns continues on their line', () => {
    const state = layOut({
      text: columns(
        [
          ['Pattern', 'Description'],
          ['', 'Match one of the several'],
          ['@(x)', 'patterns'],
          ['', 'Match none or all of the'],
          ['*(x)', 'patterns'],
          ['!(x)', 'Match other patterns'],
        ],
        { xs: [60, 220], y: 115, leading: 12 },
      ),
      paths: rules(103, 182),
    })
    expect(sketch(state.tables[0]).slice(1)).toEqual([
      '@(x) | Match one of the several patterns',
      '*(x) | Match none or all of the patterns',
      '!(x) | Match other patterns',
    ])
  })

  test('records that all begin with lowercase letters are records', () => {
    const rows = [
      ['Theme', 'Screen', 'Print'],
      ['white', 'white', 'white'],
      ['dark blue', 'dark blue', 'black'],
      ['red', 'light red', 'grey'],
      ['green', 'green', 'grey'],
    ]
    expect(
      sketch(
        layOut({ text: columns(rows, { xs: [60, 220, 360], y: 115, leading: 13 }), paths: rules(103, 172) }).tables[0],
      ).slice(1),
    ).toEqual(rows.slice(1).map((row) => row.join(' | ')))
  })
})

test('a first column directly below a paragraph does not include it', () => {
  const rows = [
    ['lt1', 'white', '1'],
    ['dk1', 'black', '2'],
    ['accent', 'red', '3'],
    ['hover', 'blue', '4'],
  ]
  const state = layOut({
    text: [
      ...lines(
        [
          'The colours of the theme are listed with the names under which programs know them,',
          'and with their numbers in the order in which the file has them, as far as they are',
          'known to us:',
        ],
        { x: 55, y: 79 },
      ),
      ...columns([['Theme', 'Name', 'No.']], { xs: [55, 220, 360], y: 115 }),
      ...columns(rows, { xs: [55, 220, 360], y: 127, leading: 12 }),
    ],
  })
  expect(sketch(state.tables[0])).toEqual(['#Theme | #Name | #No.', ...rows.map((row) => row.join(' | '))])
})

describe('numbers in two lines', () => {
  test('a deviation below a number belongs to it', () => {
    const xs = [60, 160, 240]
    const rows = [0, 1, 2, 3].flatMap((at) => [
      ...columns([[`Beech ${at}`, `78.${at} ±`, `4${at}%`]], { xs, y: 122 + at * 30 }),
      { text: `2.${at}`, x: 160, y: 134 + at * 30 },
    ])
    const text = [...columns([['Kind', 'Found', 'Share']], { xs, y: 100, bold: true }), ...rows]
    const { tables } = layOut({ text, paths: [across(88, 55, 300), across(106, 55, 300), across(232, 55, 300)] })
    expect(sketch(tables[0])).toEqual([
      '#Kind | #Found | #Share',
      ...[0, 1, 2, 3].map((at) => `Beech ${at} | 78.${at} ± 2.${at} | 4${at}%`),
    ])
  })
})

describe('ascending numbers', () => {
  const amounts = [
    ['Lorem', '111'],
    ['Ipsum', '222'],
    ['Dolor', '333'],
    ['Amet', '4995'],
  ]

  test('are amounts if single words are before them between rulings', () => {
    const state = layOut({
      text: columns(amounts, { xs: [60, 220], y: 115, leading: 14 }),
      paths: [across(103, 55, 260), across(163, 55, 260)],
    })
    expect(sketch(state.tables[0])).toEqual(amounts.map((row) => row.join(' | ')))
  })

  test('are amounts under the caption of a table', () => {
    const named = amounts.map(([label, figure]) => [`${label} and others`, figure!])
    const state = layOut({
      text: [{ text: 'Table 4. Amounts', x: 60, y: 95 }, ...columns(named, { xs: [60, 220], y: 115, leading: 14 })],
    })
    expect(state.tables[0]?.rows).toBe(4)
  })

  test('are pages below “Table of contents”', () => {
    const entries = ['The purpose', 'The survey', 'Results by town', 'Open questions'].map((title, index) => [
      title,
      String(2 + index * 3),
    ])
    const state = layOut({
      text: [{ text: 'Table of contents', x: 60, y: 95 }, ...columns(entries, { xs: [60, 420], y: 115, leading: 14 })],
    })
    expect(state.tables).toEqual([])
  })
})

describe('a centered heading above the first ruling', () => {
  const body = [
    ['Unit A', 'depends on the branch', '12'],
    ['Unit B', 'was rebuilt', '8'],
    ['Unit C', 'out of use', '31'],
  ]
  const at = { xs: [60, 180, 380], y: 135, leading: 20 }
  const hairlines = [121, 141, 161, 181].map((y) => across(y, 55, 480))
  const head = [
    { text: 'Unit', x: 90, y: 115 },
    { text: 'State', x: 240, y: 115 },
    { text: 'Years', x: 400, y: 115 },
  ]

  test('belongs to the table, but its caption does not', () => {
    const state = layOut({
      text: [{ text: 'Table 2. Units that are in use', x: 55, y: 100 }, ...head, ...columns(body, at)],
      paths: hairlines,
    })
    expect(sketch(state.tables[0])).toEqual(['#Unit | #State | #Years', ...body.map((row) => row.join(' | '))])
    expect(state.lines.map(({ text }) => text)).toEqual(['Table 2. Units that are in use'])
  })

  test('is distinguished from another line of words above', () => {
    const state = layOut({
      text: [{ text: 'Units that the survey of last year found in use', x: 55, y: 115 }, ...columns(body, at)],
      paths: hairlines,
    })
    expect(state.tables[0]?.rows).toBe(3)
  })
})
