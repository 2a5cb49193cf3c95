/** Contract tests with an S3-compatible server in this process, with and without a prefix; outages. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Blobs } from '../../src/blobs/blobs.ts'
import { createS3Blobs, type S3Options } from '../../src/blobs/s3.ts'
import { testBlobs } from '../contract/blobs.ts'
import { openS3, type S3Server } from '../servers/s3.node.ts'

let server: S3Server
let options: S3Options
beforeAll(async () => {
  server = await openS3(['contract', 'shared'])
  options = { ...server, region: 'us-east-1', bucket: 'contract', prefix: '' }
})
afterAll(() => server.close())

testBlobs(async () => createS3Blobs(options))

test('prefixes separate deployments in one bucket', async () => {
  const bytes = new TextEncoder().encode('x')
  const [a, b] = ['deep/a', 'deep/ab'].map((prefix) => createS3Blobs({ ...options, bucket: 'shared', prefix }))
  await a?.put('files/1', bytes, { type: 'a/b' })
  await b?.put('files/2', bytes, { type: 'a/b' })
  expect((await Array.fromAsync(a?.list('') ?? [])).map(({ blobKey }) => blobKey)).toEqual(['files/1'])
  await a?.remove('')
  expect((await Array.fromAsync(b?.list('') ?? [])).map(({ blobKey }) => blobKey)).toEqual(['files/2'])
})

test('a wrong key or bucket is an error', async () => {
  await expect(
    createS3Blobs({ ...options, accessKeyId: 'nobody', secretAccessKey: 'wrong' }).get('a'),
  ).rejects.toThrow()
  await expect(createS3Blobs({ ...options, bucket: 'no-such-bucket' }).get('a')).rejects.toThrow()
})

test('the body of an unexpected response is canceled', async () => {
  let canceled = 0
  const body = new ReadableStream({ cancel: () => void canceled++ })
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status: 202 }))
  await expect(createS3Blobs(options).get('a')).rejects.toThrow('responded with 202')
  fetching.mockRestore()
  expect(canceled).toBe(1)
})

test('an unavailable store is an UnavailableError', async () => {
  const gone = await openS3(['gone'])
  gone.close()
  const failing = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
  await once(failing, 'listening')
  const endpoint = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`
  for (const away of [gone, { ...gone, endpoint }]) {
    const blobs = createS3Blobs({ ...away, region: 'us-east-1', bucket: 'gone', prefix: '' })
    const busy = {
      name: 'UnavailableError',
      message: expect.stringContaining('does not answer'),
      cause: expect.anything(),
    }
    const bytes = new Uint8Array(10)
    await expect(blobs.put('a', bytes, { type: 'a/b' })).rejects.toMatchObject(busy)
    await expect(blobs.put('a', new Blob([bytes]).stream(), { type: 'a/b' })).rejects.toMatchObject(busy)
    await expect(blobs.get('a')).rejects.toMatchObject(busy)
    await expect(blobs.head('a')).rejects.toMatchObject(busy)
    await expect(blobs.remove('a')).rejects.toMatchObject(busy)
  }
  failing.close()
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('a defect of ours')) })
  await expect(createS3Blobs(options).put('a', broken, { type: 'a/b' })).rejects.toThrow('a defect of ours')
})

test('a store that refuses every second request works', { timeout: 30_000 }, async () => {
  let count = 0
  const busy = await openS3(['contract'], () => [undefined, 503, undefined, 429][count++ % 4])
  const blobs = createS3Blobs({ ...options, endpoint: busy.endpoint })
  const large = new Uint8Array(20_000_000).fill(7)
  await blobs.put('small', new Uint8Array(10), { type: 'a/b' })
  await blobs.put('large', new Blob([large]).stream(), { type: 'a/b' })
  expect(await blobs.head('small')).toMatchObject({ size: 10 })
  expect((await new Response((await blobs.get('large'))?.body).bytes()).length).toBe(large.length)
  expect(await Array.fromAsync(blobs.list(''))).toHaveLength(2)
  await blobs.remove('')
  expect(await Array.fromAsync(blobs.list(''))).toEqual([])
  busy.close()
})

describe('an unresponsive store', () => {
  const away = { name: 'UnavailableError', cause: expect.objectContaining({ name: 'TimeoutError' }) }
  const timeouts = { responseMs: 300, idleMs: 300 }
  const sockets = new Set<Socket>()
  const listen = async (answer: (socket: Socket) => void): Promise<{ blobs: Blobs; close(): void }> => {
    const server = createSocketServer((socket) => {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
      answer(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { blobs: createS3Blobs({ ...options, endpoint, timeouts }), close: () => server.close() }
  }
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
  })

  test('is unavailable after the response timeout', async () => {
    const { blobs, close } = await listen((socket) => socket.resume())
    const startedAt = Date.now()
    const bytes = new Uint8Array(20_000_000)
    await Promise.all([
      expect(blobs.get('a')).rejects.toMatchObject(away),
      expect(blobs.head('a')).rejects.toMatchObject(away),
      expect(blobs.remove('a')).rejects.toMatchObject(away),
      expect(blobs.put('a', new Uint8Array(10), { type: 'a/b' })).rejects.toMatchObject(away),
      expect(blobs.put('a', bytes, { type: 'a/b' })).rejects.toMatchObject(away),
      expect(blobs.put('a', new Blob([bytes]).stream(), { type: 'a/b' })).rejects.toMatchObject(away),
    ])
    expect(Date.now() - startedAt).toBeLessThan(3000)
    close()
  })

  test('is unavailable if a response stops or breaks; slow responses succeed', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nLast-Modified: Sun, 22 Nov 2026 10:00:00 GMT\r\n\r\n'
    const stopping = await listen((socket) => socket.write(`${head}01234`))
    await expect(new Response((await stopping.blobs.get('a'))?.body).text()).rejects.toMatchObject(away)
    const breaking = await listen((socket) => socket.end(`${head}01234`))
    await expect(new Response((await breaking.blobs.get('a'))?.body).text()).rejects.toMatchObject({
      name: 'UnavailableError',
    })
    const slow = await listen((socket) => {
      socket.write(head)
      let sent = 0
      const timer = setInterval(() => (sent < 10 ? socket.write(`${sent++}`) : clearInterval(timer)), 100)
    })
    expect(await new Response((await slow.blobs.get('a'))?.body).text()).toBe('0123456789')
    for (const { close } of [stopping, breaking, slow]) close()
  })

  test('slow readers do not time out', async () => {
    const bytes = new Uint8Array(5_000_000).fill(7)
    const blobs = createS3Blobs({ ...options, timeouts })
    await blobs.put('large', bytes, { type: 'a/b' })
    let size = 0
    for await (const chunk of (await blobs.get('large'))?.body ?? []) {
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 1000))
      size += chunk.length
    }
    expect(size).toBe(bytes.length)
  })
})
