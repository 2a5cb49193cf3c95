/**
 * MuPDF: opens documents, loads pages, hands out their structured text. One instance per thread or isolate;
 * an instance that trapped is never used again: the next `loadMupdf` builds a new one.
 */
import { load, type MupdfModule, type Pointer } from '#wasm/mupdf'
import { addSource, dropSource, installHooks } from './byte-sources.ts'

export type { MupdfModule, Pointer } from '#wasm/mupdf'

/** What MuPDF said no to: a corrupt file, a page that can't be read. The instance stays usable. */
export class MupdfError extends Error {
  override readonly name = 'MupdfError'
}

/** The WASM instance trapped (bad memory access, abort, stack exhausted): nothing in it can be trusted any more. */
export class MupdfTrap extends Error {
  override readonly name = 'MupdfTrap'
}

/** MuPDF's name for the box that a viewer shows. */
const cropBox = 1
/** Kinds of annotation that carry text of their own: typed onto the page, or stamped. */
const freeText = 2
const stamp = 13

let current: Promise<Mupdf> | undefined
let latest: Mupdf | undefined

/** The instance of this thread; built on the first call, and anew after a trap or when the last one was retired. */
export async function loadMupdf(): Promise<Mupdf> {
  if (latest?.trapped || latest?.retired) {
    latest = undefined
    current = undefined
  }
  current ??= load().then((module) => new Mupdf(module))
  try {
    latest = await current
  } catch (error) {
    // A failed start (out of memory, say) must not be remembered for ever.
    current = undefined
    throw error
  }
  return latest
}

/** Forgets the instance, so that its memory can go with the garbage; the next `loadMupdf` builds a new one. */
export function forgetMupdf(): void {
  latest = undefined
  current = undefined
}

/** Bytes of the instance's linear memory, 0 before the first use. WASM memory never shrinks. */
export function mupdfMemoryBytes(): number {
  return latest?.memoryBytes ?? 0
}

/** An instance and the few calls that the rest of the project makes. All of them are synchronous. */
export class Mupdf {
  readonly module: MupdfModule
  /** Set by the first trap: every later call is refused. */
  trapped = false
  /** Set to have the next `loadMupdf` build a new instance, e.g. because this one has grown large. */
  retired = false
  /** Room for a matrix and a level of gray. */
  readonly #numbers: Pointer

  constructor(module: MupdfModule) {
    this.module = module
    installHooks()
    this.#numbers = this.call(() => {
      module._wasm_init_context()
      return module._wasm_malloc(7 * 4)
    })
  }

  get memoryBytes(): number {
    return this.module.HEAPU8.length
  }

  /** Runs calls into the instance; turns its two ways to fail into `MupdfError` and `MupdfTrap`. */
  call<result>(work: () => result): result {
    if (this.trapped) throw new MupdfTrap('The MuPDF instance has trapped; load a new one')
    try {
      return work()
    } catch (error) {
      // A RangeError is the stack exhausted inside WASM: its own unwinding did not run, so the state is as lost as after a trap.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        this.trapped = true
        throw new MupdfTrap(`MuPDF trapped: ${error.message}`, { cause: error })
      }
      if (error instanceof MupdfError) throw error
      throw new MupdfError(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }

  /**
   * Opens a document of a known MIME type. MuPDF reads the bytes where they are, piece by piece, so the file is not copied
   * into linear memory; the caller must not change them before `dropDocument`.
   */
  openDocument(bytes: Uint8Array, mimeType: string): MupdfDocument {
    const id = addSource(this.module, bytes)
    try {
      return this.call(() => {
        const { module } = this
        const stream = module._wasm_new_stream(id)
        try {
          const pointer = this.#withText(mimeType, (magic) => module._wasm_open_document_with_stream(magic, stream))
          return { pointer, source: id }
        } finally {
          module._wasm_drop_stream(stream)
        }
      })
    } catch (error) {
      dropSource(id)
      throw error
    }
  }

  dropDocument(document: MupdfDocument): void {
    this.#free(() => this.module._wasm_drop_document(document.pointer))
    dropSource(document.source)
  }

  /** Whether the document opens with this password; `true` for documents without one. */
  authenticate(document: MupdfDocument, password: string | null): 'open' | 'needs password' | 'wrong password' {
    return this.call(() => {
      if (this.module._wasm_needs_password(document.pointer) === 0) return 'open'
      if (password === null) return 'needs password'
      const answer = this.#withText(password, (text) => this.module._wasm_authenticate_password(document.pointer, text))
      return answer === 0 ? 'wrong password' : 'open'
    })
  }

  countPages(document: MupdfDocument): number {
    return this.call(() => this.module._wasm_count_pages(document.pointer))
  }

  /** Loads a page, lends it to `use` with its frame in points (as shown: rotated, cropped), and frees it. */
  withPage<result>(
    document: MupdfDocument,
    pageIndex: number,
    use: (page: Pointer, frame: PageFrame) => result,
  ): result {
    const { module } = this
    const page = this.call(() => module._wasm_load_page(document.pointer, pageIndex))
    try {
      const frame = this.call(() => {
        const at = module._wasm_bound_page(page, cropBox) >> 2
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = module.HEAPF32.subarray(at, at + 4)
        return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 }
      })
      return use(page, frame)
    } finally {
      if (!this.trapped) this.call(() => module._wasm_drop_page(page))
    }
  }

  /** Lends the structured text of a page, filled-in form fields included, made with MuPDF's own option names, to `use`, and frees it. */
  withStructuredText<result>(page: Pointer, options: string, use: (stext: Pointer) => result): result {
    const { module } = this
    const stext = this.call(() =>
      this.#withText(options, (text) => this.withoutProfiles(() => this.#newStructuredText(page, text))),
    )
    try {
      return this.call(() => use(stext))
    } finally {
      if (!this.trapped) this.call(() => module._wasm_drop_stext_page(stext))
    }
  }

  /**
   * For work where ICC exactness does not matter (colors of text, whether there is ink at all): building a document's first color transform costs as much as reading
   * many pages. Pictures that are handed out keep their profiles.
   */
  withoutProfiles<result>(work: () => result): result {
    this.module._wasm_disable_icc()
    try {
      return work()
    } finally {
      this.module._wasm_enable_icc()
    }
  }

  #newStructuredText(page: Pointer, options: Pointer): Pointer {
    const { module } = this
    if (!this.#hasTypedText(page)) return module._wasm_new_stext_page_from_page(page, options)
    // The direct way leaves annotations out; a display list has them, at some cost.
    const list = module._wasm_new_display_list_from_page(page)
    try {
      return module._wasm_new_stext_page_from_display_list(list, options)
    } finally {
      module._wasm_drop_display_list(list)
    }
  }

  #hasTypedText(page: Pointer): boolean {
    const { module } = this
    const pdfPage = module._wasm_pdf_page_from_fz_page(page)
    if (pdfPage === 0) return false
    if (module._wasm_pdf_first_widget(pdfPage) !== 0) return true
    for (
      let annotation = module._wasm_pdf_first_annot(pdfPage);
      annotation !== 0;
      annotation = module._wasm_pdf_next_annot(annotation)
    ) {
      const type = module._wasm_pdf_annot_type(annotation)
      if (type === freeText || type === stamp) return true
    }
    return false
  }

  /** Frees what MuPDF keeps to be faster next time: decoded images and fonts, the largest part of its memory. */
  emptyStore(): void {
    this.#free(() => this.module._wasm_empty_store())
  }

  /** Never throws: whoever frees something has what it wanted of it, and what can't be freed goes with its instance. */
  #free(work: () => void): void {
    try {
      if (!this.trapped) this.call(work)
    } catch (error) {
      if (!(error instanceof MupdfTrap || error instanceof MupdfError)) throw error
    }
  }

  /** Where these numbers are, six at most, until the next ones are put there. */
  putNumbers(numbers: readonly number[]): Pointer {
    this.module.HEAPF32.set(numbers, this.#numbers >> 2)
    return this.#numbers
  }

  #withText<result>(text: string, use: (pointer: Pointer) => result): result {
    const { module } = this
    const size = module.lengthBytesUTF8(text) + 1
    const pointer = module._wasm_malloc(size)
    try {
      module.stringToUTF8(text, pointer, size)
      return use(pointer)
    } finally {
      module._wasm_free(pointer)
    }
  }
}

export interface MupdfDocument {
  readonly pointer: Pointer
  /** Number of the byte source that it reads from. */
  readonly source: number
}

export interface PageFrame {
  /** Top left corner in MuPDF's page space; often 0, not always. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
