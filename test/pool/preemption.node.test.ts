import { expect, test } from 'vitest'
import { SLOW_AFTER_MS } from '../../src/concurrency/fair-scheduler.ts'
import { choosePreemption } from '../../src/pool/preemption.node.ts'

const chunk = (tenant: string, startedAt = 0, repeatable = true) => ({ tenant, startedAt, repeatable })
const waiting = [{ tenant: 'b' }]

test('the oldest chunk of a tenant with several threads, when it is slow', () => {
  const [old, young] = [chunk('a', 10), chunk('a', 20)]
  expect(choosePreemption([young, old], waiting, 10 + SLOW_AFTER_MS)).toEqual({ chunk: old, inMs: 0 })
  expect(choosePreemption([young, old], waiting, SLOW_AFTER_MS)).toEqual({ chunk: old, inMs: 10 })
})

test('nothing, if the waiting tenant has a thread, each tenant has one, or the chunks cannot run again', () => {
  const now = 2 * SLOW_AFTER_MS
  expect(choosePreemption([chunk('a'), chunk('a'), chunk('b')], waiting, now)).toBeNull()
  expect(choosePreemption([chunk('a'), chunk('c')], waiting, now)).toBeNull()
  expect(choosePreemption([chunk('a', 0, false), chunk('a', 0, false)], waiting, now)).toBeNull()
  expect(choosePreemption([chunk('a'), chunk('a')], [{ tenant: 'a' }], now)).toBeNull()
})
