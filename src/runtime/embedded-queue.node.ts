/**
 * Task queue inside the service: the task selector reads the next message from the database. Nothing runs before
 * `start`.
 */
import type { Deps, TaskDeps } from '../deps.ts'
import { createTaskHandler } from '../jobs/runner/task-handler.ts'
import { createTaskSelector, selectCallback } from '../jobs/runner/task-selector.ts'
import { UnavailableError } from '../model/errors.ts'
import { createEmbeddedQueue, type EmbeddedQueue } from '../queue/embedded.node.ts'
import type { TaskMessage } from '../queue/queue.ts'

/** Callbacks have their own consumer, because they wait for other servers. */
const CALLBACK_CONCURRENCY = 8

interface EmbeddedTaskQueue {
  readonly deps: Deps
  readonly queue: EmbeddedQueue<TaskMessage>
}

/** `concurrency`: maximum number of steps that run at once. */
export function embedTaskQueue(
  base: Omit<Deps, 'tasks'>,
  parts: Omit<TaskDeps, 'queue'>,
  { concurrency }: { readonly concurrency: number },
): EmbeddedTaskQueue {
  const { sql, log, clock } = base
  const selectTask = createTaskSelector(sql, clock, {
    concurrency,
    isSlow: (apiKeyId) => base.pool.isSlow?.(apiKeyId) ?? false,
  })
  const queue: EmbeddedQueue<TaskMessage> = createEmbeddedQueue<TaskMessage>({
    consumers: [
      { concurrency, next: selectTask },
      { concurrency: CALLBACK_CONCURRENCY, next: (busy) => selectCallback(sql, clock(), busy) },
    ],
    handle: (message, stop) => handle(message, stop),
    onError(error) {
      // Logged by the outage log of that store.
      if (error instanceof UnavailableError) return
      log.error('the queue failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    },
  })
  const deps: Deps = { ...base, tasks: { ...parts, queue } }
  const handle = createTaskHandler(deps)
  return { deps, queue }
}
