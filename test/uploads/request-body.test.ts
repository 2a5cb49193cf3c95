import { describe, expect, test } from 'vitest'
import { ParseError } from '../../src/model/errors.ts'
import { openBody } from '../../src/uploads/request-body.ts'
import { readForm } from '../../src/uploads/small-form.ts'
import { formBody, streamOf, testBoundary } from '../http/form.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const silent = (first: readonly Uint8Array[] = []): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of first) controller.enqueue(chunk)
    },
  })

describe('openBody', () => {
  test('counts bytes and recognizes the end', async () => {
    const body = openBody(streamOf([encode('ab'), encode('cde')]))
    expect([await body.read(), body.bytesRead, body.ended]).toEqual([encode('ab'), 2, false])
    expect([await body.read(), body.bytesRead]).toEqual([encode('cde'), 5])
    expect([await body.read(), body.ended]).toEqual([null, true])
    expect(await body.read()).toBeNull()
    expect(await openBody(null).read()).toBeNull()
  })

  test('a stalled connection is error 1133', async () => {
    const body = openBody(silent([encode('abc')]), { stallMs: 30 })
    await body.read()
    const error = await body.read().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ParseError)
    expect(error).toMatchObject({ code: 1133, message: expect.stringMatching(/0\.03 seconds after 3 bytes/) })
  })

  test('an aborted request ends with the error, also while waiting for data', async () => {
    const reason = new ParseError(1124, 'Other uploads are waiting.')
    const waiting = openBody(silent())
    const read = waiting.read().catch((thrown: unknown) => thrown)
    waiting.abort(reason)
    expect(await read).toBe(reason)
    const sending = openBody(streamOf([encode('ab'), encode('cd')]))
    await sending.read()
    sending.abort(reason)
    await expect(sending.read()).rejects.toBe(reason)
  })

  test('drain stops at its bounds, at the end and at an error', async () => {
    let pulled = 0
    const endless = openBody(
      streamOf(
        (function* () {
          for (;;) {
            pulled++
            yield new Uint8Array(1000)
          }
        })(),
      ),
    )
    await endless.drain({ maxBytes: 10_000, maxMs: 10_000, idleMs: 1000 })
    expect(endless.ended).toBe(false)
    expect(pulled).toBeLessThan(20)

    const idle = openBody(silent())
    const startedAt = performance.now()
    await idle.drain({ maxBytes: 1e9, maxMs: 10_000, idleMs: 30 })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(idle.ended).toBe(false)

    const short = openBody(streamOf([encode('x')]))
    await short.drain({ maxBytes: 10, maxMs: 1000, idleMs: 1000 })
    expect(short.ended).toBe(true)

    const broken = openBody(
      streamOf(
        (function* () {
          yield encode('x')
          throw new Error('reset')
        })(),
      ),
    )
    await broken.drain({ maxBytes: 1000, maxMs: 1000, idleMs: 1000 })
    expect(broken.ended).toBe(true)
  })

  test('data after a timeout is not lost', async () => {
    let push: (chunk: Uint8Array) => void = () => undefined
    const body = openBody(
      new ReadableStream<Uint8Array>({
        start(controller) {
          push = (chunk) => controller.enqueue(chunk)
        },
      }),
      { stallMs: 20 },
    )
    await expect(body.read()).rejects.toThrow('Nothing arrived')
    push(encode('late'))
    expect(await body.read()).toEqual(encode('late'))
  })
})

describe('readForm', () => {
  const read = async (text: string | Uint8Array, contentType?: string) =>
    Object.fromEntries(
      await readForm(
        openBody(streamOf([typeof text === 'string' ? encode(text) : text])),
        new Headers(contentType === undefined ? {} : { 'content-type': contentType }),
      ),
    )

  test('URL-encoded, multipart and empty forms', async () => {
    expect(await read('api_key=a%20b+c&x=1&x=2', 'application/x-www-form-urlencoded; charset=utf-8')).toEqual({
      api_key: ['a b c'],
      x: ['1', '2'],
    })
    const form = formBody([
      { name: 'api_key', value: 'k' },
      { name: 'file', fileName: 'a', value: 'ignored' },
    ])
    expect(await read(form, `multipart/form-data; boundary=${testBoundary}`)).toEqual({ api_key: ['k'] })
    expect(await read('')).toEqual({})
  })

  test('other types, missing types and large bodies are refused', async () => {
    await expect(read('{}', 'application/json')).rejects.toMatchObject({
      code: 1133,
      message: expect.stringContaining('application/json'),
    })
    await expect(read('api_key=k')).rejects.toMatchObject({
      code: 1133,
      message: expect.stringContaining('no Content-Type'),
    })
    await expect(read(`a=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded')).rejects.toMatchObject({
      code: 1133,
      message: expect.stringContaining('larger than 64 KB'),
    })
  })
})
