import type { ServiceSettings } from '../deps.ts'
import type { ParseSettings } from '../model/settings.ts'
import { createWorkerPool, type WorkerPool } from '../pool/worker-pool.node.ts'
import { compileCacheVariables } from './compile-cache.node.js'
import { type Config, type Environment, processEnvironment, readConfig, serviceSettings } from './config.ts'
import { findModelsDir, readInstallation, usesNeuralReader } from './installation.node.ts'
import { memoryBudget } from './memory-budget.node.ts'

interface PoolSize {
  readonly threads: number
  readonly settings: ParseSettings
  readonly modelsDir: string
  readonly firstThreads?: number
}

/**
 * Fraction of a page's time limit after which the PDF engine leaves the page empty, before the thread is terminated and
 * the document fails.
 */
const MAX_ENGINE_RATIO = 0.9

/** The caller closes the pool. A thread starts with its first job. */
export function openPool(config: Config, { settings, modelsDir, ...size }: PoolSize): WorkerPool {
  const { pageTimeoutMs, syncQueueMax, threadRecycleBytes, memoryLimitBytes } = config
  const memory = memoryBudget(memoryLimitBytes, { neural: usesNeuralReader(config) })
  return createWorkerPool({
    ...size,
    threadFile: new URL('./pool-thread.node.ts', import.meta.url),
    threadData: {
      settings: {
        ...settings,
        maxDecodeBytes: memory.maxDecodeBytes,
        pageTimeoutMs: pageTimeoutMs * MAX_ENGINE_RATIO,
      },
      modelsDir,
    },
    threadEnvironment: { ...(processEnvironment() as NodeJS.ProcessEnv), ...compileCacheVariables() },
    pageTimeoutMs,
    maxWaiting: syncQueueMax,
    recycleBytes: threadRecycleBytes,
    maxHeapMb: memory.maxHeapMb(size.threads),
  })
}

/** Uses one thread until `useAllThreads`. */
export function openCliPool(
  environment: Environment,
  { threads }: Pick<PoolSize, 'threads'>,
): { readonly pool: WorkerPool; readonly settings: ServiceSettings } {
  const config = readConfig(environment, 'node')
  const modelsDir = findModelsDir(config)
  const settings = serviceSettings(config, readInstallation(modelsDir))
  const unlimited = { ...config, syncQueueMax: Number.POSITIVE_INFINITY }
  return { pool: openPool(unlimited, { threads, firstThreads: 1, settings: settings.parse, modelsDir }), settings }
}
