/**
 * What crosses between the pool and its threads: plain data, with large bytes shared or given away.
 * Errors cross as records, because a class does not survive the way.
 */
import type { DocumentInfo } from '../model/document.ts'
import type { SerializedError } from '../model/errors.ts'
import type { PageSlice } from '../model/recognition.ts'
import type { PreparedFile } from '../office/fixups/prepare.ts'
import type { FinishJob, InspectJob, Outputs, PagesJob, PrepareJob, SerializedPage } from './pool.ts'

/** A source as a thread gets it: bytes in shared memory, or a path to read. `id` tells equal sources. */
export type ThreadSource =
  | { readonly id: number; readonly kind: 'shared'; readonly bytes: Uint8Array<SharedArrayBuffer> }
  | { readonly id: number; readonly kind: 'file'; readonly path: string; readonly size: number }

type WithThreadSource<job extends InspectJob> = Omit<job, 'source'> & { readonly source: ThreadSource }

export type ThreadJob =
  | { readonly kind: 'prepare'; readonly job: WithThreadSource<PrepareJob> }
  | { readonly kind: 'inspect'; readonly job: WithThreadSource<InspectJob> }
  | { readonly kind: 'pages'; readonly job: WithThreadSource<PagesJob> }
  | { readonly kind: 'finish'; readonly job: FinishJob }
  /** Reads one band of a page that another thread is at. */
  | { readonly kind: 'band'; readonly call: SliceCall; readonly index: number }
  /** Loads the engines, so that the first request need not wait for them. */
  | { readonly kind: 'warm' }

/** A page whose bands other threads may read too; the pixels and who has taken which band lie in shared memory. */
export interface SliceCall {
  /** Names it among all threads. */
  readonly id: string
  readonly language: string
  readonly dpi: number
  readonly raster: { readonly width: number; readonly height: number; readonly pixels: Uint8Array<SharedArrayBuffer> }
  readonly grays: Uint32Array
  readonly slices: readonly PageSlice[]
  /** A cell a band: 0 while nobody has it. */
  readonly states: Int32Array<SharedArrayBuffer>
}

/** Cells of the shared control words of a task. */
export const CONTROL_STOP = 0
export const CONTROL_WORDS = 1

export interface ThreadTask {
  /** Counts the tasks of a slot: progress names it, because it can arrive after the answer. */
  readonly number: number
  readonly job: ThreadJob
  /** Whether the document that the thread has open is this job's or one that another job still wants. */
  readonly keepOpen: boolean
  /** `control[CONTROL_STOP] !== 0` asks the thread to stop before its next page. */
  readonly control: Int32Array<SharedArrayBuffer>
}

/** Posted by the thread when it begins a task (`pageIndex` null) and once per finished page. */
export interface ThreadProgress {
  readonly number: number
  readonly pageIndex: number | null
  /** The page that it is at could use help. */
  readonly call?: SliceCall
}

export type ThreadResult =
  | { readonly kind: 'prepare'; readonly file: PreparedFile }
  | { readonly kind: 'inspect'; readonly info: DocumentInfo }
  | { readonly kind: 'pages'; readonly records: readonly SerializedPage[] }
  | { readonly kind: 'finish'; readonly outputs: Outputs }
  | { readonly kind: 'band' }
  | { readonly kind: 'warm' }

export interface ThreadReport {
  /** Linear memory of all engines in the thread, in bytes: it never shrinks. */
  readonly wasmBytes: number
  /** Pages that the thread has parsed since it began. */
  readonly pagesParsed: number
}

export type ThreadAnswer = { readonly report: ThreadReport } & (
  | { readonly ok: true; readonly result: ThreadResult }
  | {
      readonly ok: false
      readonly error: SerializedError /** For the log only; `null` when the error was the document's fault. */
      readonly detail: string | null
    }
)
