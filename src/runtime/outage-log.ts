/** Logs an outage once when it begins and once when it ends. */
import type { Blobs } from '../blobs/blobs.ts'
import type { Sql } from '../db/sql.ts'
import { UnavailableError } from '../model/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { observeCalls } from './observe-calls.ts'

export interface OutageLog {
  failed(message: string, error: unknown): void
  succeeded(): void
}

/** Time without a failure after which an outage is over. */
const RECOVERY_MS = 1000

export function createOutageLog(
  name: string,
  { log, clock }: { readonly log: Log; readonly clock: () => number },
): OutageLog {
  let since: number | null = null
  let lastFailureAt = 0
  let failures = 0
  let recheck: ReturnType<typeof setTimeout> | undefined
  const outages: OutageLog = {
    failed(message, error) {
      if (recheck !== undefined) clearTimeout(recheck)
      lastFailureAt = clock()
      failures++
      if (since !== null) return
      since = lastFailureAt
      log.warn(message, { error: rootMessage(error) })
    },
    succeeded() {
      if (since === null) return
      if (recheck !== undefined) clearTimeout(recheck)
      if (clock() - lastFailureAt < RECOVERY_MS) {
        // Perhaps no request follows that would end the outage.
        recheck = setTimeout(outages.succeeded, RECOVERY_MS)
        return
      }
      log.warn(`${name} works again`, { outageMs: clock() - since, failures })
      since = null
      failures = 0
    },
  }
  return outages
}

export function logSqlOutages<sql extends Sql>(sql: sql, outages: OutageLog): sql {
  return observeCalls<Sql>(sql, ['all', 'run', 'batch'], observer(outages)) as sql
}

export function logBlobOutages(blobs: Blobs, outages: OutageLog): Blobs {
  return observeCalls(blobs, ['put', 'get', 'head', 'remove'], observer(outages))
}

function observer(outages: OutageLog) {
  return async <value>(_: string, work: () => Promise<value>): Promise<value> => {
    try {
      const value = await work()
      outages.succeeded()
      return value
    } catch (error) {
      if (error instanceof UnavailableError) outages.failed(error.message, error)
      throw error
    }
  }
}

function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : rootMessage(error.cause)
}
