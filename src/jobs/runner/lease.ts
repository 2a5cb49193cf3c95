/**
 * Work under a claim: renewed by the clock while the work goes on, ended as soon as the claim is lost or the process is
 * to stop. What a failed attempt means for its page or task is decided here too, the same for every step.
 */

import type { Sql } from '../../db/sql.ts'
import type { Deps, TaskDeps } from '../../deps.ts'
import { ParseError, UnavailableError } from '../../model/errors.ts'
import { linkSignals } from '../../model/linked-signal.ts'
import type { DocumentCache } from '../steps/task-documents.ts'

/** What every step works with. */
export interface StepContext {
  readonly deps: Deps
  readonly tasks: TaskDeps
  readonly documents: DocumentCache
  /** Aborts when this process is to end: unfinished work is given back. */
  readonly stop: AbortSignal
}

export interface LeaseRenewal {
  readonly taskId: string
  /** `false`: the claim is lost. */
  renew(until: number): Promise<boolean>
}

/** How an attempt ended that did not succeed. */
export type AttemptOutcome =
  /** Somebody else has the work, or the task has ended: nothing to do. */
  | { readonly kind: 'lost' }
  /** Not the work's fault: it is given back and does not count. */
  | { readonly kind: 'returned'; readonly delayMs: number }
  | { readonly kind: 'failed'; readonly error: ParseError; readonly retryable: boolean }

/** Claims per lease, so that one missed renewal does not lose it. */
const renewalsPerLease = 3
/** How often the row is looked at for a task that was ended elsewhere: for news that did not come. */
const lookEveryMs = 2000
/** How long a note of a step's end is tried, in leases: as long as the database is away nothing else could be done in its place. */
const patienceLeases = 20
/** Until threads or a full spool may have room again. */
const busyDelayMs = 1000
/** Until somebody may have made room on a full disk, or a store is back. */
const fullDelayMs = 5000
const firstDelayMs = 1000
const maxDelayMs = 60_000

/** A name for a claim: that of the process, and which of its claims. */
export function createLeaseOwner({ owner }: TaskDeps): string {
  return `${owner}#${crypto.randomUUID()}`
}

/** Runs the work while the claim holds. Throws what the work throws; `endingOf` says what it means. */
export async function runUnderLease<value>(
  { taskId, renew }: LeaseRenewal,
  { deps, tasks, stop }: StepContext,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<{ ok: true; value: value } | { ok: false; ending: AttemptOutcome }> {
  const { leaseMs } = deps.settings.tasks
  const lost = new AbortController()
  // One at a time: of two that wait for a slow database the older could come last, and shorten the lease.
  const look = oneAtATime(async () => {
    try {
      if (!(await renew(deps.clock() + leaseMs))) lost.abort()
    } catch (error) {
      // The lease runs out by itself when the database stays away, which is told elsewhere.
      if (!(error instanceof UnavailableError))
        deps.log.warn('a lease could not be renewed', { taskId, error: String(error) })
    }
  })
  const timer = setInterval(look, leaseMs / renewalsPerLease)
  // What the renewal would find out, without writing.
  const watch = setInterval(
    oneAtATime(async () => {
      if (await hasEnded(deps.sql, taskId).catch(() => false)) look()
    }),
    lookEveryMs,
  )
  const deafen = tasks.events.subscribe(taskId, (news) => {
    if (news === 'final') look()
  })
  const linked = linkSignals([stop, lost.signal])
  try {
    linked.signal.throwIfAborted()
    const value = await work(linked.signal)
    return { ok: true, value }
  } catch (error) {
    if (lost.signal.aborted) return { ok: false, ending: { kind: 'lost' } }
    if (stop.aborted) return { ok: false, ending: { kind: 'returned', delayMs: 0 } }
    // Ended elsewhere a moment ago, and what the work was reading is tidied up already.
    if (await hasEnded(deps.sql, taskId).catch(() => false)) return { ok: false, ending: { kind: 'lost' } }
    return { ok: false, ending: classifyFailure(error, { deps, taskId }) }
  } finally {
    clearInterval(timer)
    clearInterval(watch)
    deafen()
    linked.release()
  }
}

/** Whoever asks while it is at work has it done once more after that. `work` throws nothing. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false
  let again = false
  const run = async (): Promise<void> => {
    running = true
    do {
      again = false
      await work()
    } while (again)
    running = false
  }
  return () => {
    if (running) again = true
    else void run()
  }
}

/**
 * Notes how a step ended, also when the database is away at that moment: what was done is not thrown away, and what was given back
 * counts as given back, not as lost. Every note compares before it sets, so one that was made without an answer does no harm.
 */
export async function retryWhileUnavailable<value>(
  { deps, stop }: Pick<StepContext, 'deps' | 'stop'>,
  write: () => Promise<value>,
): Promise<value> {
  const until = deps.clock() + patienceLeases * deps.settings.tasks.leaseMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof UnavailableError) || stop.aborted || deps.clock() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, busyDelayMs))
    }
  }
}

async function hasEnded(sql: Sql, taskId: string): Promise<boolean> {
  const [row] = await sql.all<{ state: string }>('SELECT state FROM tasks WHERE task_id = ?1', [taskId])
  return row === undefined || row.state === 'SUCCESS' || row.state === 'FAILED'
}

function classifyFailure(error: unknown, { deps, taskId }: { deps: Deps; taskId: string }): AttemptOutcome {
  if (error instanceof UnavailableError || (error instanceof ParseError && error.code === 1124)) {
    if (error.cause === undefined) return { kind: 'returned', delayMs: busyDelayMs }
    const tell = error instanceof UnavailableError ? deps.log.debug : deps.log.warn
    tell('a step of a task waits', { taskId, reason: error.message })
    return { kind: 'returned', delayMs: fullDelayMs }
  }
  if (!(error instanceof ParseError) || error.cause !== undefined)
    deps.log.error('a step of a task failed', {
      taskId,
      error: error instanceof Error ? `${error.stack}${causeOf(error)}` : String(error),
    })
  if (error instanceof ParseError) return { kind: 'failed', error, retryable: mayPass(error) }
  return {
    kind: 'failed',
    error: new ParseError(
      1137,
      `Processing failed inside the service. The log holds the details under the task id ${taskId}.`,
    ),
    retryable: true,
  }
}

/** Also a converter that is there but does not answer: the table's own status says that there is none. */
function mayPass({ code, status }: ParseError): boolean {
  return code === 1137 || code === 1138 || (code === 1139 && status === 503)
}

/** What took too long once may have met a busy machine; twice, it takes too long. */
const attemptsInTime = 2

/** How many attempts a whole document gets after such an error. */
export function maxAttemptsFor({ code }: ParseError, maxAttempts: number): number {
  return code === 1138 ? Math.min(attemptsInTime, maxAttempts) : maxAttempts
}

function causeOf({ cause }: Error): string {
  return cause === undefined ? '' : ` — caused by ${cause instanceof Error ? cause.stack : String(cause)}`
}

/** How long to wait after so many attempts. */
export function retryDelayMs(attempts: number): number {
  return Math.min(maxDelayMs, firstDelayMs * 4 ** Math.max(0, attempts - 1))
}

/** Whether its attempts are spent. The first process that died with it had other work too, so that one does not count. */
export function attemptsExhausted(
  { attempts, crashes }: { readonly attempts: number; readonly crashes: number },
  maxAttempts: number,
): boolean {
  return attempts - Math.min(1, crashes) > maxAttempts
}

/** Why work is given up whose process ended each time without a word. */
export function crashError(what: string, attempts: number): ParseError {
  return new ParseError(
    1137,
    `${what} could not be processed: the process at work on it ended unexpectedly ${attempts} times.`,
  )
}
