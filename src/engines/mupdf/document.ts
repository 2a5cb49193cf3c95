/** Reopens the document in a new instance after a trap of MuPDF. */
import { collectGarbage } from '#wasm/mupdf'
import {
  forgetMupdf,
  loadMupdf,
  type Mupdf,
  type MupdfDocument,
  type PageFrame,
  type Pointer,
  type TimeLimit,
} from './mupdf.ts'
import { MupdfTimeout, MupdfTrap } from './mupdf-errors.ts'
import { repairPage } from './repair-page.ts'

/** Maximum memory of a reused instance, because it never shrinks. */
const RETIRE_ABOVE_BYTES = 96 * 1024 * 1024
/** Bytes above which cached fonts and images are freed after a page. */
const EMPTY_STORE_ABOVE_BYTES = 64 * 1024 * 1024

/** Maximum time-outs in a document that halve the limit of its other pages: from 60 s to 2 s. */
const MAX_HALVINGS = 5

/** Valid only during the call. */
export interface PageHandle {
  readonly mupdf: Mupdf
  readonly pointer: Pointer
  readonly frame: PageFrame
  readonly document: MupdfDocument
}

export interface DocumentHandle {
  readonly pageCount: number
  /**
   * Retries once after a trap. Throws `MupdfError` if the page cannot be read, `MupdfTrap` if it traps again,
   * `MupdfTimeout` if all its uses together take longer than its limit, which each time-out of another page halves.
   */
  withPage<result>(pageIndex: number, use: (page: PageHandle) => result): Promise<result>
  emptyStore(): void
  /**
   * Frees an instance of at least `minBytes`. The next page reopens the document. Other open documents keep the
   * instance alive.
   */
  releaseLarge(minBytes: number): void
  close(): void
}

export type PasswordProblem = 'needs password' | 'wrong password'

interface OpenOptions {
  readonly password: string | null
  /** Limit of opening the document, and of each page. */
  readonly pageTimeoutMs?: number | undefined
  readonly interruptsPages?: boolean | undefined
}

/** `bytes` must not change until `close`. Throws `MupdfError` if they are not a document. */
export async function openPersistent(
  bytes: Uint8Array,
  mimeType: string,
  options: OpenOptions,
): Promise<DocumentHandle | PasswordProblem> {
  const { limitMs, interrupts } = timeLimitOf(options)
  const first = await open(bytes, mimeType, options)
  if (typeof first === 'string') return first
  const { pageCount } = first
  let opened: Opened | null = first
  const usedMs = new Map<number, number>()
  const timedOut = new Set<number>()

  async function usePage<result>(pageIndex: number, use: (page: PageHandle) => result): Promise<result> {
    if (opened === null || opened.mupdf.trapped) {
      const reopened = await open(bytes, mimeType, options)
      opened?.mupdf.dropDocument(opened.document)
      if (typeof reopened === 'string') throw new MupdfTrap(`The document did not open again: ${reopened}`)
      opened = reopened
    }
    const { mupdf, document } = opened
    const used = usedMs.get(pageIndex) ?? 0
    const limit = limitMs / 2 ** Math.min(timedOut.size, MAX_HALVINGS)
    const startedAt = performance.now()
    try {
      return mupdf.withTimeLimit({ limitMs: limit - used, interrupts }, () => {
        repairPage(mupdf, document, pageIndex)
        return mupdf.withPage(document, pageIndex, (pointer, frame) => use({ mupdf, pointer, frame, document }))
      })
    } catch (error) {
      if (error instanceof MupdfTimeout) timedOut.add(pageIndex)
      throw error
    } finally {
      usedMs.set(pageIndex, used + performance.now() - startedAt)
    }
  }

  function dropInstance(minBytes: number): boolean {
    if (opened === null || opened.mupdf.memoryBytes < minBytes) return false
    opened.mupdf.dropDocument(opened.document)
    opened = null
    forgetMupdf()
    return true
  }

  return {
    pageCount,
    async withPage(pageIndex, use) {
      try {
        return await usePage(pageIndex, use)
      } catch (error) {
        if (error instanceof MupdfTrap && !(error instanceof MupdfTimeout)) return await usePage(pageIndex, use)
        throw error
      } finally {
        if (opened !== null && opened.mupdf.memoryBytes > EMPTY_STORE_ABOVE_BYTES) opened.mupdf.emptyStore()
      }
    },
    emptyStore: () => opened?.mupdf.emptyStore(),
    releaseLarge(minBytes) {
      // A frame that refers to the instance would keep it from being collected.
      if (dropInstance(minBytes)) collectGarbage()
    },
    close() {
      if (opened === null) return
      opened.mupdf.dropDocument(opened.document)
      opened.mupdf.emptyStore()
      if (opened.mupdf.memoryBytes > RETIRE_ABOVE_BYTES) opened.mupdf.retired = true
      // A caller that still has the handle must not keep the instance.
      opened = null
    },
  }
}

interface Opened {
  readonly mupdf: Mupdf
  readonly document: MupdfDocument
  readonly pageCount: number
}

async function open(bytes: Uint8Array, mimeType: string, options: OpenOptions): Promise<Opened | PasswordProblem> {
  const mupdf = await loadMupdf()
  const { password } = options
  return mupdf.withTimeLimit(timeLimitOf(options), () => openWith(mupdf, { bytes, mimeType, password }))
}

function timeLimitOf({ pageTimeoutMs = Number.POSITIVE_INFINITY, interruptsPages = false }: OpenOptions): TimeLimit {
  return { limitMs: pageTimeoutMs, interrupts: interruptsPages }
}

function openWith(
  mupdf: Mupdf,
  { bytes, mimeType, password }: { bytes: Uint8Array; mimeType: string; password: string | null },
): Opened | PasswordProblem {
  const document = mupdf.openDocument(bytes, mimeType)
  try {
    const access = mupdf.authenticate(document, password)
    if (access === 'open') return { mupdf, document, pageCount: mupdf.countPages(document) }
    mupdf.dropDocument(document)
    return access
  } catch (error) {
    mupdf.dropDocument(document)
    throw error
  }
}
