/**
 * The client against a test server with Gotenberg's form: the fields that it sends, and its handling of each response.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpConverter } from '../../src/office/http-converter.ts'

interface Seen {
  readonly headers: IncomingMessage['headers']
  readonly path: string
  readonly form: FormData
}

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

type Responder = (response: ServerResponse, attempt: number) => void
const pdf: Responder = (response) =>
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF-1.7 made elsewhere')
const text =
  (status: number, body: string): Responder =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=UTF-8' }).end(body)

async function serve(respond: Responder): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/base/health') return void response.writeHead(200).end('{"status":"up"}')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'Content-Type': request.headers['content-type'] ?? '' },
    }).formData()
    seen.push({ headers: request.headers, path: `${request.method} ${request.url}`, form })
    respond(response, seen.length)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`, seen }
}

const job = {
  bytes: new TextEncoder().encode('PK…'),
  fileType: '.docx',
  password: null,
  maxPages: 301,
  into: 'pdf' as const,
}
const open = (url: string, more: { token?: string; timeoutMs?: number } = {}) =>
  createHttpConverter({ url, token: more.token ?? null, timeoutMs: more.timeoutMs ?? 5000, retryDelayMs: 10 })
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => error,
  )

describe('requests', () => {
  test('contain the fields for a tagged PDF, but not the file name', async () => {
    const { url, seen } = await serve(pdf)
    const bytes = await open(url).convert({ ...job, password: 'open sesame', requestId: 'r-1' })
    expect(new TextDecoder().decode(bytes)).toContain('%PDF-')
    const [request] = seen
    expect(request?.path).toBe('POST /base/forms/libreoffice/convert')
    expect(request?.headers['gotenberg-trace']).toBe('r-1')
    const { files, ...fields } = Object.fromEntries(request?.form ?? [])
    expect(files).toMatchObject({ name: 'd.docx', size: job.bytes.length })
    expect(fields).toEqual({
      pdfua: 'true',
      nativePageRanges: '1-301',
      exportBookmarks: 'true',
      updateIndexes: 'false',
      losslessImageCompression: 'false',
      quality: '90',
      password: 'open sesame',
    })
  })

  test('are authenticated by the token or the user in the address', async () => {
    const { url, seen } = await serve(pdf)
    await open(url, { token: 'a-token-of-sixteen' }).convert(job)
    await open(url.replace('//', '//sheaf:p%40ss@')).convert(job)
    await open(url).convert(job)
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer a-token-of-sixteen',
      `Basic ${btoa('sheaf:p@ss')}`,
      undefined,
    ])
    expect(await open(url).ready()).toBe(true)
  })
})

describe('responses', () => {
  test.each([
    [400, "The document 'd.docx' is password-protected. Provide its password.", 1106, /password/],
    [400, 'LibreOffice could not read the document', 1106, /damaged/],
    [401, 'Unauthorized', 1139, /OFFICE_CONVERTER_TOKEN/],
    [413, 'Request Entity Too Large', 1118, /larger/],
    [404, 'Not Found', 1139, /OFFICE_CONVERTER_URL/],
    [503, 'The request exceeded the time limit', 1138, /longer/],
  ])('%i %s gives %i without a retry', async (status, body, code, message) => {
    const { url, seen } = await serve(text(status, body))
    expect(await refusal(open(url).convert(job))).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(seen).toHaveLength(1)
  })

  test.each([
    [429, 1124, 503],
    [503, 1139, 503],
    [500, 1106, 422],
  ])('%i is retried once and then gives %i', async (status, code, semantic) => {
    const { url, seen } = await serve(text(status, 'no'))
    expect(await refusal(open(url).convert(job))).toMatchObject({ code, status: semantic })
    expect(seen).toHaveLength(2)
  })

  test('the retry can succeed', async () => {
    const { url, seen } = await serve((response, attempt) =>
      attempt === 1 ? response.destroy() : pdf(response, attempt),
    )
    expect((await open(url).convert(job)).length).toBeGreaterThan(5)
    expect(seen).toHaveLength(2)
  })

  test('no PDF, no response in time, an abort, and a refused connection', async () => {
    const { url } = await serve((response) => response.writeHead(200).end('<html>'))
    expect(await refusal(open(url).convert(job))).toMatchObject({ code: 1139, status: 501 })
    const silent = await serve(() => undefined)
    expect(await refusal(open(silent.url, { timeoutMs: 200 }).convert(job))).toMatchObject({ code: 1138 })
    const aborter = new AbortController()
    const running = refusal(open(silent.url).convert(job, { signal: aborter.signal }))
    setTimeout(() => aborter.abort(new Error('left')), 50)
    expect(await running).toMatchObject({ message: 'left' })
    const closed = open('http://127.0.0.1:9')
    expect(await refusal(closed.convert(job))).toMatchObject({ code: 1139, status: 503 })
    expect(await closed.ready()).toBe(false)
  })
})
