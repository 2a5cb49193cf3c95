/**
 * The way from "this has to be done" to whoever does it. A message carries ids only and may come twice, late or never:
 * the rows in SQL are the truth, and the sweeper sends again what was lost. Consuming is `handle(message, deps)`.
 */

/** One step of a task. */
export type TaskMessage =
  | { readonly kind: 'plan' | 'join' | 'callback'; readonly taskId: string }
  /** `first`: position of the shard's first page in the task's list of pages. */
  | { readonly kind: 'shard'; readonly taskId: string; readonly first: number }

export interface Queue<message> {
  /** Resolves when the messages are on their way. `delayMs`: not before so long. */
  send(messages: readonly message[], options?: { readonly delayMs?: number }): Promise<void>
}
