import { describe, expect, test } from 'vitest'
import {
  assignChunk,
  chooseNext,
  chooseWorker,
  createWork,
  isWaiting,
  recordChunk,
  SPREAD_AFTER_MS,
  type WorkerView,
} from '../../src/pool/scheduler.ts'

const worker = (sourceKey: unknown, free = true): WorkerView => ({ free, sourceKey })

describe('chunks', () => {
  test('start with one page and grow with the speed of the pages', () => {
    const work = createWork('a', 300)
    const sizes: number[] = []
    while (isWaiting(work)) {
      const chunk = assignChunk(work, 0)
      sizes.push(chunk.to - chunk.from)
      recordChunk(work, chunk, 5 * (chunk.to - chunk.from))
    }
    expect(sizes[0]).toBe(1)
    expect(sizes[1]).toBe(32)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(300)
  })

  test('of slow pages have one page', () => {
    const work = createWork('a', 4)
    for (let count = 0; count < 4; count++) {
      const chunk = assignChunk(work, 0)
      expect(chunk).toEqual({ from: count, to: count + 1 })
      recordChunk(work, chunk, 2000)
    }
    expect(isWaiting(work)).toBe(false)
  })

  test('a job without pages is one chunk', () => {
    const work = createWork('a', 0)
    expect(isWaiting(work)).toBe(true)
    expect(assignChunk(work, 5)).toEqual({ from: 0, to: 0 })
    expect(isWaiting(work)).toBe(false)
  })
})

describe('chooseWorker', () => {
  test('prefers the worker with the open document, then one without any', () => {
    expect(chooseWorker(createWork('a', 3), [worker(null), worker('a')], 0)).toBe(1)
    expect(chooseWorker(createWork('a', 3), [worker('b'), worker(null)], 0)).toBe(1)
    expect(chooseWorker(createWork('a', 3), [worker('b'), worker('c')], 0)).toBe(0)
    expect(chooseWorker(createWork('a', 3), [worker('b', false), worker('c', false)], 0)).toBe(-1)
    expect(chooseWorker(createWork(null, 0), [worker('b', false), worker('c')], 0)).toBe(1)
  })

  test('takes another worker if the one with the document is busy', () => {
    expect(chooseWorker(createWork('a', 3), [worker('a', false), worker('b')], 0)).toBe(1)
  })

  test('uses a second worker only for a long document', () => {
    const work = createWork('a', 3)
    assignChunk(work, 1000)
    const workers = [worker('a', false), worker(null)]
    expect(chooseWorker(work, workers, 1000 + SPREAD_AFTER_MS - 1)).toBe(-1)
    expect(chooseWorker(work, workers, 1000 + SPREAD_AFTER_MS)).toBe(1)
  })
})

describe('chooseNext', () => {
  const view = (sourceKey: unknown, { free = true, reserved = false } = {}) => ({ free, sourceKey, reserved })
  const task = { work: createWork('task', 300), urgent: false }
  const request = { work: createWork('request', 1), urgent: true }

  test('urgent jobs go first', () => {
    expect(chooseNext([task, request], [view(null)], { now: 0, urgentInARow: 0 })).toEqual({ job: 1, worker: 0 })
  })

  test('after four urgent chunks in a row a task goes first', () => {
    expect(chooseNext([request, task], [view(null)], { now: 0, urgentInARow: 3 })).toEqual({ job: 0, worker: 0 })
    expect(chooseNext([request, task], [view(null)], { now: 0, urgentInARow: 4 })).toEqual({ job: 1, worker: 0 })
  })

  test('a reserved worker takes urgent jobs only', () => {
    const workers = [view(null, { free: false }), view('request', { reserved: true })]
    expect(chooseNext([task], workers, { now: 0, urgentInARow: 1 })).toBeNull()
    expect(chooseNext([task, request], workers, { now: 0, urgentInARow: 1 })).toEqual({ job: 1, worker: 1 })
  })

  test('returns null without a job or without a free worker', () => {
    expect(chooseNext([], [view(null)], { now: 0, urgentInARow: 0 })).toBeNull()
    expect(chooseNext([task, request], [view(null, { free: false })], { now: 0, urgentInARow: 0 })).toBeNull()
  })
})
