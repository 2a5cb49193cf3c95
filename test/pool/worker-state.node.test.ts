import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorkerState, keep, release } from '../../src/pool/worker-state.node.ts'
import { createWorkerThread } from '../../src/pool/worker-thread.node.ts'

const newSeat = () =>
  createWorkerState(
    createWorkerThread({
      threadFile: new URL('./misbehaving-thread.node.ts', import.meta.url),
      threadData: null,
      maxHeapMb: 48,
    }),
  )

describe('a thread that is kept', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is free for all when its time is over, also where the clock has not come so far', () => {
    const seat = newSeat()
    const freed = vi.fn(() => expect(seat.kept).toBe(false))
    keep(seat, freed)
    expect(seat.kept).toBe(true)
    // As a timer does that fires a millisecond early.
    vi.setSystemTime(Date.now() - 1000)
    vi.advanceTimersByTime(30)
    expect(freed).toHaveBeenCalledTimes(1)
  })

  test('once released it tells nobody; kept again, it is kept as long anew', () => {
    const seat = newSeat()
    const freed = vi.fn()
    keep(seat, freed)
    release(seat)
    expect(seat.kept).toBe(false)
    vi.advanceTimersByTime(100)
    expect(freed).not.toHaveBeenCalled()
    keep(seat, freed)
    vi.advanceTimersByTime(20)
    keep(seat, freed)
    vi.advanceTimersByTime(20)
    expect(seat.kept).toBe(true)
    vi.advanceTimersByTime(10)
    expect(freed).toHaveBeenCalledTimes(1)
  })
})
