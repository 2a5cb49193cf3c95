import { expect, test } from 'vitest'
import { memoryBudget } from '../../src/runtime/memory-budget.node.ts'

test('threads and heaps fit the memory', () => {
  const mebibyte = 1 << 20
  expect(memoryBudget(256 * mebibyte).threads).toBe(1)
  expect(memoryBudget(1024 * mebibyte).threads).toBe(2)
  expect(memoryBudget(1024 * mebibyte).maxHeapMb(2)).toBe(292)
  expect(memoryBudget(64_000 * mebibyte).maxHeapMb(8)).toBe(512)
  expect(memoryBudget(null).threads).toBeGreaterThan(0)
})
