/**
 * What threads do while no job needs them: they read bands of pages that others are at, and load their engines. Neither is
 * waited for by itself: where it fails, whoever needs the thread next will meet the same error and report it.
 */

import type { Grant } from '../concurrency/fair-scheduler.ts'
import { takeLastSlice } from './slice-reader.node.ts'
import { crashError } from './thread-errors.ts'
import type { SliceCall, ThreadJob } from './thread-messages.ts'
import { forget, type WorkerState } from './worker-state.node.ts'

export interface IdleWorkOptions {
  readonly limitMs: number
  /** A tenant's page has got a thread more. */
  begin(tenant: string, now: number): Grant
  /** Whether it may have one now. */
  mayTake(tenant: string): boolean
  /** Hands the thread back. */
  leave(seat: WorkerState): void
}

export interface IdleWork {
  /** Gives free threads something to do; call it when no job wants them. */
  handOut(): void
  /** A page at work whose bands others may read. */
  addCall(bands: SliceCall, tenant: string): void
  endCall(bands: SliceCall): void
  /** From now on, threads that have nothing to do load their engines. */
  warm(): void
}

export function createIdleWork(
  seats: readonly WorkerState[],
  { limitMs, begin, mayTake, leave }: IdleWorkOptions,
): IdleWork {
  /** Oldest first. */
  let calls: { readonly bands: SliceCall; readonly tenant: string }[] = []
  let warming = false

  /** A thread that has its engines loaded, if there is a choice. */
  function helper(): WorkerState | undefined {
    return seats.find(({ free, warm }) => free && warm) ?? seats.find(({ free }) => free)
  }

  /** A band is short, so that whoever comes next does not wait long. */
  function readBands(): void {
    for (const { bands, tenant } of calls) {
      for (let seat = helper(); seat !== undefined && mayTake(tenant); seat = helper()) {
        const index = takeLastSlice(bands)
        if (index === -1) break
        lend(seat, { kind: 'band', call: bands, index }, begin(tenant, Date.now()))
      }
    }
  }

  /** One at a time, so that warming never takes every thread from a request. */
  function warmNext(): void {
    if (seats.some(({ free, warm }) => !free && !warm)) return
    const seat = seats.find(({ free, warm }) => free && !warm)
    if (seat !== undefined) lend(seat, { kind: 'warm' }, null)
  }

  function lend(seat: WorkerState, job: ThreadJob, stay: Grant | null): void {
    seat.free = false
    const fail = (_pagesDone: number, cause?: unknown) => crashError('its start', cause)
    seat.slot
      .run({ job, keepOpen: seat.sourceKey !== null, transfer: [], limitMs, onPage() {}, onStuck: fail, onCrash: fail })
      .answer.then(
        ({ report }) => {
          seat.report = report
        },
        () => forget(seat),
      )
      .finally(() => {
        seat.warm = true
        stay?.release(Date.now())
        leave(seat)
      })
  }

  return {
    handOut() {
      readBands()
      if (warming) warmNext()
    },
    addCall(bands, tenant) {
      calls.push({ bands, tenant })
    },
    endCall(bands) {
      calls = calls.filter((call) => call.bands !== bands)
    },
    warm() {
      warming = true
    },
  }
}
