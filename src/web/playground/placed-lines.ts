import type { Size } from '../../model/geometry.ts'
import type { Box } from '../client/types.ts'
import { cutOut, findLines, type InkLine, type LineWithGaps, type Raster } from './ink-lines.ts'
import { type Distribution, distributeText, ideographs } from './line-text.ts'
import type { Turn } from './rotation.ts'
import { similarity } from './similarity.ts'

export interface Pen {
  /** Width at a font size of 1. */
  widthOf(text: string): number
  /** The ink of the text fills the image. `null` if the browser refuses. */
  draw(text: string, size: Size): Raster | null
}

/** In pixels of the page, from the corner where the text begins. Two lines meet halfway, so that there are no gaps. */
export interface PlacedLine extends InkLine {
  readonly text: string
  readonly size: number
  /** Set if the browser would place the words elsewhere. */
  readonly words: readonly PlacedWord[] | null
}

/** `text` with the space after it, `right` without. */
interface PlacedWord {
  readonly text: string
  readonly left: number
  readonly right: number
}

export interface PlacedText {
  /** In reading order. */
  readonly lines: readonly PlacedLine[]
  /** The text on the page is turned: 1 for text that runs down and for columns, 3 for text that runs up. */
  readonly turn: Turn
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

/** `null` if no lines fit the text. */
export function placeLines(
  { text, bbox }: { readonly text: string; readonly bbox: Box },
  { raster, pageWidth }: { readonly raster: Raster; readonly pageWidth: number },
  pen: Pen,
): PlacedText | null {
  const scale = raster.width / pageWidth
  const [x1, y1, x2, y2] = bbox
  const best = bestFit(text, { raster, box: [x1 * scale, y1 * scale, x2 * scale, y2 * scale] }, pen)
  if (best === null) return null
  const { lines, distribution, turn } = best
  const end = turn % 2 === 0 ? y2 - y1 : x2 - x1
  const placed = lines.map((line, index): PlacedLine => {
    const before = lines[index - 1]
    const after = lines[index + 1]
    const text = distribution.texts[index] ?? ''
    const size = (line.right - line.left) / Math.max(0.1, pen.widthOf(text.trimEnd()))
    const words = placeWords(text, { line, size }, pen)
    return {
      text,
      words: words?.map(({ text, left, right }) => ({ text, left: left / scale, right: right / scale })) ?? null,
      left: line.left / scale,
      right: line.right / scale,
      top: before === undefined ? 0 : (before.bottom + line.top) / 2 / scale,
      bottom: after === undefined ? end : (line.bottom + after.top) / 2 / scale,
      size: size / scale,
    }
  })
  return { lines: placed, turn }
}

interface Place {
  readonly raster: Raster
  readonly box: Box
}

interface FittedLines {
  readonly turn: Turn
  /** The part of the page, turned so that the text is upright. */
  readonly part: Raster
  readonly lines: readonly LineWithGaps[]
  readonly distribution: Distribution
  /** Smallest distance of two lines, in font sizes. Gaps between lines are wider than those within. */
  readonly pitch: number
}

/** Chinese can be in columns, other text can run down or up; then the reading that looks like the text is right. */
function bestFit(text: string, place: Place, pen: Pen): FittedLines | null {
  const rows = fitLines(text, { ...place, turn: 0 }, pen.widthOf)
  if (isIdeographic(text)) {
    const columns = fitLines(text, { ...place, turn: 1 }, heightOf)
    return columns !== null && (rows === null || columns.pitch > rows.pitch) ? columns : rows
  }
  if (rows !== null) return rows
  const turned = ([1, 3] as const).flatMap((turn) => fitLines(text, { ...place, turn }, pen.widthOf) ?? [])
  const compared = turned.map((fit) => ({ fit, likeness: likenessOf(fit, pen) }))
  return compared.sort((a, b) => b.likeness - a.likeness)[0]?.fit ?? null
}

/** Compares the longest line with its text. */
function likenessOf({ part, lines, distribution }: FittedLines, { draw }: Pen): number {
  const widths = lines.map(({ left, right }) => right - left)
  const index = widths.indexOf(Math.max(...widths))
  const line = lines[index]
  const text = distribution.texts[index]?.trim()
  if (line === undefined || text === undefined) return 0
  const { left, top, right, bottom } = line
  const image = cutOut(part, [left, top, right, bottom], 0)
  const drawn = draw(text, image)
  return drawn === null ? 0 : similarity(image, drawn)
}

function fitLines(
  text: string,
  { raster, box, turn }: Place & { readonly turn: Turn },
  widthOf: (text: string) => number,
): FittedLines | null {
  const part = cutOut(raster, box, turn)
  const found = findLines(part).flatMap((lines) => {
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
  return { ...best, turn, part, pitch: pitch / best.distribution.size }
}

/** Length of a column at a font size of 1: all characters are of one height, whatever the font. */
function heightOf(text: string): number {
  return [...text].length
}

function isIdeographic(text: string): boolean {
  return (text.match(IDEOGRAPH)?.length ?? 0) > text.length / 2
}

/** Gaps between words are the widest. `null` if unclear, or if the browser's positions are correct. */
function placeWords(
  text: string,
  { line, size }: { readonly line: LineWithGaps; readonly size: number },
  { widthOf }: Pen,
): PlacedWord[] | null {
  // The browser orders the words of bidirectional text.
  if (RIGHT_TO_LEFT.test(text)) return null
  const words = text.match(/\S+\s*/g) ?? []
  const widest = line.gaps.toSorted((a, b) => b.right - b.left - (a.right - a.left))
  const ends = widest.slice(0, words.length - 1)
  const smallest = ends.at(-1)
  const next = widest[words.length - 1]
  if (smallest === undefined || smallest.right - smallest.left < MIN_SPACE * size) return null
  if (next !== undefined && next.right - next.left >= smallest.right - smallest.left) return null
  const gaps = ends.toSorted((a, b) => a.left - b.left)
  const lefts = [line.left, ...gaps.map(({ right }) => right)]
  let expected = line.left
  let drift = 0
  for (const [index, word] of words.entries()) {
    drift = Math.max(drift, Math.abs((lefts[index] ?? 0) - expected))
    expected += size * widthOf(word)
  }
  if (drift < MAX_DRIFT * size) return null
  return words.map((text, index) => ({
    text,
    left: lefts[index] ?? line.left,
    right: gaps[index]?.left ?? line.right,
  }))
}

function isPlausible(lines: readonly InkLine[], { size, error }: Distribution): boolean {
  if (error > MAX_ERROR) return false
  return lines.every(({ top, bottom }, index) => {
    const height = (bottom - top) / size
    const pitch = (top - (lines[index - 1]?.top ?? Number.NEGATIVE_INFINITY)) / size
    return height >= heights.smallest && height <= heights.largest && pitch >= MIN_PITCH
  })
}
