import { signal } from '@preact/signals'

/** Whether the page was drawn once. Closed and distant parts are made after that. */
export const isPainted = signal(false)

/** Calls `work` after the next frame. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
