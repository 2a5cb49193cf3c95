/** MuPDF of this thread: one instance, which is replaced after a trap or when its memory has grown. */
import { collectGarbage, load, type MupdfModule, type Pointer, runInterruptible } from '#wasm/mupdf'
import { errorMessage, ParseError } from '../../model/errors.ts'
import { type Box, height, type Size, width } from '../../model/geometry.ts'
import { hasAnnotationText } from './annotation-text.ts'
import { addSource, dropSource, installHooks, ReadTimeout, withReadLimit } from './byte-sources.ts'
import { MupdfError, MupdfTimeout, MupdfTrap } from './mupdf-errors.ts'

export type { MupdfModule, Pointer } from '#wasm/mupdf'

export interface TimeLimit {
  readonly limitMs: number
  /** Also ends work that reads nothing, such as an endless loop. Needed where no pool ends the thread. */
  readonly interrupts: boolean
}

const CROP_BOX = 1

let loading: Promise<Mupdf> | undefined
let loaded: Mupdf | undefined

/** Returns a new instance after a trap or retirement. */
export async function loadMupdf(): Promise<Mupdf> {
  if (loaded?.trapped || loaded?.retired) {
    forgetMupdf()
    // Before the memory of the next instance is added.
    collectGarbage()
  }
  loading ??= load().then((module) => new Mupdf(module))
  try {
    loaded = await loading
  } catch (error) {
    loading = undefined
    throw error
  }
  return loaded
}

export function forgetMupdf(): void {
  loaded = undefined
  loading = undefined
}

export function mupdfMemoryBytes(): number {
  return loaded?.memoryBytes ?? 0
}

export class Mupdf {
  readonly module: MupdfModule
  trapped = false
  retired = false
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

  /** Converts errors, except limits, to `MupdfError` and `MupdfTrap`. */
  call<result>(work: () => result): result {
    if (this.trapped) throw new MupdfTrap('The MuPDF instance has trapped; load a new one')
    try {
      return work()
    } catch (error) {
      // A RangeError is a stack overflow in WASM: no cleanup code ran, as after a trap.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        this.trapped = true
        throw new MupdfTrap(`MuPDF trapped: ${error.message}`, { cause: error })
      }
      if (error instanceof ReadTimeout) {
        this.trapped = true
        throw new MupdfTimeout({ cause: error })
      }
      const isConverted = error instanceof MupdfError || error instanceof MupdfTrap || error instanceof ParseError
      if (isConverted) throw error
      throw new MupdfError(errorMessage(error), { cause: error })
    }
  }

  /** Throws `MupdfTimeout`. */
  withTimeLimit<result>({ limitMs, interrupts }: TimeLimit, work: () => result): result {
    return withReadLimit(limitMs, () => {
      if (!interrupts || limitMs === Number.POSITIVE_INFINITY) return work()
      const done = runInterruptible(work, limitMs)
      if (done !== null) return done.result
      this.trapped = true
      throw new MupdfTimeout()
    })
  }

  /** The bytes must not change before `dropDocument`, because MuPDF reads them in place. */
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

  authenticate(document: MupdfDocument, password: string | null): 'open' | 'needs password' | 'wrong password' {
    return this.call(() => {
      if (this.module._wasm_needs_password(document.pointer) === 0) return 'open'
      if (password === null) return 'needs password'
      const result = this.#withText(password, (text) => this.module._wasm_authenticate_password(document.pointer, text))
      return result === 0 ? 'wrong password' : 'open'
    })
  }

  countPages(document: MupdfDocument): number {
    return this.call(() => this.module._wasm_count_pages(document.pointer))
  }

  withPage<result>(
    document: MupdfDocument,
    pageIndex: number,
    use: (page: Pointer, frame: PageFrame) => result,
  ): result {
    const { module } = this
    const page = this.call(() => module._wasm_load_page(document.pointer, pageIndex))
    try {
      const frame = this.call(() => {
        const box = boxAt(module, module._wasm_bound_page(page, CROP_BOX))
        return { x: box.x0, y: box.y0, width: width(box), height: height(box) }
      })
      return use(page, frame)
    } finally {
      if (!this.trapped) this.call(() => module._wasm_drop_page(page))
    }
  }

  /** Includes form fields. `options` are MuPDF's. */
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

  /** A document's first color transform costs as much as many pages. */
  withoutProfiles<result>(work: () => result): result {
    this.module._wasm_disable_icc()
    try {
      return work()
    } finally {
      this.module._wasm_enable_icc()
    }
  }

  /** Sends the same content to a device as to structured text. */
  runVisible(page: Pointer, device: Pointer, matrix: Pointer): void {
    const { module } = this
    if (hasAnnotationText(module, page)) module._wasm_run_page(page, device, matrix)
    else module._wasm_run_page_contents(page, device, matrix)
  }

  #newStructuredText(page: Pointer, options: Pointer): Pointer {
    const { module } = this
    if (!hasAnnotationText(module, page)) return module._wasm_new_stext_page_from_page(page, options)
    // A display list includes annotations, but costs more.
    const list = module._wasm_new_display_list_from_page(page)
    try {
      return module._wasm_new_stext_page_from_display_list(list, options)
    } finally {
      module._wasm_drop_display_list(list)
    }
  }

  emptyStore(): void {
    this.#free(() => this.module._wasm_empty_store())
  }

  #free(work: () => void): void {
    try {
      if (!this.trapped) this.call(work)
    } catch (error) {
      if (!(error instanceof MupdfTrap || error instanceof MupdfError)) throw error
    }
  }

  putNumbers(numbers: readonly number[]): Pointer {
    this.module.HEAPF32.set(numbers, this.#numbers >> 2)
    return this.#numbers
  }

  /** A C string, which the caller frees. */
  newString(text: string): Pointer {
    const { module } = this
    const size = module.lengthBytesUTF8(text) + 1
    const pointer = module._wasm_malloc(size)
    module.stringToUTF8(text, pointer, size)
    return pointer
  }

  #withText<result>(text: string, use: (pointer: Pointer) => result): result {
    const pointer = this.newString(text)
    try {
      return use(pointer)
    } finally {
      this.module._wasm_free(pointer)
    }
  }
}

export interface MupdfDocument {
  readonly pointer: Pointer
  readonly source: number
}

/** Reads an `fz_rect`. */
export function boxAt(module: MupdfModule, pointer: Pointer): Box {
  const at = pointer >> 2
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = module.HEAPF32.subarray(at, at + 4)
  return { x0, y0, x1, y1 }
}

export interface PageFrame extends Size {
  readonly x: number
  readonly y: number
}
