import { expect, test } from 'vitest'
import { labelHeadings } from '../../../src/layout/blocks/label-headings.ts'
import { promoteSingleLine } from '../../../src/layout/blocks/single-line-title.ts'
import { grouped, type Ink } from '../raw-pages.ts'

const slide = { width: 720, height: 540 }
const titlesOf = (...inks: Ink[]): string[] =>
  promoteSingleLine(labelHeadings(grouped(inks, slide))).groups.flatMap((group) =>
    group.kind === 'text' && group.type === 'title' ? [group.text] : [],
  )

const line: Ink = { text: 'Sales by region', x: 200, y: 90, size: 44 }

test('the only large line of a page is its title', () => {
  expect(titlesOf(line)).toEqual(['Sales by region'])
  expect(titlesOf(line, { text: 'North', x: 500, y: 300, size: 18 })).toEqual(['Sales by region'])
})

test('small text, one of several lines, a sentence, the bottom of a page and OCR text are not titles', () => {
  expect(titlesOf({ ...line, size: 18 })).toEqual([])
  expect(titlesOf(line, { text: 'Sales by product', x: 200, y: 300, size: 44 })).toEqual([])
  expect(titlesOf({ ...line, text: 'This is all.' })).toEqual([])
  expect(titlesOf({ ...line, y: 500 })).toEqual([])
  expect(titlesOf({ ...line, source: 'ocr' })).toEqual([])
})
