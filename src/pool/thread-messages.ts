/** Messages between the pool and its threads, with large arrays shared or transferred. */
import type { DocumentInfo } from '../model/document.ts'
import type { SerializedError } from '../model/errors.ts'
import type { PageSlice } from '../model/ocr-result.ts'
import type { SourceRef } from '../model/source-ref.ts'
import type { PreparedFile } from '../office/prepare.ts'
import type { RenderedOutputs } from '../render/types.ts'
import type {
  DocumentJob,
  DocumentResult,
  FinishJob,
  InspectJob,
  PagesJob,
  PrepareJob,
  SerializedPage,
} from './pool.ts'

/** Bytes are in shared memory. Equal sources have the same `id`. */
export type ThreadSource = SourceRef & { readonly id: number }

type WithThreadSource<job extends InspectJob> = Omit<job, 'source'> & { readonly source: ThreadSource }

export type ThreadJob =
  | { readonly kind: 'prepare'; readonly job: WithThreadSource<PrepareJob> }
  | { readonly kind: 'inspect'; readonly job: WithThreadSource<InspectJob> }
  | { readonly kind: 'pages'; readonly job: WithThreadSource<PagesJob> }
  | { readonly kind: 'finish'; readonly job: FinishJob }
  | { readonly kind: 'document'; readonly job: WithThreadSource<DocumentJob> }
  | { readonly kind: 'slice'; readonly page: SharedPage; readonly index: number }
  /** Loads the engines ahead of a request; `isFirst` in the first thread. */
  | { readonly kind: 'warm'; readonly isFirst: boolean }

export interface SharedPage {
  readonly id: string
  readonly language: string
  readonly dpi: number
  readonly raster: { readonly width: number; readonly height: number; readonly pixels: Uint8Array<SharedArrayBuffer> }
  readonly histogram: Uint32Array
  readonly slices: readonly PageSlice[]
  readonly claims: Int32Array<SharedArrayBuffer>
}

export interface ThreadTask {
  readonly job: ThreadJob
  /** Whether a job needs the open document. */
  readonly keepOpen: boolean
  /** Nonzero asks the thread to stop before its next page. */
  readonly stopFlag: Int32Array<SharedArrayBuffer>
}

/** `started`, any number of `page` and `slices`, then `done`. */
export type ThreadMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'page'; readonly pageIndex: number }
  | { readonly kind: 'slices'; readonly page: SharedPage }
  | { readonly kind: 'done'; readonly response: ThreadResponse }

export type ThreadResult =
  | { readonly kind: 'prepare'; readonly file: PreparedFile }
  | { readonly kind: 'inspect'; readonly info: DocumentInfo }
  | { readonly kind: 'pages'; readonly records: readonly SerializedPage[] }
  | { readonly kind: 'finish'; readonly outputs: RenderedOutputs }
  | { readonly kind: 'document'; readonly result: DocumentResult }
  | { readonly kind: 'slice' }
  | { readonly kind: 'warm' }

export interface ThreadReport {
  /** Linear memory of all engines in bytes, which never shrinks. */
  readonly wasmBytes: number
  readonly heapBytes: number
  readonly pagesParsed: number
}

export type ThreadResponse = { readonly report: ThreadReport } & (
  | { readonly ok: true; readonly result: ThreadResult }
  /** `detail` is for the log; `null` if the document is to blame. */
  | { readonly ok: false; readonly error: SerializedError; readonly detail: string | null }
)

/** A buffer listed twice cannot be transferred. */
export function transferList(views: readonly Uint8Array[]): ArrayBuffer[] {
  return [...new Set(views.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer))]
}
