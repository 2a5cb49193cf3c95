/**
 * Port for the transport of task messages. Delivery is at least once and not reliable: messages carry ids only, the database is
 * the source of truth, and the sweeper sends lost messages again.
 */

/** One step of a task. */
export type TaskMessage =
  | { readonly kind: 'plan' | 'join' | 'callback'; readonly taskId: string }
  /** `first`: position of the shard's first page in the task's page list. */
  | { readonly kind: 'shard'; readonly taskId: string; readonly first: number }

export interface Queue<message> {
  /** Resolves when the queue has accepted the messages. */
  send(messages: readonly message[], options?: { readonly delayMs?: number }): Promise<void>
  /** Rejects if the queue's server does not answer; absent without a server. */
  ping?(): Promise<void>
}
