/**
 * Characters → spans: gathers characters of one line while font, size and color stay the same. One `Run` serves a whole page,
 * since this is the innermost loop of reading a PDF; it makes no objects but the spans.
 */
import type { Font, Span } from '../../model/raw-page.ts'
import { isRightToLeft, placeRuns, plainLetters } from './bidi.ts'

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
/** Fonts whose ascent and descent add up to less tell nothing: even small capitals are taller. */
const flatEm = 0.4
/** What upright letters take above and below their baseline in most faces. */
const usualAscentEm = 0.75
const usualDescentEm = 0.22
/** A blank wider than this is a gap between columns or cells, not between words: the run ends there. */
const gapEm = 1.2

/** Letters of right-to-left script that stand closer have no blank between them. */
const touchingEm = 0.1
/** A gap between letters and a number that no kerning makes; the narrowest blanks are a fifth of an em. */
const blankEm = 0.15
/** MuPDF puts the letters of a ligature after its first one at that glyph's right edge exactly; this is for rounding. */
const edgeToleranceEm = 0.005

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
  /** Left edge of the last letter. */
  #lastX0 = 0
  /** Where a number or word that goes right begins behind letters that go left; -1 for nowhere. Its edges on paper. */
  #wordAt = -1
  #wordX0 = 0
  #wordX1 = 0
  /** Left edge of the letters before it. */
  #beforeWordX0 = 0
  /** Where in the text letters of right-to-left script without a width begin that may be the rest of a ligature; -1 for nowhere. */
  #restAt = -1
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
    if (
      glyph.fontKey !== this.#fontKey ||
      glyph.color !== this.#color ||
      Math.abs(glyph.size - this.#size) > sizeTolerance
    )
      return false
    if (upright && glyph.x0 < this.#x0 - baselineToleranceEm * this.#size && this.#goesRight(glyph.code)) return false
    return (
      !upright ||
      (Math.abs(glyph.originY - this.#baseline) <= baselineToleranceEm * this.#size &&
        glyph.x0 - this.#x1 <= gapEm * this.#size)
    )
  }

  /** Both this character and the last are read from left to right: formulas are often drawn in the other direction. */
  #goesRight(code: number): boolean {
    return code < firstRightToLeft && this.#text.charCodeAt(this.#inkLength - 1) < firstRightToLeft
  }

  /** Blanks belong to the run before them, whatever they are set in; those before the first letter say nothing. */
  addBlank(x0: number, x1: number): void {
    if (this.#inkLength === 0) return
    this.#restAt = -1
    // Of two blanks in a line turned around, the first stands elsewhere.
    const second = this.#backwards && this.#text.length > this.#inkLength
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
      this.#backwards = false
      this.#restAt = -1
      this.#wordAt = -1
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
    if (isRightToLeft(glyph.code)) this.#addRightToLeft(glyph)
    else {
      if (this.#backwards) this.#widenWord(glyph)
      const units = glyph.code < 0x10000 ? 1 : 2
      this.#setEdges(x0, x1, units)
      this.#text += units === 1 ? String.fromCharCode(glyph.code) : String.fromCodePoint(glyph.code)
      this.#restAt = -1
      this.#inkLength = this.#text.length
    }
    this.#lastX0 = x0
  }

  /**
   * A letter of a line that MuPDF has turned around, character by character: of a glyph that stands for several letters the
   * last comes first, and only the first has its width. Blanks may come in between that stand elsewhere on paper.
   */
  #addRightToLeft(glyph: Glyph): void {
    const { x0, x1, size } = glyph
    if (this.#wordAt >= 0) {
      this.#closeWord()
      if (this.#text.length === this.#inkLength && isGap(this.#wordX0 - x1, size)) this.addBlank(x1, this.#wordX0)
    }
    const blank = this.#cutStrayBlank(glyph)
    const letters = plainLetters(glyph.code)
    const isRest = x0 === x1
    const restX = this.#restAt < 0 ? Number.NaN : this.#edges[this.#restAt]! + this.#origin.x
    if (!isRest && Math.abs(restX - x1) <= edgeToleranceEm * size) {
      const rest = [...this.#text.slice(this.#restAt)].reverse().join('')
      this.#text = this.#text.slice(0, this.#restAt)
      this.#append(letters + rest, x0, x1)
      this.#restAt = -1
    } else {
      // Vowel signs have no width either, and glyphs of their own.
      if (!isRest || Math.abs(restX - x0) > edgeToleranceEm * size) this.#restAt = -1
      if (isRest && this.#restAt < 0 && !/\p{M}/u.test(letters)) this.#restAt = this.#text.length
      this.#append(letters, x0, x1)
    }
    this.#inkLength = this.#text.length
    if (blank === null) return
    this.#setEdges(blank.x0, blank.x1, 1)
    this.#text += ' '
  }

  /** A character that goes right, in a line of letters that go left. */
  #widenWord({ x0, x1 }: Glyph): void {
    if (this.#wordAt < 0) {
      this.#wordAt = this.#text.length
      this.#wordX0 = x0
      this.#wordX1 = x1
      this.#beforeWordX0 = this.#lastX0
    }
    this.#wordX0 = Math.min(this.#wordX0, x0)
    this.#wordX1 = Math.max(this.#wordX1, x1)
  }

  /** Once its right edge is known: MuPDF puts the blank before a number at the line's other end, but the gap stays. */
  #closeWord(): void {
    const at = this.#wordAt
    this.#wordAt = -1
    if (this.#text[at - 1] === ' ' || !isGap(this.#beforeWordX0 - this.#wordX1, this.#size)) return
    this.#reserve(1)
    this.#edges.copyWithin(at + 1, at, this.#text.length + 1)
    this.#text = `${this.#text.slice(0, at)} ${this.#text.slice(at)}`
    this.#inkLength += 1
  }

  /** Takes away and returns the blank before a letter that touches the last one, when it stands beside the two of them. */
  #cutStrayBlank({ x0, x1, size }: Glyph): { x0: number; x1: number } | null {
    const at = this.#inkLength
    if (this.#text.length !== at + 1 || !isRightToLeft(this.#text.charCodeAt(at - 1))) return null
    const blank = { x0: this.#edges[at]! + this.#origin.x, x1: this.#edges[at + 1]! + this.#origin.x }
    if (this.#lastX0 - x1 > touchingEm * size || (blank.x0 + blank.x1) / 2 >= x0) return null
    this.#text = this.#text.slice(0, at)
    return blank
  }

  /** All letters of one glyph stand where it stands. */
  #append(letters: string, x0: number, x1: number): void {
    for (const unit of letters) {
      this.#setEdges(x0, x1, unit.length)
      this.#text += unit
    }
  }

  /** The span, or `null` when there is none; the run is empty afterwards. `atLineEnd` drops blanks that nothing follows. */
  finish(line: LineFrame, atLineEnd: boolean): Span | null {
    if (this.#inkLength === 0) return null
    if (this.#wordAt >= 0) this.#closeWord()
    const text = atLineEnd ? this.#text.slice(0, this.#inkLength) : this.#text
    const { x, y } = this.#origin
    const { rotation, vertical } = line
    const span: { -readonly [key in keyof Span]: Span[key] } = {
      text: this.#backwards ? placeRuns(text, this.#edges) : text,
      box: { x0: this.#x0 - x, ...this.#rise(line), x1: this.#x1 - x },
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

  /** Top and bottom as the font tells them; those of a font that claims next to no height are what letters usually have. */
  #rise({ rotation, vertical }: LineFrame): { y0: number; y1: number } {
    const { y } = this.#origin
    const flat = this.#y1 - this.#y0 < flatEm * this.#size
    if (!flat || rotation !== 0 || vertical) return { y0: this.#y0 - y, y1: this.#y1 - y }
    return { y0: this.#baseline - usualAscentEm * this.#size - y, y1: this.#baseline + usualDescentEm * this.#size - y }
  }

  /** Edges of one character; the second unit of an astral one has no width of its own. */
  #setEdges(x0: number, x1: number, units: number): void {
    const at = this.#text.length
    this.#reserve(units)
    this.#edges[at] = x0 - this.#origin.x
    this.#edges[at + 1] = x1 - this.#origin.x
    if (units === 2) this.#edges[at + 2] = x1 - this.#origin.x
  }

  /** Makes room for so many more units. */
  #reserve(units: number): void {
    if (this.#text.length + units < this.#edges.length) return
    const larger = new Float32Array(this.#edges.length * 2)
    larger.set(this.#edges)
    this.#edges = larger
  }
}

/** Of the size of a blank; a wider gap parts columns. */
function isGap(width: number, size: number): boolean {
  return width > blankEm * size && width <= gapEm * size
}
