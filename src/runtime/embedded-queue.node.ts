/** The embedded queue wired up: rows → what is next → the handler, which sends to the same queue. Nothing runs before `start`. */
import type { Deps, TaskDeps } from '../deps.ts'
import { createTaskHandler } from '../jobs/runner/task-handler.ts'
import { createTaskSelector, selectCallback } from '../jobs/runner/task-selector.ts'
import { UnavailableError } from '../model/errors.ts'
import { createEmbeddedQueue, type EmbeddedQueue } from '../queue/embedded.node.ts'
import type { TaskMessage } from '../queue/queue.ts'

/** Callbacks wait for other people's servers, so they have places of their own. */
const callbackPlaces = 8

export interface Embedded {
  readonly deps: Deps
  readonly queue: EmbeddedQueue<TaskMessage>
}

/** `concurrency`: steps at work at once. */
export function embedTasks(
  base: Omit<Deps, 'tasks'>,
  parts: Omit<TaskDeps, 'queue'>,
  { concurrency }: { concurrency: number },
): Embedded {
  const { sql, log, clock } = base
  const pick = createTaskSelector(sql, clock, {
    concurrency,
    isSlow: (apiKeyId) => base.pool.isSlow?.(apiKeyId) ?? false,
  })
  const queue: EmbeddedQueue<TaskMessage> = createEmbeddedQueue<TaskMessage>({
    consumers: [
      { concurrency, next: pick },
      { concurrency: callbackPlaces, next: (busy) => selectCallback(sql, clock(), busy) },
    ],
    handle: (message, stop) => handle(message, stop),
    onError(error) {
      // Whoever watches the store has told it.
      if (!(error instanceof UnavailableError))
        log.error('the queue failed', {
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        })
    },
  })
  const deps: Deps = { ...base, tasks: { ...parts, queue } }
  const handle = createTaskHandler(deps)
  return { deps, queue }
}
