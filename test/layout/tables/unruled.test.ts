import { describe, expect, test } from 'vitest'
import { across, columns, fill, layOut, sketch } from '../drawings.ts'
import { type Ink, lines } from '../raw-pages.ts'

const xs = [60, 220, 320, 420]
const numbers = [
  ['Alpha', '12.5', '1,204', '3'],
  ['Beta particles', '9.75', '88', '14'],
  ['Gamma', '100.0', '2,310', '7'],
  ['Delta waves', '0.25', '19', '120'],
]

describe('half-ruled tables', () => {
  test('three rulings and aligned words make a table', () => {
    const state = layOut({
      text: [
        ...columns([['Item', 'Mean', 'Total', 'Rank']], { xs, y: 115 }),
        ...columns(numbers, { xs, y: 135, leading: 15 }),
      ],
      paths: [across(102, 55, 480), across(121, 55, 480), across(187, 55, 480)],
    })
    expect(sketch(state.tables[0])).toEqual([
      '#Item | #Mean | #Total | #Rank',
      ...numbers.map((row) => row.join(' | ')),
    ])
  })

  test('a captioned header between two rulings is not a table without the rows below it', () => {
    const rows = [
      ['C4', 'Middle Pliocene', 'Transparent to low', 'Interbedded sand'],
      ['', '', 'reflections and a', 'to clay and pelagic'],
      ['', '', 'wavy base', 'sediment'],
      ['C3', 'Early to middle', 'Moderate to high', 'Sandy to clayey'],
      ['', 'Miocene', 'reflections', 'pelagic oozes'],
    ]
    const state = layOut({
      text: [
        { text: 'Table 1. Units of the basin', x: 60, y: 95 },
        ...columns([['Unit', 'Age', 'Geometry', 'Lithology']], { xs, y: 115 }),
        ...columns(rows, { xs, y: 135, leading: 12 }),
      ],
      paths: [across(102, 55, 520), across(121, 55, 520)],
    })
    expect(state.tables).toHaveLength(1)
    expect(sketch(state.tables[0])).toEqual([
      '#Unit | #Age | #Geometry | #Lithology',
      'C4 | Middle Pliocene | Transparent to low reflections and a wavy base | Interbedded sand to clay and pelagic sediment',
      'C3 | Early to middle Miocene | Moderate to high reflections | Sandy to clayey pelagic oozes',
    ])
  })

  test('a header over several columns spans the width of the ruling under it', () => {
    const state = layOut({
      text: [
        { text: 'Measures', x: 300, y: 112 },
        ...columns([['Item', 'Mean', 'Total', 'Rank']], { xs, y: 130 }),
        ...columns(numbers, { xs, y: 150, leading: 15 }),
      ],
      paths: [across(100, 55, 480), across(118, 215, 480), across(136, 55, 480), across(202, 55, 480)],
    })
    expect(sketch(state.tables[0]).slice(0, 2)).toEqual(['# | #Measures{c3}', '#Item | #Mean | #Total | #Rank'])
  })

  test('labels left of rulings over the numbers only, with a leader, are the first column', () => {
    const state = layOut({
      text: [
        { text: 'Output (MWh)', x: 60, y: 115, bold: true },
        ...columns([['2023', '2022', 'Total']], { xs: [300, 380, 460], y: 115 }),
        { text: 'Hydro', x: 60, y: 135 },
        ...columns(
          [
            ['North ................................', '1,224', '2,359', '3,583'],
            ['South ................................', '1,010', '1,210', '2,220'],
            ['Wind .................................', '2,511', '2,449', '4,960'],
            ['All ..................................', '4,745', '6,018', '10,763'],
          ],
          { xs: [60, 300, 380, 460], y: 150, leading: 15 },
        ),
      ],
      paths: [across(121, 290, 500), across(187, 290, 500), across(202, 290, 500)],
    })
    expect(sketch(state.tables[0])).toEqual([
      '#Output (MWh) | #2023 | #2022 | #Total',
      'Hydro |  |  | ',
      'North | 1,224 | 2,359 | 3,583',
      'South | 1,010 | 1,210 | 2,220',
      'Wind | 2,511 | 2,449 | 4,960',
      'All | 4,745 | 6,018 | 10,763',
    ])
  })

  test('headers of several lines above the first ruling belong to the table', () => {
    const state = layOut({
      text: [
        { text: '2015', x: 322, y: 80 },
        { text: 'Overall', x: 420, y: 95 },
        ...columns([['In millions', 'Fees', 'Salaries', 'rank']], { xs, y: 110 }),
        { text: 'Directors', x: 60, y: 130, bold: true },
        ...columns(numbers, { xs, y: 145, leading: 15 }),
      ],
      paths: [across(117, 55, 480), across(182, 55, 480), across(198, 55, 480)],
    })
    expect(sketch(state.tables[0]).slice(0, 4)).toEqual([
      '# | #2015{c3}',
      '#In millions | #Fees | #Salaries | #Overall rank',
      'Directors |  |  | ',
      'Alpha | 12.5 | 1,204 | 3',
    ])
  })

  test('notes in the margin are outside the width of the rulings', () => {
    const state = layOut({
      text: [
        { text: 'Margin', x: 20, y: 150, size: 7 },
        ...columns([['Item', 'Mean', 'Total']], { xs: [120, 280, 380], y: 115 }),
        ...columns(
          numbers.map((row) => row.slice(0, 3)),
          { xs: [120, 280, 380], y: 135, leading: 15 },
        ),
      ],
      paths: [across(102, 115, 450), across(121, 115, 450), across(187, 115, 450)],
    })
    expect(state.tables[0]?.cols).toBe(3)
    expect(state.lines.map((line) => line.text)).toEqual(['Margin'])
  })

  test('bold headers are above the first ruling, one of them over an empty cell', () => {
    const header = columns([['Account', 'Increase', 'Decrease']], { xs: [60, 225, 325], y: 95, bold: true })
    const rows: Ink[] = [
      { text: 'Money owed to you', x: 60, y: 115 },
      { text: '$2,000', x: 220, y: 115 },
      { text: 'Savings at the bank', x: 60, y: 135 },
      { text: '$2,000', x: 320, y: 135 },
    ]
    const state = layOut({
      text: [...header, ...rows],
      paths: [across(102, 55, 400), across(121, 55, 400), across(141, 55, 400)],
    })
    expect(sketch(state.tables[0])).toEqual([
      '#Account | #Increase | #Decrease',
      'Money owed to you | $2,000 | ',
      'Savings at the bank |  | $2,000',
    ])
  })

  test('running text between two rulings separates two tables', () => {
    const header = [['Item', 'Mean', 'Total', 'Rank']]
    const text: Ink[] = [
      ...columns([...header, ...numbers], { xs, y: 115, leading: 15 }),
      ...lines(
        [
          'A paragraph stands between the two tables and runs over the whole of the width',
          'of the page for two lines at least.',
        ],
        { x: 55, y: 215 },
      ),
      ...columns([...header, ...numbers], { xs, y: 265, leading: 15 }),
    ]
    const rules = [103, 119, 180, 253, 269, 330].map((y) => across(y, 55, 480))
    expect(layOut({ text, paths: rules }).tables.map((table) => table.rows)).toEqual([5, 5])
  })
})

describe('borderless tables', () => {
  test('columns of numbers under words are a table', () => {
    const state = layOut({
      text: [
        ...columns([['Item', 'Mean', 'Total', 'Rank']], { xs, y: 115 }),
        ...columns(numbers, { xs, y: 135, leading: 15 }),
      ],
    })
    expect(state.tables[0]?.method).toBe('stream/aligned-rows')
    expect(sketch(state.tables[0])).toEqual([
      '#Item | #Mean | #Total | #Rank',
      ...numbers.map((row) => row.join(' | ')),
    ])
  })

  test('narrow columns are centered under headers with nearly touching words', () => {
    const rows = ['48%', '32%', '16%', '10%'].flatMap((text, at) => [
      { text: `1.${at + 1}`, x: 60, y: 124 + at * 14 },
      { text, x: 95, y: 124 + at * 14 },
    ])
    const header = [
      { text: 'Nr', x: 60, y: 108 },
      { text: 'Expression', x: 79.2, y: 108 },
    ]
    const state = layOut({ text: [...header, ...rows], paths: [across(113, 55, 135)] })
    expect(sketch(state.tables[0])).toEqual(['#Nr | #Expression', '1.1 | 48%', '1.2 | 32%', '1.3 | 16%', '1.4 | 10%'])
  })

  test('empty cells keep their position', () => {
    const holes = numbers.map((row, index) => row.map((text, col) => ((index + col) % 4 === 3 ? '' : text)))
    const state = layOut({
      text: [
        ...columns([['Item', 'Mean', 'Total', 'Rank']], { xs, y: 115 }),
        ...columns(holes, { xs, y: 135, leading: 15 }),
      ],
    })
    expect(sketch(state.tables[0]).slice(1)).toEqual(holes.map((row) => row.join(' | ')))
  })

  test('the second line of a label joins its row', () => {
    const state = layOut({
      text: columns(
        [
          ['Item', 'Mean', 'Total', 'Rank'],
          ['Alpha rays and', '12.5', '1,204', '3'],
          ['their sources', '', '', ''],
          ['Beta', '9.75', '88', '14'],
          ['Gamma', '100.0', '2,310', '7'],
        ],
        { xs, y: 115, leading: 13 },
      ),
    })
    expect(sketch(state.tables[0])[1]).toBe('Alpha rays and their sources | 12.5 | 1,204 | 3')
  })

  test('a currency sign after its amount belongs to it', () => {
    const rows = [
      ['Fees', '54,000', '44,000', '98'],
      ['Taxes', '29,102', '16,325', '45'],
      ['Other', '87,102', '4,450', '91'],
    ]
    const signs: Ink[] = [258, 358, 440].map((x) => ({ text: '$', x, y: 115 }))
    const state = layOut({ text: [...signs, ...columns(rows, { xs: [60, 220, 320, 425], y: 115, leading: 15 })] })
    expect(sketch(state.tables[0])[0]).toBe('Fees | 54,000 $ | 44,000 $ | 98 $')
  })

  test('a separate currency sign belongs to its amount', () => {
    const rows = [
      ['Fees', '54,000', '44,000'],
      ['Taxes', '29,102', '16,325'],
      ['Other', '87,102', '4,450'],
    ]
    const signs: Ink[] = [
      { text: '$', x: 205, y: 115 },
      { text: '$', x: 305, y: 115 },
    ]
    const state = layOut({ text: [...signs, ...columns(rows, { xs: [60, 225, 325], y: 115, leading: 15 })] })
    expect(sketch(state.tables[0])[0]).toContain('$ 54,000 | ')
    expect(state.tables[0]?.cols).toBe(3)
  })
})

describe('text that is not a table', () => {
  const empty = (text: readonly Ink[]): void => expect(layOut({ text }).tables).toEqual([])
  const sentence = 'These words run on from one line to the next as text'

  test('text in two columns is not a table', () => {
    const left = lines(
      Array.from({ length: 20 }, () => sentence),
      { x: 40, y: 100 },
    )
    empty([
      ...left,
      ...lines(
        Array.from({ length: 20 }, () => sentence),
        { x: 320, y: 100 },
      ),
    ])
  })

  test('text in three narrow columns is not a table', () => {
    const narrow = Array.from(
      { length: 20 },
      (_, index) => ['narrow columns of the', 'newspaper kind, where', 'every line holds some'][index % 3] ?? '',
    )
    empty([40, 220, 400].flatMap((x) => lines(narrow, { x, y: 100 })))
  })

  test('a list with bullets or numbers is not a table', () => {
    empty(
      ['•', '•', '•', '•'].flatMap((mark, index) => [
        { text: mark, x: 50, y: 100 + index * 16 },
        { text: `A point that is made in some words, number ${index}`, x: 70, y: 100 + index * 16 },
      ]),
    )
    empty(
      [1, 2, 3, 4].flatMap((mark) => [
        { text: `${mark}.`, x: 50, y: 100 + mark * 16 },
        { text: 'A step of the recipe that is told in words', x: 70, y: 100 + mark * 16 },
      ]),
    )
  })

  test('a table of contents is not a table', () => {
    empty(
      [3, 7, 12, 18, 25].flatMap((number, index) => [
        { text: `Chapter about a thing ${index}`, x: 60, y: 100 + index * 16 },
        { text: String(number), x: 500, y: 100 + index * 16 },
      ]),
    )
  })

  test('a short table of contents with separate dots is not a table', () => {
    const entries = ['Mathematics', 'Lists', 'Figures', 'Theorems', 'Verbatim']
    empty(
      entries.flatMap((entry, index) => [
        { text: `2.${index + 1}`, x: 60, y: 100 + index * 12 },
        { text: entry, x: 85, y: 100 + index * 12 },
        { text: '. . . . . . . . . .', x: 150, y: 100 + index * 12, pitch: 0.4 },
        { text: index < 2 ? '1' : '2', x: 285, y: 100 + index * 12 },
      ]),
    )
  })

  test('a single line with two segments is not a table', () =>
    empty([
      { text: 'Left', x: 60, y: 100 },
      { text: 'Right', x: 400, y: 100 },
    ]))
})

test('the last of the shaded sections may have more rows than a zebra table has below its last stripe', () => {
  const section = Array.from({ length: 5 }, (_, at) => [`Label ${at}:`, 'Not on file'])
  const sections = ['Allergies', 'History', 'Social Needs', 'Tobacco Use'].flatMap((title) => [[title], ...section])
  const rows = [
    ...sections,
    ['Relationships'],
    ...section,
    ['Active member of'],
    ['a club:', 'Not on file'],
    ...section.slice(2),
  ]
  const state = layOut({
    text: columns(rows, { xs: [60, 220], y: 110, leading: 14 }),
    paths: [0, 6, 12, 18, 24].map((at) => fill(55, 99 + 14 * at, 480, 113 + 14 * at)),
  })
  expect(state.tables.map(({ method, rows: count }) => [method, count])).toEqual([['stream/zebra', 34]])
})
