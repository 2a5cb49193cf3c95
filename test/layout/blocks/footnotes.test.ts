/** Which paragraphs at the bottom of a page are footnotes. Hand-made for this project. */
import { expect, test } from 'vitest'
import { labelFootnotes } from '../../../src/layout/blocks/footnotes.ts'
import { grouped, type Ink, lines, outline } from '../raw-pages.ts'

const prose = Array(30).fill('Running text that fills the column from its left to its right edge')
const body = lines(prose, { x: 50, y: 100 })
const typesOf = (...inks: Ink[]): string[] =>
  outline(labelFootnotes(grouped([...body, ...inks])))
    .slice(1)
    .map((text) => text.slice(0, text.indexOf(':')))

test('small text with a marker is a footnote; bold text is a heading', () => {
  const note = { text: '1 The weir was closed in the spring of that year', x: 50, y: 700, size: 8 }
  expect(typesOf(note)).toEqual(['footnote'])
  expect(typesOf({ ...note, bold: true })).toEqual(['text'])
})

test('a note of one line above a page footer is a footnote', () => {
  const note = { text: '1 The weir was closed in the spring of that year', x: 50, y: 790, size: 8 }
  const footer = { text: 'Report of the keepers', x: 50, y: 825, size: 8 }
  expect(typesOf(note, footer)).toEqual(['footnote', 'text'])
})

test('a raised marker makes a note of one line at the bottom edge a footnote', () => {
  const note = { text: 'The weir was closed in the spring of that year', x: 54, y: 790, size: 8 }
  expect(typesOf({ text: '1', x: 50, y: 787, size: 5 }, note)).toEqual(['footnote'])
  expect(typesOf(note)).toEqual(['text'])
})
