import { expect, test } from 'vitest'
import { orderRotated } from '../../../src/layout/order/order-rotated.ts'
import type { Line } from '../../../src/layout/state.ts'
import type { Span } from '../../../src/model/raw-page.ts'

/** A line of 10 points that runs along y. */
const line = (text: string, x: number, rotation: Span['rotation'], [y0, y1] = [100, 300]): Line =>
  ({ text, size: 10, box: { x0: x, y0, x1: x + 10, y1 }, spans: [{ rotation }] }) as unknown as Line
const ordered = (...lines: Line[]): string =>
  orderRotated(lines)
    .map(({ text }) => text)
    .join(' ')

test('lines of a rotated note follow one another across the page', () => {
  expect(ordered(line('a', 20, 90), line('b', 34, 90))).toBe('b a')
  expect(ordered(line('a', 34, 270), line('b', 20, 270))).toBe('b a')
})

test('notes keep their order', () => {
  // Far apart, of another rotation, and next to each other along the edge.
  expect(ordered(line('a', 20, 90), line('b', 60, 90))).toBe('a b')
  expect(ordered(line('a', 20, 90), line('b', 34, 270))).toBe('a b')
  expect(ordered(line('a', 20, 90, [100, 300]), line('b', 34, 90, [310, 500]))).toBe('a b')
  expect(ordered(line('a', 34, 180), line('b', 20, 180))).toBe('a b')
})
