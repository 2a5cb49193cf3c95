/** Port for task messages, delivered at least once or lost: the sweeper resends from the database. */

/** `turn` is the task's position in sorting queues. */
export type TaskMessage =
  | { readonly kind: 'plan' | 'join' | 'callback'; readonly taskId: string; readonly turn?: number }
  /** `first` is the position of the shard's first page in the task's page list. */
  | { readonly kind: 'shard'; readonly taskId: string; readonly first: number; readonly turn?: number }

export const TURN_PAGES = 4

export interface Queue<message> {
  send(messages: readonly message[], options?: { readonly delayMs?: number }): Promise<void>
  /** Absent without a server. */
  ping?(): Promise<void>
}
