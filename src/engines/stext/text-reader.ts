import type { Font, Span } from '../../model/raw-page.ts'
import type { MupdfModule, PageFrame, Pointer } from '../mupdf/mupdf.ts'
import { charFlag, quadAt, type StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import { AccentComposer } from './accent-composer.ts'
import { CharacterCodes, type CodeSources } from './character-codes.ts'
import { isInvisible, isSpace, isUnreadable } from './characters.ts'
import { FontCache } from './fonts.ts'
import { fontKeyFlag, type Glyph, type GlyphSink, type LineInfo } from './glyph.ts'
import { addLetters, ligatureLetters } from './ligatures.ts'
import { isRightToLeftText, linesOfBaseline, RightToLeftLine, rightToLeftRatio } from './right-to-left-lines.ts'
import { SpanBuilder } from './span-builder.ts'

/** From 0 to 255. */
const MIN_VISIBLE_ALPHA = 8

export interface TextSources extends CodeSources {
  readonly hasRightToLeft: boolean
}

export class TextReader {
  readonly spans: Span[] = []
  engineBlock = 0
  charCount = 0
  unreadableCount = 0
  invisibleCount = 0
  readonly #memory: StextMemory
  readonly #frame: PageFrame
  readonly #fonts: FontCache
  readonly #codes: CharacterCodes
  readonly #builder: SpanBuilder
  readonly #rightToLeftRatio: number | null
  #engineLine = 0
  #line: LineInfo | null = null
  #isHorizontal = true
  readonly #leftToRight: AccentComposer
  readonly #glyph: Glyph = { code: 0, fontKey: 0, size: 0, color: 0, originY: 0, x0: 0, y0: 0, x1: 0, y1: 0 }

  constructor(module: MupdfModule, memory: StextMemory, frame: PageFrame, sources: TextSources) {
    this.#memory = memory
    this.#frame = frame
    this.#fonts = new FontCache(module)
    this.#codes = new CharacterCodes(module, memory, this.#fonts, sources)
    const fontOf = (key: number): Font => this.#fonts.of(key)
    this.#builder = new SpanBuilder(frame, this.#fonts)
    const addGlyph = (glyph: Glyph): void => {
      if (!this.#builder.accepts(glyph, this.#isHorizontal)) this.#addSpan(this.#builder.finish(this.#line!, false))
      this.#builder.add(glyph)
    }
    this.#leftToRight = new AccentComposer({ builder: this.#builder, addGlyph, fontOf })
    this.#rightToLeftRatio = sources.hasRightToLeft ? rightToLeftRatio(memory) : null
  }

  readBlock(block: Pointer): void {
    const memory = this.#memory
    let line = memory.firstLine(block)
    while (line !== 0) {
      const group = this.#rightToLeftRatio === null ? [line] : linesOfBaseline(memory, line)
      if (this.#rightToLeftRatio !== null && isRightToLeftText(memory, group, this.#rightToLeftRatio))
        this.#readRightToLeft(group)
      else for (const each of group) this.#readLine(each)
      line = memory.nextLine(group.at(-1)!)
    }
    this.engineBlock += 1
  }

  #readRightToLeft(lines: readonly Pointer[]): void {
    const collected = new RightToLeftLine()
    for (const line of lines) this.#readGlyphs(line, collected)
    this.spans.push(...collected.finish(this.#lineInfo(lines[0]!), this.#frame, (key) => this.#fonts.of(key)))
    this.#engineLine += 1
  }

  #readLine(pointer: Pointer): void {
    const line = this.#lineInfo(pointer)
    this.#line = line
    this.#isHorizontal = line.rotation === 0 && !line.vertical
    this.#readGlyphs(pointer, this.#leftToRight)
    this.#leftToRight.endLine()
    this.#addSpan(this.#builder.finish(line, true))
    this.#engineLine += 1
  }

  #lineInfo(line: Pointer): LineInfo {
    return {
      vertical: this.#memory.isVertical(line),
      rotation: rotationOf(this.#memory.direction(line)),
      engineLine: this.#engineLine,
      engineBlock: this.engineBlock,
    }
  }

  #readGlyphs(line: Pointer, sink: GlyphSink): void {
    const memory = this.#memory
    const glyph = this.#glyph
    for (let char = memory.firstChar(line); char !== 0; char = memory.nextChar(char)) {
      const code = this.#codes.of(char)
      if (code <= 0x20 || code >= 0x7f) {
        if (isSpace(code)) {
          sink.addSpace(memory.quad(char, quadAt.upperLeftX), memory.quad(char, quadAt.upperRightX))
          continue
        }
        if (isUnreadable(code)) this.unreadableCount += 1
        if (isInvisible(code)) {
          this.charCount += 1
          continue
        }
      }
      this.charCount += 1
      this.#loadGlyph(char, code)
      if ((glyph.fontKey & fontKeyFlag.invisible) !== 0) this.invisibleCount += 1
      const letters = ligatureLetters(code)
      if (letters === undefined) sink.add(glyph)
      else addLetters(sink, glyph, letters)
    }
  }

  #addSpan(span: Span | null): void {
    if (span !== null) this.spans.push(span)
  }

  #loadGlyph(char: Pointer, code: number): void {
    const memory = this.#memory
    const flags = memory.flags(char)
    const color = memory.color(char)
    const isBold = (flags & charFlag.bold) !== 0
    const drawn = flags & charFlag.drawn
    // Text that clips an image has no color.
    const invisible = drawn === 0 || (drawn === charFlag.filled && color >>> 24 < MIN_VISIBLE_ALPHA)
    const ax = memory.quad(char, quadAt.upperLeftX)
    const ay = memory.quad(char, quadAt.upperLeftY)
    const bx = memory.quad(char, quadAt.lowerRightX)
    const by = memory.quad(char, quadAt.lowerRightY)
    // The corners of a narrow slanted glyph are not on its left and right side.
    const slant = this.#isHorizontal ? (memory.quad(char, quadAt.upperRightX) - bx) / 2 : 0
    const glyph = this.#glyph
    glyph.code = code
    glyph.fontKey = memory.font(char) | (isBold ? fontKeyFlag.bold : 0) | (invisible ? fontKeyFlag.invisible : 0)
    glyph.size = memory.size(char)
    glyph.color = color & 0xffffff
    glyph.originY = memory.originY(char)
    glyph.x0 = Math.min(ax - slant, bx + slant)
    glyph.y0 = Math.min(ay, by)
    glyph.x1 = Math.max(ax - slant, bx + slant)
    glyph.y1 = Math.max(ay, by)
  }
}

/** Maximum sine of a horizontal line's angle, about 10°. */
const MAX_HORIZONTAL_SINE = 0.17

/** Baselines have y downwards. Diagonal lines count as 90 or 270. */
function rotationOf({ x, y }: { x: number; y: number }): Span['rotation'] {
  if (Math.abs(y) <= MAX_HORIZONTAL_SINE) return x >= 0 ? 0 : 180
  return y >= 0 ? 90 : 270
}
