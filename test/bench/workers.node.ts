/**
 * Parses one scanned document on one and on two worker processes of one thread each, against one and two processes of
 * native Tesseract on the same pages, alternately. Tesseract shows the gain that a second process can reach on this
 * machine. Target: the median speed-up is at least 0.9 of Tesseract's. PAGES (default 300) and PAIRS (default 5) make
 * it shorter; shards are then cut smaller in the same proportion, so that both workers have as many as with 300
 * pages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as mupdf from 'mupdf'
import { formInit } from '../http/form.ts'
import { type Fleet, openFleet } from '../runtime/fleet.node.ts'
import { hasRedis, openRedis } from '../servers/redis.node.ts'
import { median, pageImage } from './service.ts'

const pages = Number(process.env.PAGES ?? '300')
const pairs = Number(process.env.PAIRS ?? '5')
/** As many shards as 300 pages have. */
const shardPages = Math.max(1, Math.round((32 * pages) / 300))
/** For the engines of a fresh worker, which load in the background. */
const warmMs = 3000

if (!hasRedis) console.log('redis-server is not installed: nothing is measured.')
else if (spawnSync('tesseract', ['--version'], { stdio: 'ignore' }).status !== 0)
  console.log('native tesseract is not installed: there is nothing to compare with.')
else await main()

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-workers-'))
  const redis = await openRedis()
  const environment = {
    REDIS_URL: redis.url,
    SHARD_PAGES: String(shardPages),
    MAX_UPLOAD_MB: '200',
    SPOOL_MAX_MB: '400',
    WORKER_THREADS: '1',
    TASK_CONCURRENCY: '1',
    OCR_LANGS: 'eng',
  }
  const fleet = await openFleet({
    services: 1,
    workers: 1,
    environment: { ...environment, ASYNC_CHECK_WAIT_MS: '60000', TASK_LEASE_MS: '30000' },
  })
  try {
    const { png, path } = pageImage(folder)
    const { apiKey } = await fleet.createKey({ freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 })
    const bytes = scan(png)
    const parse = () => parseTask(fleet, { apiKey, bytes })
    const speedUps = { sheaf: [] as number[], tesseract: [] as number[] }
    await parseTask(fleet, { apiKey, bytes: scan(png, 2) })
    for (let pair = 0; pair < pairs; pair++) {
      const one = await timed(parse)
      const second = await fleet.addWorker()
      await pause(warmMs)
      const two = await timed(parse)
      await second.end()
      fleet.workers.pop()
      const nativeOne = await timed(() => readNative(folder, path, [pages]))
      const nativeTwo = await timed(() => readNative(folder, path, [Math.ceil(pages / 2), Math.floor(pages / 2)]))
      speedUps.sheaf.push(one / two)
      speedUps.tesseract.push(nativeOne / nativeTwo)
      console.log(
        `${pages} pages: workers 1: ${s(one)}, 2: ${s(two)}, ×${(one / two).toFixed(2)}; tesseract 1: ${s(nativeOne)}, 2: ${s(nativeTwo)}, ×${(nativeOne / nativeTwo).toFixed(2)}`,
      )
    }
    const [ours, theirs] = [median(speedUps.sheaf), median(speedUps.tesseract)]
    console.log(
      `median of ${pairs}: workers ×${ours.toFixed(2)}, tesseract ×${theirs.toFixed(2)}; ratio ${(ours / theirs).toFixed(2)}`,
    )
  } finally {
    await fleet.close()
    await redis.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function scan(png: Uint8Array, count = pages): Uint8Array<ArrayBuffer> {
  const document = new mupdf.PDFDocument()
  const image = document.addImage(new mupdf.Image(png))
  for (let page = 0; page < count; page++)
    document.insertPage(
      -1,
      document.addPage([0, 0, 595, 842], 0, { XObject: { I: image } }, 'q 595 0 0 842 0 0 cm /I Do Q'),
    )
  return document.saveToBuffer('').asUint8Array().slice()
}

async function parseTask(fleet: Fleet, { apiKey, bytes }: { apiKey: string; bytes: Uint8Array }): Promise<void> {
  const parts = [
    { name: 'api_key', value: apiKey },
    { name: 'element_formats', value: '{"image":"none"}' },
    { name: 'file', fileName: 'scan.pdf', value: bytes },
  ]
  const { data } = await answerOf(await fleet.call('/api/v1/parse/async', formInit(parts)))
  for (;;) {
    const body = new URLSearchParams({ api_key: apiKey, task_id: data.task_id })
    const { data: now } = await answerOf(await fleet.call('/api/v1/parse/async_check', { method: 'POST', body }))
    if (now.status === 'SUCCESS') return
    if (now.status === 'FAILED') throw new Error(JSON.stringify(now))
  }
}

async function answerOf(response: Response): Promise<{ data: { task_id: string; status: string } }> {
  const answer = (await response.json()) as { code: number; message: string; data: { task_id: string; status: string } }
  if (answer.code !== 0) throw new Error(answer.message)
  return answer
}

/**
 * Starts one process for each number at the same time. Each process reads the page that number of times on one
 * thread.
 */
async function readNative(folder: string, path: string, counts: readonly number[]): Promise<void> {
  await Promise.all(
    counts.map(async (count, index) => {
      const list = join(folder, `list-${index}.txt`)
      writeFileSync(list, `${path}\n`.repeat(count))
      const child = spawn('tesseract', [list, 'stdout', '-l', 'eng'], {
        stdio: 'ignore',
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`tesseract ended with ${code}`)
    }),
  )
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function s(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
