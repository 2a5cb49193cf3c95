import { describe, expect, test } from 'vitest'
import { planShards } from '../../../src/jobs/steps/plan-shards.ts'

const sizes = (pages: number, shardPages: number) =>
  planShards(pages, shardPages).map(({ first, last }) => last - first + 1)

describe('shards', () => {
  test.each([
    [1, 32],
    [5, 32],
    [17, 4],
    [100, 32],
    [300, 32],
    [300, 1],
    [300, 300],
  ])('%d pages with at most %d a shard: every page once, in order', (pages, shardPages) => {
    const covered = planShards(pages, shardPages).flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    )
    expect(covered).toEqual(Array.from({ length: pages }, (_, index) => index))
    expect(Math.max(...sizes(pages, shardPages))).toBeLessThanOrEqual(shardPages)
  })

  test('large first, small last, after a small one that is shown first', () => {
    const [shown, ...own] = sizes(300, 32)
    expect(shown).toBe(4)
    expect(own.slice(0, 6)).toEqual([32, 32, 32, 32, 32, 32])
    expect(own.toSorted((a, b) => b - a)).toEqual(own)
    expect(own.at(-1)).toBeLessThanOrEqual(4)
    expect(own.length).toBeLessThan(20)
  })

  test.each([2, 3, 4, 8])('%d equally fast workers finish within the smallest shard of each other', (workers) => {
    const busyUntil = new Array<number>(workers).fill(0)
    for (const size of sizes(300, 32)) {
      const next = busyUntil.indexOf(Math.min(...busyUntil))
      busyUntil[next] = (busyUntil[next] ?? 0) + size
    }
    expect(Math.max(...busyUntil)).toBeLessThanOrEqual(300 / workers + 4)
  })

  test('small documents are split too; small SHARD_PAGES are kept', () => {
    expect(sizes(16, 32)).toEqual([4, 4, 4, 4])
    expect(sizes(6, 32)).toEqual([3, 3])
    expect(sizes(10, 4)).toEqual([4, 3, 3])
    expect(sizes(3, 1)).toEqual([1, 1, 1])
    expect(sizes(0, 32)).toEqual([])
  })
})
