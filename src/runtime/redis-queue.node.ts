/** Task queue in Redis, as seen by the service: it sends, worker processes consume. */
import type { Deps, TaskDeps } from '../deps.ts'
import { sweepTasks } from '../jobs/runner/sweeper.ts'
import { UnavailableError } from '../model/errors.ts'
import { createRedisQueue, readEvictionPolicy } from '../queue/bullmq.node.ts'
import type { Log } from '../telemetry/log.ts'
import { createOutageLog } from './outage-log.ts'
import { reasonOf } from './start-errors.node.ts'

/** Minimum time between log lines about the same error. */
const REPEAT_MS = 10_000
/** Bound of the number of remembered errors. */
const MAX_REMEMBERED_ERRORS = 100

/** For all Redis connections of a process. */
export interface RedisMonitor {
  onError(error: unknown): void
  onAvailable(): void
}

export function createRedisMonitor({ log, clock }: { readonly log: Log; readonly clock: () => number }): RedisMonitor {
  const outages = createOutageLog('Redis', { log, clock })
  const logError = createErrorLog(log)
  return {
    onError(error) {
      // Logged by the outage log of that store.
      if (error instanceof UnavailableError) return
      if (isUnavailable(error)) outages.failed('Redis does not answer; tasks wait until it does', error)
      else logError(error)
    },
    onAvailable: outages.succeeded,
  }
}

/** Messages of ioredis and the operating system for a missing or unresponsive connection. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) return true
  return /Connection is closed|Stream isn't writeable|max retries per request|timed out|ETIMEDOUT|Socket timeout|did not answer|^LOADING/.test(
    error.message,
  )
}

/** After a reconnect, unfinished steps are redelivered, because Redis may have lost messages. */
export async function connectRedisQueue(
  base: Omit<Deps, 'tasks'>,
  parts: Omit<TaskDeps, 'queue'>,
  { url, redis, opened }: { url: string; redis: RedisMonitor; opened: AsyncDisposableStack },
): Promise<{ deps: Deps; queue: null }> {
  await checkEvictionPolicy(url, { log: base.log, redis })
  const onReconnect = async (): Promise<void> => {
    const messages = await sweepTasks(deps, { all: true })
    base.log.info('Redis reconnected: unfinished steps of tasks were redelivered', { messages })
  }
  const queue = opened.adopt(createRedisQueue({ url, ...redis, onReconnect }), (open) => open.close())
  const deps: Deps = { ...base, tasks: { ...parts, queue, remote: true } }
  return { deps, queue: null }
}

/** Only warns: an unavailable Redis may return, and tasks wait in the database. */
async function checkEvictionPolicy(url: string, { log, redis }: { log: Log; redis: RedisMonitor }): Promise<void> {
  try {
    const policy = await readEvictionPolicy(url)
    if (policy !== null && policy !== 'noeviction')
      log.warn('Redis may discard messages when its memory is full; set its maxmemory-policy to noeviction', {
        'maxmemory-policy': policy,
      })
  } catch (error) {
    redis.onError(error)
  }
}

function createErrorLog(log: Log): (error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (error) => {
    const reason = reasonOf(error)
    // Errors that differ only in a number are the same.
    const kind = reason.replace(/\d+/g, '#')
    const now = Date.now()
    if (now - (loggedAt.get(kind) ?? 0) < REPEAT_MS) return
    if (loggedAt.size > MAX_REMEMBERED_ERRORS) loggedAt.clear()
    loggedAt.set(kind, now)
    log.warn('the queue failed', { error: reason })
  }
}
