import { signal } from '@preact/signals'

/** Set after the first paint. Closed and distant parts are rendered later. */
export const isPainted = signal(false)

export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
