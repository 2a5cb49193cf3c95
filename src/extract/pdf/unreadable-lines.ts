/** Finds lines in which single letters have no Unicode values, such as variants of brackets. */
import { UNKNOWN_CHARACTER } from '../../engines/stext/characters.ts'
import { cropRaster } from '../../imaging/rotate.ts'
import { type Box, height, unionOf, width } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Span } from '../../model/raw-page.ts'
import { maxOf, minOf } from '../../model/statistics.ts'

/** Maximum lines per page; each takes about 30 ms. */
const MAX_LINES = 40
/** Minimum ratio of readable letters of a line; charts and formulas have fewer. */
const MIN_READABLE_RATIO = 0.5
/** Height of the font for OCR. */
const FONT_PIXELS = 40
const MAX_PIXELS = 8_000_000
/** Minimum height of a line in pixels that OCR can read, on very large pages. */
const MIN_LINE_PIXELS = 12
const MARGIN_EM = 0.3

const unknown = String.fromCodePoint(UNKNOWN_CHARACTER)

export interface LineLetter {
  /** Index of the span, and of the UTF-16 unit in it. */
  readonly span: number
  readonly unit: number
  /** Null if unknown. */
  readonly char: string | null
  readonly widthEm: number
  /** A space follows the only letter of the span. */
  readonly isBullet: boolean
}

interface UnreadableLine {
  readonly box: Box
  readonly size: number
  /** Without spaces. */
  readonly letters: readonly LineLetter[]
}

export interface DrawnLine extends UnreadableLine {
  readonly raster: GrayRaster
  readonly dpi: number
}

type Draw = (region: { box: Box; scale: number; maxPixels: number }) => GrayRaster

/** Horizontal lines with unknown letters to be filled; none if there are too many. Draws them at once. */
export function drawUnreadableLines(spans: readonly Span[], draw: Draw): DrawnLine[] {
  if (!spans.some(({ text }) => text.includes(unknown))) return []
  const byLine = Map.groupBy(spans.keys(), (index) => spans[index]!.engineLine)
  const lines = [...byLine.values()].flatMap((indices) => readLine(indices, spans) ?? [])
  if (lines.length === 0 || lines.length > MAX_LINES) return []
  const box = unionOf(lines)
  const size = minOf(lines.map((line) => line.size))
  const raster = draw({ box, scale: FONT_PIXELS / size, maxPixels: MAX_PIXELS })
  const scale = raster.width / width(box)
  return lines.flatMap((line) => {
    const pixels = {
      x0: Math.round((line.box.x0 - box.x0) * scale),
      y0: Math.round((line.box.y0 - box.y0) * scale),
      x1: Math.min(raster.width, Math.round((line.box.x1 - box.x0) * scale)),
      y1: Math.min(raster.height, Math.round((line.box.y1 - box.y0) * scale)),
    }
    return height(pixels) < MIN_LINE_PIXELS || width(pixels) < MIN_LINE_PIXELS
      ? []
      : [{ ...line, dpi: scale * 72, raster: cropRaster(raster, pixels) }]
  })
}

/** Bullets and symbols have no letter next to them and stay. */
export function isFillable({ char, isBullet }: LineLetter, at: number, letters: readonly LineLetter[]): boolean {
  if (isBullet && at === 0) return false
  return char === null && [letters[at - 1], letters[at + 1]].some((other) => /[\p{L}\p{N}]/u.test(other?.char ?? ''))
}

function readLine(indices: readonly number[], spans: readonly Span[]): UnreadableLine | null {
  const own = indices.map((index) => spans[index]!)
  if (own.some(({ rotation, vertical }) => rotation !== 0 || vertical)) return null
  const letters = indices.flatMap((index) => lettersOf(spans[index]!, index))
  const readable = letters.filter(({ char }) => char !== null).length
  const size = maxOf(own.map((span) => span.size))
  if (size < 1 || !letters.some(isFillable) || readable < MIN_READABLE_RATIO * letters.length) return null
  const { x0, y0, x1, y1 } = unionOf(own)
  const margin = MARGIN_EM * size
  const box = { x0: Math.max(0, x0 - margin), y0: Math.max(0, y0), x1: x1 + margin, y1 }
  return { box, size, letters }
}

function lettersOf({ text, edges, size }: Span, span: number): LineLetter[] {
  const isBullet = /^\S\s+$/.test(text)
  return Array.from({ length: text.length }, (_, unit) => ({
    span,
    unit,
    char: text[unit] === unknown ? null : text[unit]!,
    widthEm: edges === undefined ? 0 : (edges[unit + 1]! - edges[unit]!) / size,
    isBullet,
  })).filter(({ char }) => char?.trim() !== '')
}
