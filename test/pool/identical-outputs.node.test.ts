/** The outputs are identical for any number of threads and in process. */

import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import type { SourceRef } from '../../src/model/source-ref.ts'
import { createInProcessPool } from '../../src/pool/in-process-pool.ts'
import type { Pool } from '../../src/pool/pool.ts'
import { createWorkerPool } from '../../src/pool/worker-pool.node.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { fixture, fixtureFileName } from '../fixtures/fixtures.ts'

const deps = createParseDeps({})
const threadData = { settings: deps.settings, modelsDir: fileURLToPath(new URL('../../wasm/models', import.meta.url)) }
const threadFile = new URL('../../src/runtime/pool-thread.node.ts', import.meta.url)
const readSource = async (source: SourceRef): Promise<Uint8Array> =>
  source.kind === 'bytes' ? source.bytes : Promise.reject(new Error('sources here are bytes'))
const pools: readonly (readonly [string, Pool])[] = [
  ...[1, 2, 3].map(
    (threads) =>
      [`${threads} threads`, createWorkerPool({ threads, threadFile, threadData, pageTimeoutMs: 60_000 })] as const,
  ),
  ['in process', createInProcessPool(deps, { parseTimeoutMs: 120_000, readSource })],
]
afterAll(() => Promise.all(pools.map(([, pool]) => pool.close())))

/** Cross-page text, inline images, tags, OCR, charts, an image file. */
const documents = ['pdf-cross-page', 'pdf-images', 'pdf-tagged-report', 'pdf-mixed', 'pdf-charts', 'image-png']
const optionsOf = (image: ParseOptions['elementFormats']['image']): ParseOptions => ({
  ...defaultOptions,
  ocrLanguages: ['eng'],
  outputFormats: ['markdown', 'json', 'zip'],
  elementFormats: { ...defaultOptions.elementFormats, image },
  features: {
    ...defaultOptions.features,
    enable_text_cross_page: true,
    enable_table_cross_page: true,
    enable_inline_image: true,
    enable_title_level_recognition: true,
    keep_header_footer: true,
  },
})

/** SHA-256 of each output by name. */
async function digestsOf(pool: Pool, id: string, options: ParseOptions): Promise<Record<string, string>> {
  const fileName = fixtureFileName(id)
  const job = {
    source: { kind: 'bytes', bytes: await fixture(id) } as const,
    fileName,
    fileType: fileName.slice(fileName.lastIndexOf('.')),
    password: null,
  }
  const info = await pool.inspect(job)
  const pageIndexes = Array.from({ length: info.pageCount }, (_, index) => index)
  const pages = await pool.parsePages({ ...job, pageIndexes, options })
  const {
    markdown = '',
    json = '',
    zip = new Uint8Array(),
    tokenCount,
    warnings,
  } = await pool.finish({ info, pages, options, filesUrl: 'http://127.0.0.1/files/' })
  expect(Math.min(markdown.length, json.length, zip.length)).toBeGreaterThan(0)
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
  const outputs = {
    markdown: encode(markdown),
    json: encode(json),
    zip: new Uint8Array(zip),
    rest: encode(JSON.stringify({ tokenCount, warnings })),
  }
  return Object.fromEntries(
    await Promise.all(
      Object.entries(outputs).map(async ([name, bytes]) => [
        name,
        Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
      ]),
    ),
  )
}

test.each(documents)('%s', { timeout: 180_000 }, async (id) => {
  for (const image of ['none', 'base64', 'file'] as const) {
    const digests: Record<string, Record<string, string>> = {}
    for (const [name, pool] of pools) digests[name] = await digestsOf(pool, id, optionsOf(image))
    for (const [name] of pools) expect(digests[name], `image ${image}, ${name}`).toEqual(digests['in process'])
  }
})
