/**
 * `npm run soak`: mixed load on the real service: one-page PDFs, scans, Office files, tasks, cancels,
 * hostile files and slow clients at the same time. Writes `test/soak/out/report.md` with plots. Exit code 1 if a good
 * document failed, pages were charged twice, memory grew, or the slowest hundredth of the one-page PDFs takes more than
 * ten times the median.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, startService } from '../bench/service.ts'
import { docx, p } from '../extract/structured/build.ts'
import { mutate } from '../fuzz/mutate.ts'
import { readScriptArguments } from '../script-arguments.ts'
import { linePlot } from './line-plot.ts'

const help = `npm run soak -- [--minutes N]

  --minutes  length of the run (default 60)`

const { values } = readScriptArguments(help, { options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
const outDir = join(import.meta.dirname, 'out')
const freePages = 1_000_000
const maxLatencyRatio = 10
/** Growth between the second and the last quarter of the run. */
const maxGrowth = { ratio: 1.2, mebibytes: 64 }

const read = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures', name)))
const digital = read('pdf-digital/source.pdf')
const image = read('image-png/source.png')
const scans = read('image-tiff-pages/source.tiff')
const office = new Uint8Array(docx(`${p('Heading')}${p('A paragraph of a letter.')}`))

const service = await startService({ FREE_PAGES_PER_DAY: String(freePages), FREE_PAGES_PER_MONTH: String(freePages) })
const endAt = Date.now() + minutes * 60_000
const isRunning = (): boolean => Date.now() < endAt
const counts = new Map<string, number>()
const problems: string[] = []
const latencies: number[] = []
const memory: number[] = []
const cancelled: string[] = []
let billed = 0
let seed = 0

const count = (what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
const pagesOf = ({ data }: Answer): number =>
  Number((data.metadata as { pages_billed?: number } | null)?.pages_billed ?? 0)

/** A document that must be parsed; a busy service is asked again. */
async function parseGood(what: string, bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<void> {
  const answer = await service.parse(bytes, fileName)
  billed += pagesOf(answer)
  count(answer.code === 0 || answer.code === 1124 ? `${what}: ${answer.code}` : `${what}: failed`)
  if (answer.code !== 0 && answer.code !== 1124) problems.push(`${what}: ${answer.code} ${answer.message}`)
}

async function post(path: string, fields: Record<string, string | File>): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ api_key: service.apiKey, ...fields })) form.set(name, value)
  const response = await fetch(`${service.url}/api/v1${path}`, { method: 'POST', body: form })
  return (await response.json()) as Answer
}

const loads: readonly (() => Promise<void>)[] = [
  async function onePage() {
    const startedAt = performance.now()
    await parseGood('one page', digital, 'a.pdf')
    latencies.push(performance.now() - startedAt)
    await delay(100)
  },
  () => parseGood('image', image, 'a.png'),
  () => parseGood('office', office, 'a.docx'),
  async function task() {
    const submitted = await post('/parse/async', { file: new File([scans], 'a.tiff') })
    if (submitted.code !== 0) return count(`task: ${submitted.code}`)
    const taskId = String(submitted.data.task_id)
    for (;;) {
      const checked = await post('/parse/async_check', { task_id: taskId })
      const { status } = checked.data
      if (status !== 'SUCCESS' && status !== 'FAILED') continue
      billed += pagesOf(checked)
      count(`task: ${status}`)
      if (status === 'FAILED') problems.push(`task: ${checked.data.error}`)
      return
    }
  },
  async function cancel() {
    const submitted = await post('/parse/async', { file: new File([scans], 'b.tiff') })
    if (submitted.code !== 0) return count(`cancel: ${submitted.code}`)
    await delay(Math.random() * 1500)
    await post('/parse/async_cancel', { task_id: String(submitted.data.task_id) })
    cancelled.push(String(submitted.data.task_id))
    count('cancel: 0')
  },
  async function hostile() {
    const answer = await service.parse(new Uint8Array(mutate(digital, digital, seed++)), 'bad.pdf')
    billed += pagesOf(answer)
    count(`hostile: ${answer.code}`)
    if (answer.code === 1137) problems.push(`hostile, seed ${seed - 1}: ${answer.message}`)
    await delay(200)
  },
  async function slowClient() {
    const { hostname, port } = new URL(service.url)
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100_000 }
    const call = request({ hostname, port, path: '/api/v1/parse/sync', method: 'POST', headers })
    call.on('error', () => undefined)
    for (let sent = 0; sent < 10 && isRunning(); sent++) {
      call.write('--x\r\n')
      await delay(500)
    }
    call.destroy()
    count('slow client')
  },
]

const sampler = setInterval(() => memory.push(service.memory().now), 1000)
await Promise.all(
  loads.map(async (load) => {
    while (isRunning()) await load().catch((error: unknown) => problems.push(`${load.name}: ${String(error)}`))
  }),
)
clearInterval(sampler)
await delay(2000)
for (const taskId of cancelled) billed += pagesOf(await post('/parse/async_check', { task_id: taskId }))
const usage = await post('/usage', {})
const charged = freePages - Number(usage.data.remaining_free_pages_today)
await service.stop()

if (charged !== billed) problems.push(`${charged} pages were charged, the responses say ${billed}`)
const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
if (p99 > maxLatencyRatio * p50)
  problems.push(`one page: p99 ${Math.round(p99)} ms is more than ten times p50 ${Math.round(p50)} ms`)
const quarter = Math.floor(memory.length / 4)
const [before, after] = [memory.slice(quarter, 2 * quarter), memory.slice(-quarter)].map((part) => quantile(part, 0.5))
if (after! > maxGrowth.ratio * before! + maxGrowth.mebibytes)
  problems.push(`memory grew from ${Math.round(before!)} to ${Math.round(after!)} MiB`)

mkdirSync(outDir, { recursive: true })
const xEnd = `${minutes} min`
writeFileSync(join(outDir, 'memory.svg'), linePlot(memory, { title: 'Resident memory', unit: 'MiB', xEnd }))
writeFileSync(join(outDir, 'latency.svg'), linePlot(latencies, { title: 'One-page PDF', unit: 'ms', xEnd }))
const report = `# Soak: ${minutes} minutes

| measure | value |
|---|---|
| one-page PDF, p50 and p99 | ${Math.round(p50)} and ${Math.round(p99)} ms (${(p99 / p50).toFixed(1)} ×) |
| memory, median of the second and the last quarter | ${Math.round(before!)} and ${Math.round(after!)} MiB, peak ${Math.round(Math.max(...memory))} MiB |
| pages charged, pages in responses | ${charged}, ${billed} |
${[...counts]
  .sort()
  .map(([what, number]) => `| ${what} | ${number} |`)
  .join('\n')}

![Memory](memory.svg)

![Latency](latency.svg)

${problems.length === 0 ? 'No problems.' : `Problems:\n\n${problems.map((problem) => `- ${problem}`).join('\n')}`}
`
writeFileSync(join(outDir, 'report.md'), report)
console.log(report)
process.exit(problems.length === 0 ? 0 : 1)

function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}
