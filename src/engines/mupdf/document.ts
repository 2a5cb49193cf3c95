/**
 * A document held open in MuPDF that outlives the instance it was opened in: after a trap it is opened again in a new one.
 * Pages are lent for one synchronous call each, so nothing of MuPDF leaks out of this room.
 */
import {
  forgetMupdf,
  loadMupdf,
  type Mupdf,
  type MupdfDocument,
  MupdfTrap,
  type PageFrame,
  type Pointer,
} from './mupdf.ts'

/** Linear memory never shrinks: an instance that grew beyond this while a document was open is not used for the next one. */
const retireAboveBytes = 96 * 1024 * 1024
/** Fonts and decoded images that MuPDF keeps are given up after a page once its memory is this large. */
const emptyStoreAboveBytes = 64 * 1024 * 1024

/** Worth building anew (about 40 ms and the opening of the document): half of what a page costs at most. */
const releaseAboveBytes = 48 * 1024 * 1024

/** A page while it is lent. */
export interface PageHandle {
  readonly mupdf: Mupdf
  readonly pointer: Pointer
  readonly frame: PageFrame
  /** The document as it is open now; another object after a trap. */
  readonly document: MupdfDocument
}

export interface DocumentHandle {
  readonly pageCount: number
  /**
   * Lends a page. A trap is tried once more in a new instance, since the cause may lie in what the old one had been through.
   * Throws `MupdfError` when the page can't be read, `MupdfTrap` when it traps every time.
   */
  withPage<result>(pageIndex: number, use: (page: PageHandle) => result): Promise<result>
  /** Frees decoded images and fonts. */
  emptyStore(): void
  /**
   * Gives up the whole instance when it has grown large: its memory goes with the garbage, and the next page opens the document anew.
   * For runtimes where another engine's memory must fit beside. Other documents that are open would keep the instance alive.
   */
  releaseLarge(): void
  close(): void
}

/** Why a document does not open. */
export type PasswordProblem = 'needs password' | 'wrong password'

/** Opens a document; the bytes must stay as they are until `close`. Throws `MupdfError` when they make no document. */
export async function openPersistent(
  bytes: Uint8Array,
  mimeType: string,
  password: string | null,
): Promise<DocumentHandle | PasswordProblem> {
  const first = await open(bytes, mimeType, password)
  if (typeof first === 'string') return first
  const { pageCount } = first
  /** `null` after it was released. */
  let held: Opened | null = first

  async function lend<result>(pageIndex: number, use: (page: PageHandle) => result): Promise<result> {
    if (held === null || held.mupdf.trapped) {
      const again = await open(bytes, mimeType, password)
      held?.mupdf.dropDocument(held.document)
      if (typeof again === 'string') throw new MupdfTrap(`The document did not open again: ${again}`)
      held = again
    }
    const { mupdf, document } = held
    return mupdf.withPage(document, pageIndex, (pointer, frame) => use({ mupdf, pointer, frame, document }))
  }

  return {
    pageCount,
    async withPage(pageIndex, use) {
      try {
        return await lend(pageIndex, use)
      } catch (error) {
        if (error instanceof MupdfTrap) return await lend(pageIndex, use)
        throw error
      } finally {
        if (held !== null && held.mupdf.memoryBytes > emptyStoreAboveBytes) held.mupdf.emptyStore()
      }
    },
    emptyStore: () => held?.mupdf.emptyStore(),
    releaseLarge() {
      if (held === null || held.mupdf.memoryBytes <= releaseAboveBytes) return
      held.mupdf.dropDocument(held.document)
      held = null
      forgetMupdf()
    },
    close() {
      if (held === null) return
      held.mupdf.dropDocument(held.document)
      held.mupdf.emptyStore()
      if (held.mupdf.memoryBytes > retireAboveBytes) held.mupdf.retired = true
    },
  }
}

interface Opened {
  readonly mupdf: Mupdf
  readonly document: MupdfDocument
  readonly pageCount: number
}

async function open(bytes: Uint8Array, mimeType: string, password: string | null): Promise<Opened | PasswordProblem> {
  const mupdf = await loadMupdf()
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
