/** Real documents on real threads with the thread module of the service. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { parse } from '../../src/parse.ts'
import { createWorkerPool } from '../../src/pool/worker-pool.node.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { parseThrough, testDocuments } from './documents.ts'

const deps = createParseDeps({})
const pool = createWorkerPool({
  threads: 2,
  threadFile: new URL('../../src/runtime/pool-thread.node.ts', import.meta.url),
  threadData: { settings: deps.settings, modelsDir: fileURLToPath(new URL('../../wasm/models', import.meta.url)) },
  pageTimeoutMs: 60_000,
})
afterAll(() => pool.close())

testDocuments(async () => ({ pool, deps }))

test('a thread reads a file, and 301 pages are returned in order', async () => {
  const path = fileURLToPath(new URL('../fixtures/pdf-301-pages/source.pdf', import.meta.url))
  const lenient = createWorkerPool({
    threads: Math.min(2, availableParallelism()),
    threadFile: new URL('../../src/runtime/pool-thread.node.ts', import.meta.url),
    threadData: { settings: { ...deps.settings, maxPages: 400 }, modelsDir: '' },
    pageTimeoutMs: 60_000,
  })
  try {
    const { json = '' } = await parseThrough(
      lenient,
      { kind: 'file', path, size: 0 },
      { fileName: 'a.pdf', fileType: '.pdf' },
    )
    const pages: { page_num: number }[] = JSON.parse(json).pages
    expect(pages.map(({ page_num }) => page_num)).toEqual(Array.from({ length: 301 }, (_, index) => index))
  } finally {
    await lenient.close()
  }
})

test('a short document is parsed and rendered in one step, a longer one only counted', async () => {
  const path = fileURLToPath(new URL('../fixtures/pdf-mixed/source.pdf', import.meta.url))
  const options: ParseOptions = {
    ...defaultOptions,
    ocr: 'off',
    outputFormats: ['json', 'zip'],
    elementFormats: { ...defaultOptions.elementFormats, image: 'file' },
  }
  const links = { kind: 'file', folder: 'x_images/' } as const
  const source = { fileName: 'a.pdf', fileType: '.pdf', password: null }
  const expected = await parse({ ...source, bytes: new Uint8Array(await readFile(path)) }, { options, links }, deps)
  const job = { ...source, source: { kind: 'file', path, size: 0 }, options, links, sentType: '.pdf' } as const
  const seen: number[] = []
  const { info, outputs } = await pool.parseDocument(
    { ...job, maxPages: 10 },
    { onPage: (pageIndex) => seen.push(pageIndex) },
  )
  expect(seen).toEqual(Array.from({ length: info.pageCount }, (_, index) => index))
  expect(outputs?.json).toBe(expected.outputs.json)
  expect(outputs?.zip).toEqual(expected.outputs.zip)
  expect(outputs?.images).toEqual(expected.outputs.images)
  expect(await pool.parseDocument({ ...job, maxPages: 1 })).toEqual({ info, outputs: null })
})

test('the main thread stays responsive while all threads are busy', async () => {
  const source = {
    kind: 'file',
    path: fileURLToPath(new URL('../fixtures/pdf-scan-color/source.pdf', import.meta.url)),
    size: 0,
  } as const
  const work = Promise.all([0, 1].map(() => parseThrough(pool, { ...source }, { fileName: 'a.pdf', fileType: '.pdf' })))
  let done = false
  work.finally(() => {
    done = true
  })
  const late: number[] = []
  while (!done) {
    const began = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 10))
    late.push(performance.now() - began - 10)
  }
  expect((await work)[0]?.markdown).toContain('A Dense Page')
  late.sort((a, b) => a - b)
  // Three threads share the cores of the machine: only the 95th percentile must be short.
  expect(late[Math.floor(late.length * 0.95)]).toBeLessThan(50)
})
