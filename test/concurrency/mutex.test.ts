import { expect, test } from 'vitest'
import { createMutex } from '../../src/concurrency/mutex.ts'

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

test('one holder at a time, in FIFO order', async () => {
  const mutex = createMutex({ maxWaiting: 10, clock: Date.now })
  const log: string[] = []
  const work = async (name: string) => {
    const lock = await mutex.acquire()
    log.push(`+${name}`)
    await wait(15)
    log.push(`-${name}`)
    lock.release()
  }
  const all = ['a', 'b', 'c'].map(work)
  expect(mutex.running).toBe(1)
  expect(mutex.waiting).toBe(2)
  await Promise.all(all)
  expect(log).toEqual(['+a', '-a', '+b', '-b', '+c', '-c'])
  expect([mutex.running, mutex.waiting]).toEqual([0, 0])
})

test('a full queue is refused with 1124 and the limit', async () => {
  const mutex = createMutex({ maxWaiting: 1, clock: Date.now })
  const first = await mutex.acquire()
  const second = mutex.acquire()
  await expect(mutex.acquire()).rejects.toMatchObject({
    code: 1124,
    message: expect.stringContaining('the limit is 1'),
  })
  first.release()
  ;(await second).release()
  ;(await mutex.acquire()).release()
})

test('a holder without a heartbeat loses the lock', async () => {
  let now = 0
  const mutex = createMutex({ maxWaiting: 3, clock: () => now })
  await mutex.acquire()
  let acquired = false
  const second = mutex.acquire().then((lock) => {
    acquired = true
    return lock
  })
  await wait(40)
  expect(acquired).toBe(false)
  now = 61_000
  ;(await second).release()
  expect(mutex.running).toBe(0)
})

test('a holder with heartbeats keeps the lock', async () => {
  let now = 0
  const mutex = createMutex({ maxWaiting: 3, clock: () => now })
  const first = await mutex.acquire()
  let acquired = false
  const second = mutex.acquire().then((lock) => {
    acquired = true
    return lock
  })
  await wait(30)
  now = 59_000
  first.heartbeat()
  await wait(30)
  now = 118_000
  await wait(30)
  expect(acquired).toBe(false)
  first.release()
  ;(await second).release()
})
