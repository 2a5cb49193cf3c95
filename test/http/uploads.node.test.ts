/** Uploads over a real socket: slow, too large, truncated and abandoned ones. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { Pool } from '../../src/pool/pool.ts'
import { type Listener, listen } from '../../src/runtime/listen.node.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { type FormPart, formBody, testBoundary } from './form.ts'
import { type OpenedApp, type OpenOptions, openApp } from './open-app.node.ts'

const megabyte = 1024 * 1024
const syncPath = '/api/v1/parse/sync'

interface Running {
  readonly opened: OpenedApp
  readonly url: string
  readonly apiKey: string
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(options: OpenOptions = {}): Promise<Running> {
  const opened = await openApp(options)
  closers.push(() => opened.close())
  const listener: Listener = await listen(opened.app.fetch, { host: '127.0.0.1', port: 0 })
  closers.push(() => listener.close({ timeoutMs: 0, abort: async () => undefined }))
  const { apiKey } = await opened.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
  return { opened, url: listener.url, apiKey }
}

/** A raw connection that collects the response. */
class Client {
  readonly socket: Socket
  received = ''
  ended = false
  error: Error | null = null

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect(Number(port), hostname)
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('utf8')
    })
    this.socket.on('error', (error) => {
      this.error = error
    })
    this.socket.on('close', () => {
      this.ended = true
    })
    closers.push(async () => this.socket.destroy())
  }

  head(headers: Record<string, string>): void {
    const all = { Host: 'localhost', 'Content-Type': `multipart/form-data; boundary=${testBoundary}`, ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    this.socket.write(`POST ${syncPath} HTTP/1.1\r\n${lines.join('')}\r\n`)
  }

  /** Resolves when the bytes are written or the connection is closed. */
  send(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.destroyed || this.socket.write(bytes)) resolve()
      else {
        const go = (): void => resolve()
        this.socket.once('drain', go)
        this.socket.once('close', go)
      }
    })
  }

  chunk(bytes: Uint8Array): Promise<void> {
    this.socket.write(`${bytes.length.toString(16)}\r\n`)
    const sent = this.send(bytes)
    this.socket.write('\r\n')
    return sent
  }

  /** The JSON of the response when it is complete. */
  answer(): { code: number; message: string; headers: string } | null {
    const end = this.received.indexOf('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(this.received.slice(0, end))?.[1]
    const body = this.received.slice(end + 4)
    if (end < 0 || length === undefined || new TextEncoder().encode(body).length < Number(length)) return null
    const { code, message } = JSON.parse(body) as { code: number; message: string }
    return { code, message, headers: this.received.slice(0, end) }
  }

  async answered(): Promise<{ code: number; message: string; headers: string }> {
    await until(
      () => this.answer() !== null,
      `an answer; got ${JSON.stringify(this.received.slice(0, 300))} ${this.error ?? ''}`,
    )
    return this.answer()!
  }
}

async function until(condition: () => boolean | Promise<boolean>, what: string, ms = 8_000): Promise<void> {
  for (const stopAt = Date.now() + ms; !(await condition()); ) {
    if (Date.now() > stopAt) throw new Error(`Waited in vain for ${what}`)
    await delay(10)
  }
}

/** A form up to the start of its file. */
function opening(parts: readonly FormPart[]): Uint8Array {
  return formBody([...parts, { name: 'file', fileName: 'big.pdf', value: '%PDF-1.7' }], { close: false }).subarray(
    0,
    -2,
  )
}

const block = new Uint8Array(64 * 1024).fill(0x61)

describe('refused during the upload', () => {
  test('a Content-Length over the limit, before the body', async () => {
    const { url, opened } = await start()
    const client = new Client(url)
    client.head({ 'Content-Length': String(500 * megabyte) })
    const { code, message, headers } = await client.answered()
    expect(code).toBe(1118)
    expect(message).toContain('500 MB')
    expect(message).toContain('limit is 3 MB')
    expect(headers).toMatch(/connection: close/i)
    expect(await opened.storedFiles()).toEqual([])
  })

  test('an unknown length at the limit, while a slow client continues', async () => {
    const { url, opened } = await start()
    const client = new Client(url)
    client.head({ 'Transfer-Encoding': 'chunked' })
    await client.chunk(opening([]))
    let sent = 0
    while (client.answer() === null && sent < 20 * megabyte) {
      await client.chunk(block)
      sent += block.length
      await delay(5)
    }
    expect((await client.answered()).code).toBe(1118)
    expect(sent).toBeLessThan(10 * megabyte)
    expect(await opened.storedFiles()).toEqual([])
    // The client has not read the response yet: the rest is drained, and the connection not reset.
    for (let more = 0; more < 20; more++) {
      await client.chunk(block)
      await delay(5)
    }
    expect(client.error).toBeNull()
    client.socket.write('0\r\n\r\n')
    await until(() => client.ended, 'the end of the connection')
    expect(client.error).toBeNull()
  })

  test('a client that reads after sending everything gets the response', async () => {
    const { url } = await start()
    const client = new Client(url)
    client.socket.pause()
    const total = 5 * megabyte
    client.head({ 'Content-Length': String(total) })
    for (let sent = 0; sent < total; sent += block.length) await client.send(block)
    await delay(50)
    client.socket.resume()
    expect((await client.answered()).code).toBe(1118)
    expect(client.error).toBeNull()
  })

  test('fetch gets the response', async () => {
    const { url } = await start()
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await delay(1)
        controller.enqueue(block.slice())
      },
    })
    const response = await fetch(url + syncPath, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${testBoundary}`,
        'content-length': String(100 * megabyte),
      },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(await response.json()).toMatchObject({ code: 1118 })
  })

  test('an invalid key before the file', async () => {
    const { url, opened } = await start()
    const client = new Client(url)
    client.head({ 'Content-Length': String(2 * megabyte) })
    await client.send(opening([{ name: 'api_key', value: 'sk-wrong' }]))
    expect((await client.answered()).code).toBe(1107)
    expect(await opened.storedFiles()).toEqual([])
  })

  test('asynchronous routes refuse large uploads early', async () => {
    const { url } = await start()
    const client = new Client(url)
    client.socket.write(
      `POST /api/v1/parse/async HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${200 * megabyte}\r\n\r\n`,
    )
    expect((await client.answered()).code).toBe(1118)
  })

  test('too many concurrent uploads: 1124 with Retry-After', async () => {
    const { url, apiKey, opened } = await start({ environment: { MAX_CONCURRENT_UPLOADS: '1' } })
    const slow = new Client(url)
    slow.head({ 'Content-Length': String(2 * megabyte) })
    await slow.send(opening([]))
    await until(
      async () =>
        ((await (await fetch(`${url}/health`)).json()) as { uploads: { arriving: number } }).uploads.arriving === 1,
      'the slow upload',
    )
    const form = new FormData()
    form.append('file', new Blob([await fixture('pdf-digital')]), 'a.pdf')
    form.append('api_key', apiKey)
    const response = await fetch(url + syncPath, { method: 'POST', body: form })
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await response.json()).toMatchObject({ code: 1124 })
    slow.socket.destroy()
    await until(
      async () =>
        ((await (await fetch(url + syncPath, { method: 'POST', body: form })).json()) as { code: number }).code === 0,
      'a free place',
    )
    expect(await opened.storedFiles()).toEqual([])
  })
})

test('many slow uploads without a key do not block those with one', async () => {
  const { url, apiKey } = await start({ environment: { MAX_CONCURRENT_UPLOADS: '4' } })
  const slow = Array.from({ length: 30 }, () => new Client(url))
  for (const client of slow) {
    client.head({ 'Content-Length': String(2 * megabyte) })
    await client.send(opening([]))
  }
  const form = new FormData()
  form.append('api_key', apiKey)
  form.append('file', new Blob([await fixture('pdf-digital')]), 'a.pdf')
  const { code } = (await (await fetch(url + syncPath, { method: 'POST', body: form })).json()) as { code: number }
  expect(code).toBe(0)
})

describe('disconnected clients', () => {
  test('leave no file of an incomplete upload', async () => {
    const { url, apiKey, opened } = await start()
    const client = new Client(url)
    client.head({ 'Content-Length': String(3 * megabyte) })
    await client.send(opening([{ name: 'api_key', value: apiKey }]))
    for (let sent = 0; sent < 2 * megabyte; sent += block.length) await client.send(block)
    await until(async () => (await opened.storedFiles()).length === 1, 'the spool file')
    client.socket.resetAndDestroy()
    await until(async () => (await opened.storedFiles()).length === 0, 'an empty spool')
    await until(
      () => opened.logged.some(({ message, fields }) => message === 'request' && fields.code === 1133),
      'the log line',
    )
  })

  test('get their pages refunded and leave no files during parsing', async () => {
    const stuck = Promise.withResolvers<void>()
    const { url, apiKey, opened } = await start({
      replace: ({ pool }) => ({
        pool: {
          ...pool,
          parsePages: async (_job, control = {}): ReturnType<Pool['parsePages']> => {
            stuck.resolve()
            return new Promise((_, reject) =>
              control.signal?.addEventListener('abort', () => reject(new Error('stopped'))),
            )
          },
        },
      }),
    })
    const client = new Client(url)
    const body = formBody([
      { name: 'api_key', value: apiKey },
      { name: 'file', fileName: 'a.pdf', value: new Uint8Array(await fixture('pdf-digital')) },
    ])
    client.head({ 'Content-Length': String(body.length) })
    await client.send(body)
    await stuck.promise
    const held = await opened.sql.all("SELECT pages FROM ledger WHERE state = 'reserved'")
    expect(held).toHaveLength(1)
    client.socket.destroy()
    await until(
      async () => (await opened.sql.all("SELECT pages FROM ledger WHERE state = 'reserved'")).length === 0,
      'the release',
    )
    expect(await opened.storedFiles()).toEqual([])
    // Alerts count 1137 as failures of the service.
    await until(
      () =>
        opened.logged.some(
          ({ message, fields }) => message === 'request' && fields.code === 499 && fields.status === 499,
        ),
      'the log line',
    )
    const usage = await opened.call('/api/v1/usage', { method: 'POST', body: new URLSearchParams({ api_key: apiKey }) })
    expect(await usage.json()).toMatchObject({ data: { remaining_free_pages_today: 1000 } })
  })
})

describe('connections', () => {
  test('stay usable after a refused small request', async () => {
    const { url } = await start()
    const client = new Client(url)
    const body = formBody([{ name: 'api_key', value: 'wrong' }])
    client.head({ 'Content-Length': String(body.length) })
    await client.send(body)
    const first = await client.answered()
    expect(first.code).toBe(1107)
    expect(first.headers).not.toMatch(/connection: close/i)
    client.received = ''
    client.socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => client.received.includes('"status":"ok"'), 'the second answer')
  })

  test('accept a form sent byte by byte', async () => {
    const { url, apiKey } = await start()
    const client = new Client(url)
    client.socket.setNoDelay(true)
    const body = formBody([
      { name: 'output_formats', value: 'markdown' },
      { name: 'file', fileName: 'a.pdf', value: await fixture('pdf-digital') },
      { name: 'api_key', value: apiKey },
    ])
    client.head({ 'Content-Length': String(body.length) })
    for (let offset = 0; offset < body.length; offset += 7) {
      await client.send(body.subarray(offset, offset + 7))
      if (offset % 70 === 0) await delay(0)
    }
    expect((await client.answered()).code).toBe(0)
  })
})
