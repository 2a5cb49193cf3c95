/**
 * The embedded queue: work goes on in the service's own process. A loop asks what is next and hands it out, so many at a
 * time per lane; a message only wakes the loop, and whatever says what is next keeps the truth. It holds no work itself,
 * so there is nothing to lose.
 */
import type { Queue } from './queue.ts'

export interface Consumer<message> {
  /** Messages at work at once. */
  readonly concurrency: number
  /** What is to be done next, leaving out those at work (their JSON); `null`: nothing now. */
  next(busy: ReadonlySet<string>): Promise<{ readonly message: message; readonly exclusive: boolean } | null>
}

export interface EmbeddedQueueOptions<message> {
  readonly consumers: readonly Consumer<message>[]
  /** `stop` aborts when the work is to be given back. */
  handle(message: message, stop: AbortSignal): Promise<void>
  /** What failed without having an answer of its own: the database, mostly. */
  onError(error: unknown): void
  /** How often to look without being told: for work that is due later or was left by a dead process. */
  readonly pollMs?: number
}

export interface EmbeddedQueue<message> extends Queue<message> {
  start(): void
  /** Begins nothing new, waits for what runs, and after `timeoutMs` has it given back. */
  stop(options: { timeoutMs: number }): Promise<void>
  readonly running: number
}

const defaultPollMs = 1000
/** After an error, so that a database that is away is not asked all the time. */
const errorPauseMs = 1000
/** Against this the pause between two looks does not matter. */
const longDelayMs = 10_000
/** For work that was told to stop to give itself back. */
const giveBackMs = 5000

export function createEmbeddedQueue<message>({
  consumers,
  handle,
  onError,
  pollMs = defaultPollMs,
}: EmbeddedQueueOptions<message>): EmbeddedQueue<message> {
  const stopping = new AbortController()
  const runs = new Set<Promise<void>>()
  const loops = consumers.map((lane) => createLoop(lane))
  const timers = new Set<NodeJS.Timeout>()
  let poll: NodeJS.Timeout | undefined
  let open = false

  function createLoop(lane: Consumer<message>): () => void {
    const busy = new Set<string>()
    let alone = false
    let waiting: { message: message; exclusive: boolean } | null = null
    let looking = false
    let again = false

    const fill = async (): Promise<void> => {
      while (open && !alone && busy.size < lane.concurrency) {
        const next = waiting ?? (await lane.next(busy))
        waiting = null
        if (next === null || !open) return
        if (next.exclusive && busy.size > 0) {
          // Nothing else begins until it has had the process for itself.
          waiting = next
          return
        }
        alone = next.exclusive
        run(next.message)
      }
    }

    const run = (message: message): void => {
      const name = JSON.stringify(message)
      busy.add(name)
      let failed = false
      const work = handle(message, stopping.signal)
        .catch((error: unknown) => {
          failed = true
          onError(error)
        })
        .finally(() => {
          busy.delete(name)
          alone = false
          runs.delete(work)
          later(wake, failed ? errorPauseMs : 0)
        })
      runs.add(work)
    }

    const wake = (): void => {
      again = true
      if (looking) return
      looking = true
      const look = async (): Promise<void> => {
        try {
          while (again && open) {
            again = false
            await fill()
          }
        } finally {
          // In the same breath as the last look at `again`: no call is lost between the two.
          looking = false
        }
      }
      look().catch(onError)
    }
    return wake
  }

  function later(act: () => void, delayMs: number): void {
    if (!open) return
    if (delayMs === 0) {
      act()
      return
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, delayMs)
    timers.add(timer)
  }

  const wakeAll = (): void => {
    for (const wake of loops) wake()
  }

  return {
    async send(messages, { delayMs = 0 } = {}) {
      // Nothing is kept: what is due is in the rows, and after a long delay the next look is early enough.
      if (messages.length > 0 && delayMs <= longDelayMs) later(wakeAll, delayMs)
    },
    start() {
      open = true
      poll = setInterval(wakeAll, pollMs)
      wakeAll()
    },
    async stop({ timeoutMs }) {
      open = false
      clearInterval(poll)
      for (const timer of timers) clearTimeout(timer)
      await settled(runs, timeoutMs)
      stopping.abort(new Error('The process is stopping'))
      await settled(runs, giveBackMs)
    },
    get running() {
      return runs.size
    },
  }
}

async function settled(runs: ReadonlySet<Promise<void>>, timeoutMs: number): Promise<void> {
  if (runs.size === 0) return
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, timeoutMs)
  await Promise.race([Promise.all(runs), late.promise])
  clearTimeout(timer)
}
