import { afterEach, expect, test, vi } from 'vitest'
import { ThreadDecision } from '../../src/cli/file-task.ts'

afterEach(() => vi.restoreAllMocks())

/** The decision after `cpuMs` milliseconds of CPU. */
function isWorth(cpuMs: number, counts: { done: number; remaining: number; threads: number }): boolean {
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: cpuMs * 1000, system: 0 })
  return new ThreadDecision(counts.threads).isWorth(counts)
}

test('many short files need more time for their threads than few slow ones', () => {
  expect(isWorth(1300, { done: 40, remaining: 150, threads: 2 })).toBe(false)
  expect(isWorth(1300, { done: 40, remaining: 400, threads: 2 })).toBe(true)
  expect(isWorth(1300, { done: 1, remaining: 2, threads: 2 })).toBe(true)
})

test('the same files are worth eight threads', () => {
  expect(isWorth(1300, { done: 40, remaining: 150, threads: 8 })).toBe(true)
})

test('a slow first file is worth threads, a fast one is not', () => {
  expect(isWorth(1300, { done: 0, remaining: 20, threads: 2 })).toBe(true)
  expect(isWorth(300, { done: 0, remaining: 20, threads: 2 })).toBe(false)
})
