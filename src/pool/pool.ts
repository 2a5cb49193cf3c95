/** Port for CPU-bound work: threads on Node, in process on Workers. Large byte arrays are transferred. */
import type { DocumentInfo, ExtractedImage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { SourceRef } from '../model/source-ref.ts'
import type { PageMeasurement } from '../model/stage-times.ts'
import type { RecoveredContent } from '../office/fixups/recovered-content.ts'
import type { PreparedFile } from '../office/prepare.ts'
import type { ImageLinks, RenderedOutputs } from '../render/types.ts'

export interface InspectJob {
  readonly source: SourceRef
  readonly fileName: string
  readonly fileType: string
  readonly password: string | null
}

export interface PrepareJob extends InspectJob {
  readonly speakerNotes: boolean
}

export interface PagesJob extends InspectJob {
  readonly pageIndexes: readonly number[]
  readonly options: ParseOptions
  /** Pages that took longer than the limit, which are read without OCR. */
  readonly timedOut?: TimedOutPages | undefined
  readonly recovered?: RecoveredContent | undefined
}

export interface TimedOutPages {
  readonly pageIndexes: readonly number[]
  readonly limitMs: number
}

/** Parsed and rendered as a whole by one thread, if it is short. */
export interface DocumentJob extends InspectJob {
  readonly options: ParseOptions
  readonly recovered?: RecoveredContent | undefined
  /** Type of an Office file before its conversion. */
  readonly sentType: string
  readonly links: ImageLinks
  /** A longer document, and one with a page that takes too long, returns only `info`. */
  readonly maxPages: number
}

export interface DocumentResult {
  readonly info: DocumentInfo
  readonly outputs: RenderedOutputs | null
}

/** `json` is the `Page` in UTF-8. */
export interface SerializedPage {
  readonly pageIndex: number
  readonly json: Uint8Array
  readonly images: readonly ExtractedImage[]
  /** Absent for pages that were parsed earlier. */
  readonly measured?: PageMeasurement | undefined
}

export interface FinishJob {
  readonly info: DocumentInfo
  readonly pages: readonly SerializedPage[]
  readonly options: ParseOptions
  /** Base URL of images for `image: url`, ending in `/`. */
  readonly filesUrl: string
  /** Base of addresses that the caller replaces by data URIs, ending in `/`; default: data URIs. */
  readonly dataUriBase?: string
  /** Folder of images for `image: file`, ending in `/`; default `images/`. */
  readonly imageFolder?: string
}

export interface JobControl {
  readonly signal?: AbortSignal
  readonly onPage?: (pageIndex: number) => void
  /** A waiting client precedes the pages of tasks. */
  readonly urgent?: boolean
  /** Tenants share threads evenly; the default is one tenant. */
  readonly tenant?: string
}

export interface Pool {
  prepare(job: PrepareJob, control?: JobControl): Promise<PreparedFile>
  inspect(job: InspectJob, control?: JobControl): Promise<DocumentInfo>
  parsePages(job: PagesJob, control?: JobControl): Promise<SerializedPage[]>
  finish(job: FinishJob, control?: JobControl): Promise<RenderedOutputs>
  /** Whether the tenant's pages take very long, so that it must leave the last slot to others. */
  isSlow?(tenant: string): boolean
  load(): { readonly running: number; readonly waiting: number; readonly size: number }
  threadStarts?(): number
  close(): Promise<void>
}
