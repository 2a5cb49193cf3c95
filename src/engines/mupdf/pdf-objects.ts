/**
 * Edits objects of a PDF. Pointers are borrowed from the document, except those from `own`, `new…` and `add…`, which
 * must be dropped.
 */

import { cached } from '../../model/cached.ts'
import type { Mupdf, MupdfDocument, Pointer } from './mupdf.ts'

/** C strings, created once per instance. */
const stringsOf = new WeakMap<Mupdf, Map<string, Pointer>>()

/** Calls must run inside `Mupdf.call`. */
export class PdfObjects {
  readonly #mupdf: Mupdf
  readonly #document: Pointer
  readonly #strings: Map<string, Pointer>

  private constructor(mupdf: Mupdf, document: Pointer) {
    this.#mupdf = mupdf
    this.#document = document
    this.#strings = cached(stringsOf, mupdf, () => new Map())
  }

  /** Returns `null` for documents of other formats. */
  static of(mupdf: Mupdf, document: MupdfDocument): PdfObjects | null {
    const pdf = mupdf.module._wasm_pdf_document_from_fz_document(document.pointer)
    return pdf === 0 ? null : new PdfObjects(mupdf, pdf)
  }

  get root(): Pointer {
    return this.get(this.#mupdf.module._wasm_pdf_trailer(this.#document), 'Root')
  }

  get info(): Pointer {
    return this.get(this.#mupdf.module._wasm_pdf_trailer(this.#document), 'Info')
  }

  page(index: number): Pointer {
    return this.#mupdf.module._wasm_pdf_lookup_page_obj(this.#document, index)
  }

  /** 0 if the key is absent or `object` is not a dictionary. */
  get(object: Pointer, key: string): Pointer {
    return object === 0 ? 0 : this.#mupdf.module._wasm_pdf_dict_gets(object, this.#string(key))
  }

  inherited(object: Pointer, key: string): Pointer {
    return object === 0 ? 0 : this.#mupdf.module._wasm_pdf_dict_gets_inheritable(object, this.#string(key))
  }

  values(dictionary: Pointer): Pointer[] {
    const { module } = this.#mupdf
    const length = this.isDictionary(dictionary) ? module._wasm_pdf_dict_len(dictionary) : 0
    return Array.from({ length }, (_, index) => module._wasm_pdf_dict_get_val(dictionary, index))
  }

  /** Does not cache the key, because a document has any number of keys. */
  getForeign(object: Pointer, key: string): Pointer {
    if (object === 0) return 0
    const { module } = this.#mupdf
    const text = this.#mupdf.newString(key)
    try {
      return module._wasm_pdf_dict_gets(object, text)
    } finally {
      module._wasm_free(text)
    }
  }

  number(object: Pointer): number {
    return object !== 0 && this.#mupdf.module._wasm_pdf_is_indirect(object) !== 0
      ? this.#mupdf.module._wasm_pdf_to_num(object)
      : 0
  }

  isDictionary(object: Pointer): boolean {
    return object !== 0 && this.#mupdf.module._wasm_pdf_is_dict(object) !== 0
  }

  isArray(object: Pointer): boolean {
    return object !== 0 && this.#mupdf.module._wasm_pdf_is_array(object) !== 0
  }

  isStream(object: Pointer): boolean {
    return object !== 0 && this.#mupdf.module._wasm_pdf_is_stream(object) !== 0
  }

  isInteger(object: Pointer): boolean {
    return object !== 0 && this.#mupdf.module._wasm_pdf_is_int(object) !== 0
  }

  isName(object: Pointer): boolean {
    return object !== 0 && this.#mupdf.module._wasm_pdf_is_name(object) !== 0
  }

  length(array: Pointer): number {
    return this.isArray(array) ? this.#mupdf.module._wasm_pdf_array_len(array) : 0
  }

  at(array: Pointer, index: number): Pointer {
    return this.#mupdf.module._wasm_pdf_array_get(array, index)
  }

  items(object: Pointer): Pointer[] {
    if (object === 0) return []
    if (!this.isArray(object)) return [object]
    return Array.from({ length: this.length(object) }, (_, index) => this.at(object, index))
  }

  toNumber(object: Pointer): number | null {
    return object !== 0 && this.#mupdf.module._wasm_pdf_is_number(object) !== 0
      ? this.#mupdf.module._wasm_pdf_to_real(object)
      : null
  }

  toName(object: Pointer): string | null {
    const { module } = this.#mupdf
    return object !== 0 && module._wasm_pdf_is_name(object) !== 0
      ? module.UTF8ToString(module._wasm_pdf_to_name(object))
      : null
  }

  toText(object: Pointer): string | null {
    const { module } = this.#mupdf
    return object !== 0 && module._wasm_pdf_is_string(object) !== 0
      ? module.UTF8ToString(module._wasm_pdf_to_text_string(object))
      : null
  }

  withIndirect<result>(number: number, use: (object: Pointer) => result): result {
    return this.own(this.#mupdf.module._wasm_pdf_new_indirect(this.#document, number), use)
  }

  own<result>(object: Pointer, use: (object: Pointer) => result): result {
    try {
      return use(object)
    } finally {
      this.#mupdf.module._wasm_pdf_drop_obj(object)
    }
  }

  newDictionary(): Pointer {
    return this.#mupdf.module._wasm_pdf_new_dict(this.#document)
  }

  newArray(): Pointer {
    return this.#mupdf.module._wasm_pdf_new_array(this.#document)
  }

  add(object: Pointer): Pointer {
    return this.#mupdf.module._wasm_pdf_add_object(this.#document, object)
  }

  put(dictionary: Pointer, key: string, value: Pointer): void {
    this.#mupdf.module._wasm_pdf_dict_puts(dictionary, this.#string(key), value)
  }

  putName(dictionary: Pointer, key: string, name: string): void {
    this.own(this.#mupdf.module._wasm_pdf_new_name(this.#string(name)), (value) => this.put(dictionary, key, value))
  }

  putInteger(dictionary: Pointer, key: string, number: number): void {
    this.own(this.#mupdf.module._wasm_pdf_new_int(number), (value) => this.put(dictionary, key, value))
  }

  push(array: Pointer, value: Pointer): void {
    this.#mupdf.module._wasm_pdf_array_push(array, value)
  }

  pushInteger(array: Pointer, number: number): void {
    this.own(this.#mupdf.module._wasm_pdf_new_int(number), (value) => this.push(array, value))
  }

  /** Copies the decoded bytes; returns `null` above `maxBytes`. */
  loadStream(stream: Pointer, maxBytes: number): Uint8Array | null {
    const { module } = this.#mupdf
    const buffer = module._wasm_pdf_load_stream(stream)
    try {
      const length = module._wasm_buffer_get_len(buffer)
      if (length > maxBytes) return null
      const start = module._wasm_buffer_get_data(buffer)
      return module.HEAPU8.slice(start, start + length)
    } finally {
      module._wasm_drop_buffer(buffer)
    }
  }

  addStream(bytes: Uint8Array): Pointer {
    const { module } = this.#mupdf
    const data = module._wasm_malloc(Math.max(1, bytes.length))
    module.HEAPU8.set(bytes, data)
    const buffer = module._wasm_new_buffer_from_data(data, bytes.length)
    try {
      return this.own(this.newDictionary(), (dictionary) =>
        module._wasm_pdf_add_stream(this.#document, buffer, dictionary, 0),
      )
    } finally {
      module._wasm_drop_buffer(buffer)
    }
  }

  #string(text: string): Pointer {
    return cached(this.#strings, text, () => this.#mupdf.newString(text))
  }
}
