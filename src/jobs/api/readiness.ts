import { settlesWithin } from '../../concurrency/settles-within.ts'
import type { Deps } from '../../deps.ts'
import { UnavailableError } from '../../model/errors.ts'
import { countLiveWorkers } from '../store/worker-heartbeats.ts'

/** `degraded`: some requests fail or wait; `failed`: all requests fail. */
type PartStatus = 'ok' | 'degraded' | 'failed'

interface PartState {
  readonly status: PartStatus
  readonly reason?: string
}

export interface Readiness {
  readonly status: PartStatus
  readonly parts: Readonly<Record<string, PartState>>
}

const MEBIBYTE = 1_048_576
const CHECK_TIMEOUT_MS = 2000
const MIN_FREE_DISK_BYTES = 64 * MEBIBYTE
/** Maximum fraction of the memory limit, near which the system may end the process. */
const MAX_MEMORY_RATIO = 0.95
const probeKey = 'health/probe'

const ok: PartState = { status: 'ok' }
const degraded = (reason: string): PartState => ({ status: 'degraded', reason })
const failed = (reason: string): PartState => ({ status: 'failed', reason })

export async function checkReadiness(deps: Deps): Promise<Readiness> {
  const { sql, blobs, host } = deps
  const checks: Readonly<Record<string, () => Promise<PartState>>> = {
    database: () => checkDatabase(sql),
    blobs: () => checkBlobs(blobs),
    models: async () => checkModels(deps),
    ...(deps.converter === undefined ? {} : { converter: () => checkConverter(deps.converter) }),
    ...(deps.tasks?.queue.ping === undefined ? {} : { queue: () => checkQueue(deps.tasks) }),
    ...(deps.tasks?.remote === true ? { workers: () => checkWorkers(deps) } : {}),
    ...(host === undefined
      ? {}
      : {
          disk: () => checkDisk(host),
          memory: async () => checkMemory(host),
          process: async () => (host.isStopping() ? failed('The service is stopping.') : ok),
        }),
  }
  const parts = Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await check()] as const)),
  )
  const statuses = Object.values(parts).map(({ status }) => status)
  return {
    status: statuses.includes('failed') ? 'failed' : statuses.includes('degraded') ? 'degraded' : 'ok',
    parts,
  }
}

async function checkDatabase(sql: Deps['sql']): Promise<PartState> {
  const state = await checkResponds(sql.all('SELECT 1 AS one', []), 'The database')
  if (state.status !== 'ok') return state
  const check = sql.writeProblem?.(CHECK_TIMEOUT_MS).catch(() => 'The database does not answer.')
  if (check === undefined) return ok
  const problem = (await settlesWithin(check, 2 * CHECK_TIMEOUT_MS)) ? await check : 'The database does not answer.'
  return problem === null ? ok : failed(problem)
}

async function checkBlobs(blobs: Deps['blobs']): Promise<PartState> {
  const state = await checkResponds(blobs.head(probeKey), 'The store of documents and results')
  const problem = state.status === 'ok' ? await blobs.writeProblem?.() : undefined
  return problem === undefined || problem === null ? state : failed(problem)
}

async function checkResponds(work: Promise<unknown>, name: string): Promise<PartState> {
  try {
    return (await settlesWithin(work, CHECK_TIMEOUT_MS)) ? ok : failed(`${name} does not answer.`)
  } catch {
    return failed(`${name} does not answer.`)
  }
}

function checkModels({ settings: { parse } }: Deps): PartState {
  return parse.ocrLanguages.length > 0 || parse.ocrService !== undefined
    ? ok
    : degraded('No OCR models are installed: scans cannot be read.')
}

async function checkConverter(converter: Deps['converter']): Promise<PartState> {
  const isReady = (await converter?.ready().catch(() => false)) ?? true
  return isReady ? ok : degraded('The Office converter does not answer: Office files wait, or are read directly.')
}

async function checkQueue(tasks: Deps['tasks']): Promise<PartState> {
  let refusal: string | undefined
  const ping = tasks?.queue.ping?.().catch((error: unknown) => {
    if (error instanceof UnavailableError) refusal = error.message
    throw error
  })
  const { status } = await checkResponds(ping ?? Promise.resolve(), 'The queue')
  if (status === 'ok') return ok
  return degraded(`The queue (Redis) ${refusal ?? 'does not answer'}: asynchronous tasks wait.`)
}

async function checkWorkers({ sql, clock }: Deps): Promise<PartState> {
  try {
    const { alive } = await countLiveWorkers(sql, clock())
    return alive > 0 ? ok : degraded('No worker is running: asynchronous tasks wait.')
  } catch {
    return degraded('The database does not answer.')
  }
}

async function checkDisk(host: NonNullable<Deps['host']>): Promise<PartState> {
  const free = await host.freeDiskBytes().catch(() => null)
  if (free === null) return failed('The data folder cannot be read.')
  if (free >= MIN_FREE_DISK_BYTES) return ok
  return failed(
    `The disk is full: ${Math.floor(free / MEBIBYTE)} MB are free for the data folder, ${MIN_FREE_DISK_BYTES / MEBIBYTE} are needed.`,
  )
}

function checkMemory(host: NonNullable<Deps['host']>): PartState {
  const { usedBytes, limitBytes } = host.memory()
  if (usedBytes <= MAX_MEMORY_RATIO * limitBytes) return ok
  return failed(`The process uses ${Math.round(usedBytes / MEBIBYTE)} of ${Math.round(limitBytes / MEBIBYTE)} MB.`)
}
