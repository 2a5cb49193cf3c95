/** The service's side of a queue in Redis: it sends, worker processes do the work. Says at once what would lose messages. */
import type { Deps, TaskDeps } from '../deps.ts'
import { createRedisQueue, readEvictionPolicy } from '../queue/bullmq.node.ts'
import type { Log } from '../telemetry/log.ts'
import { reasonOf } from './startup.node.ts'

/** The same error of a connection that comes and goes is logged at most so often. */
const repeatMs = 10_000

export async function sendTasks(
  base: Omit<Deps, 'tasks'>,
  parts: Omit<TaskDeps, 'queue'>,
  { url, opened }: { url: string; opened: AsyncDisposableStack },
): Promise<{ deps: Deps; queue: null }> {
  await checkRedis(url, base.log)
  const queue = opened.adopt(createRedisQueue({ url, onError: logErrors(base.log) }), (open) => open.close())
  return { deps: { ...base, tasks: { ...parts, queue, remote: true } }, queue: null }
}

/** Warns; a Redis that is away now may be there later, and tasks wait in the database meanwhile. */
export async function checkRedis(url: string, log: Log): Promise<void> {
  try {
    const policy = await readEvictionPolicy(url)
    if (policy !== null && policy !== 'noeviction')
      log.warn('Redis may throw messages away when its memory is full; set its maxmemory-policy to noeviction', { 'maxmemory-policy': policy })
  } catch (error) {
    log.warn('Redis does not answer; tasks wait until it does', { error: reasonOf(error) })
  }
}

export function logErrors(log: Log): (error: unknown) => void {
  const toldAt = new Map<string, number>()
  return (error) => {
    const reason = reasonOf(error)
    const now = Date.now()
    if (now - (toldAt.get(reason) ?? 0) < repeatMs) return
    if (toldAt.size > 100) toldAt.clear()
    toldAt.set(reason, now)
    log.warn('the queue failed', { error: reason })
  }
}
