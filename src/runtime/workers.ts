/** Composition root on Cloudflare Workers: requests, queue messages and scheduled sweeps. */
import { AsyncLocalStorage } from 'node:async_hooks'
import packageFile from '../../package.json'
import manifest from '../../wasm/models/manifest.json'
import { createRateLimiter } from '../accounts/rate-limits.ts'
import { createR2Blobs } from '../blobs/r2.workers.ts'
import { createD1Sql } from '../db/d1.ts'
import type { Deps } from '../deps.ts'
import { createApp } from '../http/app.ts'
import { createConsumer } from '../jobs/runner/consumer.ts'
import { handleDeadLetter } from '../jobs/runner/dead-letter.ts'
import { sweepExpiredTasks, sweepReservations, sweepResults, sweepTasks } from '../jobs/runner/sweeper.ts'
import type { TaskHandler } from '../jobs/runner/task-handler.ts'
import { UnavailableError } from '../model/errors.ts'
import type { ParseSettings } from '../model/settings.ts'
import { createHttpConverter } from '../office/http-converter.ts'
import { createInProcessPool } from '../pool/in-process-pool.ts'
import { observePool } from '../pool/observed-pool.ts'
import { createWorkersDelivery } from '../queue/callback-delivery.workers.ts'
import { createWorkersQueue, type QueueBinding, readMessage } from '../queue/cloudflare-queues.workers.ts'
import { createTaskEvents } from '../queue/task-events.ts'
import { type AnalyticsMetrics, createAnalyticsMetrics } from '../telemetry/analytics-engine.ts'
import { createJsonLog } from '../telemetry/log.ts'
import type { TraceContext } from '../telemetry/trace-context.ts'
import { createTracer, traceFields } from '../telemetry/tracer.ts'
import { createMemorySpool } from '../uploads/spool-memory.ts'
import { openUrlOnWorkers } from '../uploads/url-source.workers.ts'
import { createModelLoader, createWebFiles } from './assets.workers.ts'
import { type Environment, readConfig, serviceSettings } from './config.ts'
import { createOutageLog, logBlobOutages, logSqlOutages } from './outage-log.ts'

export interface Env {
  readonly DB: D1Database
  readonly FILES: R2Bucket
  readonly TASKS?: QueueBinding
  /** OCR Worker (`ocr-service.toml`) with its own memory; Tesseract runs in this Worker without it. */
  readonly OCR?: Fetcher
  /** A request from outside would publish the models. */
  readonly ASSETS: Fetcher
  /** Dataset of Analytics Engine for metrics; without it, only log lines have the numbers. */
  readonly METRICS?: AnalyticsEngineDataset
}

interface Service {
  readonly deps: Deps
  readonly metrics: AnalyticsMetrics | null
  readonly app: ReturnType<typeof createApp>
  readonly consume: TaskHandler | null
}

const DEAD_LETTER_QUEUE = /-dead$/
/** Trigger of the sweeps of results and expired tasks; others run every time. */
const HOURLY_CRON = '17 * * * *'
const NEVER_ABORTED = new AbortController().signal

/** Number of OCR engines. Two of them and MuPDF do not fit in the 128 MB of an isolate. */
const OCR_ENGINE_COUNT = 1
/** Memory to decode an image: the rest after MuPDF, the upload and the code. */
const MAX_DECODE_BYTES = 80_000_000

/** Requests of the isolate share the engines' memory and the pool's queue. */
let service: Service | null = null

function serviceOf(env: Env): Service {
  service ??= createService(env)
  return service
}

function createService(env: Env): Service {
  const variables: Environment = { ...env }
  const config = readConfig(variables, 'workers')
  const settings = serviceSettings(config, {
    version: packageFile.version,
    installedLanguages: manifest.models.map(({ name }) => name),
  })
  const parse = {
    ...settings.parse,
    ocrEngineCount: OCR_ENGINE_COUNT,
    maxDecodeBytes: MAX_DECODE_BYTES,
    sharesMemory: true,
    ...ocrServiceOf(env.OCR, settings.parse),
  }
  const tracer = createTracer(new AsyncLocalStorage<TraceContext>())
  const log = createJsonLog({
    level: config.logLevel,
    write: (line) => console.log(line),
    clock: Date.now,
    context: () => traceFields(tracer),
  })
  const metrics = env.METRICS === undefined ? null : createAnalyticsMetrics(env.METRICS)
  const pool = createInProcessPool(
    { settings: parse, loadModel: createModelLoader(env.ASSETS) },
    { parseTimeoutMs: settings.parseTimeoutMs, maxWaiting: config.syncQueueMax },
  )
  const deps: Deps = {
    settings: { ...settings, parse },
    pool: observePool(pool, { metrics: metrics ?? undefined, tracer }),
    spool: createMemorySpool({ maxTotalBytes: config.spoolMaxBytes }),
    blobs: logBlobOutages(createR2Blobs(env.FILES), createOutageLog('the blob store', { log, clock: Date.now })),
    sql: logSqlOutages(createD1Sql(env.DB), createOutageLog('the database', { log, clock: Date.now })),
    rates: createRateLimiter(),
    openUrl: openUrlOnWorkers,
    readWebFile: createWebFiles(env.ASSETS),
    ...(config.office.url === null
      ? {}
      : { converter: createHttpConverter({ ...config.office, url: config.office.url }) }),
    tasks:
      env.TASKS === undefined
        ? null
        : {
            queue: createWorkersQueue(env.TASKS),
            events: createTaskEvents(),
            deliver: createWorkersDelivery({ allowPrivate: settings.tasks.callbackAllowPrivate }),
            owner: crypto.randomUUID(),
          },
    ...(metrics === null ? {} : { metrics }),
    tracer,
    log,
    clock: Date.now,
  }
  return { deps, metrics, app: createApp(deps), consume: deps.tasks === null ? null : createConsumer(deps, null) }
}

function ocrServiceOf(binding: Fetcher | undefined, { ocrService }: ParseSettings): Pick<ParseSettings, 'ocrService'> {
  if (ocrService !== undefined) return { ocrService }
  if (binding === undefined) return {}
  const send = (address: string, init: RequestInit): Promise<Response> => binding.fetch(address, init)
  return { ocrService: { url: OCR_WORKER_URL, token: null, timeoutMs: OCR_WORKER_TIMEOUT_MS, send } }
}

const OCR_WORKER_URL = 'https://ocr.invalid/'
/** Includes waiting for other pages. */
const OCR_WORKER_TIMEOUT_MS = 120_000

export default {
  async fetch(request, env, context) {
    const response = Promise.resolve(serviceOf(env).app.fetch(request, env, context))
    // A client that disconnects would freeze the request, which holds a lock and a quota reservation.
    context.waitUntil(response.catch(() => undefined))
    return await response
  },

  async queue({ queue, messages }, env) {
    const { deps, consume } = serviceOf(env)
    for (const message of messages) {
      const taskMessage = readMessage(message.body)
      try {
        if (taskMessage !== null && deps.tasks !== null && consume !== null) {
          if (DEAD_LETTER_QUEUE.test(queue)) await handleDeadLetter(taskMessage, { deps, tasks: deps.tasks })
          else await consume(taskMessage, NEVER_ABORTED)
        }
        message.ack()
      } catch (error) {
        if (!(error instanceof UnavailableError))
          deps.log.error('handling a message failed', {
            ...taskMessage,
            attempt: message.attempts,
            error: String(error),
          })
        message.retry({ delaySeconds: 2 ** (message.attempts - 1) })
      }
    }
  },

  async scheduled({ cron }, env) {
    const { deps, metrics } = serviceOf(env)
    try {
      await metrics?.publishGauges()
      await sweepReservations(deps)
      await sweepTasks(deps)
      if (cron !== HOURLY_CRON) return
      await sweepResults(deps)
      await sweepExpiredTasks(deps)
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
    }
  },
} satisfies ExportedHandler<Env>
