/** The listening socket: answers that nobody reads, and those that take their time. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { type Listener, listen } from '../../src/runtime/listen.node.ts'

const unreadMs = 1000
const large = new Uint8Array(64 * 1024 * 1024)
/** `/large`: more than the buffers of both ends hold; `/piece`: the same as a stream; `/slow`: an answer that takes longer to make than it may stay unread. */
const answer = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  if (pathname === '/large') return new Response(large)
  if (pathname === '/piece') return new Response(new Blob([large]).stream())
  await delay(1.5 * unreadMs)
  return new Response('done')
}

const listeners: Listener[] = []
const start = async (): Promise<Listener> => {
  const listener = await listen(answer, { host: '127.0.0.1', port: 0, unreadMs })
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

describe('answers', () => {
  test.each(['/large', '/piece'])('%s: whoever takes nothing of it loses the connection', async (path) => {
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

  test.each(['/large', '/piece'])('%s: whoever reads slowly gets all of it', async (path) => {
    const listener = await start()
    const response = await fetch(`${listener.url}${path}`)
    let received = 0
    for await (const chunk of response.body ?? []) {
      // A rest after every eighth of it, shorter than the limit.
      const before = Math.floor((8 * received) / large.length)
      received += chunk.length
      if (Math.floor((8 * received) / large.length) > before) await delay(unreadMs / 4)
    }
    expect(received).toBe(large.length)
  })

  test('that take long to make are waited for, and the connection serves on', async () => {
    const listener = await start()
    expect(await (await fetch(`${listener.url}/slow`)).text()).toBe('done')
    expect(await (await fetch(`${listener.url}/slow`)).text()).toBe('done')
  })
})
