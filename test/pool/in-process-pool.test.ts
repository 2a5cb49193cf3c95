/// <reference types="vite/client" />
/** The in-process pool with real documents, in both runtimes. */
import { describe, expect, test } from 'vitest'
import type { ParseDeps } from '../../src/deps.ts'
import { defaultOptions } from '../../src/model/options.ts'
import { createInProcessPool } from '../../src/pool/in-process-pool.ts'
import type { PagesJob } from '../../src/pool/pool.ts'
import model from '../../wasm/models/eng.traineddata?url&inline'
import { fixture } from '../fixtures/fixtures.ts'
import { testDocuments } from './documents.ts'

const languages = ['eng']
const deps: ParseDeps = {
  settings: {
    maxPages: 300,
    ocrDpi: 150,
    maxRasterPixels: 4_000_000,
    maxImagePixels: 16_000_000,
    ocrLanguages: languages,
    installedLanguages: languages,
    ocrEngineCount: 1,
  },
  loadModel: async () => Uint8Array.from(atob(model.slice(model.indexOf(',') + 1)), (char) => char.charCodeAt(0)),
}
const pool = createInProcessPool(deps, { parseTimeoutMs: 60_000 })
testDocuments(async () => ({ pool, deps }))

const pagesJob = async (pageCount: number, id = 'pdf-301-pages'): Promise<PagesJob> => ({
  source: { kind: 'bytes', bytes: await fixture(id) },
  fileName: 'a.pdf',
  fileType: '.pdf',
  password: null,
  pageIndexes: Array.from({ length: pageCount }, (_, index) => index),
  options: defaultOptions,
})
const lenient: ParseDeps = { ...deps, settings: { ...deps.settings, maxPages: 400 } }

describe('limits', () => {
  test('the time limit is checked between pages: 1138', async () => {
    let now = 0
    const slow = createInProcessPool(lenient, { parseTimeoutMs: 1000, clock: () => now })
    const pages: number[] = []
    const onPage = (pageIndex: number) => {
      pages.push(pageIndex)
      now += 300
    }
    await expect(slow.parsePages(await pagesJob(20), { onPage })).rejects.toMatchObject({
      code: 1138,
      message: expect.stringContaining('1000 ms'),
    })
    expect(pages).toEqual([0, 1, 2, 3])
    expect(slow.load().running).toBe(0)
  })

  test('an aborted request stops between pages', async () => {
    const aborter = new AbortController()
    const pages: number[] = []
    const onPage = (pageIndex: number) => {
      pages.push(pageIndex)
      if (pageIndex === 2) aborter.abort()
    }
    const free = createInProcessPool(lenient, { parseTimeoutMs: 60_000 })
    await expect(free.parsePages(await pagesJob(20), { onPage, signal: aborter.signal })).rejects.toMatchObject({
      code: 1137,
    })
    expect(pages).toEqual([0, 1, 2])
    expect((await free.parsePages(await pagesJob(2))).length).toBe(2)
  })

  test('other code runs between pages', async () => {
    const free = createInProcessPool(lenient, { parseTimeoutMs: 60_000 })
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 1)
    await free.parsePages(await pagesJob(60))
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
  })

  test('too many waiting jobs: 1124', async () => {
    const small = createInProcessPool(lenient, { parseTimeoutMs: 60_000, maxWaiting: 1 })
    const jobs = [await pagesJob(30), await pagesJob(1), await pagesJob(1)]
    const results = await Promise.allSettled(jobs.map((job) => small.parsePages(job)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(results[2]).toMatchObject({ reason: { code: 1124 } })
  })

  test('a file source without a disk: 1137', async () => {
    const job = { ...(await pagesJob(1)), source: { kind: 'file', path: 'a.pdf', size: 1 } as const }
    await expect(createInProcessPool(deps, { parseTimeoutMs: 1000 }).inspect(job)).rejects.toMatchObject({ code: 1137 })
  })
})
