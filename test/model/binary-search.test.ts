import { describe, expect, it } from 'vitest'
import { lowerBound } from '../../src/model/binary-search.ts'

describe('lowerBound', () => {
  it('finds the first of equal values, and the end if no value is reached', () => {
    const values = [1, 3, 3, 3, 7]
    const found = [0, 1, 2, 3, 7, 8].map((limit) => lowerBound(values, (value) => value >= limit))
    expect(found).toEqual([0, 0, 1, 1, 4, 5])
    expect(lowerBound([], () => true)).toBe(0)
  })
})
