/**
 * What a runtime must supply. `ParseDeps` is all that parsing needs (it exists once per thread);
 * `Deps` is what the service needs around it.
 */
import type { Blobs } from './blobs/blobs.ts'
import type { Spool } from './intake/spool.ts'
import type { Sql } from './ledger/sql.ts'
import type { ParseSettings } from './model/settings.ts'
import type { Pool } from './pool/pool.ts'
import type { Log } from './telemetry/log.ts'

export interface ParseDeps {
  readonly settings: ParseSettings
  /** The bytes of a Tesseract model (`eng`, `chi_sim`, …). */
  loadModel(language: string): Promise<Uint8Array>
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
}

export interface Deps {
  readonly settings: ServiceSettings
  readonly pool: Pool
  readonly spool: Spool
  readonly blobs: Blobs
  readonly sql: Sql
  readonly log: Log
  /** Unix milliseconds. */
  clock(): number
}
