import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WorkerThread } from '../../src/pool/worker-thread.node.ts'

const newThread = () =>
  new WorkerThread({
    threadFile: new URL('./faulty-thread.node.ts', import.meta.url),
    threadData: null,
    maxHeapMb: 48,
  })

describe('reservation', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('ends with its timer, even if the timer fires early', () => {
    const thread = newThread()
    const onExpire = vi.fn(() => expect(thread.reserved).toBe(false))
    thread.reserve(onExpire)
    expect(thread.reserved).toBe(true)
    vi.setSystemTime(Date.now() - 1000)
    vi.advanceTimersByTime(30)
    expect(onExpire).toHaveBeenCalledTimes(1)
  })

  test('release cancels the timer; a second reservation restarts it', () => {
    const thread = newThread()
    const onExpire = vi.fn()
    thread.reserve(onExpire)
    thread.release()
    expect(thread.reserved).toBe(false)
    vi.advanceTimersByTime(100)
    expect(onExpire).not.toHaveBeenCalled()
    thread.reserve(onExpire)
    vi.advanceTimersByTime(20)
    thread.reserve(onExpire)
    vi.advanceTimersByTime(20)
    expect(thread.reserved).toBe(true)
    vi.advanceTimersByTime(10)
    expect(onExpire).toHaveBeenCalledTimes(1)
  })
})
