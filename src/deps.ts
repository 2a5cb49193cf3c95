/** Dependencies that a runtime supplies: `ParseDeps` once per thread, `Deps` for the service. */
import type { RateLimiter, Rates } from './accounts/rate-limits.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Sql } from './db/sql.ts'
import type { NeuralReader, ReadSlices } from './model/ocr-result.ts'
import type { ParseSettings } from './model/settings.ts'
import type { StageTimer } from './model/stage-times.ts'
import type { OfficeConverter } from './office/converter.ts'
import type { Pool } from './pool/pool.ts'
import type { DeliverCallback } from './queue/callback-delivery.ts'
import type { Queue, TaskMessage } from './queue/queue.ts'
import type { TaskEvents } from './queue/task-events.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracer } from './telemetry/tracer.ts'
import type { Spool } from './uploads/spool.ts'
import type { OpenUrl } from './uploads/url-source.ts'

export interface ParseDeps {
  readonly settings: ParseSettings
  /** Tesseract model (`eng`, `chi_sim`, …). */
  loadModel(language: string): Promise<Uint8Array>
  /** Recognizes slices of a scanned page on several threads. */
  readonly readSlices?: ReadSlices
  readonly neuralReader?: NeuralReader
  readonly stages?: StageTimer
  /** Only `parse` uses it: pool threads get converted documents. */
  readonly converter?: OfficeConverter
}

export interface ServiceSettings {
  readonly version: string
  readonly maxUploadBytes: number
  readonly maxUploadMb: number
  readonly maxConcurrentUploads: number
  readonly parse: ParseSettings
  readonly parseTimeoutMs: number
  /** Whether errors have their own HTTP status instead of 200. */
  readonly semanticStatus: boolean
  /** Without a trailing slash; `null`: the origin of the request. */
  readonly publicUrl: string | null
  readonly trustProxy: boolean
  readonly resultTtlHours: number
  readonly quotaTimezone: string
  readonly dashboardUrl: string | null
  /** For keys without their own limits. */
  readonly rates: Rates
  readonly tasks: TaskSettings
  readonly keyDefaults: { readonly freePerDay: number; readonly freePerMonth: number; readonly paidPages: number }
  /** `null`: no admin API. */
  readonly adminToken: string | null
  /** `null`: `/metrics` needs no token. */
  readonly metricsToken: string | null
  /** `null`: `/metrics` is a route of the service. */
  readonly metricsPort: number | null
  readonly compat: CompatSettings
}

export interface CompatSettings {
  readonly docling: boolean
  readonly mcp: boolean
  readonly openWebui: boolean
  readonly tika: boolean
  /** For requests without a key; `null`: they are refused. */
  readonly tikaApiKey: string | null
  readonly unstructured: boolean
  readonly urlAllowPrivate: boolean
}

interface TaskSettings {
  /** Maximum unfinished tasks. A key below its fair share can exceed it. */
  readonly queueMax: number
  readonly shardPages: number
  readonly maxAttempts: number
  /** Whether failed pages become warnings instead of failing the task. */
  readonly partialResults: boolean
  /** Time without a heartbeat after which another process can claim a step. */
  readonly leaseMs: number
  /** Maximum time that a check waits for the end of the task. */
  readonly checkWaitMs: number
  /** Further checks get a response at once. */
  readonly checkMaxWaiting: number
  readonly callbackAllowPrivate: boolean
  /** `SERVER_SECRET`; `null`: the one in the database. */
  readonly serverSecret: string | null
}

export interface TaskDeps {
  readonly queue: Queue<TaskMessage>
  readonly events: TaskEvents
  readonly deliver: DeliverCallback
  readonly owner: string
  readonly remote?: boolean
}

export interface HostState {
  freeDiskBytes(): Promise<number>
  memory(): { readonly usedBytes: number; readonly limitBytes: number }
  /** Whether the process is shutting down. */
  isStopping(): boolean
}

/** Returns `null` for an unknown name. `gzip`: the client accepts it. */
export type ReadWebFile = (
  name: string,
  options: { readonly gzip: boolean },
) => Promise<{ readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; readonly gzip: boolean } | null>

export interface Deps {
  readonly settings: ServiceSettings
  readonly pool: Pool
  readonly spool: Spool
  readonly blobs: Blobs
  readonly sql: Sql
  readonly rates: RateLimiter
  /** Without it, Office files are read directly if possible. */
  readonly converter?: OfficeConverter
  /** Opens documents that clients of compatible APIs name by URL. */
  readonly openUrl: OpenUrl
  /** For readiness; absent on Workers. */
  readonly host?: HostState
  /** Absent: the web pages are not served. */
  readonly readWebFile?: ReadWebFile
  /** Absent where the platform compresses responses. */
  readonly gzip?: (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>
  /** `null`: asynchronous parsing is not available. */
  readonly tasks: TaskDeps | null
  /** Absent on Workers without a dataset of Analytics Engine. */
  readonly metrics?: Metrics
  readonly tracer: Tracer
  readonly log: Log
  clock(): number
}
