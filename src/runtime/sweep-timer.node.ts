/** Failures are logged, and the next sweep retries. */
import type { Deps } from '../deps.ts'
import { sweepExpiredTasks, sweepReservations, sweepResults, sweepTasks } from '../jobs/runner/sweeper.ts'
import { UnavailableError } from '../model/errors.ts'
import { sweepSpool } from '../uploads/spool.node.ts'

const RESERVATION_SWEEP_MS = 20_000
const TASK_SWEEP_MS = 60_000
const RESULT_SWEEP_MS = 3_600_000

/** A worker process sweeps only tasks. Returns a function that stops the timers. */
export function startSweeping(
  deps: Deps,
  { spoolDir, onlyTasks = false }: { readonly spoolDir: string; readonly onlyTasks?: boolean },
): () => void {
  const run = (name: string, sweep: () => Promise<unknown>): void => {
    sweep().catch((error: unknown) => {
      if (!(error instanceof UnavailableError)) deps.log.error(`cleanup of ${name} failed`, { error: String(error) })
    })
  }
  run('uploads', () => sweepSpool(spoolDir))
  const taskSweepMs = Math.min(TASK_SWEEP_MS, 2 * deps.settings.tasks.leaseMs)
  const sweeps: readonly (readonly [name: string, sweep: (deps: Deps) => Promise<unknown>, intervalMs: number])[] = [
    ['tasks', sweepTasks, taskSweepMs],
    ['reservations', sweepReservations, RESERVATION_SWEEP_MS],
    ['results', sweepResults, RESULT_SWEEP_MS],
    ['expired tasks', sweepExpiredTasks, RESULT_SWEEP_MS],
  ]
  const timers = (onlyTasks ? sweeps.slice(0, 1) : sweeps).map(([name, sweep, intervalMs]) => {
    run(name, () => sweep(deps))
    return setInterval(() => run(name, () => sweep(deps)), intervalMs)
  })
  return () => timers.forEach(clearInterval)
}
