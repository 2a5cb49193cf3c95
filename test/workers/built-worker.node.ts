/** The Worker as `wrangler deploy` bundles it, built once per test run by the first file that needs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface BuiltWorker {
  readonly folder: string
  /** Output of wrangler, which has the sizes. */
  readonly output: string
}

export const root = fileURLToPath(new URL('../../', import.meta.url))
const wranglerCli = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js')

/** Time for the build on a loaded machine. */
const BUILD_TIMEOUT_MS = 120_000

/** Vitest calls it before the test files, which inherit the variable. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-worker-'))
  process.env.BUILT_WORKER_DIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Waits for the build of another test file. Outside of Vitest there is none. */
export async function buildWorkerOnce(): Promise<BuiltWorker | null> {
  const shared = process.env.BUILT_WORKER_DIR
  if (shared === undefined) return null
  const folder = join(shared, 'bundle')
  const report = join(shared, 'wrangler.txt')
  if (createFolder(folder)) await build(folder, report)
  for (const giveUpAt = Date.now() + BUILD_TIMEOUT_MS; !existsSync(report); await delay(100))
    if (Date.now() > giveUpAt) throw new Error('The build of the Worker did not end.')
  const output = readFileSync(report, 'utf8')
  if (!existsSync(join(folder, 'workers.js'))) throw new Error(`The Worker was not built:\n${output}`)
  return { folder, output }
}

/** Returns whether it did not exist before. */
function createFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function build(folder: string, report: string): Promise<void> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' }
  const child = spawn(process.execPath, [wranglerCli, 'deploy', '--dry-run', '--outdir', folder], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await once(child, 'close')
  // Renamed, so that no other file reads a part of it.
  writeFileSync(`${report}.part`, output)
  renameSync(`${report}.part`, report)
}
