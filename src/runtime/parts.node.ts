/**
 * What the service and a worker process have in common: settings → database, blobs, spool and threads. What was opened
 * closes with the stack handed in, in the opposite order.
 */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Deps } from '../deps.ts'
import { createNodeSpool, nameProcess } from '../intake/spool.node.ts'
import { createRateLimiter } from '../ledger/rates.ts'
import { createThreadPool, type ThreadPool } from '../pool/threads.node.ts'
import { createNodeDelivery } from '../queue/delivery.node.ts'
import { createSignals, type Signals } from '../queue/signals.ts'
import { createJsonLog } from '../telemetry/log.ts'
import { type Config, maxDefaultThreads, serviceSettings } from './config.ts'
import { findModelsDir, listModels, openBlobs, openLedger, readVersion } from './startup.node.ts'

export interface Parts {
  readonly base: Omit<Deps, 'tasks'> & { readonly pool: ThreadPool }
  readonly taskParts: { readonly signals: Signals; readonly owner: string; readonly deliver: ReturnType<typeof createNodeDelivery> }
  readonly spoolDir: string
  /** Steps of tasks at work at once. */
  readonly concurrency: number
}

/** Throws `ConfigError` and `StartError`. */
export async function openParts(config: Config, opened: AsyncDisposableStack): Promise<Parts> {
  const modelsDir = findModelsDir(config)
  const settings = serviceSettings(config, { version: readVersion(), installedLanguages: listModels(modelsDir) })
  const log = createJsonLog({ level: config.logLevel, write: (line) => process.stderr.write(`${line}\n`), clock: Date.now })
  const sql = opened.adopt(await openLedger(config, log), (open) => open.close())
  const spoolDir = join(resolve(config.dataDir), 'spool')
  const spool = opened.adopt(createNodeSpool({ dir: spoolDir, maxTotalBytes: config.spoolMaxBytes }), (open) => open.close())
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
  if (settings.parse.ocrLanguages.length === 0) log.warn('no OCR model is installed: scans cannot be read', { modelsDir })
  return {
    base: { settings, pool, spool, blobs: openBlobs(config), sql, rates: createRateLimiter(), log, clock: Date.now },
    taskParts: { signals: createSignals(), owner: nameProcess(), deliver: createNodeDelivery({ allowPrivate: settings.tasks.callbackAllowPrivate }) },
    spoolDir,
    concurrency: config.taskConcurrency ?? threads,
  }
}
