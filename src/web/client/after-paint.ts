import { signal } from '@preact/signals'

/** Whether the page was drawn once. Parts that are closed at first or far down are made after that, so the page can be used earlier. */
export const isPainted = signal(false)

/** Calls `work` after the next frame. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
