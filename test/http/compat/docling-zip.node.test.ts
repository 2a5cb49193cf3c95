import { unzipSync } from 'fflate'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../../../src/http/app-env.ts'
import { readDoclingOptions } from '../../../src/http/compat/docling/options.ts'
import { doclingResponse } from '../../../src/http/compat/docling/responses.ts'

const damaged = { fileName: 'b.pdf', error: { code: 1106 as const, message: 'It is damaged.', status: 422 as const } }

test('a document named "errors" does not take the file of the errors', async () => {
  const options = readDoclingOptions(new Map(Object.entries({ target_type: ['zip'], to_formats: ['json'] })), {
    installedLanguages: [],
    chunking: false,
    fileCount: 2,
  })
  const document = { fileType: '.pdf', digest: '0'.repeat(32), outputs: { json: { pages: [] } }, warnings: [] }
  const results = [{ ...document, fileName: 'errors.pdf' }, damaged]
  const app = new Hono<AppEnv>().get('/', (c) => doclingResponse(c, results, { options, seconds: 0 }))
  const files = unzipSync(new Uint8Array(await (await app.request('/')).arrayBuffer()))
  expect(Object.keys(files).sort()).toEqual(['errors-2.json', 'errors.json'])
  expect(new TextDecoder().decode(files['errors.json'])).toContain('It is damaged.')
})

test('a large zip does not block other requests', async () => {
  const markdown = Array.from({ length: 400_000 }, (_, index) => `line ${(index * 7919) % 100_003}`).join('\n')
  const file = { fileType: '.pdf', digest: '0'.repeat(32), outputs: { markdown }, warnings: [] }
  const options = readDoclingOptions(new Map([['target_type', ['zip']]]), {
    installedLanguages: [],
    chunking: false,
    fileCount: 2,
  })
  const results = [{ ...file, fileName: 'a.pdf' }, { ...file, fileName: 'a.docx' }, damaged]
  const app = new Hono<AppEnv>().get('/', (c) => doclingResponse(c, results, { options, seconds: 0 }))
  let others = 0
  const timer = setInterval(() => others++, 1)
  const body = await (await app.request('/')).arrayBuffer()
  clearInterval(timer)
  expect(others).toBeGreaterThan(1)
  const files = unzipSync(new Uint8Array(body))
  expect(Object.keys(files).sort()).toEqual(['a-2.md', 'a.md', 'errors.json'])
  expect(new TextDecoder().decode(files['a-2.md'])).toBe(markdown)
  expect(body.byteLength).toBeLessThan(markdown.length)
})
