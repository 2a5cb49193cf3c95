/**
 * Composition root of a worker process: settings → database, blobs, threads → the consumer of the queue in Redis. It
 * serves no requests; it leaves signs of life in the database, by which `/health` of the services knows of it.
 */

import { createReadWriteLock } from '../concurrency/rw-lock.ts'
import { createConsumer } from '../jobs/runner/consumer.ts'
import { expireLeasesOf } from '../jobs/store/due-work.ts'
import { heartbeatIntervalMs, recordHeartbeat, unregisterWorker } from '../jobs/store/worker-heartbeats.ts'
import { consumeRedisQueue } from '../queue/bullmq.node.ts'
import { isProcessRunning } from '../uploads/spool.node.ts'
import { keepCompiledCode } from './compile-cache.node.ts'
import { type Config, ConfigError, type Environment, processEnvironment, readConfig } from './config.ts'
import { type Running, refuseArguments, runUntilSignal, stopGraceMs } from './process-lifecycle.node.ts'
import { sendTasks } from './redis-queue.node.ts'
import { openParts } from './service-parts.node.ts'
import { startSweeping } from './sweep-timer.node.ts'

export interface RunningWorker extends Running {
  readonly concurrency: number
  /** Ends running steps within `SHUTDOWN_TIMEOUT_MS`, gives the others back, and closes everything. */
  stop(): Promise<void>
}

/** Throws `ConfigError` and `StartError`; what was opened is closed again. */
export async function startWorker(config: Config): Promise<RunningWorker> {
  const url = config.redisUrl
  if (url === null)
    throw new ConfigError([
      'REDIS_URL="": a worker needs it, for example redis://127.0.0.1:6379; without it the service does its tasks itself',
    ])
  await using opened = new AsyncDisposableStack()
  const { base, taskParts, spoolDir, redis, concurrency } = await openParts(config, opened)
  const { sql, pool, log } = base
  const { owner: name } = taskParts
  const { deps } = await sendTasks(base, taskParts, { url, redis, opened })
  await expireLeasesOf(sql, (other) => other !== name && isProcessRunning(other) === false)
  await recordHeartbeat(sql, { name, concurrency, now: Date.now() })
  const { onError } = redis
  const beating = setInterval(() => {
    recordHeartbeat(sql, { name, concurrency, now: Date.now() }).catch(onError)
  }, heartbeatIntervalMs)
  pool.warm()
  const { leaseMs } = base.settings.tasks
  const consumer = consumeRedisQueue({
    url,
    concurrency,
    leaseMs,
    handle: createConsumer(deps, { lock: createReadWriteLock(), concurrency }),
    onError,
  })
  const stopSweeping = startSweeping(deps, { spoolDir, stores: false })
  const rest = opened.move()
  return {
    log,
    concurrency,
    hardLimitMs: config.shutdownTimeoutMs + stopGraceMs,
    async stop() {
      stopSweeping()
      clearInterval(beating)
      taskParts.events.close()
      await consumer.stop({ timeoutMs: config.shutdownTimeoutMs })
      await unregisterWorker(sql, name).catch(onError)
      await rest.disposeAsync()
    },
  }
}

/** Runs a worker until a signal ends it; the exit code. A second signal exits at once. */
export async function runWorker(environment: Environment = processEnvironment()): Promise<number> {
  keepCompiledCode()
  return await runUntilSignal(async () => await startWorker(readConfig(environment, 'node')), {
    name: 'the worker',
    greet: ({ concurrency }) => `Sheaf worker is ready (${concurrency} at a time).\n`,
  })
}

if (import.meta.main) process.exit(refuseArguments() ?? (await runWorker()))
