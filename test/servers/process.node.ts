/** A server of the system's as a child process that tests may end and start again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface ServerProcess {
  /** Returns once it answers; throws what `ask` threw last when the program ended or ten seconds have gone by. */
  start(): Promise<void>
  /** Returns once it has ended; at once where it does not run. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** SIGSTOP or SIGCONT to the program and its children: while they are stopped the system still takes connections, and nobody answers. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** How often, and after which times in ms, a started server is asked. */
const looks = { most: 200, everyMs: 50 }

/** `ask` throws as long as the server does not answer. Nothing is started yet. */
export function serverProcess(
  program: string,
  args: readonly string[],
  { cwd, ask }: { cwd: string; ask: () => Promise<void> },
): ServerProcess {
  let server: ChildProcess | null = null
  return {
    async start() {
      const started = spawn(program, args, { cwd, stdio: 'ignore' })
      server = started
      for (let look = 0; ; look++) {
        try {
          return await ask()
        } catch (error) {
          if (look > looks.most || started.exitCode !== null) throw error
          await delay(looks.everyMs)
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
