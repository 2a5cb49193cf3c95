/**
 * Where CPU work runs: worker threads on Node, in line on Workers. The jobs are the two halves of
 * `parse.ts`, the look at a document that comes before them, and what an Office file needs before it is converted. Everything in and out is plain data, so that
 * it can cross a thread; large bytes are transferred, never copied.
 */

import type { DocumentInfo, ExtractedImage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { SourceRef } from '../model/source-ref.ts'
import type { PreparedFile } from '../office/fixups/prepare.ts'
import type { RecoveredContent } from '../office/fixups/recovered-content.ts'

export interface InspectJob {
  readonly source: SourceRef
  readonly fileName: string
  readonly fileType: string
  readonly password: string | null
}

/** An Office file that shall be converted. */
export interface PrepareJob extends InspectJob {
  readonly speakerNotes: boolean
}

export interface PagesJob extends InspectJob {
  /** 0-based, ascending. */
  readonly pageIndexes: readonly number[]
  readonly options: ParseOptions
  /** What the document said before it was converted. */
  readonly supplement?: RecoveredContent | undefined
}

/** A parsed page on its way between threads or in a blob: its `Page` as UTF-8 JSON, pictures beside it. */
export interface SerializedPage {
  readonly pageIndex: number
  readonly json: Uint8Array
  readonly images: readonly ExtractedImage[]
}

export interface FinishJob {
  readonly info: DocumentInfo
  /** In page order. */
  readonly pages: readonly SerializedPage[]
  readonly options: ParseOptions
  /** Where pictures will be served, ending in `/`; used with `image: url`. */
  readonly filesUrl: string
}

/** The rendered result. `json` is text, so that nobody parses it just to print it again. */
export interface Outputs {
  readonly markdown?: string
  readonly json?: string
  readonly zip?: Uint8Array
  /** Pictures that the outputs link to by URL. */
  readonly images: readonly ExtractedImage[]
  /** Estimated tokens of the text for a language model. */
  readonly tokenCount: number
  readonly warnings: readonly string[]
}

export interface JobControl {
  readonly signal?: AbortSignal
  /** Called as pages finish, in any order. */
  readonly onPage?: (pageIndex: number) => void
  /** Somebody holds the line for it: it goes before the pages of tasks, which wait for nobody. */
  readonly urgent?: boolean
  /** Whose it is: senders share the threads evenly; those that name none are one. */
  readonly tenant?: string
}

export interface Pool {
  /** Makes an Office file ready for the converter. Throws `ParseError` 1106. */
  prepare(job: PrepareJob, control?: JobControl): Promise<PreparedFile>
  /** Opens the document and counts its pages. Throws `ParseError` 1106, 1132 or 1139. */
  inspect(job: InspectJob, control?: JobControl): Promise<DocumentInfo>
  /** Parses pages, on as many threads as are free; records come back in page order. */
  parsePages(job: PagesJob, control?: JobControl): Promise<SerializedPage[]>
  /** Assembles and renders. */
  finish(job: FinishJob, control?: JobControl): Promise<Outputs>
  /** Whether pages of the sender take very long: who hands out work leaves the last place to others. Absent: nobody's do. */
  isSlow?(sender: string): boolean
  /** Jobs running and waiting, for `/health`. */
  load(): { readonly running: number; readonly waiting: number; readonly size: number }
  close(): Promise<void>
}
