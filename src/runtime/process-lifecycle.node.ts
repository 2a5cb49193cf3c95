/**
 * How every program of this project lives: it starts, or says in a line why it can't; it runs until a signal; it stops in order.
 * What it does in between is its composition root's affair.
 */
import type { Log } from '../telemetry/log.ts'
import { startProblem } from './startup.node.ts'
import { firstSignal } from './stop-signals.node.ts'

export interface Running {
  readonly log: Log
  /** The process exits this long after the signal, stopped or not: a store that does not answer must not keep it. */
  readonly hardLimitMs: number
  stop(): Promise<void>
}

/** What stopping takes beyond `SHUTDOWN_TIMEOUT_MS` where all is well: giving work back, closing everything. What then still hangs is left to the leases. */
export const stopGraceMs = 15_000

export interface RunOptions<program> {
  /** In the log's words, `the worker`. */
  readonly name: string
  /** What to print when it is ready. */
  greet(running: program): string
}

/** `npm start -- --port 80` would start at another port and say nothing. The exit code, `null` without arguments. */
export function refuseArguments(args: readonly string[] = process.argv.slice(2)): number | null {
  if (args.length === 0) return null
  process.stderr.write(
    `sheaf: "${args[0]}" is not taken here: settings come from the environment, for example PORT=8080. "sheaf serve" takes some as flags.\n`,
  )
  return 2
}

/** Runs a program until a signal ends it; the exit code. A second signal exits at once. */
export async function runUntilSignal<program extends Running>(
  start: () => Promise<program>,
  { name, greet }: RunOptions<program>,
): Promise<number> {
  let running: program
  try {
    running = await start()
  } catch (error) {
    const problem = startProblem(error)
    if (problem === null) throw error
    process.stderr.write(`${problem}\n`)
    return 1
  }
  const { log, hardLimitMs } = running
  process.on('uncaughtException', (error) => {
    log.error(`${name} ends because of a defect`, { error: error.stack ?? String(error) })
    process.exit(1)
  })
  const signalled = firstSignal()
  process.stdout.write(greet(running))
  log.info('stopping', { signal: await signalled })
  const hardLimit = setTimeout(() => {
    log.error(`${name} did not end in order in ${hardLimitMs / 1000} s: it is ended`)
    process.exit(1)
  }, hardLimitMs)
  await running.stop()
  clearTimeout(hardLimit)
  return 0
}
