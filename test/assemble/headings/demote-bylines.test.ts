import { expect, test } from 'vitest'
import type { Block } from '../../../src/model/document.ts'
import { assembled, prose, text, title } from '../pages.ts'

const headingsOf = (...pages: Block[][]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )
const lead = title('Eels in small rivers', { y: 60, size: 20 })
const below = (...lines: string[]): string[] =>
  headingsOf([lead, ...lines.map((line, at) => title(line, { y: 100 + 20 * at, size: 12 })), ...prose(200)])

test('names with initials or note marks, and dates, are demoted', () => {
  expect(below('Ruth A. Lindgren')).toEqual([lead.text])
  expect(below('R. Lindgren')).toEqual([lead.text])
  expect(below('Ruth Lindgren∗ 2018-07-06')).toEqual([lead.text])
  expect(below('Ruth Lindgren¹, Luis Ortega²')).toEqual([lead.text])
  expect(below('Ruth Lindgren July 6, 2018')).toEqual([lead.text])
  expect(below('Ruth Lindgren 6 July 2018, revised 21 October 2019')).toEqual([lead.text])
  expect(below('Ruth Lindgren version 1.0 (2019-05-24)')).toEqual([lead.text])
  expect(below('Ruth A. van der Linden')).toEqual([lead.text])
  expect(below('Ruth Lindgren¹, Luis Ortega² and 3Anna Brandt')).toEqual([lead.text])
})

test('a single name in italics is demoted', () => {
  const name = title('Ruth Lindgren', { y: 100, size: 12 })
  expect(headingsOf([lead, { ...name, style: { ...name.style, italic: true } }, ...prose(200)])).toEqual([lead.text])
  expect(headingsOf([lead, name, ...prose(200)])).toEqual([lead.text, name.text])
})

test('subtitles and names of dated meetings stay headings', () => {
  for (const line of ['What the traps tell', 'Results of the meeting of 12 May 2020', 'Three Villages'])
    expect(below(line)).toEqual([lead.text, line])
  expect(
    headingsOf([lead, title('HELD ON 30 JUNE 2021', { y: 100, size: 12, caps: true }), ...prose(200)]),
  ).toHaveLength(2)
})

test('affiliations are demoted; a school in a headline stays a heading', () => {
  expect(below('The University of Uppland, Sweden')).toEqual([lead.text])
  expect(below('A school for eels')).toHaveLength(2)
})

test('a date alone is demoted in any size', () =>
  expect(headingsOf([lead, title('October 14, 1998', { y: 100, size: 18 }), ...prose(200)])).toEqual([lead.text]))

test('one name decides for other headings in its style', () => {
  const page = (other: string): Block[] => [
    lead,
    title('Ruth Lindgren', { y: 100, size: 12 }),
    text('School of Rivers, lindgren@example.org', { y: 115 }),
    title(other, { y: 140, size: 12 }),
    ...prose(200),
  ]
  expect(headingsOf(page('Luis Ortega'))).toEqual([lead.text])
  // Later headings in the same style prove a heading style.
  const later = [title('Methods', { y: 60, size: 12 }), ...prose(100)]
  expect(headingsOf(page('Luis Ortega'), later)).toHaveLength(4)
  expect(headingsOf([lead, title('Ruth A. Lindgren', { y: 100, size: 12 }), ...prose(200)], later)).toEqual([
    lead.text,
    'Methods',
  ])
  expect(headingsOf([lead, title('Ruth Lindgren¹, Luis Ortega²', { y: 100, size: 12 }), ...prose(200)], later)).toEqual(
    [lead.text, 'Methods'],
  )
})
