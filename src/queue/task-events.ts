/** Task events within one process, which wake waiting checks and event streams; these also poll. */

/** `final`: the task has ended or was canceled. */
export type TaskEvent = 'progress' | 'final'

export interface TaskEvents {
  publish(taskId: string, event: TaskEvent): void
  /** `isStep`: not counted, because steps follow their own tasks. */
  subscribe(taskId: string, listener: (event: TaskEvent) => void, options?: { readonly isStep?: boolean }): () => void
  /** Number of requests that wait. */
  readonly subscriberCount: number
  /** Wakes all subscribers, because the process is stopping. */
  close(): void
  readonly closed: boolean
}

type Listener = (event: TaskEvent) => void

interface ListenerHooks {
  readonly onFirst: (taskId: string) => void
  readonly onLast: (taskId: string) => void
}

export function createTaskEvents(hooks?: ListenerHooks): TaskEvents {
  const byTask = new Map<string, Set<Listener>>()
  let subscriberCount = 0
  let closed = false
  return {
    publish(taskId, event) {
      for (const listener of [...(byTask.get(taskId) ?? [])]) listener(event)
    },
    subscribe(taskId, listener, { isStep = false } = {}) {
      const listeners = byTask.get(taskId) ?? new Set()
      if (listeners.size === 0) hooks?.onFirst(taskId)
      // A wrapper lets the same listener subscribe twice.
      const wrapper: Listener = (event) => listener(event)
      byTask.set(taskId, listeners.add(wrapper))
      if (!isStep) subscriberCount++
      return () => {
        if (!listeners.delete(wrapper)) return
        if (!isStep) subscriberCount--
        if (listeners.size > 0) return
        byTask.delete(taskId)
        hooks?.onLast(taskId)
      }
    },
    get subscriberCount() {
      return subscriberCount
    },
    close() {
      closed = true
      for (const listeners of byTask.values()) for (const listener of [...listeners]) listener('final')
    },
    get closed() {
      return closed
    },
  }
}
