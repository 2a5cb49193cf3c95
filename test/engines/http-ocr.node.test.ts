/** Client of an OCR service, against a real HTTP server: requests, responses, failures. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as mupdf from 'mupdf'
import { afterEach, describe, expect, test } from 'vitest'
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import { detectFileType } from '../../src/extract/registry.ts'
import { rotateRaster } from '../../src/imaging/rotate.ts'
import { ParseError } from '../../src/model/errors.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import type { OcrService } from '../../src/model/settings.ts'
import { parse } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly image: GrayRaster
}

type Behavior = (seen: Seen, response: ServerResponse, call: number) => void

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(behave: Behavior): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body: Uint8Array[] = []
    for await (const chunk of request) body.push(chunk)
    const one = {
      method: request.method,
      url: request.url ?? '',
      headers: request.headers,
      image: decodePng(Buffer.concat(body)),
    }
    behave(one, response, seen.push(one))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/read`, seen }
}

function decodePng(bytes: Uint8Array): GrayRaster {
  const image = new mupdf.Image(bytes)
  const pixmap = image.toPixmap()
  const raster = { width: pixmap.getWidth(), height: pixmap.getHeight(), pixels: new Uint8Array(pixmap.getPixels()) }
  const gray = {
    ...raster,
    pixels: Uint8Array.from(
      { length: raster.width * raster.height },
      (_, i) => raster.pixels[i * pixmap.getNumberOfComponents()] ?? 0,
    ),
  }
  pixmap.destroy()
  image.destroy()
  return gray
}

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const testImage = renderWarmupImage(
  Array.from({ length: 14 }, (_, row) => `Line ${row} of a page with words`),
  { scale: 3 },
)

/** Parses the test image as a PNG through the whole pipeline. */
async function read(
  service: Partial<OcrService> & { url: string },
  raster = testImage,
): Promise<{ markdown: string; warnings: readonly string[] }> {
  const deps = createParseDeps({})
  const settings = { ...deps.settings, ocrService: { token: null, timeoutMs: 5000, ...service } }
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceGray, [0, 0, raster.width, raster.height], false)
  pixmap.getPixels().set(raster.pixels)
  const bytes = new Uint8Array(pixmap.asPNG())
  expect(detectFileType({ head: bytes, tail: bytes, size: bytes.length, fileName: 'a.png' })).toBe('.png')
  const options = { ...defaultOptions, ocrLanguages: ['tlh', 'eng'] }
  const { outputs } = await parse(
    { bytes, fileName: 'a.png', fileType: '.png', password: null },
    { options, links: { kind: 'none' } },
    { ...deps, settings },
  )
  return { markdown: outputs.markdown ?? '', warnings: outputs.warnings }
}

const codeOf = async (work: Promise<unknown>): Promise<{ code: number; message: string }> => {
  try {
    await work
  } catch (error) {
    if (error instanceof ParseError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('no error')
}

const answer = { lines: [{ box: [24, 24, 400, 48], text: 'Grüße aus qo’noS', confidence: 0.93 }] }

describe('the request', () => {
  test('is a PNG with the page’s own pixels, the languages in order whether installed or not, the resolution and the token', async () => {
    const { url, seen } = await serve((_, response) => json(response, answer))
    await read({ url: `${url}?model=large`, token: 'secret' })
    expect(seen).toHaveLength(1)
    const [one] = seen
    const { searchParams, pathname } = new URL(one?.url ?? '', 'http://x')
    expect(one?.method).toBe('POST')
    expect(pathname).toBe('/read')
    expect(searchParams.get('model')).toBe('large')
    expect(searchParams.get('languages')).toBe('tlh+eng')
    expect(Number(searchParams.get('dpi'))).toBeGreaterThan(70)
    expect(one?.headers).toMatchObject({ 'content-type': 'image/png', authorization: 'Bearer secret' })
    expect(one?.image.pixels.length).toBe((one?.image.width ?? 0) * (one?.image.height ?? 0))
    expect(Buffer.compare(one?.image.pixels ?? new Uint8Array(), testImage.pixels)).toBe(0)
  })

  test('has no authorization header without a token', async () => {
    const { url, seen } = await serve((_, response) => json(response, answer))
    await read({ url })
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  test('is repeated with a rotated image if the first confidence is low', async () => {
    const { url, seen } = await serve((_, response, call) =>
      json(response, { lines: [{ box: [24, 24, 324, 48], text: 'top line', confidence: call === 1 ? 0.2 : 0.95 }] }),
    )
    const { markdown } = await read({ url }, rotateRaster(testImage, 180).raster)
    expect(markdown).toContain('top line')
    expect(seen.length).toBeGreaterThan(1)
  })
})

describe('the response', () => {
  test('lines without words are split at their spaces', async () => {
    const { url } = await serve((_, response) => json(response, answer))
    const { markdown, warnings } = await read({ url })
    expect(markdown).toContain('Grüße aus qo’noS')
    expect(warnings).toEqual([])
  })

  test('words with boxes of their own keep them', async () => {
    const words = [
      { box: [24, 24, 124, 48], text: 'left', confidence: 0.9 },
      { box: [300, 24, 400, 48], text: 'right', confidence: 0.8 },
    ]
    const { url } = await serve((_, response) => json(response, { lines: [{ ...answer.lines[0], words }] }))
    const { markdown } = await read({ url })
    expect(markdown).toMatch(/left\s.*right/s)
    expect(markdown).not.toContain('Grüße')
  })

  test('without lines is an empty page, not an error', async () => {
    const { url } = await serve((_, response) => json(response, { lines: [] }))
    expect((await read({ url })).markdown.trim()).not.toContain('Grüße')
  })

  test('of very low confidence is dropped and reported', async () => {
    const { url } = await serve((_, response) => json(response, { lines: [{ ...answer.lines[0], confidence: 0.1 }] }))
    const { markdown, warnings } = await read({ url })
    expect(markdown).not.toContain('Grüße')
    expect(warnings.join()).toMatch(/cannot be read/)
  })
})

describe('failures', () => {
  test('a busy service is asked once more', async () => {
    const { url, seen } = await serve((_, response, call) =>
      call === 1 ? response.writeHead(503).end() : json(response, answer),
    )
    expect((await read({ url })).markdown).toContain('Grüße')
    expect(seen).toHaveLength(2)
  })

  test.each([
    ['busy twice', 429, 1124, /busy \(status 429\)/],
    ['an internal error', 500, 1137, /returned status 500/],
    ['a redirect, which would send the page to another host', 307, 1137, /status/],
    ['not allowed', 401, 1137, /status 401/],
  ])('%s', async (_, status, code, text) => {
    const { url } = await serve((_seen, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:9/elsewhere' }).end('no'),
    )
    const failure = await codeOf(read({ url }))
    expect(failure.code).toBe(code)
    expect(failure.message).toMatch(text)
    expect(failure.message).toMatch(/^Page 1: the OCR service at 127\.0\.0\.1/)
  })

  test('a refusal with a reason is a parameter error', async () => {
    const { url } = await serve((_, response) => json(response, { error: 'no model for "tlh"' }, 400))
    const failure = await codeOf(read({ url }))
    expect(failure.code).toBe(1133)
    expect(failure.message).toContain('no model for "tlh"')
  })

  test('a service that refuses connections', async () => {
    const { url } = await serve(() => {})
    for (const close of closers.splice(0)) await close()
    expect((await codeOf(read({ url }))).code).toBe(1124)
  })

  test.each(['no headers', 'half a body'])('timeout: %s', async (how) => {
    const { url } = await serve((_, response) => {
      if (how === 'half a body') response.writeHead(200).write('{"lines": [')
    })
    const failure = await codeOf(read({ url, timeoutMs: 300 }))
    expect(failure).toEqual({ code: 1138, message: expect.stringContaining('within 300 ms') })
  })

  test.each([
    ['no JSON', 'hello'],
    ['another shape', '{"text": "hello"}'],
    ['a confidence in percent', JSON.stringify({ lines: [{ ...answer.lines[0], confidence: 93 }] })],
    ['a box of three numbers', JSON.stringify({ lines: [{ ...answer.lines[0], box: [1, 2, 3] }] })],
    ['a box outside the image', JSON.stringify({ lines: [{ ...answer.lines[0], box: [24, 24, 90_000, 48] }] })],
    ['17 MiB', ' '.repeat(17 * 1024 * 1024)],
  ])('%s', async (_, body) => {
    const { url } = await serve((_seen, response) => response.writeHead(200).end(body))
    const failure = await codeOf(read({ url }))
    expect(failure.code).toBe(1137)
    expect(failure.message).toMatch(/OCR service at 127\.0\.0\.1/)
  })
})
