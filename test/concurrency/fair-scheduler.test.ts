/** How senders share threads, without any thread. */
import { describe, expect, test } from 'vitest'
import { canQueue, createFairScheduler, inTurn, REMEMBER_MS, SLOW_MS } from '../../src/concurrency/fair-scheduler.ts'

const work = (sender: string, name = sender) => ({ sender, name })
const names = (works: readonly { name: string }[]) => works.map(({ name }) => name)

describe('turns', () => {
  test('whoever holds fewest threads goes first; among equals the order stays', () => {
    const shares = createFairScheduler()
    const first = shares.begin('a', 0)
    shares.begin('a', 0)
    shares.begin('b', 0)
    const waiting = [work('a', 'a1'), work('b', 'b1'), work('c', 'c1'), work('a', 'a2'), work('c', 'c2')]
    expect(names(inTurn(waiting, shares, { free: 1, now: 0 }))).toEqual(['c1', 'c2', 'b1', 'a1', 'a2'])
    first.end(1)
    expect(names(inTurn(waiting, shares, { free: 1, now: 1 }))).toEqual(['c1', 'c2', 'a1', 'b1', 'a2'])
  })

  test('one sender alone has all threads, however slow', () => {
    const shares = createFairScheduler()
    shares.begin('a', 0)
    expect(names(inTurn([work('a')], shares, { free: 1, now: SLOW_MS }))).toEqual(['a'])
  })
})

describe('the last free thread', () => {
  test('is kept from a sender of slow pages while another sender is about', () => {
    const shares = createFairScheduler()
    shares.seen('b', 0)
    shares.begin('a', 0)
    expect(shares.mayTake('a', { free: 1, now: SLOW_MS - 1 })).toBe(true)
    expect(shares.mayTake('a', { free: 1, now: SLOW_MS })).toBe(false)
    expect(shares.mayTake('a', { free: 2, now: SLOW_MS })).toBe(true)
    expect(shares.mayTake('b', { free: 1, now: SLOW_MS })).toBe(true)
    expect(shares.mayTake('a', { free: 1, now: REMEMBER_MS })).toBe(true)
  })

  test('also after the slow page, for a while', () => {
    const shares = createFairScheduler()
    shares.begin('a', 0).end(SLOW_MS)
    shares.begin('a', SLOW_MS)
    const later = SLOW_MS + 10
    shares.seen('b', later)
    expect(shares.mayTake('a', { free: 1, now: later })).toBe(false)
  })

  test('is theirs when none of them holds any, so that they go on with one thread in all', () => {
    const shares = createFairScheduler()
    shares.begin('a', 0).end(SLOW_MS)
    shares.seen('b', SLOW_MS)
    expect(shares.mayTake('a', { free: 1, now: SLOW_MS })).toBe(true)
    const stay = shares.begin('a', SLOW_MS)
    shares.begin('c', SLOW_MS).end(2 * SLOW_MS)
    expect(shares.mayTake('c', { free: 1, now: 2 * SLOW_MS })).toBe(false)
    stay.end(2 * SLOW_MS)
    expect(shares.mayTake('c', { free: 1, now: 2 * SLOW_MS })).toBe(true)
  })

  test('where all are slow nothing is kept for anybody', () => {
    const shares = createFairScheduler()
    shares.begin('a', 0)
    shares.begin('b', 0)
    expect(shares.mayTake('a', { free: 1, now: SLOW_MS })).toBe(true)
  })
})

describe('places to wait', () => {
  test('one sender alone may have all of them', () => {
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
