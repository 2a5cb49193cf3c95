/**
 * One worker thread and what may go wrong with it: a task in, an answer out, with a time limit per step that ends a
 * stuck thread and a plain error when the thread dies. It takes one task at a time and never queues: see `threads.node.ts`.
 *
 * A slot is a piscina of one thread rather than a seat in a pool of many, because a document stays open in the thread
 * that opened it and because only so can one thread be recycled without waiting for the others.
 */
import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { ParseError } from '../model/errors.ts'
import {
  CONTROL_STOP,
  CONTROL_WORDS,
  type SliceCall,
  type ThreadAnswer,
  type ThreadJob,
  type ThreadProgress,
  type ThreadTask,
} from './thread-messages.ts'

export interface WorkerThreadOptions {
  /** The module that the thread runs: default export `(task: ThreadTask) => ThreadAnswer`. */
  readonly threadFile: URL
  /** Cloned into the thread. */
  readonly threadData: unknown
  /** Absent: a copy of the process's own. */
  readonly threadEnvironment?: NodeJS.ProcessEnv | undefined
  /** JavaScript heap of the thread; linear memory and buffers do not count to it. */
  readonly maxHeapMb: number
}

export interface ThreadTaskRun {
  readonly job: ThreadJob
  readonly keepOpen: boolean
  readonly transfer: readonly Transferable[]
  /** Longest time between two signs of life. */
  readonly limitMs: number
  onPage(pageIndex: number): void
  /** The page that the thread is at could be read by several. */
  onCall?(call: SliceCall): void
  /** What to tell the caller when the limit is over or the thread has died after so many pages. */
  onStuck(pagesDone: number): ParseError
  onCrash(pagesDone: number, cause: unknown): ParseError
}

export interface SlotRun {
  /** Rejects with a `ParseError` when the thread was killed or died. */
  readonly answer: Promise<ThreadAnswer>
  /** Asks the thread to stop before its next page and kills it if it doesn't soon. */
  stop(): void
}

export interface Slot {
  run(task: ThreadTaskRun): SlotRun
  /** Ends the thread and with it all its memory; the next task begins a new one. */
  recycle(): Promise<void>
}

/** A thread that has not begun its task after this long never will: its module failed to load. */
const BOOT_LIMIT_MS = 30_000
/** How long a thread that was asked to stop may work on its present page. */
const STOP_GRACE_MS = 1000
/** Keeps the young generation from growing to tens of megabytes in every thread. */
const MAX_YOUNG_GENERATION_MB = 16

export function createWorkerThread(options: WorkerThreadOptions): Slot {
  const piscina = new Piscina<ThreadTask, ThreadAnswer>({
    filename: options.threadFile.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    // With Atomics.wait the thread's own timers (closing an idle document) would never run.
    atomics: 'disabled',
    workerData: options.threadData,
    ...(options.threadEnvironment === undefined ? {} : { env: options.threadEnvironment }),
    resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  })
  let number = 0
  let onProgress: ((progress: ThreadProgress) => void) | null = null
  let onBootError: ((error: unknown) => void) | null = null
  piscina.on('message', (message: ThreadProgress) => {
    onProgress?.(message)
  })
  // Raised when a thread fails outside any task: its module does not load.
  piscina.on('error', (error: unknown) => {
    onBootError?.(error)
  })

  function run(task: ThreadTaskRun): SlotRun {
    number += 1
    const taskNumber = number
    const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * Int32Array.BYTES_PER_ELEMENT))
    const killer = new AbortController()
    let pagesDone = 0
    let reason: ParseError | null = null
    let timer: NodeJS.Timeout | undefined
    let graceTimer: NodeJS.Timeout | undefined

    const kill = (error: ParseError) => {
      reason ??= error
      killer.abort()
    }
    const waitAtMost = (limitMs: number, toError: () => ParseError) => {
      clearTimeout(timer)
      timer = setTimeout(() => kill(toError()), limitMs)
    }
    onProgress = (progress) => {
      if (progress.number !== taskNumber) return
      if (progress.pageIndex !== null) {
        pagesDone += 1
        task.onPage(progress.pageIndex)
      }
      if (progress.call !== undefined) task.onCall?.(progress.call)
      waitAtMost(task.limitMs, () => task.onStuck(pagesDone))
    }
    onBootError = (error) => kill(task.onCrash(0, error))
    waitAtMost(BOOT_LIMIT_MS, () =>
      task.onCrash(0, new Error(`the worker thread did not begin within ${BOOT_LIMIT_MS} ms`)),
    )

    const answer = piscina
      .run(
        { number: taskNumber, job: task.job, keepOpen: task.keepOpen, control },
        { signal: killer.signal, transferList: [...task.transfer] },
      )
      .catch((error: unknown) => {
        throw reason ?? task.onCrash(pagesDone, error)
      })
      .finally(() => {
        clearTimeout(timer)
        clearTimeout(graceTimer)
        onProgress = null
        onBootError = null
      })

    return {
      answer,
      stop() {
        Atomics.store(control, CONTROL_STOP, 1)
        graceTimer ??= setTimeout(
          () => kill(new ParseError(1137, 'The request was ended before its result was ready.')),
          STOP_GRACE_MS,
        )
      },
    }
  }

  return { run, recycle: () => piscina.destroy() }
}
