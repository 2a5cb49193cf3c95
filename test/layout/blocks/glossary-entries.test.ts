import { describe, expect, test } from 'vitest'
import { areGlossaryEntries } from '../../../src/layout/blocks/glossary-entries.ts'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import { grouped, type Ink, layoutState, lines, outline, rawPage } from '../raw-pages.ts'

/** 66 characters, 330 points: as wide as the column. */
const full = 'Term: what is said of it takes all the room of the column it is in'
const rest = 'And more of the same, as far as the column goes, to its right '
const [column, indent] = [50, 70]
const entry = (y: number, texts: readonly string[]): Ink[] => [
  { text: full, x: column, y },
  ...lines(texts, { x: indent, y: y + 12 }),
]

describe('entries with indented continuation lines', () => {
  const long = [...entry(100, [rest, rest]), ...entry(136, [rest, rest])]
  test('keep a single indented line if other entries show the indent', () => {
    const paragraphs = outline(grouped([...long, ...entry(172, ['See the Third.']), { text: full, x: column, y: 196 }]))
    expect(paragraphs.some((line) => line.endsWith('See the Third.') && line.startsWith('text: Term'))).toBe(true)
  })
  test('are paragraphs with an indented first line if no other entries show the indent', () => {
    const prose = [
      { text: full, x: column, y: 100 },
      { text: 'The Second', x: indent, y: 112 },
      ...lines([full, full], { x: column, y: 124 }),
    ]
    expect(outline(grouped(prose))[1]).toMatch(/^text: The Second/)
  })
})

test('rows of a term and its definition with a gap are separate; stretched lines are not', () => {
  const rows = ['first', 'second', 'third'].flatMap((text, at): Ink[] => [
    { text, x: 50, y: 100 + at * 12 },
    { text: `of ${text}`, x: 200, y: 100 + at * 12 },
  ])
  expect(outline(grouped(rows))).toEqual(['text: first of first', 'text: second of second', 'text: third of third'])
  const stretched = rows.flatMap((ink) => (ink.x === 200 ? [ink, { ...ink, x: 330 }] : [ink]))
  expect(outline(grouped(stretched))).toHaveLength(1)
  const members = rows.flatMap((ink, at) => (at % 4 === 3 ? [ink, { text: 'static', x: 290, y: ink.y }] : [ink]))
  expect(outline(grouped(members))).toEqual([
    'text: first of first',
    'text: second of second static',
    'text: third of third',
  ])
})

test('a sentence continues in bold and after a word hyphenated at the line end', () => {
  const bold = [
    { text: full, x: 50, y: 100 },
    { text: 'an end in bold.', x: 50, y: 112, bold: true },
  ]
  expect(outline(grouped(bold))).toHaveLength(1)
  const cut = [
    { text: `${full.slice(0, -4)}sec-`, x: 50, y: 100 },
    { text: 'tion of it.', x: 62, y: 112 },
    { text: full, x: 50, y: 124 },
  ]
  expect(outline(grouped(cut))[0]).toMatch(/sec\u00adtion of it\.$/)
})

test('consecutively numbered notes are split, even with full lines', () => {
  const notes = [
    '9 This note takes all the room of its column.',
    '10 The next one fills it very nearly as well.',
    '11 And so does the last of the three of them.',
  ]
  expect(outline(grouped(lines(notes, { x: 50, y: 700, size: 8, leading: 9 })))).toHaveLength(3)
  const years = [
    '9 Mills of the valley were at work, and were',
    '10 Years later still there, as they had been',
    'for a long time.',
  ]
  expect(outline(grouped(lines(years, { x: 50, y: 100 })))).toHaveLength(1)
})

test('entries that begin with a bold term are separate, even after a full line', () => {
  const entry = (term: string, definition: string, y: number): Ink[] => [
    { text: term, x: 50, y, bold: true },
    { text: definition, x: 50 + 5 * term.length + 4, y },
  ]
  const entries = [
    ...entry('eval', 'whether to evaluate', 100),
    ...entry('size', full.slice(5), 112),
    ...entry('echo', 'whether to print', 124),
  ]
  expect(outline(grouped(entries)).map((line) => line.split(' ')[1])).toEqual(['eval', 'size', 'echo'])
})

test('justified lines with a wide space are no terms with values', () => {
  const halves = [20, 40].flatMap((letters, at): Ink[] => [
    { text: full.slice(0, letters), x: 50, y: 100 + 12 * at },
    { text: full.slice(letters + 4), x: 50 + 5 * (letters + 4), y: 100 + 12 * at },
  ])
  expect(outline(grouped([...halves, { text: 'the end.', x: 50, y: 124 }]))).toHaveLength(1)
})

test('text on both sides of an image is no list of terms', () => {
  const inks = ['falling over', 'the middle'].flatMap((text, at): Ink[] => [
    { text, x: 50, y: 100 + at * 12 },
    { text: `of ${text}`, x: 200, y: 100 + at * 12 },
  ])
  const [above, row] = layoutState(rawPage(inks), orderLayout).flow.flatMap((item) => ('row' in item ? [item.row] : []))
  expect(areGlossaryEntries(above!, row!, [])).toBe(true)
  expect(areGlossaryEntries(above!, row!, [{ x0: 120, y0: 80, x1: 190, y1: 140 }])).toBe(false)
})
