import { expect, test } from 'vitest'
import { labelHeadings } from '../../../src/layout/blocks/label-headings.ts'
import { promoteSingleLine } from '../../../src/layout/blocks/single-line-title.ts'
import type { PageGroups } from '../../../src/layout/state.ts'
import { grouped, type Ink, rawPage } from '../raw-pages.ts'

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

test('a small line alone above a drawing is a title if it is larger than most labels', () => {
  const labels = ['one', 'two', 'three', 'four', 'five', 'six'].map(
    (text, index): Ink => ({ text, x: 150 + 80 * index, y: 200 + 20 * index, size: 10 }),
  )
  const above: Ink = { ...line, y: 60, size: 16 }
  const drawing = { box: { x0: 140, y0: 80, x1: 620, y1: 400 }, text: '' }
  const draftWith = (title: Ink, inks: readonly Ink[], drawings: number): PageGroups => {
    const raw = rawPage([title, ...inks], slide)
    const alone = grouped([title], slide)
    return { ...alone, raw, figures: Array.from({ length: drawings }, () => drawing) }
  }
  const hasTitle = (draft: PageGroups): boolean =>
    promoteSingleLine(draft).groups.some((group) => group.kind === 'text' && group.type === 'title')
  const isTitle = (title: Ink, ...inks: readonly Ink[]): boolean => hasTitle(draftWith(title, inks, 1))
  expect(isTitle(above, ...labels)).toBe(true)
  expect(isTitle({ ...above, size: 11 }, ...labels)).toBe(false)
  expect(isTitle({ ...above, y: 200 }, ...labels)).toBe(false)
  expect(isTitle(above, ...labels.slice(2))).toBe(false)
  // Not on a page with many drawings.
  expect(hasTitle(draftWith(above, labels, 1_000))).toBe(false)
})
