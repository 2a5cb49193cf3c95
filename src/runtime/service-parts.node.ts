/**
 * What the service and a worker process have in common: settings → database, blobs, spool and threads. What was opened
 * closes with the stack handed in, in the opposite order.
 */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { createRateLimiter, type RateLimiter } from '../accounts/rate-limits.ts'
import { createRedisRateLimiter } from '../accounts/rate-limits-redis.node.ts'
import type { Deps } from '../deps.ts'
import { createWorkerPool, type WorkerPool } from '../pool/worker-pool.node.ts'
import { createNodeDelivery } from '../queue/callback-delivery.node.ts'
import { createTaskEvents, type TaskEvents } from '../queue/task-events.ts'
import { createRedisTaskEvents } from '../queue/task-events-redis.node.ts'
import { createJsonLog } from '../telemetry/log.ts'
import { createNodeSpool, createProcessId } from '../uploads/spool.node.ts'
import { compileCacheVariables } from './compile-cache.node.ts'
import { type Config, maxDefaultThreads, processEnvironment, serviceSettings } from './config.ts'
import { openConverter } from './office-converter.node.ts'
import { openBlobs, openLedger } from './open-stores.node.ts'
import { createOutages, watchBlobs, watchSql } from './outages.ts'
import { type RedisWatch, watchRedis } from './redis-queue.node.ts'
import { findModelsDir, listModels, readVersion } from './startup.node.ts'

export interface Parts {
  readonly base: Omit<Deps, 'tasks'> & { readonly pool: WorkerPool }
  readonly taskParts: {
    readonly events: TaskEvents
    readonly owner: string
    readonly deliver: ReturnType<typeof createNodeDelivery>
  }
  readonly spoolDir: string
  readonly redis: RedisWatch
  /** Steps of tasks at work at once. */
  readonly concurrency: number
}

/** Throws `ConfigError` and `StartError`. */
export async function openParts(config: Config, opened: AsyncDisposableStack): Promise<Parts> {
  const modelsDir = findModelsDir(config)
  const settings = serviceSettings(config, { version: readVersion(), installedLanguages: listModels(modelsDir) })
  const log = createJsonLog({
    level: config.logLevel,
    write: (line) => process.stderr.write(`${line}\n`),
    clock: Date.now,
  })
  const database = createOutages('the database', { log, clock: Date.now })
  const ledger = opened.adopt(
    await openLedger(config, (error) => database.failed('the database does not answer', error)),
    (open) => open.close(),
  )
  const spoolDir = join(resolve(config.dataDir), 'spool')
  const spool = opened.adopt(createNodeSpool({ dir: spoolDir, maxTotalBytes: config.spoolMaxBytes }), (open) =>
    open.close(),
  )
  const threads = config.workerThreads ?? Math.min(availableParallelism(), maxDefaultThreads)
  const pool = opened.adopt(
    createWorkerPool({
      threads,
      threadFile: new URL('./pool-thread.node.ts', import.meta.url),
      threadData: { settings: settings.parse, modelsDir },
      threadEnvironment: { ...(processEnvironment() as NodeJS.ProcessEnv), ...compileCacheVariables() },
      pageTimeoutMs: config.pageTimeoutMs,
      recycleBytes: config.threadRecycleBytes,
    }),
    (open) => open.close(),
  )
  const converter = openConverter(config.office, { log, opened })
  const redis = watchRedis({ log, clock: Date.now })
  const { rates, events } = shareOverRedis(config, { redis, opened })
  if (settings.parse.ocrLanguages.length === 0)
    log.warn('no OCR model is installed: scans cannot be read', { modelsDir })
  return {
    base: {
      settings,
      pool,
      ...(converter === null ? {} : { converter }),
      spool,
      blobs: watchBlobs(openBlobs(config), createOutages('the store', { log, clock: Date.now })),
      sql: watchSql(ledger, database),
      rates,
      log,
      clock: Date.now,
    },
    taskParts: {
      events,
      owner: createProcessId(),
      deliver: createNodeDelivery({ allowPrivate: settings.tasks.callbackAllowPrivate }),
    },
    spoolDir,
    redis,
    concurrency: config.taskConcurrency ?? threads,
  }
}

/** What processes at one Redis share beside the queue: how often keys send, and news of tasks. Without Redis they stay in this one. */
function shareOverRedis(
  { redisUrl: url }: Config,
  { redis, opened }: { redis: RedisWatch; opened: AsyncDisposableStack },
): { rates: RateLimiter; events: TaskEvents } {
  if (url === null) return { rates: createRateLimiter(), events: createTaskEvents() }
  const { onError } = redis
  return {
    rates: opened.adopt(createRedisRateLimiter({ url, onError }), (open) => open.disconnect()),
    events: opened.adopt(createRedisTaskEvents({ url, onError }), (open) => open.disconnect()),
  }
}
