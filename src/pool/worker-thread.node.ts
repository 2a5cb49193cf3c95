/** Runs one task at a time, with a time limit between two messages, and restarts after a termination. */
import { type Transferable, Worker } from 'node:worker_threads'
import { createNativeCalls, endNativeCalls, forgetNativeCalls } from '../concurrency/native-calls.node.ts'
import { ParseError } from '../model/errors.ts'
import { REQUEST_ENDED, ThreadMemoryError } from './pool-errors.ts'
import type { ReservableWorker } from './scheduler.ts'
import type {
  SharedPage,
  ThreadJob,
  ThreadMessage,
  ThreadReport,
  ThreadResponse,
  ThreadTask,
} from './thread-messages.ts'

export interface WorkerThreadOptions {
  /** Module that handles `ThreadTask` messages and posts `ThreadMessage`s. */
  readonly threadFile: URL
  readonly threadData: object | null
  readonly threadEnvironment?: NodeJS.ProcessEnv | undefined
  /** JavaScript heap, without linear memory and buffers. */
  readonly maxHeapMb: number
}

interface ThreadTaskOptions {
  readonly job: ThreadJob
  readonly keepOpen: boolean
  readonly transfer: readonly Transferable[]
  readonly limitMs: number
  onPage?(pageIndex: number): void
  onSlices?(page: SharedPage): void
  toStuckError(pagesDone: number): ParseError
  toCrashError(pagesDone: number, cause: unknown): ParseError
}

export interface ThreadRun {
  /** Rejects with a `ParseError` when the thread was terminated or crashed. */
  readonly response: Promise<ThreadResponse>
  interrupt(): void
  /** Asks the thread to stop before its next page; terminates it otherwise. */
  stop(): void
}

/** Time to load the module and start a task; an overloaded machine must not fail documents. */
const BOOT_LIMIT_MS = 120_000
const STOP_GRACE_MS = 1000
/** Maximum young generation in MB, which would grow to tens of megabytes per thread. */
const MAX_YOUNG_GENERATION_MB = 16
/** Time for the database writes between two steps of a request. */
const RESERVE_MS = 30
const NO_REPORT: ThreadReport = { wasmBytes: 0, heapBytes: 0, pagesParsed: 0 }

export class WorkerThread implements ReservableWorker {
  free = true
  reserved = false
  sourceKey: unknown = null
  sourceBytes = 0
  report = NO_REPORT
  warm = false
  starts = 0
  readonly #options: WorkerThreadOptions
  #worker: Worker | null = null
  #nativeCalls: Int32Array | null = null
  #onMessage: ((message: ThreadMessage) => void) | null = null
  #onExit: ((cause: unknown) => void) | null = null
  #reservation: NodeJS.Timeout | undefined

  constructor(options: WorkerThreadOptions) {
    this.#options = options
  }

  run(task: ThreadTaskOptions): ThreadRun {
    this.#worker ??= this.#start()
    const { promise: response, resolve, reject } = Promise.withResolvers<ThreadResponse>()
    const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    let pagesDone = 0
    let timer: NodeJS.Timeout | undefined
    let graceTimer: NodeJS.Timeout | undefined

    const end = (): void => {
      clearTimeout(timer)
      clearTimeout(graceTimer)
      this.#onMessage = null
      this.#onExit = null
    }
    const fail = (error: ParseError): void => {
      end()
      reject(error)
    }
    const terminate = (error: ParseError): void => {
      fail(error)
      void this.recycle()
    }
    const limit = (ms: number, toError: () => ParseError): void => {
      clearTimeout(timer)
      timer = setTimeout(() => terminate(toError()), ms)
    }

    this.#onMessage = (message) => {
      if (message.kind === 'done') {
        end()
        resolve(message.response)
        return
      }
      if (message.kind === 'page') {
        pagesDone++
        task.onPage?.(message.pageIndex)
      }
      if (message.kind === 'slices') task.onSlices?.(message.page)
      limit(task.limitMs, () => task.toStuckError(pagesDone))
    }
    this.#onExit = (cause) => fail(task.toCrashError(pagesDone, cause))
    limit(BOOT_LIMIT_MS, () =>
      task.toCrashError(0, new Error(`the worker thread did not start within ${BOOT_LIMIT_MS} ms`)),
    )
    try {
      const message: ThreadTask = { job: task.job, keepOpen: task.keepOpen, stopFlag }
      this.#worker.postMessage(message, [...task.transfer])
    } catch (error) {
      fail(task.toCrashError(0, error))
    }
    return {
      response,
      interrupt() {
        terminate(new ParseError(1124, 'The page was interrupted for others.'))
      },
      stop() {
        Atomics.store(stopFlag, 0, 1)
        graceTimer ??= setTimeout(() => terminate(new ParseError(1137, REQUEST_ENDED)), STOP_GRACE_MS)
      },
    }
  }

  async recycle(): Promise<void> {
    const [worker, nativeCalls] = [this.#worker, this.#nativeCalls]
    if (worker === null || nativeCalls === null) return
    this.#reset(new Error('the worker thread was terminated'))
    await endNativeCalls(nativeCalls)
    await worker.terminate()
  }

  /** Leaves the thread to urgent work until `release`, or for `RESERVE_MS`, then calls `onExpire`. */
  reserve(onExpire: () => void): void {
    this.release()
    this.reserved = true
    // Timers can fire early, so a timestamp would be unreliable.
    this.#reservation = setTimeout(() => {
      this.reserved = false
      onExpire()
    }, RESERVE_MS)
  }

  release(): void {
    clearTimeout(this.#reservation)
    this.reserved = false
  }

  #start(): Worker {
    const { threadFile, threadData, threadEnvironment, maxHeapMb } = this.#options
    this.starts++
    const nativeCalls = createNativeCalls()
    this.#nativeCalls = nativeCalls
    const worker = new Worker(threadFile, {
      workerData: { ...threadData, nativeCalls },
      ...(threadEnvironment === undefined ? {} : { env: threadEnvironment }),
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
    })
    worker.unref()
    let failure: unknown
    worker.on('message', (message: ThreadMessage) => {
      if (this.#worker === worker) this.#onMessage?.(message)
    })
    worker.on('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      failure = isMemory ? new ThreadMemoryError(maxHeapMb, error) : error
    })
    worker.on('exit', (code) => {
      forgetNativeCalls(nativeCalls)
      if (this.#worker === worker) this.#reset(failure ?? new Error(`the worker thread exited with code ${code}`))
    })
    return worker
  }

  #reset(cause: unknown): void {
    this.#worker = null
    Object.assign(this, { sourceKey: null, sourceBytes: 0, report: NO_REPORT, warm: false })
    this.#onExit?.(cause)
  }
}
