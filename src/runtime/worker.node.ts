/** Composition root of a worker process, which consumes the Redis queue. */
import { createReadWriteLock } from '../concurrency/rw-lock.ts'
import { observeProcess } from '../http/metrics.ts'
import { createConsumer } from '../jobs/runner/consumer.ts'
import { expireLeasesOf } from '../jobs/store/due-work.ts'
import { HEARTBEAT_INTERVAL_MS, recordHeartbeat, unregisterWorker } from '../jobs/store/worker-heartbeats.ts'
import { consumeRedisQueue } from '../queue/bullmq-consumer.node.ts'
import { isProcessRunning } from '../uploads/process-id.node.ts'
import { useCompileCache } from './compile-cache.node.js'
import { type Config, ConfigError, processEnvironment, readConfig } from './config.ts'
import { listenForMonitoring } from './monitoring.node.ts'
import { OpenStack } from './open-stack.ts'
import { type RunningProgram, refuseArguments, runUntilSignal, STOP_GRACE_MS } from './process-lifecycle.node.ts'
import { connectRedisQueue } from './redis-queue.node.ts'
import { openParts } from './service-parts.node.ts'
import { startSweeping } from './sweep-timer.node.ts'

interface RunningWorker extends RunningProgram {
  readonly concurrency: number
  /** Waits `SHUTDOWN_TIMEOUT_MS` for running steps, releases the others, and closes everything. */
  stop(): Promise<void>
}

/** Throws `ConfigError` and `StartError` after closing opened parts. */
export async function startWorker(config: Config): Promise<RunningWorker> {
  const url = config.redisUrl
  if (url === null)
    throw new ConfigError([
      'REDIS_URL="": required for a worker, for example redis://127.0.0.1:6379; without it the service runs its tasks itself',
    ])
  await using opened = new OpenStack()
  const { base, taskParts, spoolDir, redis, concurrency } = await openParts(config, opened)
  const { sql, pool, log } = base
  const { owner: name } = taskParts
  const { deps } = await connectRedisQueue(base, taskParts, { url, redis, opened })
  await expireLeasesOf(sql, (other) => other !== name && isProcessRunning(other) === false)
  await recordHeartbeat(sql, { name, concurrency, now: Date.now() })
  const { onError } = redis
  const heartbeat = setInterval(() => {
    recordHeartbeat(sql, { name, concurrency, now: Date.now() }).catch(onError)
  }, HEARTBEAT_INTERVAL_MS)
  observeProcess(deps)
  await listenForMonitoring(deps, config, opened)
  pool.warm()
  const { leaseMs } = base.settings.tasks
  const consumer = consumeRedisQueue({
    url,
    concurrency,
    leaseMs,
    onDeadLetter: ({ kind }) => deps.metrics?.record('deadLetters', { step: kind }),
    handle: createConsumer(deps, { lock: createReadWriteLock(), concurrency }),
    onError,
  })
  const stopSweeping = startSweeping(deps, { spoolDir, onlyTasks: true })
  const rest = opened.move()
  return {
    log,
    concurrency,
    hardLimitMs: config.shutdownTimeoutMs + STOP_GRACE_MS,
    async stop() {
      base.host.markStopping()
      stopSweeping()
      clearInterval(heartbeat)
      taskParts.events.close()
      await consumer.stop({ timeoutMs: config.shutdownTimeoutMs })
      await unregisterWorker(sql, name).catch(onError)
      await rest.close()
    },
  }
}

export async function runWorker(): Promise<number> {
  useCompileCache()
  return await runUntilSignal(async () => await startWorker(readConfig(processEnvironment(), 'node')), {
    name: 'the worker',
    greeting: ({ concurrency }) => `Sheaf worker is ready (${concurrency} at a time).\n`,
  })
}

if (import.meta.main) process.exit(refuseArguments() ?? (await runWorker()))
