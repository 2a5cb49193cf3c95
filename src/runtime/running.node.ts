/**
 * How every program of this project lives: it starts, or says in a line why it can't; it runs until a signal; it stops in order.
 * What it does in between is its composition root's affair.
 */
import type { Log } from '../telemetry/log.ts'
import { firstSignal } from './signals.node.ts'
import { startProblem } from './startup.node.ts'

export interface Running {
  readonly log: Log
  stop(): Promise<void>
}

export interface RunOptions<program> {
  /** In the log's words, `the worker`. */
  readonly name: string
  /** What to print when it is ready. */
  greet(running: program): string
  /** The process exits this long after the signal, stopped or not; absent: as long as stopping takes. */
  readonly hardLimitMs?: () => number
}

/** Runs a program until a signal ends it; the exit code. A second signal exits at once. */
export async function runUntilSignal<program extends Running>(
  start: () => Promise<program>,
  { name, greet, hardLimitMs }: RunOptions<program>,
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
  const { log } = running
  process.on('uncaughtException', (error) => {
    log.error(`${name} ends because of a defect`, { error: error.stack ?? String(error) })
    process.exit(1)
  })
  const signalled = firstSignal()
  process.stdout.write(greet(running))
  log.info('stopping', { signal: await signalled })
  if (hardLimitMs !== undefined) setTimeout(() => process.exit(1), hardLimitMs()).unref()
  await running.stop()
  return 0
}
