/** A thread parses a short document; all threads share the pages of a long one. */
import type { Deps } from '../deps.ts'
import { toReadable } from '../jobs/steps/convert.ts'
import { imageLinksOf } from '../model/options.ts'
import { choosePages } from '../model/page-selection.ts'
import { deserializePage } from '../pool/serialized-page.ts'
import type { WorkerPool } from '../pool/worker-pool.node.ts'
import { type FileTask, imageFolderOf, type Threads } from './file-task.ts'
import { locateInput } from './open-input.node.ts'

interface ThreadsDeps extends Pick<Deps, 'converter' | 'settings'> {
  readonly pool: WorkerPool
}

/** Maximum pages of a document that one thread parses while others are busy. */
const SHORT_DOCUMENT_PAGES = 16

export function createThreads(deps: ThreadsDeps, signal: AbortSignal): Threads {
  const { pool } = deps
  const controlOf = ({ progress }: FileTask) => ({ signal, onPage: () => progress.recordPage() })
  return {
    async parseFile(task, isCrowded) {
      const { path, name, options, progress } = task
      const located = await locateInput(path)
      const sent = { ...located, password: options.password }
      const job = await toReadable(sent, options, { deps, control: { signal } })
      const { info, outputs } = await pool.parseDocument(
        {
          ...job,
          options,
          sentType: located.fileType,
          links: imageLinksOf(options, imageFolderOf(name)),
          maxPages: isCrowded ? SHORT_DOCUMENT_PAGES : 1,
        },
        controlOf(task),
      )
      if (outputs !== null) return outputs
      const pageIndexes = choosePages(options, info)
      progress.setPages(pageIndexes.length)
      const pages = await pool.parsePages({ ...job, pageIndexes, options }, controlOf(task))
      return await pool.finish({ info, pages, options, filesUrl: '', imageFolder: imageFolderOf(name) }, { signal })
    },

    async parseRemaining({ source: { bytes, ...source }, recovered, remaining }, task) {
      const { options } = task
      pool.useAllThreads()
      const records = await pool.parsePages(
        { ...source, source: { kind: 'bytes', bytes }, recovered, pageIndexes: remaining, options },
        controlOf(task),
      )
      return records.map(deserializePage)
    },

    useAll: pool.useAllThreads,
  }
}
