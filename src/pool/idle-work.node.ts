/** Lets idle threads recognize slices of other threads' pages and load engines. */
import type { Grant } from '../concurrency/fair-scheduler.ts'
import { crashError } from './pool-errors.ts'
import { claimLastSlice } from './slice-reader.node.ts'
import type { SharedPage, ThreadJob } from './thread-messages.ts'
import type { WorkerThread } from './worker-thread.node.ts'

interface IdleWorkOptions {
  readonly limitMs: number
  acquire(tenant: string): Grant
  canAcquire(tenant: string): boolean
  free(thread: WorkerThread): void
}

interface IdleWork {
  dispatch(): void
  addPage(page: SharedPage, tenant: string): void
  removePage(page: SharedPage): void
  warm(): void
}

export function createIdleWork(
  threads: readonly WorkerThread[],
  { limitMs, acquire, canAcquire, free }: IdleWorkOptions,
): IdleWork {
  let pages: { readonly page: SharedPage; readonly tenant: string }[] = []
  let warming = false

  const idleThread = (): WorkerThread | undefined =>
    threads.find((thread) => thread.free && thread.warm) ??
    (warming ? undefined : threads.find((thread) => thread.free))

  function recognizeSlices(): void {
    for (const { page, tenant } of pages)
      for (let thread = idleThread(); thread !== undefined && canAcquire(tenant); thread = idleThread()) {
        const index = claimLastSlice(page)
        if (index === -1) break
        run(thread, { kind: 'slice', page, index }, acquire(tenant))
      }
  }

  /** One thread at a time, so that requests find a free one and unneeded engines take no memory. */
  function warmNext(): void {
    if (threads.some((thread) => (thread.free ? thread.warm : !thread.warm))) return
    const thread = threads.find((candidate) => candidate.free && !candidate.warm)
    if (thread !== undefined) run(thread, { kind: 'warm', isFirst: !threads.some(({ warm }) => warm) }, null)
  }

  function run(thread: WorkerThread, job: ThreadJob, grant: Grant | null): void {
    thread.free = false
    const toError = (_pagesDone: number, cause?: unknown) => crashError('its start', cause)
    thread
      .run({
        job,
        keepOpen: thread.sourceKey !== null,
        transfer: [],
        limitMs,
        toStuckError: toError,
        toCrashError: toError,
      })
      .response.then(
        ({ report }) => {
          thread.report = report
        },
        () => undefined,
      )
      .finally(() => {
        thread.warm = true
        grant?.release(Date.now())
        free(thread)
      })
  }

  return {
    dispatch() {
      recognizeSlices()
      if (warming) warmNext()
    },
    addPage(page, tenant) {
      pages.push({ page, tenant })
    },
    removePage(page) {
      pages = pages.filter((other) => other.page !== page)
    },
    warm() {
      warming = true
    },
  }
}
