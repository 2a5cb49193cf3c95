/**
 * Asynchronous tasks on the embedded queue against the synchronous path of the same service: what submitting, polling
 * and the steps between cost, and whether a thousand tasks leave anything behind in memory.
 * Targets: submit p50 ≤ 30 ms for 1 MB, ≥ 1000 polls/s, ≤ 100 ms on top of a one-page task, 300 digital pages within
 * 1.3 × of sync, RSS within ± 50 MiB between task 100 and task 1000.
 */
import { Agent, request } from 'node:http'
import { plainPdf } from '../jobs/documents.ts'
import { median, type Service, startService } from './service.ts'

const service = await startService({ SHARD_PAGES: process.env.SHARD_PAGES ?? '16' })
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

function send(path: string, body: FormData | URLSearchParams): Promise<{ code: number; data: { task_id: string; status: string } }> {
  const raw = new Request('http://x', { method: 'POST', body })
  return raw.arrayBuffer().then(
    (bytes) =>
      new Promise((resolve, reject) => {
        const call = request(
          `${service.url}/api/v1${path}`,
          { method: 'POST', agent, headers: { 'content-type': raw.headers.get('content-type') ?? '', 'content-length': bytes.byteLength } },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
          },
        )
        call.once('error', reject)
        call.end(new Uint8Array(bytes))
      }),
  )
}

const formOf = (bytes: Uint8Array, { apiKey }: Service): FormData => {
  const form = new FormData()
  form.append('api_key', apiKey)
  form.append('element_formats', '{"image":"none"}')
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf')
  return form
}
const submit = async (bytes: Uint8Array): Promise<string> => {
  const { code, data } = await send('/parse/async', formOf(bytes, service))
  if (code !== 0) throw new Error(`refused with ${code}`)
  return data.task_id
}
const check = (taskId: string) => send('/parse/async_check', new URLSearchParams({ api_key: service.apiKey, task_id: taskId }))
const finish = async (taskId: string): Promise<void> => {
  for (;;) {
    const { data } = await check(taskId)
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

const one = plainPdf(1)
const megabyte = new Uint8Array([...one, ...new Uint8Array(1_000_000)])
for (let warm = 0; warm < 3; warm++) await service.parse(new Uint8Array(one), 'a.pdf')

const submits: number[] = []
for (let index = 0; index < 60; index++) {
  let taskId = ''
  submits.push(await timed(async () => (taskId = await submit(megabyte))))
  await finish(taskId)
}
console.log(`submit of 1 MB: p50 ${ms(median(submits))}`)

const pairs = { sync: [] as number[], task: [] as number[] }
for (let index = 0; index < 60; index++) {
  pairs.sync.push(await timed(() => service.parse(new Uint8Array(one), 'a.pdf')))
  pairs.task.push(await timed(async () => finish(await submit(one))))
}
console.log(`one page: sync ${ms(median(pairs.sync))}, submit + check ${ms(median(pairs.task))}; on top ${ms(median(pairs.task) - median(pairs.sync))}`)

const done = await submit(one)
await finish(done)
const polls = 2000
const pollMs = await timed(async () => {
  let left = polls
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) await check(done)
    }),
  )
})
console.log(`polls of a finished task, 16 at a time: ${Math.round((polls / pollMs) * 1000)}/s`)

const book = plainPdf(300)
const long = { sync: [] as number[], task: [] as number[] }
for (let index = 0; index < 5; index++) {
  long.sync.push(await timed(() => service.parse(new Uint8Array(book), 'a.pdf')))
  long.task.push(await timed(async () => finish(await submit(book))))
}
console.log(`300 digital pages: sync ${ms(median(long.sync))}, task ${ms(median(long.task))}; ratio ${(median(long.task) / median(long.sync)).toFixed(2)}`)

const memory: number[] = []
const all = await timed(async () => {
  for (let from = 0; from < 1000; from += 50) {
    const tasks = await Promise.all(Array.from({ length: 50 }, () => submit(one)))
    await Promise.all(tasks.map(finish))
    memory.push(service.memory().now)
  }
})
console.log(
  `1000 one-page tasks, 50 at a time: ${(all / 1000).toFixed(0)} s; RSS after 100: ${memory[1]?.toFixed(0)} MiB, after 1000: ${memory.at(-1)?.toFixed(0)} MiB, most ${Math.max(...memory).toFixed(0)} MiB`,
)
agent.destroy()
await service.stop()
