import { describe, expect, test } from 'vitest'
import type { TableCandidateEvent } from '../../../src/layout/state.ts'
import { across, columns, curve, down, fill, gridLines, layOut, sketch } from '../drawings.ts'
import { type Ink, lines } from '../raw-pages.ts'

describe('ruled tables', () => {
  test('cells are in row order and have boxes, and their lines are removed from the page', () => {
    const state = layOut({
      text: [
        ...columns(
          [
            ['Name', 'Sum'],
            ['Ann', '12'],
            ['Bob', '7'],
          ],
          { xs: [55, 155], y: 115 },
        ),
        { text: 'After the table.', x: 50, y: 300 },
      ],
      paths: gridLines([50, 150, 250], [100, 120, 140, 160]),
    })
    expect(sketch(state.tables[0])).toEqual(['#Name | #Sum', 'Ann | 12', 'Bob | 7'])
    expect(state.tables[0]?.cells[3]?.box).toEqual({ x0: 150, y0: 120, x1: 250, y1: 140 })
    expect(state.lines.map((line) => line.text)).toEqual(['After the table.'])
  })

  test('a ruled list of one column is a table if no cell is a sentence of many words', () => {
    const listOf = (names: readonly string[], end = 180): number =>
      layOut({
        text: columns(
          names.map((name) => [name]),
          { xs: [55], y: 115 },
        ),
        paths: gridLines([50, 500], [100, 120, 140, 160, end]),
      }).tables.length
    const names = [
      'Company',
      'Members of the Association of Direct Consumers in the Northern Region',
      'Grid Ltd',
      'Rail',
    ]
    expect(listOf(names)).toBe(1)
    expect(listOf([...names.slice(1), 'word '.repeat(16)])).toBe(0)
    // The last box is of another kind.
    expect(listOf(names, 240)).toBe(0)
  })

  test('symbols in cells do not make a table a chart', () => {
    const headers = columns([['First', 'Second', 'Third']], { xs: [60, 160, 260], y: 115 })
    const scale = columns([['1', '2', '3']], { xs: [60, 160, 260], y: 135 })
    const paths = gridLines([50, 150, 250, 350], [100, 120, 240])
    const symbols = [60, 160, 260].flatMap((x) => [curve(x, 150, x + 8, 158), curve(x, 200, x + 8, 208)])
    expect(layOut({ text: [...headers, ...scale], paths: [...paths, ...symbols] }).tables).toHaveLength(1)
    const polygons = paths.map((path) => ({ ...path, rectangle: false }))
    expect(layOut({ text: [...headers, ...scale], paths: polygons }).tables).toHaveLength(1)
  })

  test('ideographs from OCR are joined in cells as in lines, with the marks next to them', () => {
    const read = (text: string, x: number, y: number): Ink => ({ text, x, y, pitch: 1, source: 'ocr' })
    const state = layOut({
      text: [
        ...[read('细胞', 55, 115), read('计数', 77, 115), read('(', 98, 115), read('单位', 155, 115)],
        ...[read('项目', 55, 131), read('名称', 55, 139), read('白', 155, 135), read('AB', 180, 135)],
      ],
      paths: gridLines([50, 150, 250], [100, 120, 145]),
    })
    expect(state.tables[0]?.cells.map(({ text }) => text)).toEqual(['细胞计数(', '单位', '项目名称', '白 AB'])
  })

  test('scripts in cells are kept as scripts', () => {
    const state = layOut({
      text: [
        ...columns([['Cells', 'Gas']], { xs: [55, 155], y: 115 }),
        { text: '10', x: 55, y: 135 },
        { text: '6', x: 65, y: 131.5, size: 6.5 },
        { text: 'CO', x: 155, y: 135 },
        { text: '2', x: 165, y: 136.5, size: 6.5 },
      ],
      paths: gridLines([50, 150, 250], [100, 120, 140]),
    })
    expect(sketch(state.tables[0])).toEqual(['Cells | Gas', '10⁶ | CO₂'])
  })

  test('merged cells keep their spans', () => {
    const state = layOut({
      text: [
        { text: 'Both', x: 155, y: 115 },
        { text: 'Item', x: 55, y: 130 },
        { text: 'A', x: 155, y: 135 },
        { text: 'B', x: 255, y: 135 },
        ...columns([['x', '1', '2']], { xs: [55, 155, 255], y: 155 }),
      ],
      paths: [
        across(100, 50, 350),
        across(120, 150, 350),
        across(140, 50, 350),
        across(160, 50, 350),
        down(50, 100, 160),
        down(150, 100, 160),
        down(250, 120, 160),
        down(350, 100, 160),
      ],
    })
    expect(sketch(state.tables[0])).toEqual(['#Item{r2} | #Both{c2}', '#A | #B', 'x | 1 | 2'])
  })

  test('lines of one cell are joined, and words hyphenated at the line end are restored', () => {
    const state = layOut({
      text: [
        ...columns(
          [
            ['Key', 'an exam-'],
            ['', 'ple of text'],
            ['', 'and more'],
          ],
          { xs: [55, 155], y: 112, leading: 12 },
        ),
        ...columns([['K2', 'short']], { xs: [55, 155], y: 152 }),
      ],
      paths: gridLines([50, 150, 250], [100, 140, 160]),
    })
    expect(sketch(state.tables[0])).toEqual(['Key | an example of text and more', 'K2 | short'])
  })

  test('each record is a row if only the columns are ruled', () => {
    const rows = Array.from({ length: 6 }, (_, index) => [
      `Place ${String.fromCharCode(65 + index)}`,
      `${index + 10}.5`,
      `${index * 3}`,
    ])
    const state = layOut({
      text: [
        ...columns([['Where', 'Mean', 'Count']], { xs: [55, 155, 255], y: 115 }),
        ...columns(rows, { xs: [55, 155, 255], y: 135, leading: 14 }),
      ],
      paths: [
        across(100, 50, 350),
        across(122, 50, 350),
        across(215, 50, 350),
        ...[50, 150, 250, 350].map((x) => down(x, 100, 215)),
      ],
    })
    expect(state.tables[0]?.rows).toBe(7)
    expect(sketch(state.tables[0])[1]).toBe('Place A | 10.5 | 0')
  })

  test('labels with an empty line between them are rows next to texts of several lines', () => {
    const rows = [
      ['queue', 'The container has a first and'],
      ['', 'a last element.'],
      ['stack', 'The container returns its last'],
      ['', 'element.'],
    ]
    const layOutRows = (body: readonly (readonly string[])[]): string[] =>
      sketch(
        layOut({
          text: [
            ...columns([['Class', 'Description']], { xs: [55, 155], y: 113 }),
            ...columns(body, { xs: [55, 155], y: 131, leading: 11 }),
          ],
          paths: gridLines([50, 150, 320], [100, 120, 170]),
        }).tables[0],
      )
    expect(layOutRows(rows).slice(1)).toEqual([
      'queue | The container has a first and a last element.',
      'stack | The container returns its last element.',
    ])
    const [first, second, third, fourth] = rows.map(([, text]) => text!)
    expect(
      layOutRows([
        ['a queue', first!],
        ['or a stack', second!],
        ['', third!],
        ['', fourth!],
      ]),
    ).toHaveLength(2)
  })

  test('lines of words are rows below a ruled header with ruled columns', () => {
    const rows = [
      ['Name', 'What it stands for'],
      ['first', 'The calling convention of the older machine'],
      ['second', 'The calling convention of the newer machine'],
      ['third', 'That of the common platform'],
      ['fourth', 'That of the virtual machine of the same name'],
    ]
    const state = layOut({
      text: columns(rows, { xs: [60, 130], y: 112, leading: 12 }),
      paths: gridLines([55, 125, 400], [100, 116, 166]),
    })
    expect(sketch(state.tables[0]).map((row) => row.replaceAll('#', ''))).toEqual(rows.map((row) => row.join(' | ')))
  })

  test('rows are ruled, and only the header has column borders', () => {
    const rows = Array.from({ length: 4 }, (_, index) => [`Land ${index}`, `${index * 11}`, `${index + 3}.1`])
    const state = layOut({
      text: [
        ...columns([['Land', 'One', 'Two']], { xs: [55, 155, 255], y: 115 }),
        ...columns(rows, { xs: [55, 155, 255], y: 135 }),
      ],
      paths: [
        ...gridLines([50, 150, 250, 350], [100, 120]),
        ...[140, 160, 180, 200].map((y) => across(y, 50, 350)),
        down(50, 100, 200),
        down(350, 100, 200),
      ],
    })
    expect(sketch(state.tables[0])).toEqual([
      '#Land | #One | #Two',
      'Land 0 | 0 | 3.1',
      'Land 1 | 11 | 4.1',
      'Land 2 | 22 | 5.1',
      'Land 3 | 33 | 6.1',
    ])
  })

  test('a number that a narrow cell breaks is one number, and its lines are no rows', () => {
    const state = layOut({
      text: [
        ...columns([['Item', 'Begin', 'End']], { xs: [55, 155, 215], y: 112 }),
        { text: 'Parent', x: 55, y: 132 },
        { text: 'company', x: 55, y: 144 },
        ...columns(
          [
            ['713,644,34', '-'],
            ['6.49', '42,500'],
          ],
          { xs: [155, 215], y: 132, leading: 12 },
        ),
        { text: ',000.0', x: 215, y: 156 },
        { text: '0', x: 215, y: 168 },
        ...columns([['Fund', '12', '9']], { xs: [55, 155, 215], y: 185 }),
      ],
      paths: gridLines([50, 150, 210, 270], [100, 120, 173, 190]),
    })
    expect(sketch(state.tables[0])[1]).toBe('Parent company | 713,644,346.49 | -42,500,000.00')
  })

  test('short values on common baselines in one row of cells are rows', () => {
    const rows = [
      ['Date of grant', '1 Jan 2012', '3 May 2013'],
      ['Last day', '5 Sep 2017', '1 Jan 2018'],
    ]
    const state = layOut({
      text: [
        ...columns([['Award', '2012', '2013']], { xs: [55, 205, 355], y: 112 }),
        ...columns(rows, { xs: [55, 205, 355], y: 132, leading: 12 }),
        ...columns([['Original grant', '811', '220']], { xs: [55, 205, 355], y: 162 }),
        ...columns([['Vested', '16', '18']], { xs: [55, 205, 355], y: 182 }),
      ],
      paths: gridLines([50, 200, 350, 500], [100, 120, 150, 170, 190]),
    })
    expect(sketch(state.tables[0]).slice(1, 3)).toEqual(rows.map((row) => row.join(' | ')))
  })

  test('headings of two short lines are one row', () => {
    const state = layOut({
      text: [
        ...columns(
          [
            ['Yr', 'Yr', 'Yr', 'Hours'],
            ['09', '10', '11', 'per week'],
          ],
          { xs: [155, 205, 255, 305], y: 112, leading: 12 },
        ),
        ...columns([['Chess', '1', '2', '2', '3']], { xs: [55, 155, 205, 255, 305], y: 142 }),
        ...columns([['Choir', '4', '4', '6', '5']], { xs: [55, 155, 205, 255, 305], y: 162 }),
      ],
      paths: gridLines([50, 150, 200, 250, 300, 380], [100, 130, 150, 170]),
    })
    expect(sketch(state.tables[0])[0]?.replaceAll('#', '')).toBe(' | Yr 09 | Yr 10 | Yr 11 | Hours per week')
  })

  test('paragraphs of the same number of lines are one row', () => {
    const paragraphs = [
      ['The pale yellow light of the evening', 'ready for the long night where people'],
      ['fell gently upon a quiet village by the', 'spoke softly and only the old bridge of'],
      ['river where many people were getting', 'heavy grey stones remembered how many'],
      ['ready for winter and its many storms', 'feet had gone over it in former years'],
    ]
    const state = layOut({
      text: [
        ...columns([['Spring', 'Autumn']], { xs: [55, 285], y: 112 }),
        ...columns(paragraphs, { xs: [55, 285], y: 135, leading: 12 }),
      ],
      paths: gridLines([50, 280, 510], [100, 120, 182]),
    })
    expect(sketch(state.tables[0])).toHaveLength(2)
  })

  test('a column that is shaded as a whole has the rows of its neighbors', () => {
    const state = layOut({
      text: columns(
        [
          ['Morbidity', '(12)', '(53)', '76'],
          ['Lapses', '516', '431', '356'],
          ['Other', '719', '162', '73'],
        ],
        { xs: [55, 205, 305, 405], y: 112 },
      ),
      paths: [
        fill(200, 100, 300, 160),
        ...[100, 120, 140].flatMap((y) => [fill(300, y, 400, y + 20), fill(400, y, 500, y + 20)]),
        ...gridLines([300, 400, 500], [100, 120, 140, 160]),
        across(100, 50, 500),
        across(160, 50, 500),
        down(50, 100, 160),
        down(200, 100, 160),
      ],
    })
    expect(sketch(state.tables[0])).toEqual([
      'Morbidity | (12) | (53) | 76',
      'Lapses | 516 | 431 | 356',
      'Other | 719 | 162 | 73',
    ])
  })

  test('numbers without a ruling before them are a column, also next to labels of several lines', () => {
    const state = layOut({
      text: [
        ...columns([['', '2020', '2021']], { xs: [55, 255, 355], y: 112 }),
        ...columns([['Net profit', '233', '201']], { xs: [55, 255, 355], y: 132 }),
        ...lines(['Changes in the fair value of', 'financial assets measured at', 'fair value'], { x: 55, y: 152 }),
        ...columns([['(31)', '64']], { xs: [255, 355], y: 152 }),
        ...lines(['Share of the income of', 'other investments in', 'subsidiaries'], { x: 55, y: 196 }),
        ...columns([['(1)', '2']], { xs: [255, 355], y: 196 }),
        ...columns([['Total', '201', '267']], { xs: [55, 255, 355], y: 236 }),
      ],
      paths: gridLines([50, 350, 450], [100, 120, 140, 184, 228, 244]),
    })
    expect(sketch(state.tables[0])).toEqual([
      ' | 2020 | 2021',
      'Net profit | 233 | 201',
      'Changes in the fair value of financial assets measured at fair value | (31) | 64',
      'Share of the income of other investments in subsidiaries | (1) | 2',
      'Total | 201 | 267',
    ])
  })

  test('double lines and spacers add no columns', () => {
    const state = layOut({
      text: columns(
        [
          ['a1', 'b1'],
          ['a2', 'b2'],
          ['a3', 'b3'],
        ],
        { xs: [55, 165], y: 115 },
      ),
      paths: gridLines([50, 150, 155, 250], [100, 120, 140, 160]),
    })
    expect(state.tables[0]?.cols).toBe(2)
  })

  test('a table next to running text contains only its own text', () => {
    const prose = lines(
      Array.from({ length: 12 }, () => 'Running text that fills its column from edge to edge.'),
      { x: 40, y: 100 },
    )
    const state = layOut({
      text: [
        ...prose,
        ...columns(
          [
            ['Age', 'Count'],
            ['14', '231'],
            ['18', '376'],
            ['20', '364'],
          ],
          { xs: [345, 445], y: 115 },
        ),
      ],
      paths: gridLines([340, 440, 540], [100, 120, 140, 160, 180]),
    })
    expect(state.tables).toHaveLength(1)
    expect(state.lines).toHaveLength(12)
  })

  test('a frame around text is not a table', () => {
    const state = layOut({
      text: lines(
        Array.from({ length: 6 }, () => 'Words in a box that explain something at length.'),
        { x: 60, y: 120 },
      ),
      paths: gridLines([50, 400], [100, 200]),
    })
    expect(state.tables).toEqual([])
    expect(state.lines).toHaveLength(6)
  })

  test('a ruled column of names is a table, and one of numbers is not', () => {
    const ys = [100, 120, 140, 160, 180]
    const column = (texts: readonly string[]): ReturnType<typeof layOut> =>
      layOut({
        text: columns(
          texts.map((text) => [text]),
          { xs: [60], y: 112 },
        ),
        paths: gridLines([50, 200], ys),
      })
    expect(sketch(column(['Member', 'Ann Berger', 'Carl Decker', 'Eva Fink']).tables[0])).toEqual([
      'Member',
      'Ann Berger',
      'Carl Decker',
      'Eva Fink',
    ])
    expect(column(['2019', '120', '130', '140']).tables).toEqual([])
  })

  test('bars between grid lines are not a table', () => {
    const bars = [40, 70, 95, 20].flatMap((high, index) => [
      fill(120 + index * 60, 300 - high, 150 + index * 60, 300, 0x3366cc),
    ])
    const labels = [40, 70, 95, 20].map((high, index) => ({
      text: String(high),
      x: 128 + index * 60,
      y: 296 - high,
      size: 8,
    }))
    const state = layOut({
      text: labels,
      paths: [
        ...[200, 220, 240, 260, 280, 300].map((y) => across(y, 100, 360)),
        down(100, 200, 300),
        down(360, 200, 300),
        ...bars,
      ],
    })
    expect(state.tables).toEqual([])
  })
})

test('a heading that extends into the space next to its short column stays in the column', () => {
  const rows = [
    ['Code of product', 'Place', 'Count'],
    ['A-1', 'B-2', '450'],
    ['A-3', 'B-4', '289'],
    ['A-5', 'B-6', '780'],
    ['A-7', 'B-8', '15'],
  ]
  const stripes = rows.map((_, index) =>
    fill(50, 100 + 20 * index, 400, 120 + 20 * index, index % 2 === 0 ? 0xe0e0e0 : 0xf0f0f0),
  )
  const found = layOut({ text: columns(rows, { xs: [54, 136, 250], y: 114 }), paths: stripes })
  expect(sketch(found.tables[0])[0]).toMatch(/^#?Code of product \| #?Place \| #?Count$/)
})

test('each candidate is reported with its decision', () => {
  const events: TableCandidateEvent[] = []
  const text = lines(
    Array.from({ length: 6 }, () => 'Words in a box that explain something at length.'),
    { x: 60, y: 120 },
  )
  layOut({ text, paths: gridLines([50, 400], [100, 150, 200]) }, (event) => events.push(event))
  expect(events.map(({ method, refusal }) => [method, refusal])).toEqual([
    ['lattice', 'no ruled columns'],
    ['stream/horizontal-rules', 'not a table but a single row or column'],
  ])
})
