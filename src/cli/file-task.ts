import type { ParsedPage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { PageProgress } from '../parse.ts'
import type { RenderedOutputs } from '../render/types.ts'

/** In milliseconds; the first files load engines and fonts. */
const MIN_CPU_MS = 1200
/** Time to start a thread, and additional time of its first files or pages, until V8 has optimized the code. */
const warmUp = { startMs: 500, itemMs: 50, items: 40 } as const
/** Minimum part of the remaining time that more threads save. */
const MIN_SAVED_RATIO = 0.25

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
  /** Uses one thread until this call. */
  useAll(): void
}

/** Pages or files. */
interface WorkCounts {
  readonly done: number
  readonly remaining: number
}

/** Whether `threads` would finish much earlier than one, in CPU time: a busy machine delays both. */
export class ThreadDecision {
  readonly #threads: number
  #start = process.cpuUsage()

  constructor(threads: number) {
    this.#threads = threads
  }

  restart(): void {
    this.#start = process.cpuUsage()
  }

  isWorth({ done, remaining }: WorkCounts): boolean {
    const { user, system } = process.cpuUsage(this.#start)
    const cpuMs = (user + system) / 1000
    const remainingMs = (cpuMs / done) * remaining
    const warmUpMs = warmUp.startMs + warmUp.itemMs * Math.min(warmUp.items, remaining / this.#threads)
    const savedMs = remainingMs * (1 - 1 / this.#threads) - warmUpMs
    return cpuMs >= MIN_CPU_MS && savedMs >= MIN_SAVED_RATIO * remainingMs
  }
}

export function imageFolderOf(name: string): string {
  return `${name}_images/`
}
