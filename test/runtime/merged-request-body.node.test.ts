/** Request bodies from a socket: large, in tiny chunks, incomplete. */
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { mergeRequestBody } from '../../src/runtime/merged-request-body.node.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A request with the body that `send` writes. */
async function receive(header: string, send: (socket: Socket) => void): Promise<IncomingMessage> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const server = createServer((request) => resolve(request))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  closers.push(() => {
    socket.destroy()
    server.close()
  })
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
  send(socket)
  return await promise
}

const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = 'Transfer-Encoding: chunked'

describe('a body', () => {
  test('is complete and in order, also with a slow reader', async () => {
    const text = Array.from({ length: 60_000 }, (_, index) => `${index} `).join('')
    const request = await receive(`Content-Length: ${text.length}`, (socket) => socket.write(text))
    let read = ''
    for await (const chunk of mergeRequestBody(request)) {
      read += new TextDecoder().decode(chunk)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(read).toBe(text)
  })

  test('in one-byte chunks is merged into few chunks', async () => {
    const request = await receive(chunked, (socket) => socket.write(`${chunkOf('a').repeat(5000)}0\r\n\r\n`))
    const chunks = await Array.fromAsync(mergeRequestBody(request))
    expect(chunks.reduce((sum, { length }) => sum + length, 0)).toBe(5000)
    expect(chunks.length).toBeLessThan(100)
  })

  test('of only tiny chunks is aborted', async () => {
    const request = await receive(chunked, (socket) => socket.write(chunkOf('a').repeat(50_000)))
    await expect(Array.fromAsync(mergeRequestBody(request))).rejects.toThrow('chunks')
    expect(request.destroyed).toBe(true)
  })

  test('that is incomplete is an error, an empty one is not', async () => {
    const broken = await receive('Content-Length: 10', (socket) => {
      socket.write('abc')
      setTimeout(() => socket.destroy(), 50)
    })
    await expect(Array.fromAsync(mergeRequestBody(broken))).rejects.toThrow()
    const empty = await receive('Content-Length: 0', () => undefined)
    expect(await Array.fromAsync(mergeRequestBody(empty))).toEqual([])
  })

  test('that is canceled closes the connection', async () => {
    const request = await receive('Content-Length: 1000000', (socket) => socket.write('abc'))
    const reader = mergeRequestBody(request).getReader()
    await reader.read()
    await reader.cancel()
    expect(request.destroyed).toBe(true)
  })
})
