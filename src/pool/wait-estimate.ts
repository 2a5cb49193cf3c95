interface WaitEstimate {
  record(now: number): void
  /** Whole seconds until `waiting` documents have their threads. */
  seconds(waiting: number, now: number): number
}

const MAX_SAMPLES = 64
const WINDOW_MS = 120_000
const MIN_SECONDS = 1
const MAX_SECONDS = 300
const DEFAULT_SECONDS = 2

export function createWaitEstimate(): WaitEstimate {
  let times: number[] = []
  return {
    record(now) {
      times = [...times.slice(1 - MAX_SAMPLES), now]
    },
    seconds(waiting, now) {
      const recent = times.filter((time) => now - time < WINDOW_MS)
      const [first] = recent
      if (first === undefined) return times.length === 0 ? DEFAULT_SECONDS : MAX_SECONDS
      const msPerDocument = Math.max(1, now - first) / recent.length
      return Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, Math.ceil((waiting * msPerDocument) / 1000)))
    },
  }
}
