import { expect, test } from 'vitest'
import { maxOf, median, minOf } from '../../src/model/statistics.ts'

test('of some values, of no values, and of more than a call can take as arguments', () => {
  expect([minOf([3, -1, 2]), maxOf([3, -1, 2])]).toEqual([-1, 3])
  expect([minOf([]), maxOf([])]).toEqual([Math.min(), Math.max()])
  const many = Array.from({ length: 1_000_000 }, (_, at) => at)
  expect([minOf(many), maxOf(many)]).toEqual([0, 999_999])
})

test('the upper middle value of an even number', () => {
  const values = [9, 1, 5, 10]
  expect(median(values)).toBe(9)
  expect(median([2, 1, 3])).toBe(2)
  expect(median([])).toBeNull()
  expect(values).toEqual([9, 1, 5, 10])
})
