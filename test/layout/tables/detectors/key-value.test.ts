import { describe, expect, test } from 'vitest'
import { across, columns, fill, layOut, sketch } from '../../drawings.ts'
import { type Ink, lines } from '../../raw-pages.ts'

const xs = [60, 120]
const meanings = [
  ['f', 'residual value vector'],
  ['x', 'variable value vector'],
  ['Re', 'Reynolds number'],
  ['m', 'mass of the body'],
  ['alpha', 'angle of attack'],
]
const at = (rows: readonly (readonly string[])[], y = 200): Ink[] => columns(rows, { xs, y, leading: 14 })
const as = (rows: readonly (readonly string[])[]): string[] => rows.map((row) => row.join(' | '))

describe('labels with values', () => {
  test('five labels at a tab stop are a table without a header', () => {
    expect(sketch(layOut({ text: at(meanings) }).tables[0])).toEqual(as(meanings))
  })

  test('three labels need a colon or a separate font', () => {
    const three = meanings.slice(2)
    expect(layOut({ text: at(three) }).tables).toEqual([])
    const slanted = at(three).map((ink) => (ink.x === 60 ? { ...ink, italic: true } : ink))
    expect(sketch(layOut({ text: slanted }).tables[0])).toEqual(as(three))
    const colons = three.map(([label = '', value = '']) => [`${label}:`, value])
    expect(sketch(layOut({ text: at(colons) }).tables[0])).toEqual(as(colons))
  })

  test('further lines at the tab stop belong to the label above, and titles between them are rows', () => {
    const rows = [
      ['draft', 'shows where a line runs into the margin, and'],
      ['', 'leaves the pictures out'],
      ['final', 'shows none of that'],
      ['Sizes'],
      ['small', 'sets the text in nine points'],
      ['larger', 'sets the text in eleven points'],
    ]
    const slanted = at(rows).map((ink) => (ink.x === 60 && ink.text !== 'Sizes' ? { ...ink, italic: true } : ink))
    expect(sketch(layOut({ text: slanted }).tables[0])).toEqual([
      'draft | shows where a line runs into the margin, and leaves the pictures out',
      'final | shows none of that',
      'Sizes | ',
      'small | sets the text in nine points',
      'larger | sets the text in eleven points',
    ])
  })

  test('running text around them stays text', () => {
    const around = (y: number): Ink[] =>
      lines(
        [
          'The symbols that stand in the formulas of this paper have a meaning that',
          'is the same in all of its parts.',
        ],
        { x: 60, y },
      )
    const draft = layOut({ text: [...around(150), ...at(meanings), ...around(290)] })
    expect(draft.tables).toHaveLength(1)
    expect(draft.lines).toHaveLength(4)
  })
})

describe('text that is not a list of labels', () => {
  const empty = (rows: readonly (readonly string[])[], change: (ink: Ink) => Ink = (ink) => ink): void =>
    expect(layOut({ text: at(rows).map(change) }).tables).toEqual([])

  test('numbered items and bibliography entries are not labels', () => {
    empty(meanings.map(([, value = ''], index) => [`${index + 7}.`, value]))
    empty(meanings.map(([label = '', value = '']) => [`[${label}]`, value]))
  })

  test('an index with page numbers is not a table', () =>
    empty(meanings.map(([label = '', value = ''], index) => [`${label}, ${index + 3}`, `${value}, ${index + 12}`])))

  test('fill-in lines are not values', () =>
    empty(['Name:', 'Address:', 'Town:', 'Born:'].map((label) => [label, '_______________'])))

  test('code is not a table', () => empty(meanings, (ink) => ({ ...ink, mono: true })))

  test('words in the margin of running text are not labels', () => {
    const text = Array.from(
      { length: 8 },
      () => 'Running text that begins where the pieces beside the words begin, and goes on',
    )
    expect(
      layOut({
        text: [
          ...at(meanings).map((ink) => (ink.x === 60 ? { ...ink, italic: true } : ink)),
          ...lines(text, { x: 120, y: 300 }),
        ],
      }).tables,
    ).toEqual([])
  })
})

describe('text in columns that is not a table', () => {
  test('a running head over a rule and the first title of the page are not a table', () => {
    const text = [
      ...columns([['1.2. Another section', '17']], { xs: [60, 500], y: 60 }),
      { text: '1.2 Another section', x: 60, y: 90, bold: true },
    ]
    expect(layOut({ text, paths: [across(68, 60, 520)] }).tables).toEqual([])
  })

  test('the footer of a slide is not a table', () => {
    const text = columns(
      [
        ['First Author', 'Some University'],
        ['A title', '12 / 14'],
      ],
      { xs: [10, 400], y: 812, leading: 14 },
    )
    expect(
      layOut({ text, paths: [fill(0, 800, 595, 815, 0xaaaaee), fill(0, 815, 595, 830, 0x8888cc)] }).tables,
    ).toEqual([])
  })

  test('section headings between two code backgrounds are not a table', () => {
    const code = (y: number): Ink => ({ text: 'include (everything)', x: 60, y, mono: true })
    const heads = columns(
      [
        ['1.2', 'Required Packages'],
        ['1.2.1', 'Language setup'],
      ],
      { xs: [60, 110], y: 200, leading: 20 },
    )
    const grounds = [fill(50, 150, 400, 185), fill(50, 228, 400, 262)]
    expect(layOut({ text: [code(165), code(180), ...heads, code(243), code(258)], paths: grounds }).tables).toEqual([])
  })

  test('a listing with line numbers on its own background is not a table', () => {
    const code = [
      'int count = 0;',
      'while (next ()) {',
      'count   +=   step ;',
      'print   (count) ;',
      '}',
      'return   count ;',
    ]
    const text = code.flatMap((line, index): Ink[] => [
      { text: `${index + 1}`, x: 60, y: 200 + index * 14, mono: true },
      { text: line, x: 90, y: 200 + index * 14, mono: true },
    ])
    const grounds = code.map((_, index) => fill(50, 190 + index * 14, 400, 204 + index * 14))
    expect(layOut({ text, paths: grounds }).tables).toEqual([])
  })

  test('the last chapters of a table of contents are not a table', () => {
    const chapters = [
      ['4', 'The class itself', '4'],
      ['5', 'What was changed', '4'],
      ['6', 'Work together', '4'],
    ]
    expect(layOut({ text: columns(chapters, { xs: [60, 80, 500], y: 200, leading: 22 }) }).tables).toEqual([])
  })
})
