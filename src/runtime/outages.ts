/**
 * One line when a store goes away and one when it is back, however many requests and steps fail in between: those
 * say only that they failed. Seen by everything that asks the store, through the port itself.
 */
import type { Blobs } from '../blobs/blobs.ts'
import type { Sql } from '../db/sql.ts'
import { UnavailableError } from '../model/errors.ts'
import type { Log } from '../telemetry/log.ts'

export interface Outages {
  /** `message`: what to call it, when it is new. */
  failed(message: string, error: unknown): void
  succeeded(): void
}

/** A store that answers one and not the other goes away once, not each time. */
const settledMs = 1000

/** `name`: of the store, in the log's words. */
export function createOutages(name: string, { log, clock }: { log: Log; clock: () => number }): Outages {
  let since: number | null = null
  let lastAt = 0
  let failures = 0
  return {
    failed(message, error) {
      lastAt = clock()
      failures++
      if (since !== null) return
      since = lastAt
      log.warn(message, { error: reasonOf(error) })
    },
    succeeded() {
      if (since === null || clock() - lastAt < settledMs) return
      log.warn(`${name} works again`, { awayMs: clock() - since, failures })
      since = null
      failures = 0
    },
  }
}

/** The same port, watched. */
export function watchSql<sql extends Sql>(sql: sql, outages: Outages): sql {
  const seen = watcher(outages)
  return {
    ...sql,
    all: (statement, args) => seen(sql.all(statement, args)),
    run: (statement, args) => seen(sql.run(statement, args)),
    batch: (statements) => seen(sql.batch(statements)),
  } satisfies Sql as sql
}

/** The same port, watched. */
export function watchBlobs(blobs: Blobs, outages: Outages): Blobs {
  const seen = watcher(outages)
  return {
    ...blobs,
    put: (blobKey, body, options) => seen(blobs.put(blobKey, body, options)),
    get: (blobKey, range) => seen(blobs.get(blobKey, range)),
    head: (blobKey) => seen(blobs.head(blobKey)),
    remove: (prefix) => seen(blobs.remove(prefix)),
  }
}

function watcher(outages: Outages) {
  return async <value>(work: Promise<value>): Promise<value> => {
    try {
      const value = await work
      outages.succeeded()
      return value
    } catch (error) {
      if (error instanceof UnavailableError) outages.failed(error.message, error)
      throw error
    }
  }
}

/** Without a stack: nothing of ours is wrong. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
