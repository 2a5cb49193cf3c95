/** Jobs of the pool over `parse.ts`. The last document stays open between inspecting and parsing. */
import type { ParseDeps } from '../deps.ts'
import { openDocument } from '../extract/open-document.ts'
import type { DocumentInfo, ParsedPage } from '../model/document.ts'
import { imageLinksOf, type ParseOptions } from '../model/options.ts'
import { choosePages } from '../model/page-selection.ts'
import type { SourceRef } from '../model/source-ref.ts'
import { createStageTimer } from '../model/stage-times.ts'
import type { PreparedFile } from '../office/prepare.ts'
import { restoreContent } from '../office/restore-content.ts'
import { finish, parsePages } from '../parse.ts'
import type { ImageLinks, RenderedOutputs } from '../render/types.ts'
import { hasTimedOut, refuseOnlyPage, warnAboutTimeout, withoutOcr } from './page-timeouts.ts'
import type {
  DocumentJob,
  DocumentResult,
  FinishJob,
  InspectJob,
  PagesJob,
  PrepareJob,
  SerializedPage,
} from './pool.ts'
import { deserializePage, serializePage, withOwnBuffers } from './serialized-page.ts'

export interface PoolJobs {
  prepare(job: PrepareJob): Promise<PreparedFile>
  /** Equal keys mean equal bytes. */
  inspect(job: InspectJob, sourceKey: unknown): Promise<DocumentInfo>
  parsePages(job: PagesJob, sourceKey: unknown): AsyncGenerator<SerializedPage>
  finish(job: FinishJob): Promise<RenderedOutputs>
  parseDocument(job: DocumentJob, sourceKey: unknown, onPage: (pageIndex: number) => void): Promise<DocumentResult>
  closeDocument(): void
}

interface PoolJobsOptions {
  readonly readSource: (source: SourceRef) => Promise<Uint8Array>
  /** Time that an unused document stays open; `null` (until the next job) where timers end with a request. */
  readonly idleCloseMs: number | null
}

interface OpenedSource extends Awaited<ReturnType<typeof openDocument>> {
  readonly sourceKey: unknown
  readonly password: string | null
}

export function createPoolJobs(deps: ParseDeps, { readSource, idleCloseMs }: PoolJobsOptions): PoolJobs {
  const stages = createStageTimer()
  let opened: OpenedSource | null = null
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function keepOpen(): void {
    if (idleTimer !== undefined) clearTimeout(idleTimer)
  }

  function closeDocument(): void {
    keepOpen()
    const { document } = opened ?? {}
    opened = null
    document?.close()
  }

  function closeWhenIdle(): void {
    keepOpen()
    if (idleCloseMs !== null) idleTimer = setTimeout(closeDocument, idleCloseMs)
  }

  async function open({ source, fileName, fileType, password }: InspectJob, sourceKey: unknown): Promise<OpenedSource> {
    keepOpen()
    if (
      opened !== null &&
      opened.sourceKey === sourceKey &&
      opened.password === password &&
      opened.info.fileType === fileType
    )
      return opened
    closeDocument()
    const file = { bytes: await readSource(source), fileName, fileType, password }
    opened = { ...(await openDocument(file, { ...deps, stages })), sourceKey, password }
    return opened
  }

  return {
    async prepare({ source, fileType, password, speakerNotes }) {
      const { prepareForConverter } = await import('../office/prepare.ts')
      const bytes = await readSource(source)
      return await prepareForConverter({ bytes, fileType, password, speakerNotes, formulaPlaceholders: true })
    },

    async inspect(job, sourceKey) {
      try {
        const { info } = await open(job, sourceKey)
        return { ...info, fileName: job.fileName }
      } finally {
        closeWhenIdle()
      }
    },

    async *parsePages(job, sourceKey) {
      let succeeded = false
      try {
        const { document, info } = await open(job, sourceKey)
        if (info.pageCount === 1) refuseOnlyPage(job)
        for (const pageIndex of job.pageIndexes) {
          const options = hasTimedOut(job, pageIndex) ? withoutOcr(job.options) : job.options
          for await (const parsed of parsePages(document, [pageIndex], options, { stages }))
            yield serializePage(warnAboutTimeout(await restoreContent(parsed, job.recovered), job))
        }
        succeeded = true
      } finally {
        if (succeeded) closeWhenIdle()
        else closeDocument()
      }
    },

    async finish({ pages, info, options, ...urls }) {
      const { dataUriBase } = urls
      const embedded: ImageLinks = { kind: 'base64', ...(dataUriBase === undefined ? {} : { base: dataUriBase }) }
      const links = imageLinks(options, { ...urls, embedded })
      return await finish(pages.map(deserializePage), info, { options, links, embedded })
    },

    async parseDocument({ recovered, sentType, links, maxPages, ...job }, sourceKey, onPage) {
      let succeeded = false
      try {
        const { document, info: found } = await open(job, sourceKey)
        const info = { ...found, fileName: job.fileName, fileType: sentType }
        const { options } = job
        const pageIndexes = choosePages(options, info)
        const pages: ParsedPage[] = []
        if (pageIndexes.length <= maxPages)
          for await (const parsed of parsePages(document, pageIndexes, options)) {
            pages.push(await restoreContent(withOwnBuffers(parsed), recovered))
            onPage(parsed.page.pageIndex)
          }
        const outputs = pageIndexes.length <= maxPages ? await finish(pages, info, { options, links }) : null
        succeeded = true
        return { info, outputs }
      } finally {
        if (succeeded) closeWhenIdle()
        else closeDocument()
      }
    },

    closeDocument,
  }
}

function imageLinks(
  options: ParseOptions,
  {
    filesUrl,
    imageFolder = 'images/',
    embedded,
  }: Pick<FinishJob, 'filesUrl' | 'imageFolder'> & { embedded: ImageLinks },
): ImageLinks {
  const { image } = options.elementFormats
  if (image === 'url') return { kind: 'url', base: filesUrl }
  return image === 'base64' ? embedded : imageLinksOf(options, imageFolder)
}
