/**
 * Compares asynchronous tasks on the embedded queue with the synchronous path of the same service: the cost of
 * submissions, checks and steps, and the growth of memory over a thousand tasks.
 * Targets: submission p50 ≤ 30 ms for 1 MB, ≥ 1000 checks/s, at most 100 ms more for a one-page task, 1.3 × the time of
 * sync for 300 digital pages, RSS within ± 50 MiB between task 100 and task 1000.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import * as mupdf from 'mupdf'
import { plainPdf } from '../jobs/documents.ts'
import { openFleet } from '../runtime/fleet.node.ts'
import { hasRedis, openRedis } from '../servers/redis.node.ts'
import { median, startService } from './service.ts'

const service = await startService()
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** A service and a key for it. */
interface Target {
  readonly url: string
  readonly apiKey: string
}

/** A request as bytes, so that writing it is not measured. */
interface Prepared {
  readonly url: string
  readonly path: string
  readonly type: string
  readonly body: Uint8Array
}

async function prepare(
  path: string,
  form: FormData | URLSearchParams,
  { url }: Pick<Target, 'url'> = service,
): Promise<Prepared> {
  const raw = new Request('http://x', { method: 'POST', body: form })
  return { url, path, type: raw.headers.get('content-type') ?? '', body: new Uint8Array(await raw.arrayBuffer()) }
}

function send({
  url,
  path,
  type,
  body,
}: Prepared): Promise<{ code: number; message: string; data: { task_id: string; status: string } }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': body.byteLength }
    const call = request(`${url}/api/v1${path}`, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
    })
    call.once('error', reject)
    call.end(body)
  })
}

const prepareFile = (path: string, bytes: Uint8Array, target: Target = service): Promise<Prepared> => {
  const form = new FormData()
  form.append('api_key', target.apiKey)
  form.append('element_formats', '{"image":"none"}')
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf')
  return prepare(path, form, target)
}
const submit = async (prepared: Prepared): Promise<string> => {
  const { code, data, message } = await send(prepared)
  if (code !== 0) throw new Error(message)
  return data.task_id
}
const parse = async (prepared: Prepared): Promise<void> => {
  const { code, message } = await send(prepared)
  if (code !== 0) throw new Error(message)
}
const prepareCheck = (taskId: string, target: Target = service) =>
  prepare('/parse/async_check', new URLSearchParams({ api_key: target.apiKey, task_id: taskId }), target)
const finish = async (taskId: string): Promise<void> => {
  const check = await prepareCheck(taskId)
  for (;;) {
    const { data } = await send(check)
    if (data.status === 'SUCCESS') return
    if (data.status === 'FAILED') throw new Error(JSON.stringify(data))
  }
}
const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}
const ms = (value: number): string => `${value.toFixed(1)} ms`

const one = {
  sync: await prepareFile('/parse/sync', plainPdf(1)),
  task: await prepareFile('/parse/async', plainPdf(1)),
}
const megabyte = await prepareFile('/parse/async', new Uint8Array([...plainPdf(1), ...new Uint8Array(1_000_000)]))
for (let warm = 0; warm < 3; warm++) await parse(one.sync)

const submits: number[] = []
for (let index = 0; index < 60; index++) {
  let taskId = ''
  submits.push(await timed(async () => (taskId = await submit(megabyte))))
  await finish(taskId)
}
console.log(`submit of 1 MB: p50 ${ms(median(submits))}`)

const pairs = { sync: [] as number[], task: [] as number[] }
for (let index = 0; index < 60; index++) {
  pairs.sync.push(await timed(() => parse(one.sync)))
  pairs.task.push(await timed(async () => finish(await submit(one.task))))
}
console.log(
  `one page: sync ${ms(median(pairs.sync))}, submit + check ${ms(median(pairs.task))}; on top ${ms(median(pairs.task) - median(pairs.sync))}`,
)

const polls = 2000
const poll = async (name: string, check: Prepared): Promise<void> => {
  for (const round of ['first', 'second']) {
    const pollMs = await timed(async () => {
      let left = polls
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          while (left-- > 0) await send(check)
        }),
      )
    })
    console.log(`polls of a ${name} task, 16 at a time, ${round} ${polls}: ${Math.round((polls / pollMs) * 1000)}/s`)
  }
}
const doneId = await submit(one.task)
await finish(doneId)
await poll('finished', await prepareCheck(doneId))
if (hasRedis) await pollWaiting()

for (const [name, bytes] of [
  ['plain', plainPdf(300)],
  ['real', realPdf(300)],
] as const) {
  const book = { sync: await prepareFile('/parse/sync', bytes), task: await prepareFile('/parse/async', bytes) }
  const long = { sync: [] as number[], task: [] as number[] }
  for (let index = 0; index < 6; index++) {
    const [sync, task] = [await timed(() => parse(book.sync)), await timed(async () => finish(await submit(book.task)))]
    // In the first round the threads open the document's fonts.
    if (index === 0) continue
    long.sync.push(sync)
    long.task.push(task)
  }
  console.log(
    `300 ${name} pages: sync ${ms(median(long.sync))}, task ${ms(median(long.task))}; ratio ${(median(long.task) / median(long.sync)).toFixed(2)}`,
  )
}

const memory: number[] = []
const all = await timed(async () => {
  for (let from = 0; from < 1000; from += 50) {
    const tasks = await Promise.all(Array.from({ length: 50 }, () => submit(one.task)))
    await Promise.all(tasks.map(finish))
    memory.push(service.memory().now)
  }
})
console.log(
  `1000 one-page tasks, 50 at a time: ${(all / 1000).toFixed(0)} s; RSS after 100: ${memory[1]?.toFixed(0)} MiB, after 1000: ${memory.at(-1)?.toFixed(0)} MiB, most ${Math.max(...memory).toFixed(0)} MiB`,
)
agent.destroy()
await service.stop()

/** Repeats the pages of the digital fixture: text, tables and images as in real documents. */
function realPdf(pageCount: number): Uint8Array {
  const source = mupdf.PDFDocument.openDocument(
    readFileSync(join(import.meta.dirname, '../fixtures/pdf-digital/source.pdf')),
    'application/pdf',
  ).asPDF()
  if (source === null) throw new Error('The fixture is no PDF')
  const book = new mupdf.PDFDocument()
  for (let page = 0; page < pageCount; page++) book.graftPage(-1, source, page % source.countPages())
  return book.saveToBuffer('').asUint8Array().slice()
}

/** Checks per second of a task that no worker takes, each with an immediate response. */
async function pollWaiting(): Promise<void> {
  const redis = await openRedis()
  const fleet = await openFleet({
    services: 1,
    workers: 0,
    environment: { REDIS_URL: redis.url, ASYNC_CHECK_WAIT_MS: '0' },
  })
  try {
    const { apiKey } = await fleet.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
    const target = { url: fleet.services[0]?.url ?? '', apiKey }
    await poll(
      'waiting',
      await prepareCheck(await submit(await prepareFile('/parse/async', plainPdf(1), target)), target),
    )
  } finally {
    await fleet.close()
    await redis.close()
  }
}
