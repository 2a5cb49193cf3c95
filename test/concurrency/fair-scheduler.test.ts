/** How senders share threads, without any thread. */
import { describe, expect, test } from 'vitest'
import {
  canQueue,
  createFairScheduler,
  MEMORY_MS,
  orderByLeastUsage,
  SLOW_AFTER_MS,
} from '../../src/concurrency/fair-scheduler.ts'

const work = (tenant: string, name = tenant) => ({ tenant, name })
const names = (works: readonly { name: string }[]) => works.map(({ name }) => name)

describe('turns', () => {
  test('whoever holds fewest threads goes first; among equals the order stays', () => {
    const shares = createFairScheduler()
    const first = shares.acquire('a', 0)
    shares.acquire('a', 0)
    shares.acquire('b', 0)
    const waiting = [work('a', 'a1'), work('b', 'b1'), work('c', 'c1'), work('a', 'a2'), work('c', 'c2')]
    expect(names(orderByLeastUsage(waiting, shares, { free: 1, now: 0 }))).toEqual(['c1', 'c2', 'b1', 'a1', 'a2'])
    first.release(1)
    expect(names(orderByLeastUsage(waiting, shares, { free: 1, now: 1 }))).toEqual(['c1', 'c2', 'a1', 'b1', 'a2'])
  })

  test('one tenant alone has all threads, however slow', () => {
    const shares = createFairScheduler()
    shares.acquire('a', 0)
    expect(names(orderByLeastUsage([work('a')], shares, { free: 1, now: SLOW_AFTER_MS }))).toEqual(['a'])
  })
})

describe('the last free thread', () => {
  test('is kept from a tenant of slow pages while another tenant is about', () => {
    const shares = createFairScheduler()
    shares.recordRequest('b', 0)
    shares.acquire('a', 0)
    expect(shares.canAcquire('a', { free: 1, now: SLOW_AFTER_MS - 1 })).toBe(true)
    expect(shares.canAcquire('a', { free: 1, now: SLOW_AFTER_MS })).toBe(false)
    expect(shares.canAcquire('a', { free: 2, now: SLOW_AFTER_MS })).toBe(true)
    expect(shares.canAcquire('b', { free: 1, now: SLOW_AFTER_MS })).toBe(true)
    expect(shares.canAcquire('a', { free: 1, now: MEMORY_MS })).toBe(true)
  })

  test('also after the slow page, for a while', () => {
    const shares = createFairScheduler()
    shares.acquire('a', 0).release(SLOW_AFTER_MS)
    shares.acquire('a', SLOW_AFTER_MS)
    const later = SLOW_AFTER_MS + 10
    shares.recordRequest('b', later)
    expect(shares.canAcquire('a', { free: 1, now: later })).toBe(false)
  })

  test('is theirs when none of them holds any, so that they go on with one thread in all', () => {
    const shares = createFairScheduler()
    shares.acquire('a', 0).release(SLOW_AFTER_MS)
    shares.recordRequest('b', SLOW_AFTER_MS)
    expect(shares.canAcquire('a', { free: 1, now: SLOW_AFTER_MS })).toBe(true)
    const stay = shares.acquire('a', SLOW_AFTER_MS)
    shares.acquire('c', SLOW_AFTER_MS).release(2 * SLOW_AFTER_MS)
    expect(shares.canAcquire('c', { free: 1, now: 2 * SLOW_AFTER_MS })).toBe(false)
    stay.release(2 * SLOW_AFTER_MS)
    expect(shares.canAcquire('c', { free: 1, now: 2 * SLOW_AFTER_MS })).toBe(true)
  })

  test('where all are slow nothing is kept for anybody', () => {
    const shares = createFairScheduler()
    shares.acquire('a', 0)
    shares.acquire('b', 0)
    expect(shares.canAcquire('a', { free: 1, now: SLOW_AFTER_MS })).toBe(true)
  })
})

describe('places to wait', () => {
  test('one tenant alone may have all of them', () => {
    expect(canQueue({ waiting: 3, own: 3, senders: 1 }, 4)).toBe(true)
    expect(canQueue({ waiting: 4, own: 4, senders: 1 }, 4)).toBe(false)
  })

  test('another one still finds a place, up to its share', () => {
    expect(canQueue({ waiting: 4, own: 0, senders: 2 }, 4)).toBe(true)
    expect(canQueue({ waiting: 5, own: 1, senders: 2 }, 4)).toBe(true)
    expect(canQueue({ waiting: 6, own: 2, senders: 2 }, 4)).toBe(false)
    expect(canQueue({ waiting: 6, own: 0, senders: 3 }, 4)).toBe(true)
  })

  test('twice the places are the end for all', () => {
    expect(canQueue({ waiting: 4, own: 0, senders: 5 }, 2)).toBe(false)
  })
})
