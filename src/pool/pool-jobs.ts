/**
 * The jobs of the pool as plain functions over `parse.ts`: the same code runs in a worker thread and in line.
 * It keeps the document that was opened last, so that a request's look at it and its pages open it once; it never
 * runs two jobs at a time: its caller sees to that.
 */

import type { ParseDeps } from '../deps.ts'
import type { DocumentInfo, ExtractedImage, Page, ParsedPage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { SourceRef } from '../model/source-ref.ts'
import type { PreparedFile } from '../office/fixups/prepare.ts'
import { supplement } from '../office/fixups/recovered-content.ts'
import { finish, openDocument, parsePages } from '../parse.ts'
import type { FinishJob, InspectJob, Outputs, PagesJob, PrepareJob, SerializedPage } from './pool.ts'

export interface PoolJobs {
  prepare(job: PrepareJob): Promise<PreparedFile>
  /** `sourceKey` says which source this is: equal keys are the same bytes. */
  inspect(job: InspectJob, sourceKey: unknown): Promise<DocumentInfo>
  /** Yields the pages one by one, in the order asked for, so that the caller can stop between two. */
  parsePages(job: PagesJob, sourceKey: unknown): AsyncGenerator<SerializedPage>
  finish(job: FinishJob): Promise<Outputs>
  /** Closes the document that is still open, if any. */
  release(): void
}

/** What opening a document yields, as `parse.ts` defines it. */
type Opened = Awaited<ReturnType<typeof openDocument>>

interface OpenedSource extends Opened {
  readonly sourceKey: unknown
  readonly password: string | null
}

export interface PoolJobsOptions {
  readonly readSource: (source: SourceRef) => Promise<Uint8Array>
  /** How long an unused document stays open; `null` where timers do not outlive a request: then until the next job. */
  readonly idleCloseMs: number | null
}

export function createPoolJobs(deps: ParseDeps, { readSource, idleCloseMs }: PoolJobsOptions): PoolJobs {
  let opened: OpenedSource | null = null
  let idleTimer: ReturnType<typeof setTimeout> | null = null

  function keepOpen(): void {
    if (idleTimer !== null) clearTimeout(idleTimer)
    idleTimer = null
  }

  function release(): void {
    keepOpen()
    const { document } = opened ?? {}
    opened = null
    document?.close()
  }

  function releaseWhenIdle(): void {
    keepOpen()
    if (idleCloseMs !== null) idleTimer = setTimeout(release, idleCloseMs)
  }

  async function open(job: InspectJob, sourceKey: unknown): Promise<OpenedSource> {
    keepOpen()
    if (
      opened !== null &&
      opened.sourceKey === sourceKey &&
      opened.password === job.password &&
      opened.info.fileType === job.fileType
    )
      return opened
    release()
    const source = {
      bytes: await readSource(job.source),
      fileName: job.fileName,
      fileType: job.fileType,
      password: job.password,
    }
    opened = { ...(await openDocument(source, deps)), sourceKey, password: job.password }
    return opened
  }

  return {
    async prepare({ source, fileType, password, speakerNotes }) {
      const { prepareForConverter } = await import('../office/fixups/prepare.ts')
      return await prepareForConverter({
        bytes: await readSource(source),
        fileType,
        password,
        speakerNotes,
        marksFormulas: true,
      })
    },

    async inspect(job, sourceKey) {
      try {
        const { info } = await open(job, sourceKey)
        return { ...info, fileName: job.fileName }
      } finally {
        releaseWhenIdle()
      }
    },

    async *parsePages(job, sourceKey) {
      let whole = false
      try {
        const { document } = await open(job, sourceKey)
        for await (const parsed of parsePages(document, job.pageIndexes, job.options))
          yield toRecord(supplement(parsed, job.supplement))
        whole = true
      } finally {
        // After a failure the engine may have died with the document in it: never hand that one out again.
        if (whole) releaseWhenIdle()
        else release()
      }
    },

    async finish(job) {
      const pages = job.pages.map(fromRecord)
      return await finish(pages, job.info, { options: job.options, links: imageLinks(job.options, job.filesUrl) })
    },

    release,
  }
}

/** How the outputs name pictures; the zip's own links are the zip renderer's business. */
export function imageLinks(options: ParseOptions, filesUrl: string): Parameters<typeof finish>[2]['links'] {
  switch (options.elementFormats.image) {
    case 'url':
      return { kind: 'url', base: filesUrl }
    case 'base64':
      return { kind: 'base64' }
    case 'file':
      return { kind: 'file', folder: 'images/' }
    case 'none':
      return { kind: 'none' }
  }
}

function toRecord({ page, images: pictures }: ParsedPage): SerializedPage {
  return {
    pageIndex: page.pageIndex,
    json: new TextEncoder().encode(JSON.stringify(page)),
    images: pictures.map(ownBytes),
  }
}

function fromRecord(record: SerializedPage): ParsedPage {
  // Written by `toRecord` of this same version; nothing else makes records.
  const page: Page = JSON.parse(new TextDecoder().decode(record.json))
  return { page, images: record.images }
}

/** The picture in a buffer of its own: a view into a larger one (an engine's memory) can't be given away. */
function ownBytes(picture: ExtractedImage): ExtractedImage {
  const { bytes } = picture
  return bytes.byteLength === bytes.buffer.byteLength ? picture : { ...picture, bytes: new Uint8Array(bytes) }
}
