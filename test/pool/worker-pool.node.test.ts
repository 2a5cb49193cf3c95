/** The worker pool with real threads: a crash must not affect other jobs or delay them. */

import { afterAll, describe, expect, test } from 'vitest'
import { ParseError } from '../../src/model/errors.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { SourceRef } from '../../src/model/source-ref.ts'
import type { PagesJob } from '../../src/pool/pool.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../../src/pool/worker-pool.node.ts'

const pools: WorkerPool[] = []
function newPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = createWorkerPool({
    threads: 2,
    threadFile: new URL('./faulty-thread.node.ts', import.meta.url),
    threadData: null,
    pageTimeoutMs: 10_000,
    maxHeapMb: 48,
    ...options,
  })
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

const newSource = (): SourceRef => ({ kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) })
const inspectJob = (fileName: string, source = newSource()) => ({ source, fileName, fileType: '.pdf', password: null })
const pagesJob = (fileName: string, pages: number, source = newSource()): PagesJob => ({
  ...inspectJob(fileName, source),
  pageIndexes: Array.from({ length: pages }, (_, index) => index),
  options: defaultOptions,
})
async function rejection(promise: Promise<unknown>): Promise<ParseError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ParseError) return error
  throw new Error(`expected a ParseError, got ${error}`)
}
interface PageNote {
  readonly pageIndex: number
  readonly threadId: number
  readonly opens: number
}
const notes = (records: readonly { json: Uint8Array }[]): PageNote[] =>
  records.map(({ json }) => JSON.parse(new TextDecoder().decode(json)))

describe('jobs', () => {
  test('inspect, pages and finish of a document', async () => {
    const pool = newPool()
    const source = newSource()
    expect(await pool.inspect(inspectJob('fine', source))).toEqual({ fileName: 'fine', fileType: '.pdf', pageCount: 1 })
    const seen: number[] = []
    const records = await pool.parsePages(pagesJob('fine', 40, source), { onPage: (pageIndex) => seen.push(pageIndex) })
    expect(records.map(({ pageIndex }) => pageIndex)).toEqual(Array.from({ length: 40 }, (_, index) => index))
    expect(seen.length).toBe(40)
    const info = { fileName: 'fine', fileType: '.pdf', pageCount: 40 }
    expect((await pool.finish({ info, pages: records, options: defaultOptions, filesUrl: '' })).markdown).toBe('40')
    // Transferred, not copied.
    expect(records[0]?.json.byteLength).toBe(0)
    expect(pool.load()).toEqual({ running: 0, waiting: 0, size: 2 })
  })

  test('a short document stays on the thread that opened it', async () => {
    const pool = newPool()
    for (let round = 0; round < 4; round++) {
      const source = newSource()
      await pool.inspect(inspectJob('fine', source))
      const pages = notes(await pool.parsePages(pagesJob('fine', 5, source)))
      expect(new Set(pages.map(({ threadId }) => threadId)).size).toBe(1)
      expect(new Set(pages.map(({ opens }) => opens)).size).toBe(1)
    }
  })

  test('all threads share a long document, and its pages are returned in order', async () => {
    const pool = newPool()
    const pages = notes(await pool.parsePages(pagesJob('slow-60', 12)))
    expect(pages.map(({ pageIndex }) => pageIndex)).toEqual(Array.from({ length: 12 }, (_, index) => index))
    expect(new Set(pages.map(({ threadId }) => threadId)).size).toBe(2)
  })

  test('a pool with one first thread shares a running document once it may use all', async () => {
    const pool = newPool({ firstThreads: 1 })
    const few = notes(await pool.parsePages(pagesJob('slow-60', 6)))
    expect(new Set(few.map(({ threadId }) => threadId)).size).toBe(1)
    const parsing = pool.parsePages(pagesJob('slow-60', 24))
    pool.useAllThreads()
    pool.useAllThreads()
    expect(new Set(notes(await parsing).map(({ threadId }) => threadId)).size).toBe(2)
    expect(pool.load().size).toBe(2)
  })

  test('a one-page document does not wait for a 200-page one', async () => {
    const pool = newPool()
    let longDone = false
    const long = pool.parsePages(pagesJob('slow-40', 200)).then(() => {
      longDone = true
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    await pool.parsePages(pagesJob('fine', 1))
    expect(longDone).toBe(false)
    await long
  })

  test('a tenant with slow pages on all threads releases one for another tenant', { timeout: 60_000 }, async () => {
    const pool = newPool()
    const seen: number[] = []
    const slow = [0, 1].map(() =>
      pool.parsePages(pagesJob('slow-6500', 1), { tenant: 'a', urgent: true, onPage: (page) => seen.push(page) }),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    await pool.parsePages(pagesJob('fine', 1), { tenant: 'b' })
    expect(performance.now() - began).toBeLessThan(6000)
    expect((await Promise.all(slow)).map((records) => records.length)).toEqual([1, 1])
    expect(seen).toEqual([0, 0])
    expect(pool.load()).toMatchObject({ running: 0, waiting: 0 })
  })

  test('requests and tasks alternate, and every reservation ends', { timeout: 60_000 }, async () => {
    const pool = newPool()
    const request = async (): Promise<void> => {
      const source = newSource()
      await pool.inspect(inspectJob('request', source), { urgent: true })
      await pool.parsePages(pagesJob('request', 1, source), { urgent: true })
    }
    for (let round = 0; round < 60; round++)
      await Promise.all([
        request(),
        pool.parsePages(pagesJob('task', 2)),
        request(),
        pool.parsePages(pagesJob('task', 1)),
      ])
    expect(pool.load()).toMatchObject({ running: 0, waiting: 0 })
  })

  test('a tenant without a thread goes before one with many waiting jobs', async () => {
    const pool = newPool()
    const ended: string[] = []
    const send = (fileName: string, tenant: string) =>
      pool.parsePages(pagesJob(fileName, 1), { tenant, urgent: true }).then(() => {
        ended.push(tenant)
      })
    await Promise.all([...Array.from({ length: 8 }, () => send('slow-100', 'many')), send('fine', 'one')])
    expect(ended.indexOf('one')).toBeLessThanOrEqual(2)
    expect(ended).toHaveLength(9)
  })

  test('warm-up runs without a document', async () => {
    const pool = newPool()
    pool.warm()
    expect(pool.load().running).toBe(1)
    while (pool.load().running > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await pool.inspect(inspectJob('fine'))).toMatchObject({ pageCount: 1 })
  })
})

describe('limits', () => {
  test('too many waiting documents are refused immediately with 1124', async () => {
    const pool = newPool({ threads: 1, maxWaiting: 2 })
    const busy = pool.parsePages(pagesJob('slow-300', 1))
    const waiting = [pool.inspect(inspectJob('fine')), pool.inspect(inspectJob('fine'))]
    expect(pool.load()).toEqual({ running: 1, waiting: 2, size: 1 })
    const error = await rejection(pool.inspect(inspectJob('fine')))
    expect(error.code).toBe(1124)
    expect(error.retryAfterSeconds).toBeGreaterThan(0)
    expect(error.message).toContain('the limit is 2')
    await Promise.all([busy, ...waiting])
  })

  test('a stuck page: 1138 names it, other jobs and later ones succeed', async () => {
    const pool = newPool({ pageTimeoutMs: 700 })
    const neighbor = pool.parsePages(pagesJob('slow-100', 15))
    const error = await rejection(pool.parsePages(pagesJob('spin-3', 5)))
    expect(error.code).toBe(1138)
    expect(error.message).toContain('page 3')
    expect(error.message).toContain('700 ms')
    expect((await neighbor).length).toBe(15)
    expect((await pool.parsePages(pagesJob('fine', 3))).length).toBe(3)
    expect(pool.load().running).toBe(0)
  })

  test('pages whose OCR is stuck are read without it', async () => {
    const pages = await newPool({ pageTimeoutMs: 500 }).parsePages(pagesJob('ocr-2,5', 6))
    expect(pages.map(({ pageIndex }) => pageIndex)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('a document with such a page is only counted', async () => {
    const { pageIndexes: _, ...job } = pagesJob('ocr-2', 2)
    const links = { kind: 'none' } as const
    const parsing = newPool({ pageTimeoutMs: 500 }).parseDocument({ ...job, sentType: '.docx', links, maxPages: 9 })
    expect(await parsing).toEqual({ info: { fileName: 'ocr-2', fileType: '.docx', pageCount: 2 }, outputs: null })
  })

  test('more than five such pages: 1138', async () => {
    const error = await rejection(newPool({ pageTimeoutMs: 300 }).parsePages(pagesJob('ocr-1,2,3,4,5,6,7', 7)))
    expect(error.code).toBe(1138)
    expect(error.message).toContain('300 ms')
  })

  test('opening a document over the time limit: 1138', async () => {
    const error = await rejection(newPool({ threads: 1, pageTimeoutMs: 300 }).inspect(inspectJob('spin')))
    expect(error.code).toBe(1138)
    expect(error.message).toContain('opening the document')
  })

  test('an aborted request ends immediately and frees its thread soon', async () => {
    const pool = newPool({ threads: 1 })
    const aborter = new AbortController()
    const request = pool.parsePages(pagesJob('spin', 1), { signal: aborter.signal })
    await new Promise((resolve) => setTimeout(resolve, 400))
    const began = performance.now()
    aborter.abort()
    expect((await rejection(request)).code).toBe(1137)
    expect(performance.now() - began).toBeLessThan(200)
    expect((await pool.parsePages(pagesJob('fine', 2))).length).toBe(2)
  })

  test('a request over its own time limit: 1138', async () => {
    const pool = newPool({ threads: 1 })
    const error = await rejection(pool.parsePages(pagesJob('slow-50', 200), { signal: AbortSignal.timeout(600) }))
    expect(error.code).toBe(1138)
    expect(error.message).toContain('PARSE_TIMEOUT_MS')
  })

  test('a thread that has grown is recycled after its job', async () => {
    const pool = newPool({ threads: 1, recycleBytes: 64 << 20 })
    const threadOf = async (fileName: string) => notes(await pool.parsePages(pagesJob(fileName, 1)))[0]?.threadId
    const first = await threadOf('grow-10')
    expect(await threadOf('grow-100')).toBe(first)
    const second = await threadOf('grow-10')
    expect(second).not.toBe(first)
    expect(await threadOf('large-heap')).toBe(second)
    expect(await threadOf('grow-10')).not.toBe(second)
  })

  test('the thread of a large document is recycled only when it is idle', async () => {
    const pool = newPool({ threads: 1, recycleBytes: 64 << 20 })
    const source: SourceRef = { kind: 'file', path: 'grow', size: 50 << 20 }
    const threadNow = async () => notes(await pool.parsePages(pagesJob('grow-100', 1, source)))[0]?.threadId
    const first = await threadNow()
    expect(await threadNow()).toBe(first)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(await threadNow()).not.toBe(first)
  })

  test('a thread is recycled after a number of pages', async () => {
    const pool = newPool({ threads: 1, recyclePages: 10 })
    const threadOf = async (pages: number) =>
      new Set(notes(await pool.parsePages(pagesJob('fine', pages))).map(({ threadId }) => threadId))
    const first = await threadOf(9)
    expect(await threadOf(1)).toEqual(first)
    expect(await threadOf(1)).not.toEqual(first)
  })
})

describe('failures', () => {
  for (const [how, code, words] of [
    ['exit', 1137, 'page 2'],
    ['heap', 1132, 'more memory at page 2 than a thread of this deployment has (48 MB)'],
    ['trap', 1137, 'Processing failed'],
    ['defect', 1137, 'Processing failed'],
    ['corrupt', 1106, 'corrupt'],
  ] as const)
    test(`${how}: ${code}, other jobs and later ones succeed`, async () => {
      const pool = newPool()
      const neighbor = pool.parsePages(pagesJob('slow-100', 8))
      const error = await rejection(pool.parsePages(pagesJob(`${how}-2`, 3)))
      expect(error.code).toBe(code)
      expect(error.message).toContain(words)
      expect((await neighbor).length).toBe(8)
      expect((await pool.parsePages(pagesJob('fine', 3))).length).toBe(3)
    })

  test('an internal error is in the cause for the log, not in the message', async () => {
    const error = await rejection(newPool({ threads: 1 }).parsePages(pagesJob('defect', 1)))
    expect(error.message).not.toContain('x is not a function')
    expect(String(error.cause)).toContain('x is not a function')
  })

  test('a thread module that cannot be loaded: 1137', async () => {
    const error = await rejection(
      newPool({ threads: 1, threadFile: new URL('./no-such-thread.ts', import.meta.url) }).inspect(inspectJob('fine')),
    )
    expect(error.code).toBe(1137)
  })

  test('closing ends running and waiting jobs', async () => {
    const pool = newPool({ threads: 1 })
    const both = [rejection(pool.parsePages(pagesJob('spin', 1))), rejection(pool.parsePages(pagesJob('fine', 1)))]
    await new Promise((resolve) => setTimeout(resolve, 300))
    await pool.close()
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([1124, 1124])
    expect((await rejection(pool.inspect(inspectJob('fine')))).code).toBe(1124)
  })
})
