import { expect, test } from 'vitest'
import { splitEdgeRows } from '../../../src/layout/blocks/split-edge-rows.ts'
import { grouped, type Ink, lines } from '../raw-pages.ts'

const full = 'Running text that fills the column from its left to its right edge'
const texts = (inks: readonly Ink[]) =>
  splitEdgeRows(grouped(inks)).groups.flatMap((group) => (group.kind === 'text' ? [group.text] : []))

test('a page header and its page number are two groups', () => {
  const head: Ink[] = [
    { text: 'The Harvest Report', x: 50, y: 40 },
    { text: '12', x: 500, y: 40 },
  ]
  const body = lines([full, full], { x: 50, y: 200 })
  expect(texts([...head, ...body]).slice(0, 2)).toEqual(['The Harvest Report', '12'])
})

test('words of one line at the edge are one group', () => {
  const head: Ink[] = [
    { text: 'The Harvest', x: 50, y: 40 },
    { text: 'Report', x: 110, y: 40 },
  ]
  expect(texts([...head, ...lines([full, full], { x: 50, y: 200 })])[0]).toBe('The Harvest Report')
})

test('an edge row inside wide margins is split only if a segment is a page number', () => {
  const row = (last: string): Ink[] => [
    { text: '4.3 Crops', x: 50, y: 90 },
    { text: last, x: 500, y: 90 },
  ]
  const body = lines([full, full], { x: 50, y: 200 })
  expect(texts([...row('12'), ...body]).slice(0, 2)).toEqual(['4.3 Crops', '12'])
  expect(texts([...row('Harvest'), ...body])).toHaveLength(2)
})

test('a section number and its name are one group', () => {
  const heading: Ink[] = [
    { text: '6.7.3', x: 50, y: 60, bold: true },
    { text: 'Children', x: 120, y: 60, bold: true },
  ]
  expect(texts([...heading, ...lines([full, full], { x: 50, y: 200 })])[0]).toBe('6.7.3 Children')
})

test('an entry of contents above other entries is one group', () => {
  const entries = [730, 745, 760].flatMap((y, at): Ink[] => [
    { text: `7.${at} The styles of pairs`, x: 50, y },
    { text: String(25 + at), x: 500, y },
  ])
  const body = lines([full, full], { x: 50, y: 200 })
  expect(texts([...body, ...entries]).slice(1, 4)).toEqual([
    '7.0 The styles of pairs 25',
    '7.1 The styles of pairs',
    '26',
  ])
})
