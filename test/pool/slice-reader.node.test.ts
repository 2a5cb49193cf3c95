/** Bands of a page on several threads: who is idle helps, nobody waits for help that does not come, and the text is always the same. */
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultOptions } from '../../src/model/options.ts'
import type { OcrWord } from '../../src/model/recognition.ts'
import type { PagesJob } from '../../src/pool/pool.ts'
import { createWorkerPool, type WorkerPool } from '../../src/pool/worker-pool.node.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { parseThrough } from './documents.ts'

const pools: WorkerPool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function unruly(threads: number): WorkerPool {
  const pool = createWorkerPool({
    threads,
    threadFile: new URL('./misbehaving-thread.node.ts', import.meta.url),
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

/** The page's words: one a band, its text the thread that read it. */
async function wordsOf(pool: WorkerPool, fileName: string): Promise<OcrWord[]> {
  const [page] = await pool.parsePages(job(fileName))
  return JSON.parse(new TextDecoder().decode(page?.json))
}

const wholePage = [0, 10, 20, 30, 40, 50]
const rows = (words: readonly OcrWord[]): number[] => words.map(({ box }) => box.y0)
const readers = (words: readonly OcrWord[]): number => new Set(words.map(({ text }) => text)).size

describe('who reads', () => {
  test('one thread reads all bands by itself', async () => {
    const words = await wordsOf(unruly(1), 'bands-fine')
    expect({ rows: rows(words), readers: readers(words) }).toEqual({ rows: wholePage, readers: 1 })
  })

  test('idle threads read some of them, the page’s own thread those on top', async () => {
    const pool = unruly(3)
    // All threads have begun before it counts.
    await Promise.all([0, 1, 2].map(() => pool.parsePages(job('slow-300'))))
    const words = await wordsOf(pool, 'bands-fine')
    expect(rows(words)).toEqual(wholePage)
    expect(readers(words)).toBe(3)
    // A helper that found no band left may still be saying so.
    await expect.poll(() => pool.load()).toEqual({ running: 0, waiting: 0, size: 3 })
  })

  test('threads that have work of their own are left to it', async () => {
    const pool = unruly(2)
    const other = pool.parsePages(job('slow-2500'))
    const began = performance.now()
    const words = await wordsOf(pool, 'bands-fine')
    expect({ rows: rows(words), readers: readers(words) }).toEqual({ rows: wholePage, readers: 1 })
    // Nor does the page wait for them.
    expect(performance.now() - began).toBeLessThan(2400)
    await other
  })

  test('as many pages as threads, all with bands, all come back', async () => {
    const pool = unruly(2)
    const pages = await Promise.all(Array.from({ length: 6 }, () => wordsOf(pool, 'bands-fine')))
    expect(pages.map(rows)).toEqual(pages.map(() => wholePage))
  })
})

describe('help that does not come', () => {
  test.each(['bands-silent', 'bands-crash'])(
    '%s: the page’s own thread reads again what nobody answered',
    async (fileName) => {
      const pool = unruly(2)
      await Promise.all([0, 1].map(() => pool.parsePages(job('slow-300'))))
      const words = await wordsOf(pool, fileName)
      expect({ rows: rows(words), readers: readers(words) }).toEqual({ rows: wholePage, readers: 1 })
      // The pool goes on with all its threads.
      expect((await Promise.all([0, 1].map(() => pool.parsePages(job('slow-50'))))).length).toBe(2)
    },
  )
})

test('a dense scan comes out byte for byte the same, however many threads there are', async () => {
  const deps = createParseDeps({})
  const bytes = await fixture('pdf-scan-colour')
  const answers: { markdown: string | undefined; json: string | undefined }[] = []
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
    // Twice: an engine that has read before must read the same.
    for (let round = 0; round < 2; round++) {
      const { markdown, json } = await parseThrough(
        pool,
        { kind: 'bytes', bytes },
        { fileName: 'a.pdf', fileType: '.pdf' },
      )
      answers.push({ markdown, json })
    }
  }
  expect(answers[0]?.markdown?.length).toBeGreaterThan(1000)
  for (const answer of answers) expect(answer).toEqual(answers[0])
}, 120_000)
