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
}

/** The caller closes the pool. A thread starts with its first job. */
export function openPool(config: Config, { threads, settings, modelsDir }: PoolSize): WorkerPool {
  const { pageTimeoutMs, syncQueueMax, threadRecycleBytes, memoryLimitBytes } = config
  const memory = memoryBudget(memoryLimitBytes, { neural: usesNeuralReader(config) })
  return createWorkerPool({
    threads,
    threadFile: new URL('./pool-thread.node.ts', import.meta.url),
    threadData: { settings, modelsDir },
    threadEnvironment: { ...(processEnvironment() as NodeJS.ProcessEnv), ...compileCacheVariables() },
    pageTimeoutMs,
    maxWaiting: syncQueueMax,
    recycleBytes: threadRecycleBytes,
    maxHeapMb: memory.maxHeapMb(threads),
  })
}

export function openCliPool(
  environment: Environment,
  { threads }: Pick<PoolSize, 'threads'>,
): { readonly pool: WorkerPool; readonly settings: ServiceSettings } {
  const config = readConfig(environment, 'node')
  const modelsDir = findModelsDir(config)
  const settings = serviceSettings(config, readInstallation(modelsDir))
  const unlimited = { ...config, syncQueueMax: Number.POSITIVE_INFINITY }
  return { pool: openPool(unlimited, { threads, settings: settings.parse, modelsDir }), settings }
}
