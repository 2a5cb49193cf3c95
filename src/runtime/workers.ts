/**
 * Composition root of the service on Cloudflare Workers: D1, R2, Queues, the models in static assets and a pool without
 * threads → app → `fetch`; steps of tasks → `queue`; the cleaning → `scheduled`. Nothing but wiring; the engines load with the first document.
 */
import packageFile from '../../package.json'
import manifest from '../../wasm/models/manifest.json'
import { createRateLimiter } from '../accounts/rate-limits.ts'
import { createR2Blobs } from '../blobs/r2.workers.ts'
import { createD1Sql } from '../db/d1.workers.ts'
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
import { createWorkersDelivery } from '../queue/callback-delivery.workers.ts'
import { createWorkersQueue, type QueueBinding, readMessage } from '../queue/cloudflare-queues.workers.ts'
import { createTaskEvents } from '../queue/task-events.ts'
import { createJsonLog } from '../telemetry/log.ts'
import { createMemorySpool } from '../uploads/spool-memory.ts'
import { createModelLoader } from './assets.workers.ts'
import { type Environment, readConfig, serviceSettings } from './config.ts'
import { createOutages, watchBlobs, watchSql } from './outages.ts'

/** The bindings of `wrangler.toml`; every variable of the README's table may stand beside them. */
export interface Env {
  readonly DB: D1Database
  readonly FILES: R2Bucket
  /** Steps of asynchronous tasks; without it there are none. */
  readonly TASKS?: QueueBinding
  /** A Worker of its own that reads text (`ocr-service.toml`), so that its memory does not count here; without it Tesseract runs in this one. */
  readonly OCR?: Fetcher
  /** Never handed a request from outside: that would publish the models. */
  readonly ASSETS: Fetcher
}

interface Service {
  readonly deps: Deps
  readonly app: ReturnType<typeof createApp>
  /** `null`: without the queue's binding. */
  readonly consume: TaskHandler | null
}

/** `wrangler.toml` names the queues; those that the platform gave up on end so. */
const DEAD_LETTERS = /-dead$/
/** The results and the expired tasks go once an hour, at this minute; the rest each time. */
const HOURLY_CRON = '17 * * * *'
/** An invocation is ended by the platform, never asked to stop. */
const NEVER = new AbortController().signal

/** One recognizer holds about 30 MB: two would not fit beside MuPDF in an isolate's 128 MB. */
const RECOGNISER_COUNT = 1
/** Beside MuPDF's first 22 MB, the upload and the code; with the recognizer given up meanwhile. */
const MAX_DECODE_BYTES = 80_000_000

/** One per isolate, because there is one memory for the engines and hence one queue before them. */
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
    ocrEngineCount: RECOGNISER_COUNT,
    maxDecodeBytes: MAX_DECODE_BYTES,
    ...ocrWorker(env.OCR, settings.parse),
  }
  const log = createJsonLog({ level: config.logLevel, write: (line) => console.log(line), clock: Date.now })
  const deps: Deps = {
    settings: { ...settings, parse },
    pool: createInProcessPool(
      { settings: parse, loadModel: createModelLoader(env.ASSETS) },
      { parseTimeoutMs: settings.parseTimeoutMs },
    ),
    spool: createMemorySpool({ maxTotalBytes: config.spoolMaxBytes }),
    blobs: watchBlobs(createR2Blobs(env.FILES), createOutages('the store', { log, clock: Date.now })),
    sql: watchSql(createD1Sql(env.DB), createOutages('the database', { log, clock: Date.now })),
    rates: createRateLimiter(),
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
    log,
    clock: Date.now,
  }
  return { deps, app: createApp(deps), consume: deps.tasks === null ? null : createConsumer(deps, null) }
}

/** The operator's own recognizer, where one is named, goes before the bound Worker. */
function ocrWorker(binding: Fetcher | undefined, { ocrService }: ParseSettings): Pick<ParseSettings, 'ocrService'> {
  if (ocrService !== undefined) return { ocrService }
  if (binding === undefined) return {}
  const send = (address: string, init: RequestInit): Promise<Response> => binding.fetch(address, init)
  return { ocrService: { url: RECOGNISER_ADDRESS, token: null, timeoutMs: RECOGNISER_TIMEOUT_MS, send } }
}

/** Nobody looks the name up: the binding leads to one Worker only. */
const RECOGNISER_ADDRESS = 'https://recogniser.invalid/'
/** A dense page takes seconds, and others may go before it. */
const RECOGNISER_TIMEOUT_MS = 120_000

export default {
  async fetch(request, env, context) {
    const answer = Promise.resolve(serviceOf(env).app.fetch(request, env, context))
    // A caller who leaves would otherwise freeze the request in the middle of a page, with its turn and its reservation.
    context.waitUntil(answer.catch(() => undefined))
    return await answer
  },

  async queue({ queue, messages }, env) {
    const { deps, consume } = serviceOf(env)
    for (const message of messages) {
      const asked = readMessage(message.body)
      try {
        if (asked !== null && deps.tasks !== null && consume !== null) {
          if (DEAD_LETTERS.test(queue)) await handleDeadLetter(asked, { deps, tasks: deps.tasks })
          else await consume(asked, NEVER)
        }
        message.ack()
      } catch (error) {
        // Whoever watches the store has told it. Here it is a dead letter, or one that could not be sent again.
        if (!(error instanceof UnavailableError))
          deps.log.error('a message could not be handled', {
            ...asked,
            attempt: message.attempts,
            error: String(error),
          })
        message.retry({ delaySeconds: 2 ** (message.attempts - 1) })
      }
    }
  },

  async scheduled({ cron }, env) {
    const { deps } = serviceOf(env)
    try {
      await sweepReservations(deps)
      await sweepTasks(deps)
      if (cron !== HOURLY_CRON) return
      await sweepResults(deps)
      await sweepExpiredTasks(deps)
    } catch (error) {
      // Whoever watches the store has told it; the next time cleans.
      if (!(error instanceof UnavailableError)) throw error
    }
  },
} satisfies ExportedHandler<Env>
