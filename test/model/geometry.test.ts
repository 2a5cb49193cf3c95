import { expect, test } from 'vitest'
import { area, clip, coverage, grow, overlapArea, union, unionAll } from '../../src/model/geometry.ts'

const a = { x0: 0, y0: 0, x1: 10, y1: 10 }
const b = { x0: 5, y0: 5, x1: 20, y1: 10 }

test('union, overlap, coverage', () => {
  expect(union(a, b)).toEqual({ x0: 0, y0: 0, x1: 20, y1: 10 })
  expect(unionAll([a, b])).toEqual(union(a, b))
  expect(unionAll([])).toEqual({ x0: 0, y0: 0, x1: 0, y1: 0 })
  expect(overlapArea(a, b)).toBe(25)
  expect(coverage(b, a)).toBeCloseTo(25 / 75)
  expect(overlapArea(a, { x0: 11, y0: 0, x1: 12, y1: 1 })).toBe(0)
})

test('a box without area is covered if its center is inside', () => {
  expect(coverage({ x0: 5, y0: 5, x1: 5, y1: 5 }, a)).toBe(1)
  expect(coverage({ x0: 15, y0: 5, x1: 15, y1: 5 }, a)).toBe(0)
})

test('clip never inverts a box', () => {
  expect(clip({ x0: 30, y0: 30, x1: 40, y1: 40 }, a)).toEqual({ x0: 10, y0: 10, x1: 10, y1: 10 })
  expect(area(clip(grow(a, 5), a))).toBe(100)
})
