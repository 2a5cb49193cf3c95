import { cached } from '../../model/cached.ts'
import type { FontGlyphs } from '../glyph-names/font-glyphs.ts'
import type { MupdfModule, Pointer } from '../mupdf/mupdf.ts'
import type { StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import { isNoncharacter, UNKNOWN_CHARACTER } from './characters.ts'
import type { FontCache } from './fonts.ts'
import { type SymbolTable, symbolTableOf } from './math-encodings.ts'
import { isType3Font, type3Glyphs, type3Tables } from './type3-codes.ts'
import type { RecoveredCodes } from './unmapped-codes.ts'

export interface CodeSources {
  readonly recovered: RecoveredCodes | null
  readonly glyphs: FontGlyphs | undefined
}

export class CharacterCodes {
  readonly #module: MupdfModule
  readonly #memory: StextMemory
  readonly #fonts: FontCache
  readonly #sources: CodeSources
  readonly #symbolTables = new Map<Pointer, SymbolTable | null>()
  #type3Tables: Map<Pointer, SymbolTable> | null = null
  #symbolFont: Pointer = 0
  #symbols: SymbolTable | null = null

  constructor(module: MupdfModule, memory: StextMemory, fonts: FontCache, sources: CodeSources) {
    this.#module = module
    this.#memory = memory
    this.#fonts = fonts
    this.#sources = sources
  }

  /** `UNKNOWN_CHARACTER` if only the font's own number is known. */
  of(char: Pointer): number {
    const memory = this.#memory
    const hasUnicode = memory.hasUnicode(char)
    const recovered = hasUnicode ? undefined : this.#sources.recovered?.get(memory.originKey(char))
    const isRaw = !hasUnicode && recovered === undefined
    const code = recovered ?? memory.code(char)
    const font = memory.font(char)
    if (font !== this.#symbolFont) {
      this.#symbolFont = font
      this.#symbols = this.#symbolTable(font)
    }
    return this.#symbols?.(code, isRaw) ?? (isRaw || isNoncharacter(code) ? UNKNOWN_CHARACTER : bracketPart(code))
  }

  #symbolTable(font: Pointer): SymbolTable | null {
    return cached(this.#symbolTables, font, () => {
      const { name } = this.#fonts.of(font)
      return symbolTableOf(name) ?? (isType3Font(name) ? this.#type3Table(font) : this.#namedGlyphs(font))
    })
  }

  #namedGlyphs(font: Pointer): SymbolTable | null {
    const module = this.#module
    const glyphs = this.#sources.glyphs?.get(module.UTF8ToString(module._wasm_font_get_name(font)))
    return glyphs === undefined ? null : (code, isRaw) => (isRaw ? (glyphs.get(code) ?? null) : null)
  }

  /** All text of the page in Type 3 fonts determines their encoding. */
  #type3Table(font: Pointer): SymbolTable | null {
    this.#type3Tables ??= type3Tables(type3Glyphs(this.#memory, (other) => isType3Font(this.#fonts.of(other).name)))
    return this.#type3Tables.get(font) ?? null
  }
}

const FIRST_BRACKET_PART = 0xf8eb
/** The corporate use area from `FIRST_BRACKET_PART` on (Adobe Glyph List). */
const bracketParts = [...'⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭'].map((char) => char.charCodeAt(0))

function bracketPart(code: number): number {
  return code < FIRST_BRACKET_PART ? code : (bracketParts[code - FIRST_BRACKET_PART] ?? code)
}
