/**
 * One run of LibreOffice: a process group of its own, walled off as far as the machine allows, ended as a whole when its time is
 * over or nobody waits any more. It judges nothing but how the run ended; whether there is a document is for the caller to see.
 */
import { spawn } from 'node:child_process'
import { deadProxy } from './soffice-profile.node.ts'

export interface Run {
  /** Its own for the job: home, temporary files, input and output lie in it. */
  readonly folder: string
  readonly timeoutMs: number
  /** Address space of each process. */
  readonly memoryMb: number
  readonly walls: Sandbox
  readonly signal?: AbortSignal | undefined
}

export type RunEnd = 'ended' | 'late' | 'stopped'

/** Programs around LibreOffice that take away what it does not need. */
export interface Sandbox {
  /** `none`: the document's process sees the network, and only the profile's settings keep it from there. */
  readonly kind: 'bwrap' | 'unshare' | 'unshare-net' | 'none'
  /** All of it ends with this process, however that ends: only where one wall holds all processes of the job. */
  readonly endsWithUs: boolean
  readonly timeout: boolean
  readonly prlimit: boolean
}

/** What a document may write, in MB: a PDF of 300 pages of pictures and its temporary files. */
const maxFileMb = 2048
/** `timeout` ends what this process no longer can, because it died; it must not come first. */
const orphanGraceMs = 5000

/** The command with its walls: outermost first. */
function walled(command: readonly string[], { folder, timeoutMs, memoryMb, walls }: Run): string[] {
  const late = walls.timeout ? ['timeout', '--signal=KILL', String(Math.ceil((timeoutMs + orphanGraceMs) / 1000))] : []
  const limits = walls.prlimit
    ? ['prlimit', `--as=${memoryMb * 1_048_576}`, `--fsize=${maxFileMb * 1_048_576}`, '--core=0']
    : []
  // Each tells the kernel for itself: what it starts does not inherit that.
  const bound = walls.endsWithUs ? endWithParent : []
  return [...bound, ...late, ...(late.length > 0 ? bound : []), ...sandbox(walls.kind, folder), ...limits, ...command]
}

const endWithParent = ['setpriv', '--pdeathsig', 'KILL']

function sandbox(kind: Sandbox['kind'], folder: string | null): string[] {
  // With numbers of its own for processes: when the first of them ends, the kernel ends the others.
  if (kind === 'unshare') return ['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child']
  if (kind === 'unshare-net') return ['unshare', '--map-root-user', '--net']
  if (kind === 'none') return []
  const own = folder === null ? [] : ['--bind', folder, folder]
  return [
    'bwrap',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/tmp',
    ...own,
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
  ]
}

/** What this machine lets an ordinary user do; tried, because containers often forbid what is installed. */
export async function detectSandbox(): Promise<Sandbox> {
  const kinds = ['bwrap', 'unshare', 'unshare-net'] as const
  const [tried, setpriv, timeout, prlimit] = await Promise.all([
    Promise.all(kinds.map((kind) => succeeds([...sandbox(kind, null), 'true']))),
    succeeds([...endWithParent, 'true']),
    succeeds(['timeout', '--signal=KILL', '5', 'true']),
    succeeds(['prlimit', '--as=1000000000', '--fsize=1000000', '--core=0', 'true']),
  ])
  const kind = kinds.find((_, index) => tried[index]) ?? 'none'
  return { kind, endsWithUs: setpriv && (kind === 'bwrap' || kind === 'unshare'), timeout, prlimit }
}

const probeTimeoutMs = 10_000

function succeeds([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', timeout: probeTimeoutMs, killSignal: 'SIGKILL' })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

/** Runs the command to its end, or ends it with everything it has begun. */
export function runSandboxed(command: readonly string[], run: Run): Promise<RunEnd> {
  const [program = '', ...args] = walled(command, run)
  const { folder, timeoutMs, signal } = run
  const { promise, resolve, reject } = Promise.withResolvers<RunEnd>()
  // A group of its own: LibreOffice is a script that starts a program that starts another.
  const child = spawn(program, args, { cwd: folder, detached: true, stdio: 'ignore', env: environment(folder) })
  let end: RunEnd = 'ended'
  const killGroup = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nothing of the group is left.
    }
  }
  const stop = (why: RunEnd): void => {
    end = why
    killGroup()
  }
  const onAbort = (): void => stop('stopped')
  const timer = setTimeout(() => stop('late'), timeoutMs)
  const settle = (act: () => void): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    // The first process may be gone before those that it started.
    killGroup()
    act()
  }
  child.once('error', (error) => settle(() => reject(error)))
  child.once('close', () => settle(() => resolve(end)))
  if (signal?.aborted === true) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })
  return promise
}

/** Nothing of this process's own environment but the way to the programs. */
function environment(folder: string): NodeJS.ProcessEnv {
  const proxy = `http://${deadProxy.host}:${deadProxy.port}`
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:/opt/homebrew/bin',
    HOME: folder,
    TMPDIR: `${folder}/tmp`,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    http_proxy: proxy,
    https_proxy: proxy,
  }
}
