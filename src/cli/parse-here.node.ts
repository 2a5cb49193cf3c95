/** Parses a file in this thread. If it is long, the threads of the pool parse its remaining pages. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParseDeps } from '../deps.ts'
import type { ParsedPage } from '../model/document.ts'
import { type PageProgress, type Parsed, type ParseObserver, parse } from '../parse.ts'
import { type FileTask, imageLinksOf, type Threads } from './file-task.ts'
import { readInput } from './open-input.node.ts'

export interface HereOptions {
  readonly deps: ParseDeps
  readonly observer?: ParseObserver | undefined
  /** Starts threads, or returns the running ones; `null`: there are none. */
  readonly openThreads: (() => Promise<Threads>) | null
}

/** Before, too little is known about the speed: the first page loads engines and fonts. */
const SPREAD_AFTER_MS = 250
/** Expected time of the remaining pages that is worth the start of threads. */
const MIN_REMAINING_MS = 1000

/** Throws `ParseError`. */
export async function parseHere(task: FileTask, { deps, observer, openThreads }: HereOptions): Promise<Parsed> {
  const { options, progress } = task
  let startedAt = 0

  async function onPage(pages: PageProgress): Promise<readonly ParsedPage[] | null> {
    const { parsed, remaining } = pages
    if (parsed === 0) {
      startedAt = performance.now()
      progress.setPages(remaining.length)
      return null
    }
    progress.recordPage()
    // The engines never wait: without a pause, timers and signals would come after the last page.
    await nextTurn()
    const elapsedMs = performance.now() - startedAt
    const isLong = elapsedMs >= SPREAD_AFTER_MS && (elapsedMs / parsed) * remaining.length >= MIN_REMAINING_MS
    return openThreads === null || !isLong ? null : await (await openThreads()).parseRemaining(pages, task)
  }

  const source = await readInput(task.path, options.password)
  return await parse(source, { options, links: imageLinksOf(task), ...(observer && { observer }), onPage }, deps)
}
