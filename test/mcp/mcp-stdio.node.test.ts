/** `sheaf mcp` as a process, with the client of the official SDK. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

const entry = join(import.meta.dirname, '../../src/cli/sheaf.node.ts')
const root = mkdtempSync(join(tmpdir(), 'sheaf-mcp-'))
const allowed = join(root, 'allowed')
const page =
  '<h1>Annual report</h1><p>The harvest was plentiful.</p>' +
  '<table><tr><th>Fruit</th><th>Tons</th></tr><tr><td>Apple, red</td><td>12</td></tr></table>'
const client = new Client({ name: 'test', version: '1.0.0' })
/** On a busy machine, the program takes more than ten seconds to start. */
const START_TIMEOUT_MS = 60_000

beforeAll(async () => {
  mkdirSync(allowed)
  writeFileSync(join(allowed, 'report.html'), page)
  writeFileSync(join(allowed, 'long.txt'), 'A line of a long text.\n\n'.repeat(200))
  copyFileSync(join(import.meta.dirname, '../fixtures/pdf-images/source.pdf'), join(allowed, 'figure.pdf'))
  writeFileSync(join(root, 'secret.html'), '<p>secret</p>')
  symlinkSync(join(root, 'secret.html'), join(allowed, 'link.html'))
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [entry, 'mcp', '--allow', allowed] }),
  )
}, START_TIMEOUT_MS)
afterAll(async () => {
  await client.close()
  rmSync(root, { recursive: true, force: true })
})

interface Answer {
  readonly isError: boolean
  readonly texts: readonly string[]
  readonly content: readonly { type: string; text?: string; data?: string; mimeType?: string }[]
}

async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content as Answer['content']
  return { isError: result.isError === true, content, texts: content.map(({ text = '' }) => text) }
}

async function open(args: Record<string, unknown>) {
  const { texts, isError } = await call('parse_document', args)
  expect(isError, texts[0]).toBe(false)
  return { summary: JSON.parse(texts[0] ?? ''), text: texts[1] ?? '' }
}

test('lists its tools', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'parse_document',
    'read_pages',
    'search_document',
    'get_table',
    'get_figure',
  ])
})

test('parses a file; its pages, table and Markdown can be read again', async () => {
  const { summary, text } = await open({ path: 'report.html' })
  expect(text).toContain('# Annual report')
  expect(summary).toMatchObject({ file_name: 'report.html', page_count: 1, next_offset: null })
  const { document } = summary
  expect((await call('read_pages', { document, pages: '1' })).texts[1]).toBe(text)
  const search = await call('search_document', { document, query: 'HARVEST  was' })
  expect(JSON.parse(search.texts[0] ?? '')).toMatchObject({ total: 1, hits: [{ page: 1 }] })
  expect((await call('get_table', { document, page: 1 })).texts[0]).toBe('Fruit,Tons\r\n"Apple, red",12\r\n')
  const cells = JSON.parse((await call('get_table', { document, page: 1, format: 'json' })).texts[0] ?? '')
  expect(cells[0]).toEqual({ row: 0, col: 0, row_span: 1, col_span: 1, header: true, text: 'Fruit' })
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain(`sheaf://documents/${document}`)
  const { contents } = await client.readResource({ uri: `sheaf://documents/${document}` })
  expect(contents[0]).toMatchObject({ text, mimeType: 'text/markdown' })
})

test('returns a table with more cells than a call has arguments', async () => {
  const rows = 65_000
  writeFileSync(join(allowed, 'many.csv'), Array.from({ length: rows }, (_, row) => `${row},x\n`).join(''))
  const { summary } = await open({ path: 'many.csv' })
  const { texts, isError } = await call('get_table', { document: summary.document, page: 1 })
  expect(isError, texts[0]).toBe(false)
  expect(texts[0]?.split('\r\n')).toHaveLength(rows + 1)
}, 60_000)

test('a document in base64 is opened', async () => {
  const { text } = await open({ base64: Buffer.from(page).toString('base64'), file_name: 'a.html' })
  expect(text).toContain('plentiful')
})

test('the parts of a long text add up to the whole', async () => {
  const whole = (await open({ path: 'long.txt', max_tokens: 100_000 })).text
  let text = ''
  let parts = 0
  for (let offset: number | null = 0; offset !== null; parts++) {
    const part = await open({ path: 'long.txt', max_tokens: 300, offset })
    text += part.text
    offset = part.summary.next_offset
  }
  expect(parts).toBeGreaterThan(2)
  expect(text).toBe(whole)
})

test('headings have levels, and a figure is returned as an image', async () => {
  const { summary, text } = await open({ path: 'figure.pdf' })
  expect(text).toContain('\n## Where the signs stand\n')
  const { content, isError } = await call('get_figure', { document: summary.document, page: 1 })
  expect(isError, content[0]?.text).toBe(false)
  expect(content[0]).toMatchObject({ type: 'image', mimeType: expect.stringMatching(/^image\/(png|jpeg)$/) })
})

test.each([
  ['a path outside the folders', { path: join(root, 'secret.html') }, 'allowed folders'],
  ['a path with dots', { path: '../secret.html' }, 'allowed folders'],
  ['a symbolic link that leads outside', { path: 'link.html' }, 'allowed folders'],
  ['a folder', { path: '.' }, 'allowed folders'],
  ['a private address', { url: 'http://127.0.0.1:1/a.pdf' }, 'private network'],
  ['a mapped private address', { url: 'http://[::ffff:127.0.0.1]/a.pdf' }, 'private network'],
  ['no source', {}, 'exactly one'],
  ['invalid base64', { base64: '%%%' }, 'base64'],
  ['a page that does not exist', { path: 'report.html', pages: '7' }, 'pages: page 7 does not exist'],
])('refuses %s', async (_, args, message) => {
  const { isError, texts } = await call('parse_document', args)
  expect(isError).toBe(true)
  expect(texts[0]).toContain(message)
})

test('refuses an unknown document', async () => {
  const { isError, texts } = await call('read_pages', { document: 'none' })
  expect(isError).toBe(true)
  expect(texts[0]).toContain('not open')
})
