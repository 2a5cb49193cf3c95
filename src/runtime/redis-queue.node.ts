/** The service's side of a queue in Redis: it sends, worker processes do the work. Says at once what would lose messages. */
import type { Deps, TaskDeps } from '../deps.ts'
import { sweepTasks } from '../jobs/runner/sweeper.ts'
import { UnavailableError } from '../model/errors.ts'
import { createRedisQueue, readEvictionPolicy } from '../queue/bullmq.node.ts'
import type { Log } from '../telemetry/log.ts'
import { createOutages } from './outages.ts'
import { reasonOf } from './startup.node.ts'

/** Any other error is logged at most so often. */
const repeatMs = 10_000
const awayText = 'Redis does not answer; tasks wait until it does'

/** What all connections of a process to one Redis tell. */
export interface RedisWatch {
  onError(error: unknown): void
  onAvailable(): void
}

export function watchRedis({ log, clock }: { log: Log; clock: () => number }): RedisWatch {
  const outages = createOutages('Redis', { log, clock })
  const tell = logErrors(log)
  return {
    onError(error) {
      // Whoever watches the store has told it.
      if (error instanceof UnavailableError) return
      if (isUnavailable(error)) outages.failed(awayText, error)
      else tell(error)
    },
    onAvailable: outages.succeeded,
  }
}

/** The words of ioredis and the system for a connection that is not there, or on which nobody answers. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) return true
  return /Connection is closed|Stream isn't writeable|max retries per request|timed out|ETIMEDOUT|Socket timeout|did not answer|^LOADING/.test(
    error.message,
  )
}

export async function sendTasks(
  base: Omit<Deps, 'tasks'>,
  parts: Omit<TaskDeps, 'queue'>,
  { url, redis, opened }: { url: string; redis: RedisWatch; opened: AsyncDisposableStack },
): Promise<{ deps: Deps; queue: null }> {
  await checkRedis(url, { log: base.log, redis })
  const onReconnect = (): void => {
    sweepTasks(deps, { all: true }).then(
      (messages) => base.log.info('Redis is back: unfinished steps of tasks were sent again', { messages }),
      redis.onError,
    )
  }
  const queue = opened.adopt(createRedisQueue({ url, ...redis, onReconnect }), (open) => open.close())
  const deps: Deps = { ...base, tasks: { ...parts, queue, remote: true } }
  return { deps, queue: null }
}

/** Warns; a Redis that is away now may be there later, and tasks wait in the database meanwhile. */
async function checkRedis(url: string, { log, redis }: { log: Log; redis: RedisWatch }): Promise<void> {
  try {
    const policy = await readEvictionPolicy(url)
    if (policy !== null && policy !== 'noeviction')
      log.warn('Redis may throw messages away when its memory is full; set its maxmemory-policy to noeviction', {
        'maxmemory-policy': policy,
      })
  } catch (error) {
    redis.onError(error)
  }
}

function logErrors(log: Log): (error: unknown) => void {
  const toldAt = new Map<string, number>()
  return (error) => {
    const reason = reasonOf(error)
    // The same of another message is the same.
    const kind = reason.replace(/\d+/g, '#')
    const now = Date.now()
    if (now - (toldAt.get(kind) ?? 0) < repeatMs) return
    if (toldAt.size > 100) toldAt.clear()
    toldAt.set(kind, now)
    log.warn('the queue failed', { error: reason })
  }
}
