/** Measures a program with its child processes: wall time, CPU time and peak memory. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Usage {
  readonly wallSeconds: number
  /** CPU time of all processes. */
  readonly cpuSeconds: number
  /** Sum of the peaks of the processes that run at the same time; `null` without `/proc`. */
  readonly peakMebibytes: number | null
  readonly exitCode: number | null
}

const POLL_MS = 20
/** The shell measures CPU time, because Node does not report that of child processes. */
const script = `TIMEFORMAT='%3U %3S'; time "$@" >/dev/null 2>&1`

/** Discards the output of the program. Needs bash. */
export async function measureProgram(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Usage> {
  const startedAt = performance.now()
  const shell = spawn('bash', ['-c', script, 'bash', ...command], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let report = ''
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    report += text
  })
  let peak: number | null = null
  const poll = setInterval(() => {
    const now = memoryOfChildren(shell.pid)
    if (now !== null) peak = Math.max(peak ?? 0, now)
  }, POLL_MS)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  shell.on('error', reject).on('close', resolve)
  const exitCode = await promise.finally(() => clearInterval(poll))
  const [user = Number.NaN, system = Number.NaN] = (report.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return {
    wallSeconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: user + system,
    peakMebibytes: peak,
    exitCode,
  }
}

/** Peak resident memory of all descendants that are alive, in MiB. */
function memoryOfChildren(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  let total = 0
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    for (const child of children) {
      const peakKib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]
      total += Number(peakKib ?? 0) / 1024 + (memoryOfChildren(child) ?? 0)
    }
  } catch {
    // The process has ended.
  }
  return total
}
