import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemorySpool } from '../../src/uploads/spool-memory.ts'
import { createNodeOpenUrl } from '../../src/uploads/url-source.node.ts'
import { downloadUrl, type OpenUrl } from '../../src/uploads/url-source.ts'

let closedEndless = (): void => undefined
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const hops = Number(searchParams.get('hops') ?? 0)
  if (pathname === '/redirect')
    response.writeHead(302, { location: hops > 1 ? `/redirect?hops=${hops - 1}` : '/files/a%20b.txt' }).end()
  else if (pathname === '/to')
    response
      .writeHead(Number(searchParams.get('status') ?? 302), { location: searchParams.get('location') ?? '' })
      .end()
  else if (pathname === '/no-location') response.writeHead(302).end()
  else if (pathname === '/compressed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
  else if (pathname === '/cut-off') {
    response.writeHead(200, { 'content-length': 1000 }).write('abc')
    setTimeout(() => request.socket.destroy(), 20)
  } else if (pathname === '/headers') response.end(JSON.stringify(request.headers))
  else if (pathname === '/missing') response.writeHead(404).end('no')
  else if (pathname === '/endless') {
    const timer = setInterval(() => response.write('x'.repeat(5000)), 5)
    response.once('close', () => {
      clearInterval(timer)
      closedEndless()
    })
  } else if (pathname === '/large') response.end('x'.repeat(5000))
  else response.end(`content for ${request.headers.authorization ?? 'all'}`)
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const limits = { maxUploadBytes: 4000, maxUploadMb: 0 }

async function download(
  url: string,
  {
    allowPrivate = true,
    openUrl = createNodeOpenUrl({ allowPrivate }),
    headers = { authorization: 'secret' },
  }: { allowPrivate?: boolean; openUrl?: OpenUrl; headers?: Record<string, string> } = {},
): Promise<{ fileName: string; text: string }> {
  const spool = createMemorySpool({ maxTotalBytes: 100_000 })
  const signal = new AbortController().signal
  const file = await downloadUrl(url, { spool, limits, openUrl, allowPrivate, headers, signal })
  return { fileName: file.fileName, text: await new Response(file.stream()).text() }
}

test('the connection of a document that is too large is closed', async () => {
  const closed = new Promise<void>((resolve) => {
    closedEndless = resolve
  })
  await expect(download(`${origin}/endless`)).rejects.toMatchObject({ code: 1118 })
  await closed
})

test('follows redirects; the name is the end of the path', async () => {
  expect(await download(`${origin}/redirect?hops=3`)).toEqual({ fileName: 'a b.txt', text: 'content for secret' })
  await expect(download(`${origin}/redirect?hops=9`)).rejects.toThrow('redirects more than 5 times')
})

test.each([
  ['/a%2Fb.txt', 'b.txt'],
  ['/..%5C..%5Cc.txt', 'c.txt'],
  ['/%E2%80%AEd%0A.txt', 'd.txt'],
  ['/%2E%2E%2F%2E%2E', ''],
])('the file name of %j is cleaned as names of forms are', async (path, fileName) => {
  expect(await download(origin + path)).toMatchObject({ fileName })
})

test.each([
  ['/files/x.txt', 'x.txt'],
  ['files/../y.txt', 'y.txt'],
  ['//HOST/z.txt', 'z.txt'],
  ['/\u00c3\u00a9.txt', 'é.txt'],
])('a redirect to %j is followed', async (location, fileName) => {
  const target = encodeURIComponent(location.replace('HOST', new URL(origin).host))
  for (const status of [301, 307]) {
    expect((await download(`${origin}/to?status=${status}&location=${target}`)).fileName).toBe(fileName)
  }
})

test.each([
  ['/to?location=file:///etc/passwd', 'only http and https are possible'],
  ['/to?location=ftp://example.com/x', 'only http and https are possible'],
  ['/to?location=http://', 'it redirects to something that is not an address'],
  ['/no-location', 'it answers with the status 302'],
  ['/to?status=304&location=/files/x', 'it answers with the status 304'],
  ['/compressed', 'its response is compressed (Content-Encoding: gzip)'],
  ['/cut-off', 'its response ended too early'],
])('%s', async (path, reason) => {
  await expect(download(`${origin}${path}`)).rejects.toMatchObject({
    code: 1133,
    message: expect.stringContaining(reason),
  })
})

test('headers of the connection are not the client’s to set', async () => {
  const headers = {
    Host: 'other',
    'Content-Length': '9',
    Upgrade: 'websocket',
    'Accept-Encoding': 'gzip',
    'X-Own': 'a',
  }
  const { text } = await download(`${origin}/headers`, { headers })
  expect(JSON.parse(text)).toEqual({
    host: new URL(origin).host,
    connection: 'close',
    'user-agent': 'Sheaf',
    'x-own': 'a',
  })
})

test('a server that switches protocols is refused', async () => {
  const switching = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  })
  await new Promise<void>((resolve) => switching.listen(0, '127.0.0.1', resolve))
  const { port } = switching.address() as AddressInfo
  await expect(download(`http://127.0.0.1:${port}/`)).rejects.toThrow('closed the connection without a response')
  switching.close()
})

test('the reason of a failed connection is part of the sentence', async () => {
  const openUrl: OpenUrl = () => Promise.reject(new Error('Network connection lost.'))
  await expect(download('http://example.com/', { allowPrivate: false, openUrl })).rejects.toMatchObject({
    message: 'The document at http://example.com/ cannot be downloaded: it cannot be reached: Network connection lost.',
  })
})

test('other responses and large files are refused', async () => {
  await expect(download(`${origin}/missing`)).rejects.toMatchObject({
    code: 1133,
    message: expect.stringContaining('404'),
  })
  await expect(download(`${origin}/large`)).rejects.toMatchObject({ code: 1118 })
  await expect(download('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 1133 })
})

describe('addresses in private networks are refused', () => {
  test.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://localhost./',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'file:///etc/passwd',
  ])('%s', async (url) => {
    await expect(download(url, { allowPrivate: false })).rejects.toMatchObject({ code: 1133 })
    // Also as the target of a redirect.
    const asked: string[] = []
    const openUrl: OpenUrl = async ({ href }) => {
      asked.push(href)
      return { status: 302, headers: new Headers({ location: url }), body: null }
    }
    await expect(download('http://example.com/', { allowPrivate: false, openUrl })).rejects.toMatchObject({
      code: 1133,
    })
    expect(asked).toEqual(['http://example.com/'])
  })

  test('names that resolve to them', async () => {
    const openUrl = createNodeOpenUrl({ allowPrivate: false })
    const init = { headers: {}, signal: new AbortController().signal }
    await expect(openUrl(new URL(`http://localhost:${new URL(origin).port}/`), init)).rejects.toThrow('private network')
  })

  test('headers go to the first host only', async () => {
    const sent: [string, string | undefined][] = []
    const openUrl: OpenUrl = async (url, { headers }) => {
      sent.push([url.host, headers.authorization])
      return url.host === 'a.example'
        ? { status: 301, headers: new Headers({ location: 'https://b.example/x.txt' }), body: null }
        : { status: 200, headers: new Headers(), body: new Blob(['x']).stream() }
    }
    await download('http://a.example/', { allowPrivate: false, openUrl })
    expect(sent).toEqual([
      ['a.example', 'secret'],
      ['b.example', undefined],
    ])
  })
})
