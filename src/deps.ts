/**
 * What a runtime must supply. `ParseDeps` is all that parsing needs (it exists once per thread);
 * `Deps` is what the service needs around it.
 */

import type { RateLimiter, Rates } from './accounts/rate-limits.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Sql } from './db/sql.ts'
import type { ReadSlices } from './model/recognition.ts'
import type { ParseSettings } from './model/settings.ts'
import type { OfficeConverter } from './office/converter.ts'
import type { Pool } from './pool/pool.ts'
import type { DeliverCallback } from './queue/callback-delivery.ts'
import type { Queue, TaskMessage } from './queue/queue.ts'
import type { TaskEvents } from './queue/task-events.ts'
import type { Log } from './telemetry/log.ts'
import type { Spool } from './uploads/spool.ts'

export interface ParseDeps {
  readonly settings: ParseSettings
  /** The bytes of a Tesseract model (`eng`, `chi_sim`, …). */
  loadModel(language: string): Promise<Uint8Array>
  /** Reads the bands of a scanned page on several threads; absent: on this one. */
  readonly readSlices?: ReadSlices
  /** Only `parse` needs it: a thread gets what is converted already. */
  readonly converter?: OfficeConverter
}

/** Settings of the service; `runtime/config.ts` fills them from the environment. */
export interface ServiceSettings {
  readonly version: string
  readonly maxUploadBytes: number
  /** `MAX_UPLOAD_MB`, for messages. */
  readonly maxUploadMb: number
  readonly maxConcurrentUploads: number
  readonly parse: ParseSettings
  readonly parseTimeoutMs: number
  /** `true`: statuses of the error table; `false`: every business answer is 200. */
  readonly semanticStatus: boolean
  /** Without a trailing slash; `null`: the request's own origin. */
  readonly publicUrl: string | null
  readonly trustProxy: boolean
  readonly resultTtlHours: number
  readonly quotaTimezone: string
  readonly dashboardUrl: string | null
  /** For keys that have no limits of their own. */
  readonly rates: Rates
  readonly tasks: TaskSettings
  /** What a new key gets unless told otherwise. */
  readonly keyDefaults: { readonly freePerDay: number; readonly freePerMonth: number; readonly paidPages: number }
  /** Opens the admin API; `null`: there is none. */
  readonly adminToken: string | null
}

export interface TaskSettings {
  /** Tasks that wait or run, over all keys; one more is refused with 1124, unless its key has less than its share of them. */
  readonly queueMax: number
  readonly shardPages: number
  /** A page that fails, or whose process dies, so often is given up. */
  readonly maxAttempts: number
  /** `true`: pages that were given up are named in the result's warnings; `false`: they fail their task. */
  readonly partialResults: boolean
  /** How long a step belongs to whoever took it without a sign of life. */
  readonly leaseMs: number
  /** How long a check may be held for the task to end. */
  readonly checkWaitMs: number
  /** Checks held at once; above that they are answered at once. */
  readonly checkMaxWaiting: number
  readonly callbackAllowPrivate: boolean
  /** `SERVER_SECRET`; `null`: the one in the database. */
  readonly serverSecret: string | null
}

/** What asynchronous parsing needs beside the rest of `Deps`. */
export interface TaskDeps {
  readonly queue: Queue<TaskMessage>
  readonly events: TaskEvents
  readonly deliver: DeliverCallback
  /** Names this process in leases; no other process, before or after, has the same name. */
  readonly owner: string
  /** Steps are done by worker processes, which leave signs of life in the database. */
  readonly remote?: boolean
}

export interface Deps {
  readonly settings: ServiceSettings
  readonly pool: Pool
  readonly spool: Spool
  readonly blobs: Blobs
  readonly sql: Sql
  readonly rates: RateLimiter
  /** Turns Office files into PDF; absent: they are read directly, as far as that goes. */
  readonly converter?: OfficeConverter
  /** `null`: this deployment has no asynchronous parsing. */
  readonly tasks: TaskDeps | null
  readonly log: Log
  /** Unix milliseconds. */
  clock(): number
}
