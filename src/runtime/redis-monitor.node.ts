import { UnavailableError } from '../model/errors.ts'
import { refusalOf } from '../redis/connection.node.ts'
import type { Log } from '../telemetry/log.ts'
import { createOutageLog } from './outage-log.ts'
import { reasonOf } from './start-errors.node.ts'

const REPEAT_MS = 10_000
const MAX_REMEMBERED_ERRORS = 100

export interface RedisMonitor {
  onError(error: unknown): void
  onAvailable(): void
}

export function createRedisMonitor({ log, clock }: { readonly log: Log; readonly clock: () => number }): RedisMonitor {
  const outages = createOutageLog('Redis', { log, clock })
  const logError = createErrorLog(log)
  return {
    onError(error) {
      if (error instanceof UnavailableError) return
      const refusal = refusalOf(error)
      if (refusal !== null) outages.failed(`Redis ${refusal}; tasks wait`, error)
      else if (isUnavailable(error)) outages.failed('Redis does not answer; tasks wait until it does', error)
      else logError(error)
    },
    onAvailable: outages.succeeded,
  }
}

/** Messages of ioredis and the operating system for a missing or unresponsive connection. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) return true
  return /Connection is closed|Stream isn't writeable|max retries per request|timed out|ETIMEDOUT|Socket timeout|did not answer|^LOADING/.test(
    error.message,
  )
}

function createErrorLog(log: Log): (error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (error) => {
    const reason = reasonOf(error)
    const kind = reason.replace(/\d+/g, '#')
    const now = Date.now()
    if (now - (loggedAt.get(kind) ?? 0) < REPEAT_MS) return
    if (loggedAt.size > MAX_REMEMBERED_ERRORS) loggedAt.clear()
    loggedAt.set(kind, now)
    log.warn('the queue failed', { error: reason })
  }
}
