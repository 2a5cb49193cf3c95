/** Handles messages in this process. Consumers select them from the database, so a crash loses nothing. */
import { coalesce } from '../concurrency/coalesce.ts'
import { settlesWithin } from '../concurrency/settles-within.ts'
import type { Queue } from './queue.ts'

interface NextMessage<message> {
  readonly message: message
  /** Must run alone. */
  readonly exclusive: boolean
}

interface Consumer<message> {
  readonly concurrency: number
  /** Selects a message other than the running ones (as JSON); `null` if nothing is due. */
  next(running: ReadonlySet<string>): Promise<NextMessage<message> | null>
}

interface EmbeddedQueueOptions<message> {
  readonly consumers: readonly Consumer<message>[]
  handle(message: message, stop: AbortSignal): Promise<void>
  onError(error: unknown): void
  /** Polling finds delayed work and work of crashed processes. */
  readonly pollMs?: number
}

export interface EmbeddedQueue<message> extends Queue<message> {
  start(): void
  /** Waits for the running work, and aborts it after `timeoutMs`. */
  stop(options: { timeoutMs: number }): Promise<void>
  readonly running: number
}

const DEFAULT_POLL_MS = 1000
const ERROR_DELAY_MS = 1000
/** In milliseconds; polling handles longer delays. */
const MAX_TIMER_MS = 10_000
const RELEASE_TIMEOUT_MS = 5000

export function createEmbeddedQueue<message>({
  consumers,
  handle,
  onError,
  pollMs = DEFAULT_POLL_MS,
}: EmbeddedQueueOptions<message>): EmbeddedQueue<message> {
  const stopping = new AbortController()
  const runs = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const wakers = consumers.map(createWaker)
  let poll: NodeJS.Timeout | undefined
  let open = false

  function createWaker(consumer: Consumer<message>): () => void {
    const running = new Set<string>()
    let exclusive = false
    /** An exclusive message that waits for the running ones. */
    let deferred: NextMessage<message> | null = null

    const fill = async (): Promise<void> => {
      while (open && !exclusive && running.size < consumer.concurrency) {
        const next: NextMessage<message> | null = deferred ?? (await consumer.next(running))
        deferred = null
        if (next === null || !open) return
        if (next.exclusive && running.size > 0) {
          deferred = next
          return
        }
        exclusive = next.exclusive
        run(next.message)
      }
    }
    const wake = coalesce(() => fill().catch(onError))

    const run = (message: message): void => {
      const name = JSON.stringify(message)
      running.add(name)
      let delayMs = 0
      const work = handle(message, stopping.signal)
        .catch((error: unknown) => {
          delayMs = ERROR_DELAY_MS
          onError(error)
        })
        .finally(() => {
          running.delete(name)
          exclusive = false
          runs.delete(work)
          runAfter(delayMs, wake)
        })
      runs.add(work)
    }

    return wake
  }

  function runAfter(delayMs: number, callback: () => void): void {
    if (!open) return
    if (delayMs === 0) {
      callback()
      return
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      callback()
    }, delayMs)
    timers.add(timer)
  }

  const wakeAll = (): void => {
    for (const wake of wakers) wake()
  }

  return {
    async send(messages, { delayMs = 0 } = {}) {
      if (messages.length > 0 && delayMs <= MAX_TIMER_MS) runAfter(delayMs, wakeAll)
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
      await settlesWithin(Promise.all(runs), timeoutMs)
      stopping.abort(new Error('The process is stopping'))
      await settlesWithin(Promise.all(runs), RELEASE_TIMEOUT_MS)
    },
    get running() {
      return runs.size
    },
  }
}
