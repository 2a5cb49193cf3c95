import { describe, expect, test } from 'vitest'
import { demoteFormFields } from '../../../src/layout/blocks/form-fields.ts'
import { labelHeadings } from '../../../src/layout/blocks/label-headings.ts'
import { makeBlocks } from '../../../src/layout/blocks/make-blocks.ts'
import { grouped, type Ink, lines } from '../raw-pages.ts'

const body = (y: number): Ink[] =>
  lines(Array(5).fill('Running text that fills the column from its left to its right edge'), { x: 50, y })

/** The titles among separate bold lines above a paragraph. */
function titlesOf(texts: readonly string[], strokes: readonly number[] = []): string[] {
  const inks = texts.map((text, at): Ink => ({ text, x: 50, y: 200 + 40 * at, bold: !/^[☐_]/.test(text) }))
  const draft = grouped([...body(100), ...inks, ...body(180 + 40 * texts.length)])
  const rulings = strokes.map((position) => ({ horizontal: true, position, from: 50, to: 400, thickness: 0.5 }))
  return labelHeadings(demoteFormFields({ ...draft, rulings })).groups.flatMap((group) =>
    group.kind === 'text' && group.type === 'title' ? [group.text] : [],
  )
}

describe('text that is not a heading, even if bold', () => {
  test('consecutive labels with values are not headings', () =>
    expect(titlesOf(['Contact: Mary Marsh', 'Department: Planning'])).toEqual([]))
  test('a label with a number or date is not a heading', () =>
    expect(titlesOf(['Invoice date: 03/05/2021'])).toEqual([]))
  test('the keywords of a paper are not a heading', () =>
    expect(titlesOf(['Key words: eels, traps', 'Mots-clés — anguilles, pièges'])).toEqual([]))
  test('an amount is not a heading', () => expect(titlesOf(['Total due 1,913.02'])).toEqual([]))
  test('labels of checkboxes are not headings', () =>
    expect(titlesOf(['Marital status', '☐ single ☐ married'])).toEqual([]))
  test('labels of fill-in lines are not headings', () =>
    expect(titlesOf(['Place of birth', 'Employer'], [214, 251])).toEqual([]))
})

test('document-wide rules do not make fields headings', () => {
  const blocks = makeBlocks(
    demoteFormFields(grouped([...body(100), { text: 'Total due 1,913.02', x: 50, y: 200, bold: true }])),
  )
  expect(blocks.at(-1)).toMatchObject({ kind: 'text', plain: true })
})

describe('text that is a heading', () => {
  test('the heading of keywords is a heading', () => expect(titlesOf(['Keywords'])).toHaveLength(1))
  test('two parts with a colon are a heading', () =>
    expect(titlesOf(['Migration: causes and effects'])).toHaveLength(1))
  test('years as the second part are a heading', () => expect(titlesOf(['The situation: 2001-2019'])).toHaveLength(1))
  test('a line below a note of another size is a heading', () => {
    const note: Ink = { text: 'Source: Marsh as cited in Bell', x: 50, y: 200, size: 8 }
    const draft = grouped([
      ...body(100),
      note,
      { text: 'Migration: causes and effects', x: 50, y: 240, bold: true },
      ...body(260),
    ])
    expect(
      labelHeadings(demoteFormFields(draft)).groups.some((group) => group.kind === 'text' && group.type === 'title'),
    ).toBe(true)
  })
  test('consecutive numbered headings are headings', () =>
    expect(titlesOf(['Topic 1: Rates', 'Topic 2: Tariffs'])).toHaveLength(2))
  test('a version number is part of a heading', () => expect(titlesOf(['Changes in version 3.10'])).toHaveLength(1))
  test('framed headings are headings', () =>
    expect(titlesOf(['Activity of the day', 'Homework of the day'], [186, 214, 226, 254])).toHaveLength(2))
  test('a single heading above a rule is a heading', () => expect(titlesOf(['Place of birth'], [214])).toHaveLength(1))
})

// Quadratic time takes minutes here.
test('a long paragraph takes linear time', { timeout: 60_000 }, () => {
  const draft = grouped(body(100))
  const long = draft.groups.map((group) =>
    group.kind === 'text' ? { ...group, text: 'words of a text '.repeat(60_000) } : group,
  )
  expect(demoteFormFields({ ...draft, groups: long }).groups).toEqual(long)
})

test('the top of a box around text is not a fill-in line, and large text is not a label', () => {
  const listing = (size: number, sides: boolean): string[] => {
    const head = (text: string, y: number): Ink => ({ text, x: 50, y, size, bold: true })
    const code = (y: number): Ink[] =>
      lines(['gpointer copy (gpointer mem)', 'gsize length (gpointer mem)'], { x: 60, y, mono: true })
    const draft = grouped([
      ...body(100),
      head('copy ()', 200),
      ...code(230),
      head('Length', 300),
      ...code(330),
      ...body(400),
    ])
    const boxes = [214, 314].flatMap((top) => [
      { horizontal: true, position: top, from: 50, to: 400, thickness: 0.5 },
      ...(sides
        ? [50, 400].map((position) => ({ horizontal: false, position, from: top, to: top + 40, thickness: 0.5 }))
        : []),
    ])
    return labelHeadings(demoteFormFields({ ...draft, rulings: boxes })).groups.flatMap((group) =>
      group.kind === 'text' && group.type === 'title' ? [group.text] : [],
    )
  }
  expect(listing(10, true)).toHaveLength(2)
  expect(listing(14, false)).toHaveLength(2)
  expect(listing(10, false)).toEqual([])
})
