/** Opens the parts that services and worker processes have in common. */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { createRateLimiter, type RateLimiter } from '../accounts/rate-limits.ts'
import type { Deps } from '../deps.ts'
import { observePool } from '../pool/observed-pool.ts'
import type { WorkerPool } from '../pool/worker-pool.node.ts'
import { createNodeDelivery } from '../queue/callback-delivery.node.ts'
import { createTaskEvents, type TaskEvents } from '../queue/task-events.ts'
import { createJsonLog } from '../telemetry/log.ts'
import { createPrometheusMetrics } from '../telemetry/prometheus.node.ts'
import { type Tracer, traceFields } from '../telemetry/tracer.ts'
import { createProcessId } from '../uploads/process-id.node.ts'
import { createNodeOpenUrl } from '../uploads/url-source.node.ts'
import { startCollectingGarbage } from './collect-garbage.node.ts'
import { type Config, serviceSettings } from './config.ts'
import { type ObservedHost, observeHost } from './host-state.node.ts'
import { findModelsDir, readInstallation, usesNeuralReader } from './installation.node.ts'
import { memoryBudget } from './memory-budget.node.ts'
import { openConverter } from './office-converter.node.ts'
import { openPool } from './open-pool.node.ts'
import type { OpenStack } from './open-stack.ts'
import { openBlobs, openDatabase, openSpool } from './open-stores.node.ts'
import { openTracer } from './open-tracer.node.ts'
import { createOutageLog, logBlobOutages, logSqlOutages } from './outage-log.ts'
import { createRedisMonitor, type RedisMonitor } from './redis-monitor.node.ts'
import { traceBlobs, traceConverter, traceRates, traceSql } from './trace-stores.ts'
import { MAX_DEFAULT_THREADS } from './variables.ts'
import { createWebFiles, gzip } from './web-files.node.ts'

export interface ServiceParts {
  readonly base: Omit<Deps, 'tasks'> & { readonly pool: WorkerPool; readonly host: ObservedHost }
  readonly taskParts: {
    readonly events: TaskEvents
    readonly owner: string
    readonly deliver: ReturnType<typeof createNodeDelivery>
  }
  readonly spoolDir: string
  readonly redis: RedisMonitor
  readonly concurrency: number
}

/** Throws `ConfigError` and `StartError`. */
export async function openParts(config: Config, opened: OpenStack): Promise<ServiceParts> {
  const modelsDir = findModelsDir(config)
  const settings = serviceSettings(config, readInstallation(modelsDir))
  const log = createJsonLog({
    level: config.logLevel,
    write: (line) => process.stderr.write(`${line}\n`),
    clock: Date.now,
    context: () => traceFields(tracer),
  })
  const traceOutages = createOutageLog('the receiver of traces', { log, clock: Date.now })
  const tracer: Tracer = opened.adopt(
    await openTracer(config.traces, { version: settings.version, outages: traceOutages }),
    (open) => open.close(),
  )
  const metrics = createPrometheusMetrics()
  const outages = createOutageLog('the database', { log, clock: Date.now })
  const database = opened.adopt(
    await openDatabase(config, (error) => outages.failed('the database does not answer', error)),
    (open) => open.close(),
  )
  const spoolDir = join(resolve(config.dataDir), 'spool')
  const spool = opened.adopt(openSpool({ dir: spoolDir, maxTotalBytes: config.spoolMaxBytes }), (open) => open.close())
  const memory = memoryBudget(config.memoryLimitBytes, { neural: usesNeuralReader(config) })
  const threads = config.workerThreads ?? Math.min(availableParallelism(), MAX_DEFAULT_THREADS, memory.threads)
  const pool = opened.adopt(openPool(config, { threads, settings: settings.parse, modelsDir }), (open) => open.close())
  opened.defer(startCollectingGarbage())
  const converter = openConverter(config.office, { log, opened })
  const redis = createRedisMonitor({ log, clock: Date.now })
  const { rates, events } = await openSharedState(config, { redis, opened })
  if (settings.parse.ocrLanguages.length === 0)
    log.warn('no OCR models are installed: scans cannot be read', { modelsDir })
  const blobOutages = createOutageLog('the blob store', { log, clock: Date.now })
  const traced = <port>(port: port, wrap: (port: port, tracer: Tracer) => port): port =>
    tracer.records ? wrap(port, tracer) : port
  return {
    base: {
      settings,
      pool: observePool(pool, { metrics, tracer }),
      ...(converter === null ? {} : { converter: traced(converter, traceConverter) }),
      spool,
      blobs: traced(logBlobOutages(await openBlobs(config), blobOutages), traceBlobs),
      sql: traced(logSqlOutages(database, outages), traceSql),
      rates: traced(rates, traceRates),
      openUrl: createNodeOpenUrl({ allowPrivate: settings.compat.urlAllowPrivate }),
      metrics,
      tracer,
      readWebFile: createWebFiles(),
      gzip,
      host: observeHost({ dataDir: resolve(config.dataDir), memoryBytes: memory.limitBytes }),
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

/** All processes with the same Redis share request rates and task events. */
async function openSharedState(
  { redisUrl: url }: Config,
  { redis, opened }: { redis: RedisMonitor; opened: OpenStack },
): Promise<{ rates: RateLimiter; events: TaskEvents }> {
  if (url === null) return { rates: createRateLimiter(), events: createTaskEvents() }
  const { onError } = redis
  const { createRedisRateLimiter } = await import('../accounts/rate-limits-redis.node.ts')
  const { createRedisTaskEvents } = await import('../queue/task-events-redis.node.ts')
  return {
    rates: opened.adopt(createRedisRateLimiter({ url, onError }), (open) => open.disconnect()),
    events: opened.adopt(createRedisTaskEvents({ url, onError }), (open) => open.disconnect()),
  }
}
