/** Services and workers as child processes, observed through their output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectDir = join(import.meta.dirname, '../..')

export interface Started {
  readonly child: ChildProcess
  readonly url: string
  /** Standard output until ready. */
  readonly startupMessage: string
  /** The first key, from the file that the message names; empty on later starts. */
  readonly apiKey: string
  stderr(): string
  /** Sends the signals, `gapMs` apart. Returns the exit code and the time since the last signal. */
  end(signals?: readonly NodeJS.Signals[], gapMs?: number): Promise<{ code: number | null; ms: number }>
}

/** Without LibreOffice, whose first conversion takes longer than the start of the service. */
const defaults = { LOG_LEVEL: 'warn', WORKER_THREADS: '1', OFFICE_SOFFICE: 'off' }

function spawnService(environment: Record<string, string>): ChildProcess {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...defaults,
    HOST: '127.0.0.1',
    PORT: '0',
    ...environment,
  }
  return spawn(process.execPath, ['src/runtime/node.ts'], { cwd: projectDir, env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Resolves with the startup message of the service; rejects with its output if it exits before. */
export async function start(environment: Record<string, string>): Promise<Started> {
  const child = spawnService(environment)
  let stdout = ''
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
      const found = /listens on (http:\/\/\S+)/.exec(stdout)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) =>
      reject(new Error(`The service ended with ${code} before it was ready:\n${stdout}${stderr}`)),
    )
  })
  return {
    child,
    url,
    startupMessage: stdout,
    apiKey: readKeyFile(stdout),
    stderr: () => stderr,
    async end(signals = ['SIGINT'], gapMs = 0) {
      if (child.exitCode !== null) return { code: child.exitCode, ms: 0 }
      const ended = once(child, 'exit')
      for (const [index, signal] of signals.entries()) {
        if (index > 0) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, gapMs))])
        if (child.exitCode === null) child.kill(signal)
      }
      const lastAt = performance.now()
      const [code] = await ended
      return { code, ms: performance.now() - lastAt }
    },
  }
}

/** The file is written before the message. */
export function readKeyFile(startupMessage: string): string {
  const path = /^ {2}(\/.*first-key\.txt)$/m.exec(startupMessage)?.[1]
  return path === undefined ? '' : (readFileSync(path, 'utf8').split('\n')[0] ?? '')
}

/** Runs a service that is expected to fail at startup. */
export async function startAndFail(
  environment: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnService(environment)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
    // It did start: killed, so that the test fails instead of waiting.
    if (stdout.includes('listens on')) child.kill('SIGKILL')
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

export interface StartedWorker {
  readonly child: ChildProcess
  stderr(): string
  /** Returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Resolves when the worker is ready. */
export async function startWorker(environment: Record<string, string>): Promise<StartedWorker> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...defaults, ...environment }
  const child = spawn(process.execPath, ['src/runtime/worker.node.ts'], {
    cwd: projectDir,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code} before it was ready:\n${stderr}`)))
  })
  return {
    child,
    stderr: () => stderr,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
