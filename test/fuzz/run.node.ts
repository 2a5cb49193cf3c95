/**
 * `npm run fuzz`: parses mutated files of every format, and
 * sends mutated multipart bodies. A finding is an internal error (1137), a time-out (1138), a crash, or a file that
 * takes too long; it is stored in `test/fuzz/out` together with its message. `--only SEED` repeats one file. Exit code
 * 1 with findings.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectFileType } from '../../src/extract/registry.ts'
import { ParseError } from '../../src/model/errors.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { openCliPool } from '../../src/runtime/open-pool.node.ts'
import { sampleOf } from '../../src/uploads/sampler.ts'
import { formBody, testBoundary } from '../http/form.ts'
import { openApp } from '../http/open-app.node.ts'
import { readScriptArguments } from '../script-arguments.ts'
import { createRandom } from '../training/words.ts'
import { mutate } from './mutate.ts'
import { readSeeds, type Seed } from './seeds.node.ts'

const usage = `npm run fuzz -- [--files N] [--minutes N] [--seed N] [--type .pdf] [--only SEED]

  --files    number of files (default 5000)
  --minutes  time limit (default 15)
  --seed     seed of the first file (default 1)
  --type     only files of this type
  --only     repeats the file of this seed`

const { values } = readScriptArguments(usage, {
  options: {
    files: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    type: { type: 'string' },
    only: { type: 'string' },
  },
})
const firstSeed = Number(values.only ?? values.seed)
const files = values.only === undefined ? Number(values.files) : 1
const deadline = Date.now() + Number(values.minutes) * 60_000
const outDir = join(import.meta.dirname, 'out')
const concurrency = 2
const pageTimeoutMs = 60_000
/** Elapsed time after which a file is repeated alone. A busy machine can be the cause. */
const suspectMs = 8000
/** CPU time of a small file that is a finding. */
const slowCpuMs = 10_000
/** Fraction of multipart bodies. */
const formRatio = 0.1
/** Fraction of files that are read by OCR if necessary, which takes long for noise. */
const ocrRatio = 0.03
const maxPages = 12

const seeds = readSeeds()
const types = [...seeds.keys()].filter((type) => values.type === undefined || type === values.type).sort()
const { pool } = openCliPool(
  { ...process.env, PAGE_TIMEOUT_MS: String(pageTimeoutMs), WARM_OCR: 'off', MEMORY_LIMIT_MB: '2048' },
  { threads: concurrency },
)
const app = await openApp()
const { apiKey } = await app.createKey({ freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 })
const outcomes = new Map<string, Map<string, number>>()
const findings: string[] = []
const suspects: (() => Promise<void>)[] = []
const running = new Set<number>()
const runningFile = join(outDir, 'running.txt')
let next = 0

mkdirSync(outDir, { recursive: true })

await Promise.all(Array.from({ length: concurrency }, work))
for (const confirm of suspects) await confirm()
await pool.close()
await app.close()
rmSync(runningFile, { force: true })
report()
process.exit(findings.length === 0 ? 0 : 1)

async function work(): Promise<void> {
  while (next < files && Date.now() < deadline) {
    const seed = firstSeed + next++
    running.add(seed)
    // A crash of the process leaves the names of the files that it was reading.
    writeFileSync(runningFile, [...running].join('\n'))
    const random = createRandom(seed)
    const list = seeds.get(random.pick(types)) ?? []
    const [source, other] = [random.pick(list), random.pick(list)]
    const bytes = mutate(source.bytes, other.bytes, seed)
    const startedAt = performance.now()
    const isForm = random.chance(formRatio)
    const withOcr = random.chance(ocrRatio)
    const outcome = isForm ? await sendForm(source, bytes, seed) : await parse(source, bytes, withOcr)
    const ms = performance.now() - startedAt
    running.delete(seed)
    count(isForm ? 'multipart' : source.fileType, outcome.kind)
    if (outcome.finding !== undefined) record(seed, { source, bytes, what: outcome.finding })
    else if (ms > suspectMs && !isForm && !withOcr) suspects.push(() => confirmSlow(seed, { source, bytes }))
  }
}

interface Outcome {
  readonly kind: string
  readonly finding?: string
}

async function parse(source: Seed, bytes: Uint8Array, withOcr: boolean): Promise<Outcome> {
  const fileName = `file${source.fileType}`
  const fileType = detectFileType({ ...sampleOf(bytes), fileName })
  if (fileType === null) return { kind: '1104' }
  // Images are decoded without OCR too, as figures.
  const options: ParseOptions = { ...defaultOptions, links: true, ocr: withOcr ? 'auto' : 'off' }
  try {
    await pool.parseDocument({
      source: { kind: 'bytes', bytes },
      fileName,
      fileType,
      sentType: fileType,
      password: null,
      options,
      links: { kind: 'none' },
      maxPages,
    })
    return { kind: 'parsed' }
  } catch (error) {
    const code = error instanceof ParseError ? error.code : 0
    const isFinding = code === 0 || code === 1137 || code === 1138
    return { kind: String(code), ...(isFinding ? { finding: describe(error) } : {}) }
  }
}

/** The body is mutated, not the file in it. */
async function sendForm(source: Seed, _bytes: Uint8Array, seed: number): Promise<Outcome> {
  const body = formBody([
    { name: 'api_key', value: apiKey },
    { name: 'page_range', value: '1' },
    { name: 'ocr', value: 'off' },
    { name: 'element_formats', value: '{"image":"none"}' },
    { name: 'file', fileName: 'file', value: source.bytes.subarray(0, 3000) },
  ])
  const mutated = mutate(body, body, seed)
  const init = {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/form-data; boundary=${testBoundary}`,
      'Content-Length': String(mutated.length),
    },
    body: new Uint8Array(mutated),
  }
  const response = await app.call('/api/v1/parse/sync', init)
  const { code } = (await response.json().catch(() => ({ code: -1 }))) as { code: number }
  const isFinding = response.status >= 500 || code === 1137 || code === -1
  return { kind: String(code), ...(isFinding ? { finding: `HTTP ${response.status}, code ${code}` } : {}) }
}

async function confirmSlow(seed: number, { source, bytes }: { source: Seed; bytes: Uint8Array }): Promise<void> {
  const before = process.cpuUsage()
  await parse(source, bytes, false)
  const { user, system } = process.cpuUsage(before)
  const cpuMs = Math.round((user + system) / 1000)
  if (cpuMs > slowCpuMs) record(seed, { source, bytes, what: `slow: ${cpuMs} ms of CPU time` })
}

function record(seed: number, { source, bytes, what }: { source: Seed; bytes: Uint8Array; what: string }): void {
  mkdirSync(outDir, { recursive: true })
  writeFileSync(join(outDir, `${seed}${source.fileType}`), bytes)
  writeFileSync(join(outDir, `${seed}.txt`), `${source.name}\n${what}\n`)
  findings.push(`seed ${seed}, ${source.name.replace(/^.*(?=fixtures|robustness)/, '')}: ${what.split('\n')[0]}`)
  console.log(`FINDING ${findings.at(-1)}`)
}

function count(type: string, kind: string): void {
  const kinds = outcomes.get(type) ?? new Map<string, number>()
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  outcomes.set(type, kinds)
}

function report(): void {
  for (const [type, kinds] of [...outcomes].sort(([a], [b]) => a.localeCompare(b)))
    console.log(
      `${type.padEnd(10)} ${[...kinds]
        .sort()
        .map(([kind, number]) => `${kind}: ${number}`)
        .join(', ')}`,
    )
  const memory = Math.round(process.memoryUsage.rss() / 1_048_576)
  console.log(`${next} files from seed ${firstSeed}, ${findings.length} findings, ${memory} MB`)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.stack ?? error.message}${error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`}`
}
