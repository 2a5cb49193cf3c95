import { expect, test } from 'vitest'
import { maxOf, median, minOf } from '../../src/model/statistics.ts'

test('of some values, of none, and of more than a call has room for', () => {
  expect([minOf([3, -1, 2]), maxOf([3, -1, 2])]).toEqual([-1, 3])
  expect([minOf([]), maxOf([])]).toEqual([Math.min(), Math.max()])
  const many = Array.from({ length: 1_000_000 }, (_, at) => at)
  expect([minOf(many), maxOf(many)]).toEqual([0, 999_999])
})

test('the middle one, of an even number the upper', () => {
  const values = [9, 1, 5, 10]
  expect(median(values)).toBe(9)
  expect(median([2, 1, 3])).toBe(2)
  expect(median([])).toBeNull()
  expect(values).toEqual([9, 1, 5, 10])
})
