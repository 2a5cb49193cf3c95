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
    const state = layOut({ text: [...around(150), ...at(meanings), ...around(290)] })
    expect(state.tables).toHaveLength(1)
    expect(state.lines).toHaveLength(4)
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
})

describe('text in columns that is not a table', () => {
  test('a page header above a ruling and the first title of the page are not a table', () => {
    const text = [
      ...columns([['1.2. Another section', '17']], { xs: [60, 500], y: 60 }),
      { text: '1.2 Another section', x: 60, y: 90, bold: true },
    ]
    expect(layOut({ text, paths: [across(68, 60, 520)] }).tables).toEqual([])
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
    // Numbers in another font, outside of the background.
    const outside = text.map((ink, at): Ink => (at % 2 === 0 ? { ...ink, x: 36, size: 6, mono: false } : ink))
    expect(layOut({ text: outside, paths: grounds }).tables).toEqual([])
  })
})
