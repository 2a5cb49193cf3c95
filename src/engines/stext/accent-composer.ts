import type { Font } from '../../model/raw-page.ts'
import { accentedLetter, combiningMark, isOver, VECTOR_ARROW } from './accents.ts'
import type { Glyph, GlyphSink } from './glyph.ts'
import type { SpanBuilder } from './span-builder.ts'

/** OpenType math fonts draw an arrow after its letter, the Type 1 fonts of TeX before it. */
const openTypeMath = /(?<!^LM|\+LM)Math/

interface ComposerTarget {
  readonly builder: SpanBuilder
  readonly addGlyph: (glyph: Glyph) => void
  readonly fontOf: (key: number) => Font
}

export class AccentComposer implements GlyphSink {
  readonly #builder: SpanBuilder
  readonly #addGlyph: (glyph: Glyph) => void
  readonly #fontOf: (key: number) => Font
  /** Accent that may be over the next letter, and a space after it. */
  #accent: Glyph | null = null
  #space: readonly [x0: number, x1: number] | null = null

  constructor({ builder, addGlyph, fontOf }: ComposerTarget) {
    this.#builder = builder
    this.#addGlyph = addGlyph
    this.#fontOf = fontOf
  }

  addSpace(x0: number, x1: number): void {
    if (this.#accent === null) this.#builder.addSpace(x0, x1)
    else this.#space = [x0, x1]
  }

  add(glyph: Glyph): void {
    const accent = this.#accent
    if (combiningMark(glyph.code) !== 0) {
      this.flush()
      if (!this.#builder.addAccent(glyph)) this.#accent = { ...glyph }
    } else if (glyph.code === VECTOR_ARROW && !openTypeMath.test(this.#fontOf(glyph.fontKey).name)) {
      this.flush()
      this.#accent = { ...glyph }
    } else if (accent === null) this.#addGlyph(glyph)
    else if (accent.code === VECTOR_ARROW && accentedLetter(glyph.code) !== 0) {
      this.#accent = null
      this.flush()
      this.#addGlyph(glyph)
      this.#builder.addMark(VECTOR_ARROW)
    } else if (accentedLetter(glyph.code) !== 0 && isOver(accent, glyph)) {
      this.#accent = null
      this.#space = null
      this.#addGlyph(glyph)
      this.#builder.addAccent(accent)
    } else {
      this.flush()
      this.#addGlyph(glyph)
    }
  }

  /** MuPDF moves an arrow to the end of the glyph before it, maybe in another line than its letter. */
  endLine(): void {
    if (this.#accent?.code === VECTOR_ARROW) this.#space = null
    else this.flush()
  }

  flush(): void {
    if (this.#accent !== null) this.#addGlyph(this.#accent)
    if (this.#space !== null) this.#builder.addSpace(...this.#space)
    this.#accent = null
    this.#space = null
  }
}
