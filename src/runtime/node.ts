/**
 * Composition root of the service on Node: settings → database, blobs, spool, pool → app → socket, and the orderly way back.
 * Nothing but wiring: what the parts do is told in their own files.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFsBlobs } from '../blobs/fs.node.ts'
import type { Deps } from '../deps.ts'
import { createApp } from '../http/app.ts'
import { createNodeSpool, isProcessRunning, nameProcess, sweepSpool } from '../intake/spool.node.ts'
import { endDeadLeases } from '../jobs/next.ts'
import { sweepExpiredTasks, sweepReservations, sweepResults, sweepTasks } from '../jobs/sweep.ts'
import { createFirstKey } from '../ledger/keys.ts'
import { createRateLimiter } from '../ledger/rates.ts'
import { createThreadPool } from '../pool/threads.node.ts'
import { createNodeDelivery } from '../queue/delivery.node.ts'
import { createSignals } from '../queue/signals.ts'
import { createJsonLog, type Log } from '../telemetry/log.ts'
import { type Config, type Environment, maxDefaultThreads, processEnvironment, readConfig, serviceSettings } from './config.ts'
import { embedTasks } from './embedded.node.ts'
import { listen } from './listen.node.ts'
import { findModelsDir, listModels, openLedger, readVersion, startProblem } from './startup.node.ts'
import { writeWelcome } from './welcome.ts'

const projectDir = fileURLToPath(new URL('../../', import.meta.url))
const sample = join(projectDir, 'test', 'fixtures', 'pdf-digital', 'source.pdf')

/** A killed process's pages come back within a minute after their time; the query is an index look-up. */
const reservationSweepMs = 60_000
const resultSweepMs = 3_600_000
/** npm passes Ctrl-C on to a process that the terminal told already: both arrive within this time and are one. */
const sameSignalMs = 500

export interface Service {
  readonly url: string
  /** What to print when ready. */
  readonly welcome: string
  readonly log: Log
  /** Ends running requests within `SHUTDOWN_TIMEOUT_MS` and closes everything. */
  stop(): Promise<void>
}

/** Starts the service; what was opened is closed again when a later step fails. Throws `ConfigError` and `StartError`. */
export async function startService(config: Config): Promise<Service> {
  const version = readVersion()
  const modelsDir = findModelsDir(config)
  const settings = serviceSettings(config, { version, installedLanguages: listModels(modelsDir) })
  const log = createJsonLog({ level: config.logLevel, write: (line) => process.stderr.write(`${line}\n`), clock: Date.now })
  await using opened = new AsyncDisposableStack()
  const sql = opened.adopt(openLedger(config), (open) => open.close())
  const dataDir = resolve(config.dataDir)
  const spool = opened.adopt(createNodeSpool({ dir: join(dataDir, 'spool'), maxTotalBytes: config.spoolMaxBytes }), (open) => open.close())
  const threads = config.workerThreads ?? Math.min(availableParallelism(), maxDefaultThreads)
  const pool = opened.adopt(
    createThreadPool({
      threads,
      threadFile: new URL('./thread.node.ts', import.meta.url),
      threadData: { settings: settings.parse, modelsDir },
      pageTimeoutMs: config.pageTimeoutMs,
      recycleBytes: config.threadRecycleBytes,
    }),
    (open) => open.close(),
  )
  const signals = createSignals()
  const owner = nameProcess()
  const deliver = createNodeDelivery({ allowPrivate: settings.tasks.callbackAllowPrivate })
  const base = { settings, pool, spool, blobs: createFsBlobs(join(dataDir, 'blobs')), sql, rates: createRateLimiter(), log, clock: Date.now }
  const { deps, queue } = embedTasks(base, { signals, owner, deliver }, { concurrency: config.taskConcurrency ?? threads })
  const listener = await listen(createApp(deps).fetch, config)
  await endDeadLeases(sql, (other) => other !== owner && isProcessRunning(other) === false)
  queue.start()
  const stopSweeping = startSweeping(deps, { spoolDir: join(dataDir, 'spool') })
  if (settings.parse.ocrLanguages.length === 0) log.warn('no OCR model is installed: scans cannot be read', { modelsDir })

  const first = await createFirstKey(sql, { name: 'first', ...config.keyDefaults, now: Date.now() })
  pool.warm()
  const rest = opened.move()
  return {
    url: listener.url,
    welcome: writeWelcome({
      version,
      url: listener.url,
      dataDir: config.dataDir,
      apiKey: first?.apiKey ?? null,
      samplePath: existsSync(sample) ? nearest(sample) : null,
    }),
    log,
    async stop() {
      stopSweeping()
      signals.close()
      const { shutdownTimeoutMs: timeoutMs } = config
      // Steps of tasks and requests end side by side; the threads go when neither needs them.
      const drained = queue.stop({ timeoutMs })
      await listener.close({ timeoutMs, abort: () => drained.then(() => pool.close()) })
      await drained
      await rest.disposeAsync()
    },
  }
}

/** Runs the service until a signal ends it; the exit code. A second signal exits at once. */
export async function runService(environment: Environment = processEnvironment()): Promise<number> {
  let service: Service
  try {
    service = await startService(readConfig(environment, 'node'))
  } catch (error) {
    const problem = startProblem(error)
    if (problem === null) throw error
    process.stderr.write(`${problem}\n`)
    return 1
  }
  process.on('uncaughtException', (error) => {
    service.log.error('the service ends because of a defect', { error: error.stack ?? String(error) })
    process.exit(1)
  })
  const signalled = firstSignal()
  process.stdout.write(service.welcome)
  service.log.info('stopping', { signal: await signalled })
  await service.stop()
  return 0
}

function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    const onSignal = (signal: string): void => {
      if (firstAt === null) {
        firstAt = Date.now()
        resolve(signal)
      } else if (Date.now() - firstAt > sameSignalMs) process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal)
  })
}

/** Cleans at once and then by the clock; a failure is logged and tried again the next time. */
function startSweeping(deps: Deps, { spoolDir }: { spoolDir: string }): () => void {
  const attempt = (name: string, sweep: () => Promise<unknown>) => () => {
    sweep().catch((error: unknown) => deps.log.error(`${name} could not be cleaned`, { error: String(error) }))
  }
  const reservations = attempt('reservations', () => sweepReservations(deps))
  const results = attempt('results', () => sweepResults(deps))
  const steps = attempt('tasks', () => sweepTasks(deps))
  const expired = attempt('expired tasks', () => sweepExpiredTasks(deps))
  attempt('the spool', () => sweepSpool(spoolDir))()
  for (const sweep of [reservations, results, steps, expired]) sweep()
  const timers = [
    setInterval(reservations, reservationSweepMs),
    setInterval(results, resultSweepMs),
    setInterval(steps, reservationSweepMs),
    setInterval(expired, resultSweepMs),
  ]
  return () => timers.forEach(clearInterval)
}

/** The path as short as it can be written from the current folder. */
function nearest(path: string): string {
  const short = relative(process.cwd(), path)
  return isAbsolute(short) || short.startsWith(`..${sep}`) ? path : short
}

if (import.meta.main) process.exit(await runService())
