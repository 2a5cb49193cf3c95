/** Finds the position of each line of a text on the page. */
import type { Box } from '../client/types.ts'
import { findLines, type InkLine, type LineWithGaps, type Raster } from './ink-lines.ts'
import { type Distribution, distributeText } from './line-text.ts'

/** In pixels of the page. Tops and bottoms are halfway between two lines, so that there are no gaps. */
export interface PlacedLine extends InkLine {
  readonly text: string
  readonly size: number
  /** Set if the browser would place the words elsewhere. */
  readonly words: readonly { readonly text: string; readonly left: number }[] | null
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
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** `null` if no lines fit the text. `widthOf` returns the width at a font size of 1. */
export function placeLines(
  { text, bbox }: { readonly text: string; readonly bbox: Box },
  { raster, pageWidth }: { readonly raster: Raster; readonly pageWidth: number },
  widthOf: (text: string) => number,
): PlacedLine[] | null {
  const scale = raster.width / pageWidth
  const box: Box = [bbox[0] * scale, bbox[1] * scale, bbox[2] * scale, bbox[3] * scale]
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
  const { lines, distribution } = best
  return lines.map((line, index): PlacedLine => {
    const before = lines[index - 1]
    const after = lines[index + 1]
    const text = distribution.texts[index] ?? ''
    const size = (line.right - line.left) / Math.max(0.1, widthOf(text.trimEnd()))
    return {
      text,
      words: placeWords(text, { line, size }, widthOf)?.map(({ text, left }) => ({ text, left: left / scale })) ?? null,
      left: line.left / scale,
      right: line.right / scale,
      top: before === undefined ? bbox[1] : (before.bottom + line.top) / 2 / scale,
      bottom: after === undefined ? bbox[3] : (line.bottom + after.top) / 2 / scale,
      size: size / scale,
    }
  })
}

/** The widest gaps are between words. `null` if they are unclear, or the browser's positions are correct. */
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
