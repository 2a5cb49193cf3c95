/**
 * Port for task messages. Delivery is at least once and unreliable: messages carry ids, the database is the source of
 * truth, the sweeper sends lost messages again.
 */

/** One step of a task. `turn`: place of the task in the order of the queue, for queues that sort their messages. */
export type TaskMessage =
  | { readonly kind: 'plan' | 'join' | 'callback'; readonly taskId: string; readonly turn?: number }
  /** `first`: position of the shard's first page in the task's page list. */
  | { readonly kind: 'shard'; readonly taskId: string; readonly first: number; readonly turn?: number }

/** Pages per turn. */
export const turnPages = 4

export interface Queue<message> {
  /** Resolves when the queue has accepted them. */
  send(messages: readonly message[], options?: { readonly delayMs?: number }): Promise<void>
  /** Rejects if the queue's server does not answer; absent without a server. */
  ping?(): Promise<void>
}
