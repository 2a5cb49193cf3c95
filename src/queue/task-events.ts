/**
 * News of tasks within one process: whoever changes a task says so, and a waiting check or event stream looks at the
 * row at once instead of at its next turn. Only a shortcut: who hears nothing looks by the clock. Processes that share a
 * Redis hear of each other by `signals-redis.node.ts`.
 */

/** `final`: the task has ended, also by being cancelled. */
export type TaskEvent = 'progress' | 'final'

export interface TaskEvents {
  publish(taskId: string, news: TaskEvent): void
  /** What it returns ends the listening. */
  subscribe(taskId: string, listener: (news: TaskEvent) => void): () => void
  /** Requests that wait for news; bounded by whoever lets them wait. */
  readonly subscriberCount: number
  /** Wakes everybody: the process is ending, and nobody may wait any longer. */
  close(): void
  readonly closed: boolean
}

export function createTaskEvents(): TaskEvents {
  const listeners = new Map<string, Set<(news: TaskEvent) => void>>()
  let listening = 0
  let closed = false
  return {
    publish(taskId, news) {
      for (const listener of [...(listeners.get(taskId) ?? [])]) listener(news)
    },
    subscribe(taskId, listener) {
      const heard = listeners.get(taskId) ?? new Set()
      // A listener of its own, so that the same function may listen twice.
      const own = (news: TaskEvent): void => listener(news)
      listeners.set(taskId, heard.add(own))
      listening++
      return () => {
        if (!heard.delete(own)) return
        listening--
        if (heard.size === 0 && listeners.get(taskId) === heard) listeners.delete(taskId)
      }
    },
    get subscriberCount() {
      return listening
    },
    close() {
      closed = true
      for (const heard of listeners.values()) for (const listener of [...heard]) listener('final')
    },
    get closed() {
      return closed
    },
  }
}
