/** Who works next, without any thread. */
import { describe, expect, test } from 'vitest'
import {
  chooseNext,
  chooseWorker,
  createWork,
  isWaiting,
  noteChunk,
  SPREAD_AFTER_MS,
  takeChunk,
  type WorkerView,
} from '../../src/pool/scheduler.ts'

const slot = (sourceKey: unknown, free = true): WorkerView => ({ free, sourceKey })

describe('chunks', () => {
  test('begin with one page, then grow with the speed of the pages', () => {
    const work = createWork('a', 300)
    const sizes: number[] = []
    while (isWaiting(work)) {
      const chunk = takeChunk(work, 0)
      sizes.push(chunk.to - chunk.from)
      noteChunk(work, chunk, 5 * (chunk.to - chunk.from))
    }
    expect(sizes[0]).toBe(1)
    expect(sizes[1]).toBe(32)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(300)
  })

  test('of slow pages stay single', () => {
    const work = createWork('a', 4)
    for (let count = 0; count < 4; count++) {
      const chunk = takeChunk(work, 0)
      expect(chunk).toEqual({ from: count, to: count + 1 })
      noteChunk(work, chunk, 2000)
    }
    expect(isWaiting(work)).toBe(false)
  })

  test('a job without pages is one chunk', () => {
    const work = createWork('a', 0)
    expect(isWaiting(work)).toBe(true)
    expect(takeChunk(work, 5)).toEqual({ from: 0, to: 0 })
    expect(isWaiting(work)).toBe(false)
  })
})

describe('the choice of a thread', () => {
  test('prefers the one that holds the document, then an empty one', () => {
    expect(chooseWorker(createWork('a', 3), [slot(null), slot('a')], 0)).toBe(1)
    expect(chooseWorker(createWork('a', 3), [slot('b'), slot(null)], 0)).toBe(1)
    expect(chooseWorker(createWork('a', 3), [slot('b'), slot('c')], 0)).toBe(0)
    expect(chooseWorker(createWork('a', 3), [slot('b', false), slot('c', false)], 0)).toBe(-1)
    expect(chooseWorker(createWork(null, 0), [slot('b', false), slot('c')], 0)).toBe(1)
  })

  test('takes another when the holder is busy with something else', () => {
    expect(chooseWorker(createWork('a', 3), [slot('a', false), slot('b')], 0)).toBe(1)
  })

  test('shares a document among threads only when it has proved long', () => {
    const work = createWork('a', 3)
    takeChunk(work, 1000)
    const slots = [slot('a', false), slot(null)]
    expect(chooseWorker(work, slots, 1000 + SPREAD_AFTER_MS - 1)).toBe(-1)
    expect(chooseWorker(work, slots, 1000 + SPREAD_AFTER_MS)).toBe(1)
  })
})

describe('whose turn it is', () => {
  const view = (sourceKey: unknown, { free = true, kept = false } = {}) => ({ free, sourceKey, kept })
  const task = { work: createWork('task', 300), urgent: false }
  const request = { work: createWork('request', 1), urgent: true }

  test('urgent work goes first, wherever it stands', () => {
    expect(chooseNext([task, request], [view(null)], { now: 0, urgentOnEnd: 0 })).toEqual({ work: 1, slot: 0 })
  })

  test('after four urgent chunks on end it is the turn of a task', () => {
    expect(chooseNext([request, task], [view(null)], { now: 0, urgentOnEnd: 3 })).toEqual({ work: 0, slot: 0 })
    expect(chooseNext([request, task], [view(null)], { now: 0, urgentOnEnd: 4 })).toEqual({ work: 1, slot: 0 })
  })

  test('a thread that is kept is for urgent work only', () => {
    const slots = [view(null, { free: false }), view('request', { kept: true })]
    expect(chooseNext([task], slots, { now: 0, urgentOnEnd: 1 })).toBeNull()
    expect(chooseNext([task, request], slots, { now: 0, urgentOnEnd: 1 })).toEqual({ work: 1, slot: 1 })
  })

  test('nobody waits, or no thread is free', () => {
    expect(chooseNext([], [view(null)], { now: 0, urgentOnEnd: 0 })).toBeNull()
    expect(chooseNext([task, request], [view(null, { free: false })], { now: 0, urgentOnEnd: 0 })).toBeNull()
  })
})
