/**
 * Port for task messages. Delivery is at least once and unreliable: the database is the source of truth, and the
 * sweeper sends lost messages again.
 */

/** One step of a task. `turn` is the position of the task, for queues that sort their messages. */
export type TaskMessage =
  | { readonly kind: 'plan' | 'join' | 'callback'; readonly taskId: string; readonly turn?: number }
  /** `first` is the position of the shard's first page in the task's page list. */
  | { readonly kind: 'shard'; readonly taskId: string; readonly first: number; readonly turn?: number }

export const TURN_PAGES = 4

export interface Queue<message> {
  send(messages: readonly message[], options?: { readonly delayMs?: number }): Promise<void>
  /** Rejects if the queue's server does not respond; absent without a server. */
  ping?(): Promise<void>
}
