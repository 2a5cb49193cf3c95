import type { Log } from '../telemetry/log.ts'
import { printStartProblem } from './start-errors.node.ts'
import { firstSignal } from './stop-signals.node.ts'

export interface RunningProgram {
  readonly log: Log
  readonly hardLimitMs: number
  stop(): Promise<void>
}

/** Time for releasing leases and closing connections after `SHUTDOWN_TIMEOUT_MS`. */
export const STOP_GRACE_MS = 15_000

interface RunOptions<program> {
  readonly name: string
  greeting(program: program): string
}

/** Refuses arguments, which would be ignored. Returns the exit code, or `null` without arguments. */
export function refuseArguments(args: readonly string[] = process.argv.slice(2)): number | null {
  if (args.length === 0) return null
  process.stderr.write(
    `sheaf: "${args[0]}" is not supported here: settings are environment variables, for example PORT=8080. "sheaf serve" accepts some as flags.\n`,
  )
  return 2
}

/** Runs until SIGINT or SIGTERM and returns the exit code. A second signal exits at once. */
export async function runUntilSignal<program extends RunningProgram>(
  start: () => Promise<program>,
  { name, greeting }: RunOptions<program>,
): Promise<number> {
  let running: program
  try {
    running = await start()
  } catch (error) {
    printStartProblem(error)
    return 1
  }
  const { log, hardLimitMs } = running
  process.on('uncaughtException', (error) => {
    log.error(`${name} crashed`, { error: error.stack ?? String(error) })
    process.exit(1)
  })
  const signal = firstSignal()
  process.stdout.write(greeting(running))
  log.info('stopping', { signal: await signal })
  const hardLimit = setTimeout(() => {
    log.error(`${name} did not stop within ${hardLimitMs / 1000} s and is ended`)
    process.exit(1)
  }, hardLimitMs)
  await running.stop()
  clearTimeout(hardLimit)
  return 0
}
