/** A server as a child process that tests can stop and restart. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface ServerProcess {
  /** While it runs. */
  readonly pid: number | undefined
  /** Resolves when it responds. Throws the last error of `ask` if the program has ended, or after ten seconds. */
  start(): Promise<void>
  /** Resolves when it has ended. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** Sends SIGSTOP or SIGCONT to the program and its children. A stopped program's connections are still accepted. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** Checks of a started server. */
const checks = { max: 200, intervalMs: 50 }

/** `ask` throws until the server responds. Does not start it. */
export function serverProcess(
  program: string,
  args: readonly string[],
  { cwd, ask }: { cwd: string; ask: () => Promise<void> },
): ServerProcess {
  let server: ChildProcess | null = null
  return {
    get pid() {
      return server?.pid
    },
    async start() {
      const started = spawn(program, args, { cwd, stdio: 'ignore' })
      server = started
      for (let check = 0; ; check++) {
        try {
          return await ask()
        } catch (error) {
          if (check > checks.max || started.exitCode !== null) throw error
          await delay(checks.intervalMs)
        }
      }
    },
    async stop(signal) {
      const running = server
      server = null
      if (running === null || running.exitCode !== null || running.signalCode !== null) return
      const ended = once(running, 'exit')
      running.kill(signal)
      await ended
    },
    signalAll(signal) {
      const pid = server?.pid
      if (pid === undefined) return
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
      for (const each of [pid, ...children]) process.kill(each, signal)
    },
  }
}
