/** The real service as a child process on a free loopback port, for benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as mupdf from 'mupdf'
import { readKeyFile } from '../runtime/process.node.ts'
import { freePort } from '../servers/port.node.ts'

export interface Answer {
  readonly code: number
  readonly message: string
  readonly data: Record<string, unknown>
}

export interface Service {
  readonly url: string
  readonly apiKey: string
  readonly pid: number
  parse(bytes: Uint8Array<ArrayBuffer>, fileName: string, fields?: Record<string, string>): Promise<Answer>
  /** Resident memory now and at its peak, in MiB. */
  memory(): { now: number; peak: number }
  stop(): Promise<void>
}

const projectDir = join(import.meta.dirname, '../..')

/**
 * Returns the arguments that `npm start` gives to Node, with its memory flags, so that the benchmark measures the
 * command that people run.
 */
function startArguments(): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))
  const [program, ...rest] = scripts.start.split(' ')
  if (program !== 'node') throw new Error(`npm start runs ${program}, not node`)
  return rest
}

/** Time for the start on a busy machine; wrangler builds its bundle first. */
const START_TIMEOUT_MS = { node: 60_000, workers: 120_000 } as const

/** Starts the service, or `npm run dev:workers`, in a fresh data folder and waits for its address and key. */
export async function startService(
  environment: Record<string, string> = {},
  runtime: 'node' | 'workers' = 'node',
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-service-'))
  const args = runtime === 'node' ? startArguments() : ['src/runtime/dev-workers.node.ts']
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: runtime === 'node' ? '0' : String(await freePort()),
      FREE_PAGES_PER_DAY: '1000000',
      FREE_PAGES_PER_MONTH: '1000000',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const text = await firstLines(child, START_TIMEOUT_MS[runtime])
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
  const apiKey = keyIn(text)
  if (url === undefined || apiKey === '' || child.pid === undefined)
    throw new Error(`The service did not start:\n${text}`)
  const { pid } = child
  return {
    url,
    apiKey,
    pid,
    async parse(bytes, fileName, fields = { element_formats: '{"image":"none"}' }) {
      const form = new FormData()
      form.append('api_key', apiKey)
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([bytes]), fileName)
      const response = await fetch(`${url}/api/v1/parse/sync`, { method: 'POST', body: form })
      return (await response.json()) as Answer
    },
    memory() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
      return { now: field('VmRSS'), peak: field('VmHWM') }
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The key, from its file or, on Workers, from the message itself. */
function keyIn(startupMessage: string): string {
  return readKeyFile(startupMessage) || (/\bsk-[\w-]+/.exec(startupMessage)?.[0] ?? '')
}

/** Collects standard output until it has the key, or the time is over. */
function firstLines(child: ChildProcess, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const timer = setTimeout(() => resolve(text), timeoutMs)
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (keyIn(text) === '' || !/http:\/\/127\.0\.0\.1:\d+/.test(text)) return
      clearTimeout(timer)
      resolve(text)
    })
  })
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** The digital fixture drawn at 200 dpi in gray: a clean scan of a full page, as PNG bytes and as a file. */
export function pageImage(folder: string): { png: Uint8Array<ArrayBuffer>; path: string } {
  const bytes = readFileSync(join(import.meta.dirname, '../fixtures/pdf-digital/source.pdf'))
  const page = mupdf.Document.openDocument(bytes, 'application/pdf').loadPage(0)
  const png = page
    .toPixmap(mupdf.Matrix.scale(200 / 72, 200 / 72), mupdf.ColorSpace.DeviceGray, false, true)
    .asPNG()
    .slice()
  const path = join(folder, 'scan.png')
  writeFileSync(path, png)
  return { png: new Uint8Array(png), path }
}
