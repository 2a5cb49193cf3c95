import type { Box } from '../client/types.ts'
import { findLines, type InkLine, type LineWithGaps, type Raster } from './ink-lines.ts'
import { type Distribution, distributeText, ideographs } from './line-text.ts'

/** In pixels of the page. Two lines meet halfway, so that there are no gaps. */
export interface PlacedLine extends InkLine {
  readonly text: string
  readonly size: number
  /** Set if the browser would place the words elsewhere. */
  readonly words: readonly { readonly text: string; readonly left: number }[] | null
}

export interface PlacedText {
  /** In reading order. */
  readonly lines: readonly PlacedLine[]
  /** Columns from right to left. */
  readonly isVertical: boolean
}

/** Maximum difference in width relative to the longest line. */
const MAX_ERROR = 0.09
/** Range of letter heights, in font sizes. */
const heights = { smallest: 0.28, largest: 1.5 } as const
/** Minimum line spacing, in font sizes. */
const MIN_PITCH = 0.75
/** Minimum space between words, and minimum distance at which a word gets its own position, in font sizes. */
const MIN_SPACE = 0.12
const MAX_DRIFT = 0.2
const IDEOGRAPH = new RegExp(`[${ideographs}]`, 'gu')
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** `null` if no lines fit the text. `widthOf` returns the width at a font size of 1. */
export function placeLines(
  { text, bbox }: { readonly text: string; readonly bbox: Box },
  { raster, pageWidth }: { readonly raster: Raster; readonly pageWidth: number },
  widthOf: (text: string) => number,
): PlacedText | null {
  const scale = raster.width / pageWidth
  const [x1, y1, x2, y2] = bbox
  const box: Box = [x1 * scale, y1 * scale, x2 * scale, y2 * scale]
  const rows = fitLines(text, { raster, box }, widthOf)
  const columns = isIdeographic(text) ? fitLines(text, turnColumns(raster, box), heightOf) : null
  const isVertical = columns !== null && (rows === null || columns.pitch > rows.pitch)
  const best = isVertical ? columns : rows
  if (best === null) return null
  const { lines, distribution } = best
  // Columns are lines of the box after a quarter turn: they begin at its right edge.
  const [start, end] = isVertical ? [0, x2 - x1] : [y1, y2]
  const offset = isVertical ? y1 : 0
  const placed = lines.map((line, index): PlacedLine => {
    const before = lines[index - 1]
    const after = lines[index + 1]
    const text = distribution.texts[index] ?? ''
    const length = isVertical ? heightOf(text.trimEnd()) : widthOf(text.trimEnd())
    const size = (line.right - line.left) / Math.max(0.1, length)
    const words = isVertical ? null : placeWords(text, { line, size }, widthOf)
    return {
      text,
      words: words?.map(({ text, left }) => ({ text, left: left / scale })) ?? null,
      left: line.left / scale + offset,
      right: line.right / scale + offset,
      top: before === undefined ? start : (before.bottom + line.top) / 2 / scale,
      bottom: after === undefined ? end : (line.bottom + after.top) / 2 / scale,
      size: size / scale,
    }
  })
  if (!isVertical) return { lines: placed, isVertical }
  const upright = ({ left, right, top, bottom, ...rest }: PlacedLine): PlacedLine => ({
    ...rest,
    left: x2 - bottom,
    right: x2 - top,
    top: left,
    bottom: right,
  })
  return { lines: placed.map(upright), isVertical }
}

interface FittedLines {
  readonly lines: readonly LineWithGaps[]
  readonly distribution: Distribution
  /** Smallest distance of two lines, in font sizes. Gaps between lines are wider than those within. */
  readonly pitch: number
}

function fitLines(
  text: string,
  { raster, box }: { readonly raster: Raster; readonly box: Box },
  widthOf: (text: string) => number,
): FittedLines | null {
  const found = findLines(raster, box).flatMap((lines) => {
    const measured = lines.map(({ left, right, gaps }) => ({
      width: right - left,
      gaps: gaps.map((gap) => gap.right - gap.left).sort((a, b) => b - a),
    }))
    const distribution = distributeText(text.trim(), measured, widthOf)
    return distribution !== null && isPlausible(lines, distribution) ? [{ lines, distribution }] : []
  })
  const best = found.sort((a, b) => a.distribution.error - b.distribution.error)[0]
  if (best === undefined) return null
  const pitch = best.lines.reduce(
    (least, { top }, index) => Math.min(least, top - (best.lines[index - 1]?.top ?? Number.NEGATIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  )
  return { ...best, pitch: pitch / best.distribution.size }
}

/** Length of a column at a font size of 1: all characters are of one height, whatever the font. */
function heightOf(text: string): number {
  return [...text].length
}

function isIdeographic(text: string): boolean {
  return (text.match(IDEOGRAPH)?.length ?? 0) > text.length / 2
}

/** The part in the box, after a quarter turn counterclockwise. */
function turnColumns({ width, height, gray }: Raster, [x1, y1, x2, y2]: Box): { raster: Raster; box: Box } {
  const [left, right] = [Math.max(0, Math.round(x1)), Math.min(width, Math.round(x2))]
  const [top, bottom] = [Math.max(0, Math.round(y1)), Math.min(height, Math.round(y2))]
  const turned = { width: Math.max(0, bottom - top), height: Math.max(0, right - left) }
  const pixels = new Uint8Array(turned.width * turned.height)
  for (let y = 0; y < turned.height; y++)
    for (let x = 0; x < turned.width; x++) pixels[y * turned.width + x] = gray[(top + x) * width + right - 1 - y] ?? 0
  return { raster: { ...turned, gray: pixels }, box: [0, 0, turned.width, turned.height] }
}

/** Gaps between words are the widest. `null` if unclear, or if the browser's positions are correct. */
function placeWords(
  text: string,
  { line, size }: { readonly line: LineWithGaps; readonly size: number },
  widthOf: (text: string) => number,
): { readonly text: string; readonly left: number }[] | null {
  // The browser orders the words of bidirectional text.
  if (RIGHT_TO_LEFT.test(text)) return null
  const words = text.match(/\S+\s*/g) ?? []
  const widest = line.gaps.toSorted((a, b) => b.right - b.left - (a.right - a.left))
  const ends = widest.slice(0, words.length - 1)
  const smallest = ends.at(-1)
  const next = widest[words.length - 1]
  if (smallest === undefined || smallest.right - smallest.left < MIN_SPACE * size) return null
  if (next !== undefined && next.right - next.left >= smallest.right - smallest.left) return null
  const lefts = [line.left, ...ends.map(({ right }) => right).sort((a, b) => a - b)]
  let expected = line.left
  let drift = 0
  for (const [index, word] of words.entries()) {
    drift = Math.max(drift, Math.abs((lefts[index] ?? 0) - expected))
    expected += size * widthOf(word)
  }
  if (drift < MAX_DRIFT * size) return null
  return words.map((word, index) => ({ text: word, left: lefts[index] ?? line.left }))
}

function isPlausible(lines: readonly InkLine[], { size, error }: Distribution): boolean {
  if (error > MAX_ERROR) return false
  return lines.every(({ top, bottom }, index) => {
    const height = (bottom - top) / size
    const pitch = (top - (lines[index - 1]?.top ?? Number.NEGATIVE_INFINITY)) / size
    return height >= heights.smallest && height <= heights.largest && pitch >= MIN_PITCH
  })
}
