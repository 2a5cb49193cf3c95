import { expect, test } from 'vitest'
import { createReadWriteLock } from '../../src/concurrency/rw-lock.ts'

const never = new AbortController().signal
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('many shared holders or one exclusive holder, in FIFO order', async () => {
  const lock = createReadWriteLock()
  const order: string[] = []
  const acquire = async (name: string, exclusive: boolean) => {
    const release = await lock.acquire({ exclusive, signal: never })
    order.push(name)
    return release
  }
  const releaseFirst = await acquire('a', false)
  const releaseSecond = await acquire('b', false)
  const exclusive = acquire('c', true)
  const after = acquire('d', false)
  await wait()
  expect(order).toEqual(['a', 'b'])
  releaseFirst()
  releaseFirst()
  await wait()
  expect(order).toEqual(['a', 'b'])
  releaseSecond()
  const releaseExclusive = await exclusive
  await wait()
  expect(order).toEqual(['a', 'b', 'c'])
  releaseExclusive()
  await after
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

test('an aborted waiter does not block the others', async () => {
  const lock = createReadWriteLock()
  const release = await lock.acquire({ exclusive: false, signal: never })
  const aborter = new AbortController()
  const aborted = lock.acquire({ exclusive: true, signal: aborter.signal })
  const other = lock.acquire({ exclusive: false, signal: never })
  aborter.abort(new Error('enough'))
  await expect(aborted).rejects.toThrow('enough')
  await other
  release()
})
