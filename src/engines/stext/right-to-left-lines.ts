import type { Font, Span } from '../../model/raw-page.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { Pointer } from '../mupdf/mupdf.ts'
import { quadAt, type StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import { fontKeyFlag, type Glyph, type GlyphSink, type LineInfo } from './glyph.ts'
import { isRightToLeft, readRightToLeft } from './right-to-left.ts'
import { MAX_BASELINE_SHIFT_EM } from './span-builder.ts'

/** Minimum fraction of right-to-left letters in such a line: in general, and on a page of such lines. */
const MIN_LINE_RATIO = 0.5
const MIN_LINE_RATIO_OF_PAGE = 0.2

/** Returns the minimum fraction for the lines of the page. */
export function rightToLeftRatio(memory: StextMemory): number {
  let rightToLeft = 0
  let letters = 0
  memory.eachCharOfPage((char) => {
    const code = memory.code(char)
    if (isRightToLeft(code)) rightToLeft++
    if (isLetter(code)) letters++
  })
  return rightToLeft > MIN_LINE_RATIO * letters ? MIN_LINE_RATIO_OF_PAGE : MIN_LINE_RATIO
}

/** MuPDF starts a line where the direction of the text changes. */
export function linesOfBaseline(memory: StextMemory, first: Pointer): Pointer[] {
  const lines = [first]
  let extent = lineExtent(memory, first)
  for (let line = memory.nextLine(first); line !== 0 && extent !== null; line = memory.nextLine(line)) {
    const next = lineExtent(memory, line)
    if (next === null || Math.abs(next.y - extent.y) > MAX_BASELINE_SHIFT_EM * extent.size) break
    if (Math.max(next.x0 - extent.x1, extent.x0 - next.x1) > MAX_LINE_GAP_EM * extent.size) break
    extent = { ...extent, x0: Math.min(extent.x0, next.x0), x1: Math.max(extent.x1, next.x1) }
    lines.push(line)
  }
  return lines
}

export function isRightToLeftText(memory: StextMemory, lines: readonly Pointer[], ratio: number): boolean {
  let letters = 0
  let rightToLeft = 0
  for (const line of lines)
    for (let char = memory.firstChar(line); char !== 0; char = memory.nextChar(char)) {
      const code = memory.code(char)
      if (isRightToLeft(code)) rightToLeft++
      if (isLetter(code)) letters++
    }
  return rightToLeft > ratio * letters
}

function isLetter(code: number): boolean {
  return /^\p{L}/u.test(String.fromCodePoint(code))
}

function lineExtent(memory: StextMemory, line: Pointer): { x0: number; x1: number; y: number; size: number } | null {
  const first = memory.firstChar(line)
  if (first === 0 || memory.isVertical(line) || memory.direction(line).x < MIN_HORIZONTAL_COSINE) return null
  let [x0, x1] = [Infinity, -Infinity]
  for (let char = first; char !== 0; char = memory.nextChar(char)) {
    x0 = Math.min(x0, memory.quad(char, quadAt.upperLeftX))
    x1 = Math.max(x1, memory.quad(char, quadAt.upperRightX))
  }
  return { x0, x1, y: memory.originY(first), size: memory.size(first) }
}

/** Maximum gap between the lines of one baseline: about a space. */
const MAX_LINE_GAP_EM = 0.35
/** Minimum gap between columns or cells; smaller than in left-to-right text, whose spans are split again. */
const MIN_CELL_GAP_EM = 0.6
const MIN_HORIZONTAL_COSINE = 0.985

export class RightToLeftLine implements GlyphSink {
  readonly #glyphs: Glyph[] = []
  readonly #spaces: number[] = []

  add(glyph: Glyph): void {
    this.#glyphs.push({ ...glyph })
  }

  addSpace(x0: number, x1: number): void {
    this.#spaces.push((x0 + x1) / 2)
  }

  /** Returns spans from left to right, each in reading order; `origin` is the page's in MuPDF's space. */
  finish(line: LineInfo, origin: { readonly x: number; readonly y: number }, fontOf: (key: number) => Font): Span[] {
    if (this.#glyphs.length === 0) return []
    const size = mostFrequent(this.#glyphs, (glyph) => glyph.size).size
    const parts = readRightToLeft(this.#glyphs, this.#spaces, { size, columnGap: MIN_CELL_GAP_EM * size })
    return parts.map(({ text, unitExtents, x0, x1 }): Span => {
      const glyphs = this.#glyphs.filter((glyph) => glyph.x0 >= x0 && glyph.x0 <= x1)
      const main = mostFrequent(glyphs, (glyph) => glyph.fontKey)
      return {
        text,
        unitExtents: Float32Array.from(unitExtents, (x) => x - origin.x),
        box: {
          x0: x0 - origin.x,
          y0: minOf(glyphs.map((glyph) => glyph.y0)) - origin.y,
          x1: x1 - origin.x,
          y1: maxOf(glyphs.map((glyph) => glyph.y1)) - origin.y,
        },
        baseline: main.originY - origin.y,
        size: main.size,
        font: fontOf(main.fontKey),
        color: main.color,
        confidence: 1,
        source: 'text_layer',
        rotation: line.rotation,
        vertical: line.vertical,
        engineLine: line.engineLine,
        engineBlock: line.engineBlock,
        ...((main.fontKey & fontKeyFlag.invisible) !== 0 && { invisible: true }),
      }
    })
  }
}

function mostFrequent(glyphs: readonly Glyph[], keyOf: (glyph: Glyph) => number): Glyph {
  const groups = [...Map.groupBy(glyphs, keyOf).values()]
  return groups.reduce((best, group) => (group.length > best.length ? group : best))[0]!
}
