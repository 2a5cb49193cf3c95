/** Reads MuPDF's structs in memory: a WASM call per character would take too long. */
import type { Box } from '../../../model/geometry.ts'
import type { MupdfModule, Pointer } from '../mupdf.ts'
import { blockAt, blockKind, charAt, lineAt, offsetsMatch, structAt } from './struct-offsets.ts'

export { blockKind }

/**
 * `bold`: of the font or synthesized; `drawn`: filled, stroked or clipping; `noUnicode`: the code is a character or
 * glyph id.
 */
export const charFlag = { bold: 8, filled: 16, drawn: 16 | 32 | 64, noUnicode: 128 | 256 } as const
export const vectorFlag = { stroked: 1, rectangle: 2 } as const
export const quadAt = {
  upperLeftX: 0,
  upperLeftY: 1,
  upperRightX: 2,
  upperRightY: 3,
  lowerLeftX: 4,
  lowerLeftY: 5,
  lowerRightX: 6,
  lowerRightY: 7,
} as const

/** Valid until MuPDF allocates. */
export class StextMemory {
  readonly firstBlock: Pointer
  readonly #words: Int32Array
  readonly #floats: Float32Array

  /** Throws when this build's structs differ from `struct-offsets.ts`. */
  constructor(module: MupdfModule, stext: Pointer) {
    this.firstBlock = module._wasm_stext_page_get_first_block(stext)
    this.#words = module.HEAP32
    this.#floats = module.HEAPF32
    if (!offsetsMatch(module, this.firstBlock))
      throw new Error('MuPDF’s structs have moved: update src/engines/mupdf/unsafe/struct-offsets.ts')
  }

  nextBlock(block: Pointer): Pointer {
    return this.#words[(block + blockAt.next) >> 2]!
  }

  firstLine(block: Pointer): Pointer {
    return this.#words[(block + blockAt.firstLine) >> 2]!
  }

  nextLine(line: Pointer): Pointer {
    return this.#words[(line + lineAt.next) >> 2]!
  }

  firstChar(line: Pointer): Pointer {
    return this.#words[(line + lineAt.firstChar) >> 2]!
  }

  nextChar(char: Pointer): Pointer {
    return this.#words[(char + charAt.next) >> 2]!
  }

  eachChar(block: Pointer, visit: (char: Pointer, isFirstOfLine: boolean) => void): void {
    for (let line = this.firstLine(block); line !== 0; line = this.nextLine(line)) {
      const first = this.firstChar(line)
      for (let char = first; char !== 0; char = this.nextChar(char)) visit(char, char === first)
    }
  }

  eachCharOfPage(visit: (char: Pointer, isFirstOfLine: boolean) => void): void {
    for (let block = this.firstBlock; block !== 0; block = this.nextBlock(block))
      if (this.blockKind(block) === blockKind.text) this.eachChar(block, visit)
  }

  blockKind(block: Pointer): number {
    return this.#words[(block + blockAt.kind) >> 2]!
  }

  box(block: Pointer, origin: { readonly x: number; readonly y: number }): Box {
    const at = (block + blockAt.box) >> 2
    const floats = this.#floats
    return {
      x0: floats[at]! - origin.x,
      y0: floats[at + 1]! - origin.y,
      x1: floats[at + 2]! - origin.x,
      y1: floats[at + 3]! - origin.y,
    }
  }

  image(block: Pointer): Pointer {
    return this.#words[(block + blockAt.image) >> 2]!
  }

  isImageSideways(block: Pointer): boolean {
    const matrix = (block + blockAt.imageMatrix) >> 2
    return Math.abs(this.#floats[matrix]!) < Math.abs(this.#floats[matrix + 1]!)
  }

  vectorFlags(block: Pointer): number {
    return this.#words[(block + blockAt.vectorFlags) >> 2]!
  }

  vectorColor(block: Pointer): number {
    return this.#words[(block + blockAt.vectorColor) >> 2]!
  }

  /** `null` for an empty structure block. No accessor can verify these offsets; `isLinked` can. */
  struct(block: Pointer): { index: number; firstBlock: Pointer; isLinked: boolean } | null {
    const struct = this.#words[(block + blockAt.struct) >> 2]!
    if (struct === 0) return null
    return {
      index: this.#words[(block + blockAt.structIndex) >> 2]!,
      firstBlock: this.#words[(struct + structAt.firstBlock) >> 2]!,
      isLinked: this.#words[(struct + structAt.parent) >> 2] === block,
    }
  }

  isVertical(line: Pointer): boolean {
    return (this.#words[(line + lineAt.writingMode) >> 2]! & 0xff) === 1
  }

  /** Unit vector along the baseline, y downwards. */
  direction(line: Pointer): { x: number; y: number } {
    const at = (line + lineAt.direction) >> 2
    return { x: this.#floats[at]!, y: this.#floats[at + 1]! }
  }

  code(char: Pointer): number {
    return this.#words[(char + charAt.code) >> 2]!
  }

  flags(char: Pointer): number {
    return this.#words[(char + charAt.flags) >> 2]! >>> 16
  }

  hasUnicode(char: Pointer): boolean {
    return (this.flags(char) & charFlag.noUnicode) === 0
  }

  /** 0xAARRGGBB. */
  color(char: Pointer): number {
    return this.#words[(char + charAt.color) >> 2]!
  }

  font(char: Pointer): Pointer {
    return this.#words[(char + charAt.font) >> 2]!
  }

  size(char: Pointer): number {
    return this.#floats[(char + charAt.size) >> 2]!
  }

  originY(char: Pointer): number {
    return this.#floats[((char + charAt.origin) >> 2) + 1]!
  }

  /** Bits of the origin's x coordinate, an exact key. */
  originXBits(char: Pointer): number {
    return this.#words[(char + charAt.origin) >> 2]!
  }

  /** Equal in every extraction of the page. */
  originKey(char: Pointer): string {
    const at = (char + charAt.origin) >> 2
    return `${this.#words[at]},${this.#words[at + 1]}`
  }

  quad(char: Pointer, index: number): number {
    return this.#floats[((char + charAt.quad) >> 2) + index]!
  }
}
