import type { Deps } from '../../deps.ts'
import { describeError, ParseError, UnavailableError } from '../../model/errors.ts'

export type AttemptOutcome =
  | { readonly kind: 'lease-lost' }
  /** Work that could not run through no fault of its own. */
  | { readonly kind: 'released'; readonly delayMs: number }
  | { readonly kind: 'failed'; readonly error: ParseError; readonly retryable: boolean }

const BUSY_DELAY_MS = 1000
const UNAVAILABLE_DELAY_MS = 5000
const FIRST_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
/** Maximum timeouts: the first may be caused by a busy machine. */
const MAX_TIMEOUTS = 2

export function classifyFailure(
  error: unknown,
  { deps: { log }, taskId }: { deps: Pick<Deps, 'log'>; taskId: string },
): AttemptOutcome {
  if (error instanceof UnavailableError || (error instanceof ParseError && error.code === 1124)) {
    if (error.cause === undefined) return { kind: 'released', delayMs: BUSY_DELAY_MS }
    const write = error instanceof UnavailableError ? log.debug : log.warn
    write('a step of a task waits', { taskId, reason: error.message })
    return { kind: 'released', delayMs: UNAVAILABLE_DELAY_MS }
  }
  if (!(error instanceof ParseError) || error.cause !== undefined)
    log.error('a step of a task failed', { taskId, error: describeError(error) })
  if (error instanceof ParseError) return { kind: 'failed', error, retryable: isRetryable(error) }
  const message = `Processing failed inside the service. The log has the details under the task id ${taskId}.`
  return { kind: 'failed', error: new ParseError(1137, message), retryable: true }
}

/** 1139 has status 503 if a converter exists but does not respond. */
function isRetryable({ code, status }: ParseError): boolean {
  return code === 1137 || code === 1138 || (code === 1139 && status === 503)
}

export function maxAttemptsFor({ code }: ParseError, maxAttempts: number): number {
  return code === 1138 ? Math.min(MAX_TIMEOUTS, maxAttempts) : maxAttempts
}

export function retryDelayMs(attempts: number): number {
  return Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 4 ** Math.max(0, attempts - 1))
}

/** The first crash does not count, because other work of the process may have caused it. */
export function attemptsExhausted(
  { attempts, crashes }: { readonly attempts: number; readonly crashes: number },
  maxAttempts: number,
): boolean {
  return attempts - Math.min(1, crashes) > maxAttempts
}

export function crashError(work: string, attempts: number): ParseError {
  return new ParseError(1137, `${work} could not be processed: its process ended unexpectedly ${attempts} times.`)
}
