/**
 * Where MuPDF 1.28 keeps the fields of its structured text (C structs, 32-bit WASM), checked on every page against its
 * accessor functions. When they disagree the page is transcribed, call by call, into a buffer that has the expected shape.
 */
import type { MupdfModule, Pointer } from '../mupdf.ts'

/** Byte offsets in `fz_stext_block`; what follows the box depends on the kind. */
export const blockAt = {
  kind: 0,
  box: 8,
  firstLine: 24,
  imageMatrix: 24,
  image: 48,
  vectorFlags: 24,
  vectorColor: 28,
  next: 56,
} as const
/** In `fz_stext_line`. */
export const lineAt = { writingMode: 0, direction: 4, box: 12, firstChar: 28, next: 40 } as const
/** In `fz_stext_char`. `flags` shares its word with the bidi level: the upper half is ours. */
export const charAt = { code: 0, flags: 4, color: 8, origin: 12, quad: 20, size: 52, font: 56, next: 60 } as const
const blockSize = 60
const lineSize = 44
const charSize = 64

export const blockKind = { text: 0, image: 1, vector: 3 } as const
/** `bold`: the font is, or it is drawn so; `drawn`: filled, stroked or a stencil; `noUnicode`: the code is a character or glyph number of the font. */
export const charFlag = { bold: 8, filled: 16, drawn: 16 | 32 | 64, noUnicode: 128 | 256 } as const
export const vectorFlag = { stroked: 1, rectangle: 2 } as const

/** Structured text as 32-bit words; addresses are byte offsets into both views. Dies with the next call that allocates. */
export interface StextMemory {
  readonly words: Int32Array
  readonly floats: Float32Array
  readonly firstBlock: Pointer
  /** `false`: transcribed, because the structs were not where we expect them. */
  readonly direct: boolean
}

/** The page's structured text in the shape above. */
export function stextMemory(module: MupdfModule, stext: Pointer): StextMemory {
  const firstBlock = module._wasm_stext_page_get_first_block(stext)
  return structsMatch(module, firstBlock)
    ? { words: module.HEAP32, floats: module.HEAPF32, firstBlock, direct: true }
    : { ...transcribe(module, firstBlock), direct: false }
}

/** Compares the first block of each kind, its first line and first two characters with what the accessors say. */
export function structsMatch(module: MupdfModule, firstBlock: Pointer): boolean {
  const { HEAP32: words } = module
  const word = (pointer: Pointer, offset: number): number | undefined => words[(pointer + offset) >> 2]
  const seen = new Set<number>()
  let block = firstBlock
  while (block !== 0 && seen.size < 3) {
    const kind = module._wasm_stext_block_get_type(block)
    const next = module._wasm_stext_block_get_next(block)
    if (word(block, blockAt.kind) !== kind || word(block, blockAt.next) !== next) return false
    if (module._wasm_stext_block_get_bbox(block) !== block + blockAt.box) return false
    if (!seen.has(kind)) {
      seen.add(kind)
      if (kind === blockKind.image && !imageMatches(module, block)) return false
      if (kind === blockKind.vector && !vectorMatches(module, block)) return false
      if (kind === blockKind.text && !textMatches(module, block)) return false
    }
    block = next
  }
  return true
}

function imageMatches(module: MupdfModule, block: Pointer): boolean {
  return (
    module.HEAP32[(block + blockAt.image) >> 2] === module._wasm_stext_block_get_image(block) &&
    module._wasm_stext_block_get_transform(block) === block + blockAt.imageMatrix
  )
}

function vectorMatches(module: MupdfModule, block: Pointer): boolean {
  return (
    module.HEAP32[(block + blockAt.vectorFlags) >> 2] === module._wasm_stext_block_get_v_flags(block) &&
    module.HEAP32[(block + blockAt.vectorColor) >> 2] === (module._wasm_stext_block_get_v_argb(block) | 0)
  )
}

function textMatches(module: MupdfModule, block: Pointer): boolean {
  const { HEAP32: words } = module
  const line = module._wasm_stext_block_get_first_line(block)
  if (words[(block + blockAt.firstLine) >> 2] !== line) return false
  if (line === 0) return true
  const char = module._wasm_stext_line_get_first_char(line)
  return (
    (words[(line + lineAt.writingMode) >> 2]! & 0xff) === module._wasm_stext_line_get_wmode(line) &&
    module._wasm_stext_line_get_dir(line) === line + lineAt.direction &&
    module._wasm_stext_line_get_bbox(line) === line + lineAt.box &&
    words[(line + lineAt.firstChar) >> 2] === char &&
    words[(line + lineAt.next) >> 2] === module._wasm_stext_line_get_next(line) &&
    charMatches(module, char) &&
    (char === 0 || charMatches(module, module._wasm_stext_char_get_next(char)))
  )
}

function charMatches(module: MupdfModule, char: Pointer): boolean {
  if (char === 0) return true
  const { HEAP32: words, HEAPF32: floats } = module
  return (
    words[(char + charAt.code) >> 2] === module._wasm_stext_char_get_c(char) &&
    (words[(char + charAt.flags) >> 2]! & 0xffff) === module._wasm_stext_char_get_bidi(char) &&
    words[(char + charAt.color) >> 2] === (module._wasm_stext_char_get_argb(char) | 0) &&
    module._wasm_stext_char_get_origin(char) === char + charAt.origin &&
    module._wasm_stext_char_get_quad(char) === char + charAt.quad &&
    floats[(char + charAt.size) >> 2] === module._wasm_stext_char_get_size(char) &&
    words[(char + charAt.font) >> 2] === module._wasm_stext_char_get_font(char) &&
    words[(char + charAt.next) >> 2] === module._wasm_stext_char_get_next(char)
  )
}

/** Copies the whole structure through the accessors. Slow (about ten calls per character), and right for any build of MuPDF. */
export function transcribe(
  module: MupdfModule,
  firstBlock: Pointer,
): { words: Int32Array; floats: Float32Array; firstBlock: Pointer } {
  const copy = new Transcript(module)
  return { firstBlock: copy.blocks(firstBlock), words: copy.words, floats: copy.floats }
}

class Transcript {
  words = new Int32Array(1 << 14)
  floats = new Float32Array(this.words.buffer)
  readonly #module: MupdfModule
  /** Byte offset of the next free struct; 0 stays "none". */
  #end = 64

  constructor(module: MupdfModule) {
    this.#module = module
  }

  blocks(first: Pointer): Pointer {
    const module = this.#module
    return this.#chain(first, blockSize, blockAt.next, module._wasm_stext_block_get_next, (block, copy) => {
      const kind = module._wasm_stext_block_get_type(block)
      this.words[(copy + blockAt.kind) >> 2] = kind
      this.#copy(module._wasm_stext_block_get_bbox(block), copy + blockAt.box, 4)
      if (kind === blockKind.image) {
        this.words[(copy + blockAt.image) >> 2] = module._wasm_stext_block_get_image(block)
        this.#copy(module._wasm_stext_block_get_transform(block), copy + blockAt.imageMatrix, 6)
      }
      if (kind === blockKind.vector) {
        this.words[(copy + blockAt.vectorFlags) >> 2] = module._wasm_stext_block_get_v_flags(block)
        this.words[(copy + blockAt.vectorColor) >> 2] = module._wasm_stext_block_get_v_argb(block)
      }
      if (kind === blockKind.text) {
        const line = this.#lines(module._wasm_stext_block_get_first_line(block))
        this.words[(copy + blockAt.firstLine) >> 2] = line
      }
    })
  }

  #lines(first: Pointer): Pointer {
    const module = this.#module
    return this.#chain(first, lineSize, lineAt.next, module._wasm_stext_line_get_next, (line, copy) => {
      this.words[(copy + lineAt.writingMode) >> 2] = module._wasm_stext_line_get_wmode(line)
      this.#copy(module._wasm_stext_line_get_dir(line), copy + lineAt.direction, 2)
      this.#copy(module._wasm_stext_line_get_bbox(line), copy + lineAt.box, 4)
      const char = this.#chars(module._wasm_stext_line_get_first_char(line))
      this.words[(copy + lineAt.firstChar) >> 2] = char
    })
  }

  #chars(first: Pointer): Pointer {
    const module = this.#module
    return this.#chain(first, charSize, charAt.next, module._wasm_stext_char_get_next, (char, copy) => {
      this.words[(copy + charAt.code) >> 2] = module._wasm_stext_char_get_c(char)
      this.words[(copy + charAt.flags) >> 2] = module._wasm_stext_char_get_bidi(char)
      this.words[(copy + charAt.color) >> 2] = module._wasm_stext_char_get_argb(char)
      this.#copy(module._wasm_stext_char_get_origin(char), copy + charAt.origin, 2)
      this.#copy(module._wasm_stext_char_get_quad(char), copy + charAt.quad, 8)
      this.floats[(copy + charAt.size) >> 2] = module._wasm_stext_char_get_size(char)
      this.words[(copy + charAt.font) >> 2] = module._wasm_stext_char_get_font(char)
    })
  }

  #chain(
    first: Pointer,
    size: number,
    nextAt: number,
    next: (struct: Pointer) => Pointer,
    fill: (struct: Pointer, copy: Pointer) => void,
  ): Pointer {
    let head = 0
    let last = 0
    for (let struct = first; struct !== 0; struct = next(struct)) {
      const copy = this.#allocate(size)
      fill(struct, copy)
      if (last === 0) head = copy
      else this.words[(last + nextAt) >> 2] = copy
      last = copy
    }
    return head
  }

  #allocate(size: number): Pointer {
    const pointer = this.#end
    this.#end += size
    if (this.#end > this.words.byteLength) {
      const larger = new Int32Array(this.words.length * 2)
      larger.set(this.words)
      this.words = larger
      this.floats = new Float32Array(larger.buffer)
    }
    return pointer
  }

  #copy(from: Pointer, to: Pointer, count: number): void {
    const start = from >> 2
    this.floats.set(this.#module.HEAPF32.subarray(start, start + count), to >> 2)
  }
}
