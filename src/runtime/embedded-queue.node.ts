/** Task queue inside the service: messages come from the database after `start`. */
import type { Deps, TaskDeps } from '../deps.ts'
import { createTaskHandler } from '../jobs/runner/task-handler.ts'
import { createTaskSelector, selectCallback } from '../jobs/runner/task-selector.ts'
import { describeError, UnavailableError } from '../model/errors.ts'
import { createEmbeddedQueue, type EmbeddedQueue } from '../queue/embedded.node.ts'
import type { TaskMessage } from '../queue/queue.ts'

/** Concurrency of the consumer of callbacks, which wait for other servers. */
const CALLBACK_CONCURRENCY = 8

interface EmbeddedTaskQueue {
  readonly deps: Deps
  readonly queue: EmbeddedQueue<TaskMessage>
}

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
      if (!(error instanceof UnavailableError)) log.error('the queue failed', { error: describeError(error) })
    },
  })
  const deps: Deps = { ...base, tasks: { ...parts, queue } }
  const handle = createTaskHandler(deps)
  return { deps, queue }
}
