/** Unread and slow responses. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { type Listener, listen } from '../../src/runtime/listen.node.ts'

const unreadMs = 1000
const large = new Uint8Array(64 * 1024 * 1024)
/**
 * `/large`: larger than all buffers; `/stream`: the same as a stream; `/slow`: takes longer than the limit for unread
 * responses.
 */
const respond = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  if (pathname === '/large') return new Response(large)
  if (pathname === '/stream') return new Response(new Blob([large]).stream())
  await delay(1.5 * unreadMs)
  return new Response('done')
}

const listeners: Listener[] = []
const start = async (): Promise<Listener> => {
  const listener = await listen(respond, { host: '127.0.0.1', port: 0, unreadMs })
  listeners.push(listener)
  return listener
}
afterAll(() => Promise.all(listeners.map((listener) => listener.close({ timeoutMs: 0, abort: async () => {} }))))

async function ask({ url }: Listener, path: string): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`)
  return socket
}

describe('responses', () => {
  test.each(['/large', '/stream'])('%s: an unread response closes the connection', async (path) => {
    const listener = await start()
    const socket = await ask(listener, path)
    await once(socket, 'readable')
    await delay(3 * unreadMs)
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
    })
    await Promise.race([once(socket, 'close'), delay(10_000)])
    expect(socket.destroyed).toBe(true)
    expect(received).toBeLessThan(large.length)
  })

  test.each(['/large', '/stream'])('%s: a slow reader gets the whole response', async (path) => {
    const listener = await start()
    const response = await fetch(`${listener.url}${path}`)
    let received = 0
    for await (const chunk of response.body ?? []) {
      // Pauses after every eighth, shorter than the limit.
      const before = Math.floor((8 * received) / large.length)
      received += chunk.length
      if (Math.floor((8 * received) / large.length) > before) await delay(unreadMs / 4)
    }
    expect(received).toBe(large.length)
  })

  test('that take long are waited for, and the connection stays open', async () => {
    const listener = await start()
    expect(await (await fetch(`${listener.url}/slow`)).text()).toBe('done')
    expect(await (await fetch(`${listener.url}/slow`)).text()).toBe('done')
  })
})
