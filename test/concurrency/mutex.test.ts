/** One at a time, in order, and a holder that vanished does not stop the rest. */
import { expect, test } from 'vitest'
import { createMutex } from '../../src/concurrency/mutex.ts'

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

test('one at a time, in the order they came', async () => {
  const turns = createMutex({ maxWaiting: 10, clock: Date.now })
  const log: string[] = []
  const work = async (name: string) => {
    const turn = await turns.acquire()
    log.push(`+${name}`)
    await wait(15)
    log.push(`-${name}`)
    turn.release()
  }
  const all = ['a', 'b', 'c'].map(work)
  expect(turns.running).toBe(1)
  expect(turns.waiting).toBe(2)
  await Promise.all(all)
  expect(log).toEqual(['+a', '-a', '+b', '-b', '+c', '-c'])
  expect([turns.running, turns.waiting]).toEqual([0, 0])
})

test('too many waiting: 1124 with the limit', async () => {
  const turns = createMutex({ maxWaiting: 1, clock: Date.now })
  const first = await turns.acquire()
  const second = turns.acquire()
  await expect(turns.acquire()).rejects.toMatchObject({
    code: 1124,
    message: expect.stringContaining('the limit is 1'),
  })
  first.release()
  ;(await second).release()
  ;(await turns.acquire()).release()
})

test('a holder that gives no sign of life loses its turn', async () => {
  let now = 0
  const turns = createMutex({ maxWaiting: 3, clock: () => now })
  await turns.acquire()
  let reached = false
  const second = turns.acquire().then((turn) => {
    reached = true
    return turn
  })
  await wait(40)
  expect(reached).toBe(false)
  now = 61_000
  ;(await second).release()
  expect(turns.running).toBe(0)
})

test('a holder that is alive keeps its turn', async () => {
  let now = 0
  const turns = createMutex({ maxWaiting: 3, clock: () => now })
  const first = await turns.acquire()
  let reached = false
  const second = turns.acquire().then((turn) => {
    reached = true
    return turn
  })
  await wait(30)
  now = 59_000
  first.heartbeat()
  await wait(30)
  now = 118_000
  await wait(30)
  expect(reached).toBe(false)
  first.release()
  ;(await second).release()
})
