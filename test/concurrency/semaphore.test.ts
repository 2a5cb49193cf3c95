import { expect, test } from 'vitest'
import { createSemaphore } from '../../src/concurrency/semaphore.ts'

test('limits the number of holders and the queue', async () => {
  const semaphore = createSemaphore({ concurrency: 2, maxWaiting: 1 })
  const releaseFirst = await semaphore.acquire()
  const releaseSecond = await semaphore.acquire()
  const third = semaphore.acquire()
  expect([semaphore.running, semaphore.waiting]).toEqual([2, 1])
  await expect(semaphore.acquire()).rejects.toMatchObject({ code: 1124 })
  releaseFirst()
  const releaseThird = await third
  expect([semaphore.running, semaphore.waiting]).toEqual([2, 0])
  releaseFirst()
  expect(semaphore.running).toBe(2)
  releaseSecond()
  releaseThird()
  expect(semaphore.running).toBe(0)
})

test('an aborted waiter leaves the queue with the reason of the signal', async () => {
  const semaphore = createSemaphore({ concurrency: 1, maxWaiting: 1 })
  const release = await semaphore.acquire()
  const aborter = new AbortController()
  const waiter = semaphore.acquire(aborter.signal)
  aborter.abort(new Error('gone'))
  await expect(waiter).rejects.toThrow('gone')
  expect(semaphore.waiting).toBe(0)
  release()
  await expect(semaphore.acquire(aborter.signal)).rejects.toThrow('gone')
})
