/**
 * OCR of slices on several threads: idle threads help, the page never waits for missing help, and the text is the same.
 */
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import type { OcrWord } from '../../src/model/ocr-result.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { PagesJob } from '../../src/pool/pool.ts'
import { createWorkerPool, type WorkerPool } from '../../src/pool/worker-pool.node.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { parseThrough } from './documents.ts'

const pools: WorkerPool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function newPool(threads: number): WorkerPool {
  const pool = createWorkerPool({
    threads,
    threadFile: new URL('./faulty-thread.node.ts', import.meta.url),
    threadData: null,
    pageTimeoutMs: 10_000,
    maxHeapMb: 48,
  })
  pools.push(pool)
  return pool
}

const job = (fileName: string): PagesJob => ({
  source: { kind: 'bytes', bytes: Uint8Array.of(1) },
  fileName,
  fileType: '.png',
  password: null,
  pageIndexes: [0],
  options: defaultOptions,
})

/** The words of the page, one per slice; the text is the id of the thread. */
async function wordsOf(pool: WorkerPool, fileName: string): Promise<OcrWord[]> {
  const [page] = await pool.parsePages(job(fileName))
  return JSON.parse(new TextDecoder().decode(page?.json))
}

const wholePage = [0, 10, 20, 30, 40, 50]
const rows = (words: readonly OcrWord[]): number[] => words.map(({ box }) => box.y0)
const readers = (words: readonly OcrWord[]): number => new Set(words.map(({ text }) => text)).size

describe('slices', () => {
  test('a single thread recognizes all slices', async () => {
    const words = await wordsOf(newPool(1), 'slices-fine')
    expect({ rows: rows(words), readers: readers(words) }).toEqual({ rows: wholePage, readers: 1 })
  })

  test('idle threads recognize some of them', async () => {
    const pool = newPool(3)
    // Start all threads first.
    await Promise.all([0, 1, 2].map(() => pool.parsePages(job('slow-300'))))
    const words = await wordsOf(pool, 'slices-fine')
    expect(rows(words)).toEqual(wholePage)
    expect(readers(words)).toBe(3)
    // The last helper may still be finishing.
    await expect.poll(() => pool.load()).toEqual({ running: 0, waiting: 0, size: 3 })
  })

  test('busy threads do not help, and the page does not wait for them', async () => {
    const pool = newPool(2)
    const other = pool.parsePages(job('slow-2500'))
    const began = performance.now()
    const words = await wordsOf(pool, 'slices-fine')
    expect({ rows: rows(words), readers: readers(words) }).toEqual({ rows: wholePage, readers: 1 })
    expect(performance.now() - began).toBeLessThan(2400)
    await other
  })

  test('more sliced pages than threads are all completed', async () => {
    const pool = newPool(2)
    const pages = await Promise.all(Array.from({ length: 6 }, () => wordsOf(pool, 'slices-fine')))
    expect(pages.map(rows)).toEqual(pages.map(() => wholePage))
  })
})

describe('missing help', () => {
  test.each(['slices-silent', 'slices-crash'])(
    '%s: the page’s own thread recognizes slices without a result',
    async (fileName) => {
      const pool = newPool(2)
      await Promise.all([0, 1].map(() => pool.parsePages(job('slow-300'))))
      const words = await wordsOf(pool, fileName)
      expect({ rows: rows(words), readers: readers(words) }).toEqual({ rows: wholePage, readers: 1 })
      expect((await Promise.all([0, 1].map(() => pool.parsePages(job('slow-50'))))).length).toBe(2)
    },
  )
})

test('a dense scan has the same output with any number of threads', async () => {
  const deps = createParseDeps({})
  const bytes = await fixture('pdf-scan-color')
  const results: { markdown: string | undefined; json: string | undefined }[] = []
  for (const threads of [1, 2, 3]) {
    const pool = createWorkerPool({
      threads,
      threadFile: new URL('../../src/runtime/pool-thread.node.ts', import.meta.url),
      threadData: {
        settings: { ...deps.settings, warmOcr: false },
        modelsDir: fileURLToPath(new URL('../../wasm/models', import.meta.url)),
      },
      pageTimeoutMs: 60_000,
    })
    pools.push(pool)
    // The second run uses warm engines.
    for (let round = 0; round < 2; round++) {
      const { markdown, json } = await parseThrough(
        pool,
        { kind: 'bytes', bytes },
        { fileName: 'a.pdf', fileType: '.pdf' },
      )
      results.push({ markdown, json })
    }
  }
  expect(results[0]?.markdown?.length).toBeGreaterThan(1000)
  for (const result of results) expect(result).toEqual(results[0])
}, 120_000)
