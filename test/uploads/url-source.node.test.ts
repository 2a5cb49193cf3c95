import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemorySpool } from '../../src/uploads/spool-memory.ts'
import { createNodeOpenUrl } from '../../src/uploads/url-source.node.ts'
import { downloadUrl, type OpenUrl } from '../../src/uploads/url-source.ts'

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const hops = Number(searchParams.get('hops') ?? 0)
  if (pathname === '/redirect')
    response.writeHead(302, { location: hops > 1 ? `/redirect?hops=${hops - 1}` : '/files/a%20b.txt' }).end()
  else if (pathname === '/missing') response.writeHead(404).end('no')
  else if (pathname === '/large') response.end('x'.repeat(5000))
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
  }: { allowPrivate?: boolean; openUrl?: OpenUrl } = {},
): Promise<{ fileName: string; text: string }> {
  const spool = createMemorySpool({ maxTotalBytes: 100_000 })
  const headers = { authorization: 'secret' }
  const signal = new AbortController().signal
  const file = await downloadUrl(url, { spool, limits, openUrl, allowPrivate, headers, signal })
  return { fileName: file.fileName, text: await new Response(file.stream()).text() }
}

test('follows redirects; the name is the end of the path', async () => {
  expect(await download(`${origin}/redirect?hops=3`)).toEqual({ fileName: 'a b.txt', text: 'content for secret' })
  await expect(download(`${origin}/redirect?hops=9`)).rejects.toThrow('redirects more than 5 times')
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
