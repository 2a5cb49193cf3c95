import { expect, test, vi } from 'vitest'
import { lookUpOnce } from '../../src/network/request-once.node.ts'

test('a lookup ends with the signal, before the name server answers', async () => {
  const controller = new AbortController()
  const looking = lookUpOnce(new URL('http://slow.invalid/'), controller.signal)
  controller.abort(new Error('the client has gone'))
  await expect(looking).rejects.toThrow('the client has gone')
})

test('connections use the checked addresses', async () => {
  const { privateAddress, lookup } = await lookUpOnce(new URL('http://127.0.0.1/'), AbortSignal.timeout(10_000))
  expect(privateAddress).toBe('127.0.0.1')
  const done = vi.fn()
  lookup('other.invalid', { all: true }, done)
  expect(done).toHaveBeenCalledWith(null, [{ address: '127.0.0.1', family: 4 }])
})
