/** Runs LibreOffice in an isolated process group, which is killed at the end. */
import { spawn } from 'node:child_process'
import { unreachableProxy } from './soffice-profile.node.ts'
import { newRootScript, visibleFolders } from './visible-folders.node.ts'

export interface SandboxedRun {
  readonly folder: string
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly sandbox: Sandbox
  readonly signal?: AbortSignal | undefined
}

export type RunEnd = 'exited' | 'timeout' | 'aborted'

export interface Sandbox {
  /** `bwrap` and `unshare` hide the files of the machine; with `none`, only the profile blocks the network. */
  readonly kind: 'bwrap' | 'unshare' | 'unshare-net' | 'none'
  readonly diesWithParent: boolean
  readonly timeout: boolean
  readonly prlimit: boolean
}

/** Maximum file size in MB: a PDF of 300 image pages, with temporary files. */
const MAX_FILE_MB = 2048
/** Additional milliseconds of `timeout`, which covers a crash of this process and fires after the timer here. */
const TIMEOUT_GRACE_MS = 5000
const PROBE_TIMEOUT_MS = 10_000

export function runSandboxed(command: readonly string[], run: SandboxedRun): Promise<RunEnd> {
  const [program = '', ...args] = wrap(command, run)
  const { folder, timeoutMs, signal } = run
  const { promise, resolve, reject } = Promise.withResolvers<RunEnd>()
  const child = spawn(program, args, { cwd: folder, detached: true, stdio: 'ignore', env: environment(folder) })
  let end: RunEnd = 'exited'
  const killGroup = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {}
  }
  const stop = (reason: RunEnd): void => {
    end = reason
    killGroup()
  }
  const onAbort = (): void => stop('aborted')
  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  const finish = (settle: () => void): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    killGroup()
    settle()
  }
  child.once('error', (error) => finish(() => reject(error)))
  child.once('close', () => finish(() => resolve(end)))
  if (signal?.aborted === true) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })
  return promise
}

/** Installed programs may be forbidden in containers, so they are tried, with an empty folder. */
export async function detectSandbox(folder: string): Promise<Sandbox> {
  const kinds = ['bwrap', 'unshare', 'unshare-net'] as const
  const [usable, setpriv, timeout, prlimit] = await Promise.all([
    Promise.all(kinds.map((kind) => succeeds([...isolation(kind, folder, 'true'), 'true']))),
    succeeds([...dieWithParent, 'true']),
    succeeds(['timeout', '--signal=KILL', '5', 'true']),
    succeeds(['prlimit', '--as=1000000000', '--fsize=1000000', '--core=0', 'true']),
  ])
  const kind = kinds.find((_, index) => usable[index]) ?? 'none'
  return { kind, diesWithParent: setpriv && (kind === 'bwrap' || kind === 'unshare'), timeout, prlimit }
}

export function hidesFiles({ kind }: Sandbox): boolean {
  return kind === 'bwrap' || kind === 'unshare'
}

function wrap(command: readonly string[], { folder, timeoutMs, memoryMb, sandbox }: SandboxedRun): string[] {
  const timeoutSeconds = Math.ceil((timeoutMs + TIMEOUT_GRACE_MS) / 1000)
  const timeout = sandbox.timeout ? ['timeout', '--signal=KILL', String(timeoutSeconds)] : []
  const limits = sandbox.prlimit
    ? ['prlimit', `--as=${memoryMb * 1_048_576}`, `--fsize=${MAX_FILE_MB * 1_048_576}`, '--core=0']
    : []
  const bound = sandbox.diesWithParent ? dieWithParent : []
  return [
    ...bound,
    ...timeout,
    ...(timeout.length > 0 ? bound : []),
    ...isolation(sandbox.kind, folder, command[0] ?? ''),
    ...limits,
    ...command,
  ]
}

const dieWithParent = ['setpriv', '--pdeathsig', 'KILL']

function isolation(kind: Sandbox['kind'], folder: string, program: string): string[] {
  const visible = visibleFolders(program)
  switch (kind) {
    case 'bwrap':
      return [
        ...['bwrap', '--tmpfs', '/tmp', ...visible.flatMap((path) => ['--ro-bind', path, path])],
        ...['--dev', '/dev', '--proc', '/proc', '--bind', folder, folder],
        ...['--unshare-all', '--die-with-parent', '--new-session'],
      ]
    case 'unshare':
      return [
        // In a process namespace, the kernel kills all processes when the first one ends.
        ...['unshare', '--map-root-user', '--mount', '--net', '--pid', '--fork', '--kill-child'],
        ...['sh', '-c', newRootScript, 'sh', folder, ...visible, '--'],
      ]
    case 'unshare-net':
      return ['unshare', '--map-root-user', '--net']
    case 'none':
      return []
  }
}

function succeeds([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { PATH: searchPath }
    const child = spawn(program, args, { stdio: 'ignore', env, timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL' })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

const searchPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:/opt/homebrew/bin'

/** Variables of this process may contain secrets. */
function environment(folder: string): NodeJS.ProcessEnv {
  const proxy = `http://${unreachableProxy.host}:${unreachableProxy.port}`
  return {
    PATH: searchPath,
    HOME: folder,
    TMPDIR: `${folder}/tmp`,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    http_proxy: proxy,
    https_proxy: proxy,
  }
}
