/** Joins accents to the letter before or after them. */
import { accentedLetter, combiningMark, isOver } from './accents.ts'
import type { Glyph, GlyphSink, SpanBuilder } from './span-builder.ts'

export class AccentComposer implements GlyphSink {
  readonly #builder: SpanBuilder
  readonly #addGlyph: (glyph: Glyph) => void
  /** Accent that may be over the next letter, and a space after it. */
  #accent: Glyph | null = null
  #space: readonly [x0: number, x1: number] | null = null

  constructor(builder: SpanBuilder, addGlyph: (glyph: Glyph) => void) {
    this.#builder = builder
    this.#addGlyph = addGlyph
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
    } else if (accent === null) this.#addGlyph(glyph)
    else if (accentedLetter(glyph.code) !== 0 && isOver(accent, glyph)) {
      this.#accent = null
      this.#space = null
      this.#addGlyph(glyph)
      this.#builder.addAccent(accent)
    } else {
      this.flush()
      this.#addGlyph(glyph)
    }
  }

  flush(): void {
    if (this.#accent !== null) this.#addGlyph(this.#accent)
    if (this.#space !== null) this.#builder.addSpace(...this.#space)
    this.#accent = null
    this.#space = null
  }
}
