/** Takes a thread from a tenant that has all threads busy with slow pages, while another waits. */
import { SLOW_AFTER_MS } from '../concurrency/fair-scheduler.ts'

interface RunningChunk {
  readonly tenant: string
  readonly startedAt: number
  readonly repeatable: boolean
}

interface InterruptibleChunk extends RunningChunk {
  interrupt(): void
}

interface Preemption {
  track(chunk: InterruptibleChunk): () => void
  /** Expects that all threads are busy. Interrupts a chunk now, or calls `retry` later. */
  check(waiting: readonly { readonly tenant: string }[]): void
  cancel(): void
}

export function createPreemption(retry: () => void): Preemption {
  const running = new Set<InterruptibleChunk>()
  let timer: NodeJS.Timeout | undefined
  return {
    track(chunk) {
      running.add(chunk)
      return () => running.delete(chunk)
    },
    check(waiting) {
      clearTimeout(timer)
      const next = choosePreemption([...running], waiting, Date.now())
      if (next === null) return
      if (next.inMs === 0) next.chunk.interrupt()
      else timer = setTimeout(retry, next.inMs + 1)
    },
    cancel: () => clearTimeout(timer),
  }
}

interface Choice<chunk> {
  readonly chunk: chunk
  readonly inMs: number
}

/**
 * `running` has one chunk per thread. A tenant with several loses one to a tenant without any after `SLOW_AFTER_MS`,
 * counts as slow, and does not get the last thread again.
 */
export function choosePreemption<chunk extends RunningChunk>(
  running: readonly chunk[],
  waiting: readonly { readonly tenant: string }[],
  now: number,
): Choice<chunk> | null {
  const counts = new Map<string, number>()
  for (const { tenant } of running) counts.set(tenant, (counts.get(tenant) ?? 0) + 1)
  if (!waiting.some(({ tenant }) => !counts.has(tenant))) return null
  const candidates = running.filter(({ tenant, repeatable }) => repeatable && (counts.get(tenant) ?? 0) > 1)
  const oldest = candidates.reduce<chunk | null>(
    (best, next) => (best === null || next.startedAt < best.startedAt ? next : best),
    null,
  )
  return oldest === null ? null : { chunk: oldest, inMs: Math.max(0, oldest.startedAt + SLOW_AFTER_MS - now) }
}
