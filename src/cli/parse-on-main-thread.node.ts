import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParseDeps } from '../deps.ts'
import type { ParsedPage } from '../model/document.ts'
import { imageLinksOf } from '../model/options.ts'
import { type PageProgress, type Parsed, type ParseObserver, parse } from '../parse.ts'
import type { RenderedOutputs } from '../render/types.ts'
import { drawDebugBoxes } from './debug-boxes.node.ts'
import { createDebugPages } from './debug-pages.node.ts'
import { type FileTask, imageFolderOf, ThreadDecision, type Threads } from './file-task.ts'
import { readInput } from './open-input.node.ts'
import type { ParseRequest } from './parse-arguments.node.ts'

interface MainThreadOptions {
  readonly deps: ParseDeps
  readonly openThreads: (() => Promise<Threads>) | null
  /** Number of threads that `openThreads` opens. */
  readonly jobs: number
  readonly debug: Pick<ParseRequest, 'debug' | 'debugBoxes'>
  readonly folder: string
}

export async function parseOnMainThread(task: FileTask, options: MainThreadOptions): Promise<RenderedOutputs> {
  const { deps, openThreads, jobs, debug, folder } = options
  const { name } = task
  const formats = task.options.outputFormats
  const debugPages = debug.debug === null ? null : createDebugPages()
  const isJsonAdded = debug.debugBoxes !== null && !formats.includes('json')
  const parseOptions = isJsonAdded ? { ...task.options, outputFormats: [...formats, 'json' as const] } : task.options
  const { outputs, parsedSource } = await parseFile(
    { ...task, options: parseOptions },
    { deps, openThreads, jobs, observer: debugPages?.observer },
  )
  const { json, ...others } = outputs
  if (debug.debugBoxes !== null && json !== undefined)
    await drawDebugBoxes(parsedSource, json, { folder: join(debug.debugBoxes, folder), name, deps })
  if (debug.debug !== null) await debugPages?.write(parsedSource, { folder: join(debug.debug, folder), name, deps })
  return isJsonAdded ? others : outputs
}

async function parseFile(
  task: FileTask,
  {
    deps,
    openThreads,
    jobs,
    observer,
  }: Pick<MainThreadOptions, 'deps' | 'openThreads' | 'jobs'> & { readonly observer: ParseObserver | undefined },
): Promise<Parsed> {
  const { options, progress } = task
  const decision = new ThreadDecision(jobs)

  async function onPage(pages: PageProgress): Promise<readonly ParsedPage[] | null> {
    const { parsed, remaining } = pages
    if (parsed === 0) {
      decision.restart()
      progress.setPages(remaining.length)
      return null
    }
    progress.recordPage()
    // The engines never wait, so timers and signals need a pause.
    await nextTurn()
    if (openThreads === null || !decision.isWorth({ done: parsed, remaining: remaining.length })) return null
    return await (await openThreads()).parseRemaining(pages, task)
  }

  const source = await readInput(task.path, options.password)
  return await parse(
    source,
    { options, links: imageLinksOf(options, imageFolderOf(task.name)), ...(observer && { observer }), onPage },
    deps,
  )
}
