/** `/mcp` with the client of the official SDK, for any queue, database and blob store. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { plainPdf } from '../jobs/documents.ts'
import type { ApiTarget } from './http-api.ts'

interface Answer {
  readonly isError: boolean
  readonly texts: readonly string[]
  readonly content: readonly { type: string; text?: string; mimeType?: string; data?: string }[]
}

export function testMcp(open: () => Promise<ApiTarget>): void {
  describe('MCP over HTTP', () => {
    let target: ApiTarget
    let apiKey = ''
    const clients: Client[] = []

    const connect = async (key: string): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1.0.0' })
      const transport = new StreamableHTTPClientTransport(new URL('http://sheaf.test/mcp'), {
        requestInit: { headers: { Authorization: `Bearer ${key}` } },
        fetch: (url, init) => target.call(new URL(url).pathname, init),
      })
      // The SDK is not compiled with `exactOptionalPropertyTypes`.
      await client.connect(transport as Transport)
      clients.push(client)
      return client
    }
    const newKey = async (pages: number): Promise<string> =>
      (await target.createKey({ freePerDay: pages, freePerMonth: pages, paidPages: 0 })).apiKey
    const call = async (client: Client, name: string, args: Record<string, unknown>): Promise<Answer> => {
      const result = await client.callTool({ name, arguments: args })
      const content = result.content as Answer['content']
      return { isError: result.isError === true, content, texts: content.map(({ text = '' }) => text) }
    }
    const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
    const left = async (key: string): Promise<number> => {
      const body = new URLSearchParams({ api_key: key })
      const response = await target.call('/api/v1/usage', { method: 'POST', body })
      return ((await response.json()) as { data: { remaining_free_pages_today: number } }).data
        .remaining_free_pages_today
    }

    beforeAll(async () => {
      target = await open()
      apiKey = await newKey(100)
    })
    afterAll(() => Promise.all(clients.map((client) => client.close())))

    test('lists tools without paths', async () => {
      const { tools } = await (await connect(apiKey)).listTools()
      expect(tools).toHaveLength(5)
      expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).not.toContain('path')
    })

    test('a document is charged once; another connection reads its pages, table, figure and text', async () => {
      const before = await left(apiKey)
      const first = await connect(apiKey)
      const source = { base64: base64(await fixture('pdf-images')), file_name: 'signs.pdf' }
      const opened = await call(first, 'parse_document', source)
      expect(opened.isError, opened.texts[0]).toBe(false)
      const summary = JSON.parse(opened.texts[0] ?? '')
      expect(summary).toMatchObject({ file_name: 'signs.pdf', page_count: 2, next_offset: null })
      expect(opened.texts[1]).toContain('# Signs in the Field')
      const { document } = summary

      const second = await connect(apiKey)
      const page = await call(second, 'read_pages', { document, pages: '1' })
      expect(page.texts[1]).toContain('Signs in the Field')
      expect(page.texts[1]?.length).toBeLessThan(opened.texts[1]?.length ?? 0)
      const { images } = JSON.parse(page.texts[0] ?? '')
      expect(images).toEqual(['p1-1.png', 'p1-2.png', 'p1-3.png'])
      for (const name of images) {
        const figure = await call(second, 'get_figure', { document, page: 1, name })
        expect(figure.content[0]).toMatchObject({ type: 'image', mimeType: expect.stringMatching(/^image\//) })
      }
      expect((await call(second, 'get_table', { document, page: 1 })).texts[0]).toContain('Sign,Meaning,Gates')
      const found = await call(second, 'search_document', { document, query: 'north gate' })
      expect(JSON.parse(found.texts[0] ?? '').total).toBeGreaterThan(0)
      const { resources } = await second.listResources()
      expect(resources.map(({ uri }) => uri)).toContain(`sheaf://documents/${document}`)
      const { contents } = await second.readResource({ uri: `sheaf://documents/${document}` })
      expect(contents[0]).toMatchObject({ text: opened.texts[1] })

      expect(JSON.parse((await call(second, 'parse_document', source)).texts[0] ?? '').document).toBe(document)
      expect(before - (await left(apiKey))).toBe(2)
    })

    test('only the requested pages are parsed and charged', async () => {
      const key = await newKey(3)
      const client = await connect(key)
      const source = { base64: base64(plainPdf(5)), file_name: 'five.pdf' }
      const opened = await call(client, 'parse_document', { ...source, pages: '2-3' })
      expect(opened.isError, opened.texts[0]).toBe(false)
      expect(await left(key)).toBe(1)
      const { document } = JSON.parse(opened.texts[0] ?? '')
      const other = await call(client, 'read_pages', { document, pages: '5' })
      expect([other.isError, other.texts[0]]).toEqual([true, expect.stringContaining('page 5')])
      const refused = await call(client, 'parse_document', source)
      expect([refused.isError, refused.texts[0]]).toEqual([true, expect.stringContaining('5 pages')])
    })

    test('documents of another key, unknown ones, and private addresses are refused', async () => {
      const client = await connect(apiKey)
      const { texts } = await call(client, 'parse_document', { base64: base64(plainPdf(1)), file_name: 'a.pdf' })
      const { document } = JSON.parse(texts[0] ?? '')
      const stranger = await connect(await newKey(10))
      for (const id of [document, '0'.repeat(32), 'none'])
        expect((await call(stranger, 'read_pages', { document: id })).texts[0]).toContain('not open')
      for (const url of ['http://127.0.0.1:1/a.pdf', 'http://[::ffff:127.0.0.1]/a.pdf', 'http://localhost/a.pdf'])
        expect((await call(client, 'parse_document', { url })).isError).toBe(true)
      expect((await call(client, 'parse_document', {})).texts[0]).toContain('exactly one')
      expect((await call(client, 'parse_document', { base64: '%%%' })).isError).toBe(true)
    })

    test('a wrong key, another method, and a body that is not JSON', async () => {
      await expect(connect('sk-wrong')).rejects.toThrow('Invalid API key')
      expect((await target.call('/mcp', { method: 'GET' })).status).toBe(405)
      const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
      const broken = await target.call('/mcp', { method: 'POST', headers, body: '{' })
      expect(broken.status).toBe(400)
      expect(await broken.json()).toMatchObject({ jsonrpc: '2.0', error: { message: 'The message is not JSON.' } })
    })
  })
}
