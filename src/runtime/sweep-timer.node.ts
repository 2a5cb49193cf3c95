/** The cleaning by the clock: what each sweep does is told in `jobs/sweep.ts`. A failure is logged and tried again the next time. */
import type { Deps } from '../deps.ts'
import { sweepExpiredTasks, sweepReservations, sweepResults, sweepTasks } from '../jobs/runner/sweeper.ts'
import { UnavailableError } from '../model/errors.ts'
import { sweepSpool } from '../uploads/spool.node.ts'

/** A killed process's pages come back within a minute after their time; the query is an index look-up. */
const reservationSweepMs = 60_000
const resultSweepMs = 3_600_000

/** Cleans at once and then by the clock; what it returns ends that. `stores: false`: only what a worker needs to go on. */
export function startSweeping(
  deps: Deps,
  { spoolDir, stores = true }: { spoolDir: string; stores?: boolean },
): () => void {
  const attempt = (name: string, sweep: () => Promise<unknown>) => () => {
    sweep().catch((error: unknown) => {
      // Whoever watches the store has told it.
      if (!(error instanceof UnavailableError)) deps.log.error(`${name} could not be cleaned`, { error: String(error) })
    })
  }
  const reservations = attempt('reservations', () => sweepReservations(deps))
  const results = attempt('results', () => sweepResults(deps))
  const steps = attempt('tasks', () => sweepTasks(deps))
  const expired = attempt('expired tasks', () => sweepExpiredTasks(deps))
  attempt('the spool', () => sweepSpool(spoolDir))()
  const stepSweepMs = Math.min(reservationSweepMs, 2 * deps.settings.tasks.leaseMs)
  const all: [() => void, number][] = [[steps, stepSweepMs]]
  if (stores) all.push([reservations, reservationSweepMs], [results, resultSweepMs], [expired, resultSweepMs])
  for (const [sweep] of all) sweep()
  const timers = all.map(([sweep, everyMs]) => setInterval(sweep, everyMs))
  return () => timers.forEach(clearInterval)
}
