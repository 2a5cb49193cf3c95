/** Task queue in Redis, as the service sees it: worker processes consume. */
import type { Deps, TaskDeps } from '../deps.ts'
import { sweepTasks } from '../jobs/runner/sweeper.ts'
import { createRedisQueue } from '../queue/bullmq-sender.node.ts'
import { readEvictionPolicy } from '../redis/temporary-connection.node.ts'
import type { Log } from '../telemetry/log.ts'
import type { OpenStack } from './open-stack.ts'
import type { RedisMonitor } from './redis-monitor.node.ts'
import { traceQueue } from './trace-stores.ts'

/** Redis may lose messages, so unfinished steps are redelivered after a reconnect. */
export async function connectRedisQueue(
  base: Omit<Deps, 'tasks'>,
  parts: Omit<TaskDeps, 'queue'>,
  { url, redis, opened }: { url: string; redis: RedisMonitor; opened: OpenStack },
): Promise<{ deps: Deps; queue: null }> {
  await checkEvictionPolicy(url, { log: base.log, redis })
  const onReconnect = async (): Promise<void> => {
    const messages = await sweepTasks(deps, { includeRecent: true })
    base.log.info('Redis reconnected: unfinished steps of tasks were redelivered', { messages })
  }
  const queue = opened.adopt(createRedisQueue({ url, ...redis, onReconnect }), (open) => open.close())
  const { tracer } = base
  const deps: Deps = {
    ...base,
    tasks: { ...parts, queue: tracer.records ? traceQueue(queue, tracer) : queue, remote: true },
  }
  return { deps, queue: null }
}

/** Only warns, because tasks wait in the database for an unavailable Redis. */
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
