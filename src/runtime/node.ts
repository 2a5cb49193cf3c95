/** Composition root of the service on Node. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { createApp } from '../http/app.ts'
import { expireLeasesOf } from '../jobs/store/due-work.ts'
import { isProcessRunning } from '../uploads/process-id.node.ts'
import { useCompileCache } from './compile-cache.node.js'
import { type Config, type Environment, processEnvironment, readConfig } from './config.ts'
import { embedTaskQueue } from './embedded-queue.node.ts'
import { makeFirstKey, samplePath, writeKeyFile } from './first-key.node.ts'
import { readVersion } from './installation.node.ts'
import { listen } from './listen.node.ts'
import { listenForMonitoring } from './monitoring.node.ts'
import { OpenStack } from './open-stack.ts'
import { type RunningProgram, refuseArguments, runUntilSignal, STOP_GRACE_MS } from './process-lifecycle.node.ts'
import { openParts, type ServiceParts } from './service-parts.node.ts'
import { startupMessage } from './startup-message.ts'
import { startSweeping } from './sweep-timer.node.ts'

export interface Service extends RunningProgram {
  readonly url: string
  readonly startupMessage: string
  /** Waits `SHUTDOWN_DELAY_MS` as not ready, then `SHUTDOWN_TIMEOUT_MS` for requests, and aborts the rest. */
  stop(): Promise<void>
}

/** With `showSecrets` the startup message has the first API key, else a file. Throws `ConfigError` and `StartError`. */
export async function startService(
  config: Config,
  { showSecrets = true }: { readonly showSecrets?: boolean } = {},
): Promise<Service> {
  await using opened = new OpenStack()
  const { base, taskParts, spoolDir, redis, concurrency } = await openParts(config, opened)
  const { sql, pool, log } = base
  const { deps, queue } =
    config.redisUrl === null
      ? embedTaskQueue(base, taskParts, { concurrency })
      : await sendToRedis(config.redisUrl, { base, taskParts, redis, opened })
  const listener = await listen(createApp(deps).fetch, config)
  await listenForMonitoring(deps, config, opened)
  if (queue !== null)
    await expireLeasesOf(sql, (other) => other !== taskParts.owner && isProcessRunning(other) === false)
  queue?.start()
  const stopSweeping = startSweeping(deps, { spoolDir })

  const firstKey = await makeFirstKey(sql, config)
  pool.warm()
  const rest = opened.move()
  return {
    url: listener.url,
    startupMessage: startupMessage({
      ready: `Sheaf ${readVersion()} listens on ${listener.url} (data in ${config.dataDir})`,
      url: listener.url,
      firstKey,
      keyFile: firstKey === null || showSecrets ? null : writeKeyFile(firstKey, config.dataDir),
      keyHint: `more keys: ${processEnvironment().npm_lifecycle_event === 'start' ? 'npm run sheaf --' : 'sheaf'} keys create`,
      samplePath: samplePath(),
    }),
    log,
    hardLimitMs: config.shutdownDelayMs + config.shutdownTimeoutMs + STOP_GRACE_MS,
    async stop() {
      base.host.markStopping()
      await delay(config.shutdownDelayMs)
      stopSweeping()
      taskParts.events.close()
      const { shutdownTimeoutMs: timeoutMs } = config
      const drained = queue?.stop({ timeoutMs }) ?? Promise.resolve()
      await listener.close({ timeoutMs, abort: () => drained.then(() => pool.close()) })
      await drained
      await rest.close()
    },
  }
}

/** Loaded on demand, because the Redis client needs much memory. */
async function sendToRedis(
  url: string,
  { base, taskParts, ...redis }: Pick<ServiceParts, 'base' | 'taskParts' | 'redis'> & { opened: OpenStack },
): Promise<{ deps: Deps; queue: null }> {
  const { connectRedisQueue } = await import('./redis-queue.node.ts')
  return await connectRedisQueue(base, taskParts, { url, ...redis })
}

export async function runService(environment: Environment = processEnvironment()): Promise<number> {
  useCompileCache()
  return await runUntilSignal(
    async () => await startService(readConfig(environment, 'node'), { showSecrets: process.stdout.isTTY === true }),
    {
      name: 'the service',
      greeting: (service) => service.startupMessage,
    },
  )
}

if (import.meta.main) process.exit(refuseArguments() ?? (await runService()))
