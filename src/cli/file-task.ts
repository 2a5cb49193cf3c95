import type { ParsedPage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { PageProgress } from '../parse.ts'
import type { ImageLinks, RenderedOutputs } from '../render/types.ts'

/** In milliseconds; the first page loads engines and fonts. */
const MIN_ELAPSED_MS = 250
/** In milliseconds; less remaining work is not worth the start of threads. */
const MIN_REMAINING_MS = 1000

export interface FileTask {
  readonly path: string
  readonly name: string
  readonly options: ParseOptions
  readonly progress: FileProgress
}

export interface FileProgress {
  setPages(count: number): void
  recordPage(): void
}

export interface Threads {
  /** If other files keep all threads busy, one thread parses a short file. */
  parseFile(task: FileTask, isCrowded: boolean): Promise<RenderedOutputs>
  parseRemaining(pages: PageProgress, task: FileTask): Promise<ParsedPage[]>
}

/** Whether threads would finish earlier. `done` and `remaining` are numbers of pages or files. */
export function isWorthThreads(elapsedMs: number, { done, remaining }: { done: number; remaining: number }): boolean {
  return elapsedMs >= MIN_ELAPSED_MS && (elapsedMs / done) * remaining >= MIN_REMAINING_MS
}

export function imageFolderOf(name: string): string {
  return `${name}_images/`
}

export function imageLinksOf({ name, options }: Pick<FileTask, 'name' | 'options'>): ImageLinks {
  switch (options.elementFormats.image) {
    case 'file':
      return { kind: 'file', folder: imageFolderOf(name) }
    case 'base64':
      return { kind: 'base64' }
    case 'none':
    case 'url':
      return { kind: 'none' }
  }
}
