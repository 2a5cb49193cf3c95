/**
 * Collects the characters of a line into spans of one font, size and color. The innermost loop: it allocates only
 * spans.
 */
import type { Box } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import { accentedLetter, combiningMark, isOver } from './accents.ts'
import { type FontLookup, fontKeyFlag, type Glyph, type LineInfo } from './glyph.ts'
import { findLetterSpaces } from './letter-spacing.ts'
import { findNarrowSpaces, isSpaceUnreported } from './narrow-spaces.ts'
import { restoreSwappedBytes } from './swapped-bytes.ts'

/** Maximum difference of equal font sizes, in points. */
const MAX_SIZE_DIFFERENCE = 0.1
/** Height of the origin of vertical writing above the baseline: the default of `DW2`. */
const VERTICAL_ORIGIN_EM = 0.88
/** Maximum distance of equal positions, in points. */
const EQUAL_POSITION = 0.1
/** Maximum baseline shift within a span: super- and subscripts are beyond it. */
export const MAX_BASELINE_SHIFT_EM = 0.12
const MAX_FLAT_FONT_EM = 0.4
/** Usual extent of letters above and below the baseline. */
const USUAL_ASCENT_EM = 0.75
const USUAL_DESCENT_EM = 0.22
/** Minimum width of a space where MuPDF reports none or a doubtful one. */
const MIN_SPACE_EM = 0.15
/** Minimum overlap of a letter and a space between kerned letters, and maximum gap between these. */
const MIN_KERNING_EM = 0.01
const MAX_KERNED_GAP_EM = 0.03
/** Minimum gap that ends the span. */
const MIN_COLUMN_GAP_EM = 1.2

const MIN_HYPHEN_WIDTH_EM = 0.1
const SOFT_HYPHEN = '\u00ad'

const FIRST_RIGHT_TO_LEFT = 0x590

export class SpanBuilder {
  readonly #origin: { readonly x: number; readonly y: number }
  readonly #fonts: FontLookup
  #text = ''
  #inkLength = 0
  #fontKey = 0
  #size = 0
  #color = 0
  #baseline = 0
  #isReversed = false
  #x0 = 0
  #y0 = 0
  #x1 = 0
  #y1 = 0
  /** Left edges of the UTF-16 units, then the right edge of the last. */
  #edges = new Float32Array(1024)
  #rights = new Float32Array(1024)

  constructor(origin: { readonly x: number; readonly y: number }, fonts: FontLookup) {
    this.#origin = origin
    this.#fonts = fonts
  }

  /** Whether the character continues the span. An empty builder accepts any. */
  accepts(glyph: Glyph, isHorizontal: boolean): boolean {
    if (this.#inkLength === 0) return true
    if (
      !this.#continuesFont(glyph) ||
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

  /** Another subset of the font continues the word; a gap before it can be a space. */
  #continuesFont({ fontKey, x0 }: Glyph): boolean {
    if (fontKey === this.#fontKey) return true
    return x0 - this.#x1 < MIN_SPACE_EM * this.#size && this.#fonts.areSubsetsOfOneFont(fontKey, this.#fontKey)
  }

  #isLeftToRight(code: number): boolean {
    return code < FIRST_RIGHT_TO_LEFT && this.#lastCode() < FIRST_RIGHT_TO_LEFT
  }

  #lastCode(): number {
    return this.#text.charCodeAt(this.#inkLength - 1)
  }

  /**
   * Spaces belong to the span before them; leading ones are dropped. A space at a decimal point without a width is its
   * width.
   */
  addSpace(x0: number, x1: number): void {
    if (this.#inkLength === 0) return
    const last = this.#inkLength - 1
    const right = this.#rights[last]!
    if (
      right === this.#edges[last] &&
      isDecimalPoint(this.#lastCode()) &&
      Math.abs(x0 - this.#origin.x - right) < EQUAL_POSITION
    ) {
      this.#edges[last + 1] = x1 - this.#origin.x
      this.#rights[last] = x1 - this.#origin.x
      return
    }
    this.#setEdges(x0, x1)
    this.#text += ' '
  }

  addAccent(accent: Glyph): boolean {
    const last = this.#inkLength - 1
    if (last < 0) return false
    const letter = accentedLetter(this.#text.charCodeAt(last))
    const { x } = this.#origin
    const [x0, x1] = [this.#edges[last]! + x, this.#rights[last]! + x]
    if (letter === 0 || !isOver(accent, { x0, x1, originY: this.#baseline, size: this.#size })) return false
    this.#text = this.#text.slice(0, last) + String.fromCharCode(letter)
    this.addMark(combiningMark(accent.code))
    return true
  }

  addMark(code: number): void {
    const x1 = this.#rights[this.#inkLength - 1]! + this.#origin.x
    this.#setEdges(x1, x1)
    this.#text += String.fromCharCode(code)
    this.#inkLength = this.#text.length
  }

  add(glyph: Glyph): void {
    const { x0, y0, x1, y1 } = glyph
    if (this.#text.length > this.#inkLength && this.#isHiddenSpace(glyph))
      this.#text = this.#text.slice(0, this.#inkLength)
    if (this.#inkLength === 0) {
      this.#text = ''
      this.#fontKey = glyph.fontKey
      this.#size = glyph.size
      this.#color = glyph.color
      this.#baseline = glyph.originY
      this.#isReversed = false
      this.#x0 = x0
      this.#y0 = y0
      this.#x1 = x1
      this.#y1 = y1
    } else {
      const isNextUnit = this.#text.length === this.#inkLength
      if (isNextUnit && x0 - this.#x1 >= MIN_SPACE_EM * this.#size && isSpaceUnreported(this.#lastCode()))
        this.addSpace(this.#x1, x0)
      if (x0 < this.#x0) {
        this.#isReversed ||= x0 < this.#x0 - MAX_BASELINE_SHIFT_EM * this.#size
        this.#x0 = x0
      }
      if (y0 < this.#y0) this.#y0 = y0
      if (x1 > this.#x1) this.#x1 = x1
      if (y1 > this.#y1) this.#y1 = y1
    }
    this.#setEdges(x0, x1)
    this.#text += String.fromCodePoint(glyph.code)
    this.#inkLength = this.#text.length
  }

  /** Some programs write a space below half a ligature; groff writes one between kerned letters and moves back. */
  #isHiddenSpace({ x0, size }: Glyph): boolean {
    const right = this.#rights[this.#inkLength - 1]!
    const gap = x0 - this.#origin.x - right
    const space = this.#edges[this.#inkLength]!
    const isBeforeLast = space < this.#edges[this.#inkLength - 1]! - MIN_SPACE_EM * size
    const isKerned = space < right - MIN_KERNING_EM * size && gap < MAX_KERNED_GAP_EM * size
    const isMovedBack = this.#rights[this.#text.length - 1]! > right + gap + MAX_KERNED_GAP_EM * size
    return Math.abs(gap) < MIN_SPACE_EM * size && (isBeforeLast || (isKerned && isMovedBack))
  }

  /** Returns the span, or `null` if empty. `atLineEnd` drops trailing spaces. */
  finish(line: LineInfo, atLineEnd: boolean): Span | null {
    if (this.#inkLength === 0) return null
    if (this.#text.includes(SOFT_HYPHEN)) this.#keepVisibleHyphens(atLineEnd)
    this.#text = restoreSwappedBytes(this.#text)
    const { rotation, vertical } = line
    const isInOrder = rotation === 0 && !vertical && !this.#isReversed
    if (isInOrder) {
      this.#removeLetterSpaces()
      this.#insertNarrowSpaces()
    }
    const text = atLineEnd ? this.#text.slice(0, this.#inkLength) : this.#text
    const span: { -readonly [key in keyof Span]: Span[key] } = {
      text,
      box: this.#box(line),
      baseline: this.#baseline - this.#origin.y,
      size: this.#size,
      font: this.#fonts.of(this.#fontKey),
      color: this.#color,
      confidence: 1,
      source: 'text_layer',
      rotation,
      vertical,
      engineLine: line.engineLine,
      engineBlock: line.engineBlock,
    }
    if (isInOrder) span.edges = this.#edges.slice(0, text.length + 1)
    if ((this.#fontKey & fontKeyFlag.invisible) !== 0) span.invisible = true
    this.#inkLength = 0
    this.#text = ''
    return span
  }

  /** V8 optimizes for boxes with their coordinates in the usual order. */
  #box({ rotation, vertical }: LineInfo): Box {
    const { x, y: top } = this.#origin
    const y = vertical && rotation === 90 ? top + VERTICAL_ORIGIN_EM * this.#size : top
    const isFlat = this.#y1 - this.#y0 < MAX_FLAT_FONT_EM * this.#size && rotation === 0 && !vertical
    return {
      x0: this.#x0 - x,
      y0: (isFlat ? this.#baseline - USUAL_ASCENT_EM * this.#size : this.#y0) - y,
      x1: this.#x1 - x,
      y1: (isFlat ? this.#baseline + USUAL_DESCENT_EM * this.#size : this.#y1) - y,
    }
  }

  /** Some fonts map the hyphen to a soft hyphen, with a width. One after a letter at the line end may be soft. */
  #keepVisibleHyphens(atLineEnd: boolean): void {
    const softEnd = atLineEnd && /\p{L}\u00ad$/u.test(this.#text) ? this.#inkLength - 1 : -1
    const isVisible = (at: number): boolean =>
      at !== softEnd && this.#rights[at]! - this.#edges[at]! > MIN_HYPHEN_WIDTH_EM * this.#size
    this.#text = this.#text.replaceAll(SOFT_HYPHEN, (hyphen, at: number) => (isVisible(at) ? '-' : hyphen))
  }

  #removeLetterSpaces(): void {
    const ink = this.#text.slice(0, this.#inkLength)
    const found = findLetterSpaces(ink, { lefts: this.#edges, rights: this.#rights, size: this.#size })
    for (const at of found.reverse()) {
      this.#edges.copyWithin(at, at + 1, this.#text.length + 1)
      this.#rights.copyWithin(at, at + 1, this.#text.length)
      this.#text = this.#text.slice(0, at) + this.#text.slice(at + 1)
    }
    this.#inkLength -= found.length
  }

  #insertNarrowSpaces(): void {
    const found = findNarrowSpaces(this.#text, { lefts: this.#edges, rights: this.#rights, size: this.#size })
    this.#ensureCapacity(found.length)
    for (const at of found.reverse()) {
      this.#edges.copyWithin(at + 1, at, this.#text.length + 1)
      this.#edges[at] = this.#rights[at - 1]!
      this.#text = `${this.#text.slice(0, at)} ${this.#text.slice(at)}`
    }
    this.#inkLength += found.length
  }

  /** Edges of the next character, which may have two UTF-16 units. */
  #setEdges(x0: number, x1: number): void {
    const at = this.#text.length
    this.#ensureCapacity(2)
    const right = x1 - this.#origin.x
    this.#edges[at] = x0 - this.#origin.x
    this.#edges[at + 1] = right
    this.#edges[at + 2] = right
    this.#rights[at] = right
    this.#rights[at + 1] = right
  }

  #ensureCapacity(units: number): void {
    if (this.#text.length + units < this.#edges.length) return
    this.#edges = enlarged(this.#edges)
    this.#rights = enlarged(this.#rights)
  }
}

function isDecimalPoint(code: number): boolean {
  return code === 0x2c || code === 0x2e
}

function enlarged(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(values.length * 2)
  larger.set(values)
  return larger
}
