/**
 * Composition root of the service on Node: settings → database, blobs, spool, pool → app → socket, and the orderly way back.
 * Nothing but wiring: what the parts do is told in their own files.
 */
import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFirstKey } from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import { createApp } from '../http/app.ts'
import { expireLeasesOf } from '../jobs/store/due-work.ts'
import { isProcessRunning } from '../uploads/spool.node.ts'
import { keepCompiledCode } from './compile-cache.node.ts'
import { type Config, type Environment, processEnvironment, readConfig } from './config.ts'
import { embedTasks } from './embedded-queue.node.ts'
import { listen } from './listen.node.ts'
import { type Running, refuseArguments, runUntilSignal, stopGraceMs } from './process-lifecycle.node.ts'
import { sendTasks } from './redis-queue.node.ts'
import { openParts } from './service-parts.node.ts'
import { writeWelcome } from './startup-message.ts'
import { startSweeping } from './sweep-timer.node.ts'

const projectDir = fileURLToPath(new URL('../../', import.meta.url))
const sample = join(projectDir, 'test', 'fixtures', 'pdf-digital', 'source.pdf')

export interface Service extends Running {
  readonly url: string
  /** What to print when ready. */
  readonly welcome: string
  /** Ends running requests within `SHUTDOWN_TIMEOUT_MS` and closes everything. */
  stop(): Promise<void>
}

/** Starts the service; what was opened is closed again when a later step fails. Throws `ConfigError` and `StartError`. */
export async function startService(config: Config): Promise<Service> {
  await using opened = new AsyncDisposableStack()
  const { base, taskParts, spoolDir, redis, concurrency } = await openParts(config, opened)
  const { settings, sql, pool, log } = base
  const { deps, queue } =
    config.redisUrl === null
      ? embedTasks(base, taskParts, { concurrency })
      : await sendTasks(base, taskParts, { url: config.redisUrl, redis, opened })
  const listener = await listen(createApp(deps).fetch, config)
  if (queue !== null)
    await expireLeasesOf(sql, (other) => other !== taskParts.owner && isProcessRunning(other) === false)
  queue?.start()
  const stopSweeping = startSweeping(deps, { spoolDir })

  const first = await createFirstKey(sql, { name: 'first', ...config.keyDefaults, now: Date.now() })
  pool.warm()
  const rest = opened.move()
  return {
    url: listener.url,
    welcome: writeWelcome({
      version: settings.version,
      url: listener.url,
      dataDir: config.dataDir,
      apiKey: first?.apiKey ?? null,
      callbackSecret: first === null ? null : await callbackSecret(sql, first.id, settings.tasks.serverSecret),
      samplePath: existsSync(sample) ? nearest(sample) : null,
    }),
    log,
    hardLimitMs: config.shutdownTimeoutMs + stopGraceMs,
    async stop() {
      stopSweeping()
      taskParts.events.close()
      const { shutdownTimeoutMs: timeoutMs } = config
      // Steps of tasks and requests end side by side; the threads go when neither needs them.
      const drained = queue?.stop({ timeoutMs }) ?? Promise.resolve()
      await listener.close({ timeoutMs, abort: () => drained.then(() => pool.close()) })
      await drained
      await rest.disposeAsync()
    },
  }
}

/** Runs the service until a signal ends it; the exit code. A second signal exits at once. */
export async function runService(environment: Environment = processEnvironment()): Promise<number> {
  keepCompiledCode()
  return await runUntilSignal(async () => await startService(readConfig(environment, 'node')), {
    name: 'the service',
    greet: ({ welcome }) => welcome,
  })
}

/** The path as short as it can be written from the current folder. */
function nearest(path: string): string {
  const short = relative(process.cwd(), path)
  return isAbsolute(short) || short.startsWith(`..${sep}`) ? path : short
}

if (import.meta.main) process.exit(refuseArguments() ?? (await runService()))
