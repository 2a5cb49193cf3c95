import { describe, expect, test } from 'vitest'
import { canQueue, createFairScheduler, MEMORY_MS, SLOW_AFTER_MS } from '../../src/concurrency/fair-scheduler.ts'

const job = (tenant: string, name = tenant) => ({ tenant, name })
const names = (jobs: readonly { name: string }[]) => jobs.map(({ name }) => name)

describe('order', () => {
  test('tenants with the fewest slots go first; otherwise the order is stable', () => {
    const scheduler = createFairScheduler()
    const first = scheduler.acquire('a', 0)
    scheduler.acquire('a', 0)
    scheduler.acquire('b', 0)
    const waiting = [job('a', 'a1'), job('b', 'b1'), job('c', 'c1'), job('a', 'a2'), job('c', 'c2')]
    expect(names(scheduler.orderByLeastUsage(waiting, { free: 1, now: 0 }))).toEqual(['c1', 'c2', 'b1', 'a1', 'a2'])
    first.release(1)
    expect(names(scheduler.orderByLeastUsage(waiting, { free: 1, now: 1 }))).toEqual(['c1', 'c2', 'a1', 'b1', 'a2'])
  })

  test('a single tenant may use all slots, however slow', () => {
    const scheduler = createFairScheduler()
    scheduler.acquire('a', 0)
    expect(names(scheduler.orderByLeastUsage([job('a')], { free: 1, now: SLOW_AFTER_MS }))).toEqual(['a'])
  })
})

describe('the last free slot', () => {
  test('is not given to a slow tenant while another one is active', () => {
    const scheduler = createFairScheduler()
    scheduler.recordRequest('b', 0)
    scheduler.acquire('a', 0)
    expect(scheduler.canAcquire('a', { free: 1, now: SLOW_AFTER_MS - 1 })).toBe(true)
    expect(scheduler.canAcquire('a', { free: 1, now: SLOW_AFTER_MS })).toBe(false)
    expect(scheduler.canAcquire('a', { free: 2, now: SLOW_AFTER_MS })).toBe(true)
    expect(scheduler.canAcquire('b', { free: 1, now: SLOW_AFTER_MS })).toBe(true)
    expect(scheduler.canAcquire('a', { free: 1, now: MEMORY_MS })).toBe(true)
  })

  test('is not given to a tenant that was slow recently', () => {
    const scheduler = createFairScheduler()
    scheduler.acquire('a', 0).release(SLOW_AFTER_MS)
    scheduler.acquire('a', SLOW_AFTER_MS)
    const later = SLOW_AFTER_MS + 10
    scheduler.recordRequest('b', later)
    expect(scheduler.canAcquire('a', { free: 1, now: later })).toBe(false)
  })

  test('is given to a slow tenant if no slow tenant has a slot', () => {
    const scheduler = createFairScheduler()
    scheduler.acquire('a', 0).release(SLOW_AFTER_MS)
    scheduler.recordRequest('b', SLOW_AFTER_MS)
    expect(scheduler.canAcquire('a', { free: 1, now: SLOW_AFTER_MS })).toBe(true)
    const grant = scheduler.acquire('a', SLOW_AFTER_MS)
    scheduler.acquire('c', SLOW_AFTER_MS).release(2 * SLOW_AFTER_MS)
    expect(scheduler.canAcquire('c', { free: 1, now: 2 * SLOW_AFTER_MS })).toBe(false)
    grant.release(2 * SLOW_AFTER_MS)
    expect(scheduler.canAcquire('c', { free: 1, now: 2 * SLOW_AFTER_MS })).toBe(true)
  })

  test('is given to a slow tenant if all tenants are slow', () => {
    const scheduler = createFairScheduler()
    scheduler.acquire('a', 0)
    scheduler.acquire('b', 0)
    expect(scheduler.canAcquire('a', { free: 1, now: SLOW_AFTER_MS })).toBe(true)
  })
})

describe('queue limit', () => {
  test('a single tenant may fill the queue', () => {
    expect(canQueue({ waiting: 3, ownWaiting: 3, tenants: 1 }, 4)).toBe(true)
    expect(canQueue({ waiting: 4, ownWaiting: 4, tenants: 1 }, 4)).toBe(false)
  })

  test('another tenant may exceed the limit up to its even share', () => {
    expect(canQueue({ waiting: 4, ownWaiting: 0, tenants: 2 }, 4)).toBe(true)
    expect(canQueue({ waiting: 5, ownWaiting: 1, tenants: 2 }, 4)).toBe(true)
    expect(canQueue({ waiting: 6, ownWaiting: 2, tenants: 2 }, 4)).toBe(false)
    expect(canQueue({ waiting: 6, ownWaiting: 0, tenants: 3 }, 4)).toBe(true)
  })

  test('twice the limit is the maximum for all tenants', () => {
    expect(canQueue({ waiting: 4, ownWaiting: 0, tenants: 5 }, 2)).toBe(false)
  })
})
