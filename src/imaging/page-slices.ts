/** Splits a page at empty rows into slices with about equal work for OCR, measured in strokes. */

import type { PageSlice } from '../model/ocr-result.ts'
import type { GrayRaster } from '../model/raster.ts'
import { sumOf } from '../model/statistics.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'
import type { LetterSize } from './letter-size.ts'

/** In fewer rows, Tesseract's estimates of line spacing and size are poor. */
const MIN_ROWS_PER_SLICE = 9
/** Maximum slices; each repeats the layout analysis. */
const MAX_SLICES = 4
/** Three slices on two threads take as long as two. */
const UNEVEN_SLICE_COUNT = 3
/** Minimum letters per slice: on receipts and forms, layout analysis needs the whole page. */
const MIN_LETTERS_PER_SLICE = 600
/** In letter heights, as `MIN_GAP` and `MIN_GUTTER`. */
const LINE_SPACING = 2.2
const INK_HEIGHT_RATIO = 0.7
const MAX_EMPTY_ROW_INK_RATIO = 0.0005
const MIN_GAP = 0.25
/** Maximum distance of a cut from equal parts, relative to the work of a slice. */
const MAX_CUT_OFFSET = 0.35
/** In fewer rows above or below a cut, Tesseract does not detect columns. */
const MIN_COLUMN_ROWS = 16
const MIN_GUTTER = 1.2
/** Minimum width of a column, in letter heights; narrower ones are list numbers. */
const MIN_COLUMN_WIDTH = 6
/** Maximum level of ink, because faint shadows would close every gap. */
const MAX_INK_LEVEL = 190

/** Returns one slice for short pages, or if no cut is possible. */
export function planSlices(raster: GrayRaster, letterSize: LetterSize): PageSlice[] {
  const { height } = raster
  const wholePage: PageSlice = { y0: 0, y1: height }
  const letterHeight = letterSize.height
  if (letterSize.count < 2 * MIN_LETTERS_PER_SLICE) return [wholePage]
  const { ink, strokes } = measureRows(raster)
  const inkRows = ink.reduce((rows, count) => rows + (count > raster.width * MAX_EMPTY_ROW_INK_RATIO ? 1 : 0), 0)
  const rows = inkRows / (letterHeight * LINE_SPACING * INK_HEIGHT_RATIO)
  const maxSlices = Math.floor(
    Math.min(MAX_SLICES, rows / MIN_ROWS_PER_SLICE, letterSize.count / MIN_LETTERS_PER_SLICE),
  )
  const count = maxSlices === UNEVEN_SLICE_COUNT ? UNEVEN_SLICE_COUNT - 1 : maxSlices
  if (count < 2) return [wholePage]
  const gaps = findGaps(
    { ink, strokes },
    { maxInk: raster.width * MAX_EMPTY_ROW_INK_RATIO, minHeight: Math.max(2, letterHeight * MIN_GAP) },
  )
  const total = sumOf(strokes)
  const cuts: number[] = []
  for (let slice = 1; slice < count; slice++) {
    const target = (total * slice) / count
    const maxOffset = (total * MAX_CUT_OFFSET) / count
    const candidates: { at: number; score: number }[] = []
    for (const gap of gaps) {
      const offset = Math.abs(gap.above - target)
      if (offset > maxOffset) continue
      candidates.push({
        at: (gap.y0 + gap.y1) >> 1,
        score: Math.min(gap.y1 - gap.y0, 3 * letterHeight) * (1.2 - offset / maxOffset),
      })
    }
    candidates.sort((a, b) => b.score - a.score)
    const best = candidates
      .slice(0, MAX_TESTED_CUTS)
      .find(({ at }) => at > (cuts.at(-1) ?? 0) && !splitsShortColumns(raster, at, letterHeight))
    if (best !== undefined) cuts.push(best.at)
  }
  return [0, ...cuts].map((y0, index) => ({ y0, y1: cuts[index] ?? height }))
}

const MAX_TESTED_CUTS = 4

function splitsShortColumns(raster: GrayRaster, at: number, letterHeight: number): boolean {
  const row = letterHeight * LINE_SPACING
  const gutters = findGutters(raster, { y0: at - 2 * row, y1: at + 2 * row }, letterHeight)
  const minRows = MIN_COLUMN_ROWS * row * INK_HEIGHT_RATIO
  return gutters.some((gutter) =>
    [-1, 1].some((step) => countColumnRows(raster, gutter, { at, step, limit: minRows }) < minRows),
  )
}

/** Rows with ink on both sides of a gutter, from the cut to its end, up to `limit`. */
function countColumnRows(
  { width, height, pixels }: GrayRaster,
  gutter: { from: number; to: number },
  { at, step, limit }: { at: number; step: number; limit: number },
): number {
  const inked = (y: number, from: number, to: number): boolean => {
    for (let x = from; x < to; x++) if (pixels[y * width + x]! <= MAX_INK_LEVEL) return true
    return false
  }
  let left = 0
  let right = 0
  for (let y = at; y >= 0 && y < height && Math.min(left, right) < limit; y += step) {
    if (inked(y, gutter.from, gutter.to)) break
    if (inked(y, 0, gutter.from)) left++
    if (inked(y, gutter.to, width)) right++
  }
  return Math.min(left, right)
}

function findGutters(
  { width, height, pixels }: GrayRaster,
  rows: { y0: number; y1: number },
  letterHeight: number,
): { from: number; to: number }[] {
  const counts = new Uint16Array(width)
  const [top, bottom] = [Math.max(0, Math.round(rows.y0)), Math.min(height, Math.round(rows.y1))]
  for (let y = top; y < bottom; y += 2)
    for (let x = 0, i = y * width; x < width; x++, i++) if (pixels[i]! <= MAX_INK_LEVEL) counts[x]!++
  const gutters: { from: number; to: number }[] = []
  const first = counts.findIndex((count) => count > 0)
  const last = counts.findLastIndex((count) => count > 0)
  for (let x = first; x >= 0 && x < last; x++) {
    if (counts[x]! > 0) continue
    const from = x
    while (counts[x] === 0) x++
    if (
      x - from >= letterHeight * MIN_GUTTER &&
      from - first >= letterHeight * MIN_COLUMN_WIDTH &&
      last - x >= letterHeight * MIN_COLUMN_WIDTH
    )
      gutters.push({ from, to: x })
  }
  return gutters
}

export function sliceRaster(raster: GrayRaster, { y0, y1 }: PageSlice): GrayRaster {
  const { width, pixels } = raster
  return { width, height: y1 - y0, pixels: pixels.subarray(y0 * width, y1 * width) }
}

interface Rows {
  readonly ink: Uint32Array
  readonly strokes: Uint32Array
}

function measureRows({ width, height, pixels }: GrayRaster): Rows {
  const threshold = Math.min(MAX_INK_LEVEL, otsuThreshold(histogramOf(pixels)))
  const ink = new Uint32Array(height)
  const strokes = new Uint32Array(height)
  for (let y = 0, i = 0; y < height; y++) {
    let count = 0
    let strokeCount = 0
    let before = 0
    for (const end = i + width; i < end; i++) {
      const dark = pixels[i]! <= threshold ? 1 : 0
      count += dark
      strokeCount += dark & ~before
      before = dark
    }
    ink[y] = count
    strokes[y] = strokeCount
  }
  return { ink, strokes }
}

interface Gap {
  readonly y0: number
  readonly y1: number
  readonly above: number
}

function findGaps({ ink, strokes }: Rows, { maxInk, minHeight }: { maxInk: number; minHeight: number }): Gap[] {
  const gaps: Gap[] = []
  let start = -1
  let above = 0
  for (let y = 0; y < ink.length; y++) {
    const isEmpty = ink[y]! <= maxInk
    if (isEmpty && start < 0) start = y
    if (!isEmpty && start >= 0) {
      if (start > 0 && y - start >= minHeight) gaps.push({ y0: start, y1: y, above })
      start = -1
    }
    above += strokes[y]!
  }
  return gaps
}
