/**
 * Characters → spans: gathers characters of one line while font, size and colour stay the same. One `Run` serves a whole page,
 * since this is the innermost loop of reading a PDF; it makes no objects but the spans.
 */
import type { Font, Span } from '../model/page.ts'
import { placeRuns } from './bidi.ts'

/** Set in a glyph's `fontKey`: characters that differ in these are no more of one run than those of two fonts. */
export const fontKeyFlag = { bold: 1, invisible: 2 } as const

/** A character as it stands in memory, boxes in MuPDF's page space. */
export interface Glyph {
  code: number
  /** The font's address, with `fontKeyFlag`s in the bits that an address leaves free. */
  fontKey: number
  size: number
  color: number
  originY: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** What holds for all characters of a line. */
export interface LineFrame {
  rotation: Span['rotation']
  vertical: boolean
  engineLine: number
  engineBlock: number
}

/** Sizes that differ by less, in points, are one font size with rounding. */
const sizeTolerance = 0.1
/** A baseline shift beyond this share of the size is a superscript, a subscript or another line. */
const baselineToleranceEm = 0.12
/** A blank wider than this is a gap between columns or cells, not between words: the run ends there. */
const gapEm = 1.2

/** Hebrew and the scripts after it; what comes before is written from left to right. */
const firstRightToLeft = 0x590

export class Run {
  readonly #origin: { readonly x: number; readonly y: number }
  readonly #fontOf: (key: number) => Font
  #text = ''
  /** Length of the text up to its last letter; blanks may follow. */
  #inkLength = 0
  #fontKey = 0
  #size = 0
  #color = 0
  #baseline = 0
  /** Right to left: the text is in reading order, so its edges would fall instead of rise. */
  #backwards = false
  #x0 = 0
  #y0 = 0
  #x1 = 0
  #y1 = 0
  /** Left edges of the UTF-16 units, then the right edge of the last. */
  #edges = new Float32Array(1024)

  constructor(origin: { readonly x: number; readonly y: number }, fontOf: (key: number) => Font) {
    this.#origin = origin
    this.#fontOf = fontOf
  }

  /** Whether the character continues the run; a run that is empty takes any. */
  takes(glyph: Glyph, upright: boolean): boolean {
    if (this.#inkLength === 0) return true
    if (glyph.fontKey !== this.#fontKey || glyph.color !== this.#color || Math.abs(glyph.size - this.#size) > sizeTolerance) return false
    if (upright && glyph.x0 < this.#x0 - baselineToleranceEm * this.#size && this.#goesRight(glyph.code)) return false
    return !upright || (Math.abs(glyph.originY - this.#baseline) <= baselineToleranceEm * this.#size && glyph.x0 - this.#x1 <= gapEm * this.#size)
  }

  /** Both this character and the last are read from left to right: formulas are often drawn in the other direction. */
  #goesRight(code: number): boolean {
    return code < firstRightToLeft && this.#text.charCodeAt(this.#inkLength - 1) < firstRightToLeft
  }

  /** Blanks belong to the run before them, whatever they are set in; those before the first letter say nothing. */
  addBlank(x0: number, x1: number): void {
    if (this.#inkLength === 0) return
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
      this.#backwards = false
      this.#x0 = x0
      this.#y0 = y0
      this.#x1 = x1
      this.#y1 = y1
    } else {
      if (x0 < this.#x0) {
        this.#backwards ||= x0 < this.#x0 - baselineToleranceEm * this.#size
        this.#x0 = x0
      }
      if (y0 < this.#y0) this.#y0 = y0
      if (x1 > this.#x1) this.#x1 = x1
      if (y1 > this.#y1) this.#y1 = y1
    }
    const units = glyph.code < 0x10000 ? 1 : 2
    this.#setEdges(x0, x1, units)
    this.#text += units === 1 ? String.fromCharCode(glyph.code) : String.fromCodePoint(glyph.code)
    this.#inkLength = this.#text.length
  }

  /** The span, or `null` when there is none; the run is empty afterwards. `atLineEnd` drops blanks that nothing follows. */
  finish(line: LineFrame, atLineEnd: boolean): Span | null {
    if (this.#inkLength === 0) return null
    const text = atLineEnd ? this.#text.slice(0, this.#inkLength) : this.#text
    const { x, y } = this.#origin
    const { rotation, vertical } = line
    const span: { -readonly [key in keyof Span]: Span[key] } = {
      text: this.#backwards ? placeRuns(text, this.#edges) : text,
      box: { x0: this.#x0 - x, y0: this.#y0 - y, x1: this.#x1 - x, y1: this.#y1 - y },
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
    if (rotation === 0 && !vertical && !this.#backwards) span.edges = this.#edges.slice(0, text.length + 1)
    if ((this.#fontKey & fontKeyFlag.invisible) !== 0) span.invisible = true
    this.#inkLength = 0
    this.#text = ''
    return span
  }

  /** Edges of one character; the second unit of an astral one has no width of its own. */
  #setEdges(x0: number, x1: number, units: number): void {
    const at = this.#text.length
    if (at + units >= this.#edges.length) {
      const larger = new Float32Array(this.#edges.length * 2)
      larger.set(this.#edges)
      this.#edges = larger
    }
    this.#edges[at] = x0 - this.#origin.x
    this.#edges[at + 1] = x1 - this.#origin.x
    if (units === 2) this.#edges[at + 2] = x1 - this.#origin.x
  }
}
