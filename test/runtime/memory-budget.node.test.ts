import { expect, test } from 'vitest'
import { memoryBudget } from '../../src/runtime/memory-budget.node.ts'

test('threads and heaps fit the memory', () => {
  const mebibyte = 1 << 20
  const memoryOf = (limitBytes: number | null) => memoryBudget(limitBytes, { neural: false })
  expect(memoryOf(256 * mebibyte).threads).toBe(1)
  expect(memoryOf(1024 * mebibyte).threads).toBe(2)
  expect(memoryOf(1024 * mebibyte).maxHeapMb(2)).toBe(292)
  expect(memoryOf(1024 * mebibyte).maxDecodeBytes).toBe(512 * mebibyte)
  expect(memoryOf(64_000 * mebibyte).maxHeapMb(8)).toBe(512)
  expect(memoryOf(null).threads).toBeGreaterThan(0)
})

test('the networks of the neural engine take memory of each thread', () => {
  const memory = memoryBudget(1024 << 20, { neural: true })
  expect(memory.threads).toBe(1)
  expect(memory.maxHeapMb(1)).toBe(504)
})
