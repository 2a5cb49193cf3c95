import { expect, test } from 'vitest'
import { greatest, least } from '../../src/model/extremes.ts'

test('of some values, of none, and of more than a call has room for', () => {
  expect([least([3, -1, 2]), greatest([3, -1, 2])]).toEqual([-1, 3])
  expect([least([]), greatest([])]).toEqual([Math.min(), Math.max()])
  const many = Array.from({ length: 1_000_000 }, (_, at) => at)
  expect([least(many), greatest(many)]).toEqual([0, 999_999])
})
