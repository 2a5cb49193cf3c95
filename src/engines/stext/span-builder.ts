/**
 * Collects the characters of a line into spans of one font, size and color. One builder serves a whole page: this is
 * the innermost loop of reading a PDF, so it allocates nothing but the spans.
 */
import { centerX } from '../../model/geometry.ts'
import type { Font, Span } from '../../model/raw-page.ts'
import { isRightToLeft, reorderRuns, toPlainLetters } from './bidi.ts'
import { findNarrowSpaces } from './narrow-spaces.ts'

/** Part of a glyph's `fontKey`: characters that differ in these belong to different spans. */
export const fontKeyFlag = { bold: 1, invisible: 2 } as const

/** A character. The box is in MuPDF's page space. */
export interface Glyph {
  code: number
  /** The font's address, with `fontKeyFlag`s in the unused low bits. */
  fontKey: number
  size: number
  color: number
  originY: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Properties shared by all characters of a line. */
export interface LineInfo {
  rotation: Span['rotation']
  vertical: boolean
  engineLine: number
  engineBlock: number
}

/** Maximum difference of equal font sizes, in points. */
const MAX_SIZE_DIFFERENCE = 0.1
/** Maximum baseline shift within a span, in em. Beyond it: superscript, subscript or another line. */
const MAX_BASELINE_SHIFT_EM = 0.12
/** Maximum height of a font whose ascent and descent are unusable, in em. */
const MAX_FLAT_FONT_EM = 0.4
/** Usual extent of letters above and below the baseline, in em. */
const USUAL_ASCENT_EM = 0.75
const USUAL_DESCENT_EM = 0.22
/** Minimum gap between columns or cells, in em: the span ends there. */
const MIN_COLUMN_GAP_EM = 1.2

/** Maximum gap inside a right-to-left word, in em. */
const MAX_LETTER_GAP_EM = 0.1
/** Minimum width of a space between right-to-left letters and a number, in em. Wider than kerning. */
const MIN_SPACE_EM = 0.15
/**
 * Rounding tolerance, in em. MuPDF places the letters of a ligature after the first exactly at the glyph's right edge.
 */
const EDGE_TOLERANCE_EM = 0.005

/** Hebrew, the first right-to-left block. */
const FIRST_RIGHT_TO_LEFT = 0x590

export class SpanBuilder {
  readonly #origin: { readonly x: number; readonly y: number }
  readonly #fontOf: (key: number) => Font
  #text = ''
  /** Length of the text without trailing spaces. */
  #inkLength = 0
  #fontKey = 0
  #size = 0
  #color = 0
  #baseline = 0
  /** The text is right-to-left in reading order, so its edges would decrease. */
  #isReversed = false
  /** Left edge of the last letter. */
  #lastX0 = 0
  /** Start and edges of a number or left-to-right word embedded in right-to-left text; -1 for none. */
  #wordAt = -1
  #wordX0 = 0
  #wordX1 = 0
  /** Left edge of the letters before it. */
  #beforeWordX0 = 0
  /** Start of zero-width right-to-left letters that may be the rest of a ligature; -1 for none. */
  #ligatureRestAt = -1
  #x0 = 0
  #y0 = 0
  #x1 = 0
  #y1 = 0
  /** Left edges of the UTF-16 units, then the right edge of the last. */
  #edges = new Float32Array(1024)
  /** Right edges of the UTF-16 units. */
  #rights = new Float32Array(1024)

  constructor(origin: { readonly x: number; readonly y: number }, fontOf: (key: number) => Font) {
    this.#origin = origin
    this.#fontOf = fontOf
  }

  /** Whether the character continues the span. An empty builder accepts any. */
  accepts(glyph: Glyph, isHorizontal: boolean): boolean {
    if (this.#inkLength === 0) return true
    if (
      glyph.fontKey !== this.#fontKey ||
      glyph.color !== this.#color ||
      Math.abs(glyph.size - this.#size) > MAX_SIZE_DIFFERENCE
    )
      return false
    if (isHorizontal && glyph.x0 < this.#x0 - MAX_BASELINE_SHIFT_EM * this.#size && this.#isLeftToRight(glyph.code))
      return false
    return (
      !isHorizontal ||
      (Math.abs(glyph.originY - this.#baseline) <= MAX_BASELINE_SHIFT_EM * this.#size &&
        glyph.x0 - this.#x1 <= MIN_COLUMN_GAP_EM * this.#size)
    )
  }

  /** Both this character and the last are left-to-right: formulas are often drawn from right to left. */
  #isLeftToRight(code: number): boolean {
    return code < FIRST_RIGHT_TO_LEFT && this.#text.charCodeAt(this.#inkLength - 1) < FIRST_RIGHT_TO_LEFT
  }

  /** Spaces belong to the span before them, whatever their font. Leading spaces are dropped. */
  addSpace(x0: number, x1: number): void {
    if (this.#inkLength === 0) return
    this.#ligatureRestAt = -1
    // In a reversed line the first of two spaces has the wrong position.
    const second = this.#isReversed && this.#text.length > this.#inkLength
    if (second) this.#text = this.#text.slice(0, this.#inkLength)
    this.#setEdges(x0, x1, 1)
    this.#text += ' '
  }

  add(glyph: Glyph): void {
    const { x0, y0, x1, y1 } = glyph
    if (this.#inkLength === 0) {
      this.#text = ''
      this.#fontKey = glyph.fontKey
      this.#size = glyph.size
      this.#color = glyph.color
      this.#baseline = glyph.originY
      this.#isReversed = false
      this.#ligatureRestAt = -1
      this.#wordAt = -1
      this.#x0 = x0
      this.#y0 = y0
      this.#x1 = x1
      this.#y1 = y1
    } else {
      if (x0 < this.#x0) {
        this.#isReversed ||= x0 < this.#x0 - MAX_BASELINE_SHIFT_EM * this.#size
        this.#x0 = x0
      }
      if (y0 < this.#y0) this.#y0 = y0
      if (x1 > this.#x1) this.#x1 = x1
      if (y1 > this.#y1) this.#y1 = y1
    }
    if (isRightToLeft(glyph.code)) this.#addRightToLeft(glyph)
    else {
      if (this.#isReversed) this.#extendWord(glyph)
      const units = glyph.code < 0x10000 ? 1 : 2
      this.#setEdges(x0, x1, units)
      this.#text += units === 1 ? String.fromCharCode(glyph.code) : String.fromCodePoint(glyph.code)
      this.#ligatureRestAt = -1
      this.#inkLength = this.#text.length
    }
    this.#lastX0 = x0
  }

  /**
   * MuPDF has reversed the line character by character: of a glyph for several letters the last comes first, and only
   * the first has its width. Misplaced spaces may come in between.
   */
  #addRightToLeft(glyph: Glyph): void {
    const { x0, x1, size } = glyph
    if (this.#wordAt >= 0) {
      this.#closeWord()
      if (this.#text.length === this.#inkLength && isWordGap(this.#wordX0 - x1, size)) this.addSpace(x1, this.#wordX0)
    }
    const space = this.#removeStraySpace(glyph)
    const letters = toPlainLetters(glyph.code)
    const isRest = x0 === x1
    const restX = this.#ligatureRestAt < 0 ? Number.NaN : this.#edges[this.#ligatureRestAt]! + this.#origin.x
    if (!isRest && Math.abs(restX - x1) <= EDGE_TOLERANCE_EM * size) {
      const rest = [...this.#text.slice(this.#ligatureRestAt)].reverse().join('')
      this.#text = this.#text.slice(0, this.#ligatureRestAt)
      this.#append(letters + rest, x0, x1)
      this.#ligatureRestAt = -1
    } else {
      // Vowel signs have no width either, but glyphs of their own.
      if (!isRest || Math.abs(restX - x0) > EDGE_TOLERANCE_EM * size) this.#ligatureRestAt = -1
      if (isRest && this.#ligatureRestAt < 0 && !/\p{M}/u.test(letters)) this.#ligatureRestAt = this.#text.length
      this.#append(letters, x0, x1)
    }
    this.#inkLength = this.#text.length
    if (space === null) return
    this.#setEdges(space.x0, space.x1, 1)
    this.#text += ' '
  }

  /** A left-to-right character in a right-to-left line. */
  #extendWord({ x0, x1 }: Glyph): void {
    if (this.#wordAt < 0) {
      this.#wordAt = this.#text.length
      this.#wordX0 = x0
      this.#wordX1 = x1
      this.#beforeWordX0 = this.#lastX0
    }
    this.#wordX0 = Math.min(this.#wordX0, x0)
    this.#wordX1 = Math.max(this.#wordX1, x1)
  }

  /**
   * Called when the word's right edge is known. MuPDF puts the space before a number at the other end of the line, but
   * the gap remains.
   */
  #closeWord(): void {
    const at = this.#wordAt
    this.#wordAt = -1
    if (this.#text[at - 1] === ' ' || !isWordGap(this.#beforeWordX0 - this.#wordX1, this.#size)) return
    this.#ensureCapacity(1)
    this.#edges.copyWithin(at + 1, at, this.#text.length + 1)
    this.#text = `${this.#text.slice(0, at)} ${this.#text.slice(at)}`
    this.#inkLength += 1
  }

  /** Removes and returns the space before a letter that touches the last one, if its position is next to both. */
  #removeStraySpace({ x0, x1, size }: Glyph): { x0: number; x1: number } | null {
    const at = this.#inkLength
    if (this.#text.length !== at + 1 || !isRightToLeft(this.#text.charCodeAt(at - 1))) return null
    const blank = { x0: this.#edges[at]! + this.#origin.x, x1: this.#edges[at + 1]! + this.#origin.x }
    if (this.#lastX0 - x1 > MAX_LETTER_GAP_EM * size || centerX(blank) >= x0) return null
    this.#text = this.#text.slice(0, at)
    return blank
  }

  /** All letters of one glyph share its position. */
  #append(letters: string, x0: number, x1: number): void {
    for (const unit of letters) {
      this.#setEdges(x0, x1, unit.length)
      this.#text += unit
    }
  }

  /** Returns the span, or `null` if empty, and resets the builder. `atLineEnd` drops trailing spaces. */
  finish(line: LineInfo, atLineEnd: boolean): Span | null {
    if (this.#inkLength === 0) return null
    if (this.#wordAt >= 0) this.#closeWord()
    if (line.rotation === 0 && !line.vertical && !this.#isReversed) this.#insertNarrowSpaces()
    const text = atLineEnd ? this.#text.slice(0, this.#inkLength) : this.#text
    const { x, y } = this.#origin
    const { rotation, vertical } = line
    const span: { -readonly [key in keyof Span]: Span[key] } = {
      text: this.#isReversed ? reorderRuns(text, this.#edges) : text,
      box: { x0: this.#x0 - x, ...this.#verticalExtent(line), x1: this.#x1 - x },
      baseline: this.#baseline - y,
      size: this.#size,
      font: this.#fontOf(this.#fontKey),
      color: this.#color,
      confidence: 1,
      source: 'text_layer',
      rotation,
      vertical,
      engineLine: line.engineLine,
      engineBlock: line.engineBlock,
    }
    if (rotation === 0 && !vertical && !this.#isReversed) span.edges = this.#edges.slice(0, text.length + 1)
    if ((this.#fontKey & fontKeyFlag.invisible) !== 0) span.invisible = true
    this.#inkLength = 0
    this.#text = ''
    return span
  }

  /** Top and bottom from the font, or the usual extent for fonts of almost no height. */
  #verticalExtent({ rotation, vertical }: LineInfo): { y0: number; y1: number } {
    const { y } = this.#origin
    const isFlat = this.#y1 - this.#y0 < MAX_FLAT_FONT_EM * this.#size
    if (!isFlat || rotation !== 0 || vertical) return { y0: this.#y0 - y, y1: this.#y1 - y }
    return {
      y0: this.#baseline - USUAL_ASCENT_EM * this.#size - y,
      y1: this.#baseline + USUAL_DESCENT_EM * this.#size - y,
    }
  }

  #insertNarrowSpaces(): void {
    const found = findNarrowSpaces(this.#text, { lefts: this.#edges, rights: this.#rights, size: this.#size })
    if (found.length === 0) return
    this.#ensureCapacity(found.length)
    for (const at of found.reverse()) {
      this.#edges.copyWithin(at + 1, at, this.#text.length + 1)
      this.#edges[at] = this.#rights[at - 1]!
      this.#text = `${this.#text.slice(0, at)} ${this.#text.slice(at)}`
    }
    this.#inkLength += found.length
  }

  /** Sets the edges of one character. The second unit of an astral one has no width. */
  #setEdges(x0: number, x1: number, units: number): void {
    const at = this.#text.length
    this.#ensureCapacity(units)
    this.#edges[at] = x0 - this.#origin.x
    this.#edges[at + 1] = x1 - this.#origin.x
    this.#rights[at] = x1 - this.#origin.x
    if (units === 1) return
    this.#edges[at + 2] = x1 - this.#origin.x
    this.#rights[at + 1] = x1 - this.#origin.x
  }

  #ensureCapacity(units: number): void {
    if (this.#text.length + units < this.#edges.length) return
    this.#edges = enlarged(this.#edges)
    this.#rights = enlarged(this.#rights)
  }
}

function enlarged(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(values.length * 2)
  larger.set(values)
  return larger
}

/** As wide as a space; wider gaps separate columns. */
function isWordGap(width: number, size: number): boolean {
  return width > MIN_SPACE_EM * size && width <= MIN_COLUMN_GAP_EM * size
}
