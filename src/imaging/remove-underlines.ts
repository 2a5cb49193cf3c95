/** Detects and erases underlines that touch small text, on an evenly lit, unskewed page. */
import type { GrayRaster } from '../model/raster.ts'
import { findHorizontalRuns, type InkRun, MAX_INK_LEVEL } from './ink-runs.ts'
import type { PixelRuling } from './remove-rulings.ts'

/** Minimum length, in letter heights: longer than dashes and joined serifs. */
const MIN_LENGTH = 3
/** Maximum thickness in letter heights (a tenth of an em), plus soft rows on both sides. */
const MAX_THICKNESS = 0.2
const SOFT_ROWS = 2
/** Minimum fraction of pixels at most `MAX_GRAY_DEVIATION` lighter than the median; joined serifs are less even. */
const MIN_EVEN_RATIO = 0.95
const MAX_GRAY_DEVIATION = 32
const OWN_GRAY_PERCENTILE = 0.8
/** Gray levels: minimum of paper, and maximum of rows that are not soft. */
const PAPER = 240
const SOLID = 128
/** Minimum fraction of paper below the line: descenders cross it in places. */
const MIN_PAPER_BELOW_RATIO = 0.65
/** Maximum distance of text above the line, and gap in it, in letter heights; borders have wider gaps. */
const MAX_TEXT_DISTANCE = 0.6
const MAX_TEXT_GAP = 2
/** Maximum distance of vertical strokes, in letter heights. The serif of a large letter has one or two. */
const MAX_STROKE_DISTANCE = 1

export function removeUnderlines(
  raster: GrayRaster,
  { letterHeight }: { letterHeight: number },
): { raster: GrayRaster; rulings: readonly PixelRuling[] } {
  const lines = findUnderlines(raster, letterHeight)
  if (lines.length === 0) return { raster, rulings: [] }
  const result: GrayRaster = { ...raster, pixels: raster.pixels.slice() }
  for (const line of lines) eraseUnderline(raster, result, line)
  const rulings = lines.map(
    ({ from, to, first, last }): PixelRuling => ({
      horizontal: true,
      box: { x0: from, y0: first, x1: to, y1: last + 1 },
    }),
  )
  return { raster: result, rulings }
}

interface Underline {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
}

function findUnderlines(raster: GrayRaster, letterHeight: number): Underline[] {
  const lines: Underline[] = []
  const maxRows = SOFT_ROWS + Math.max(1, Math.round(letterHeight * MAX_THICKNESS))
  for (const run of findHorizontalRuns(raster, Math.round(letterHeight * MIN_LENGTH))) {
    if (lines.some(({ from, to, first, last }) => run.at >= first && run.at <= last && run.from < to && run.to > from))
      continue
    if (!isEvenlyDark(raster, run)) continue
    let [first, last] = [run.at, run.at]
    while (first > 0 && last - first < maxRows && ownGray(raster, { ...run, at: first - 1 }) < PAPER) first--
    while (last < raster.height - 1 && last - first < maxRows && ownGray(raster, { ...run, at: last + 1 }) < PAPER)
      last++
    if (last - first >= maxRows) continue
    const line = { from: run.from, to: run.to, first, last }
    if (isUnderText(raster, line, letterHeight)) lines.push(line)
  }
  return lines
}

function isEvenlyDark(raster: GrayRaster, row: InkRun): boolean {
  const grays = sortedGrays(raster, row)
  return quantile(grays, MIN_EVEN_RATIO) - quantile(grays, 0.5) <= MAX_GRAY_DEVIATION
}

function ownGray(raster: GrayRaster, row: InkRun): number {
  return quantile(sortedGrays(raster, row), OWN_GRAY_PERCENTILE)
}

function sortedGrays({ width, pixels }: GrayRaster, row: InkRun): Uint8Array {
  return pixels.slice(row.at * width + row.from, row.at * width + row.to).sort()
}

function quantile(sorted: Uint8Array, ratio: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * ratio))]!
}

function isUnderText(raster: GrayRaster, { from, to, first, last }: Underline, letterHeight: number): boolean {
  const { width, height, pixels } = raster
  const top = Math.max(0, first - Math.max(1, Math.round(letterHeight * MAX_TEXT_DISTANCE)))
  let strokes = 0
  for (let y = top; y < first; y++) {
    if (ownGray(raster, { at: y, from, to }) < PAPER) return false
    let count = 0
    for (let x = from + 1; x < to; x++)
      if (pixels[y * width + x]! <= MAX_INK_LEVEL && pixels[y * width + x - 1]! > MAX_INK_LEVEL) count++
    strokes = Math.max(strokes, count)
  }
  if (strokes * letterHeight * MAX_STROKE_DISTANCE < to - from) return false
  let below = 0
  let textEnd = from
  for (let x = from; x < to; x++) {
    for (let y = top; y < first && textEnd <= x; y++) if (pixels[y * width + x]! <= MAX_INK_LEVEL) textEnd = x + 1
    if (x + 1 - textEnd > letterHeight * MAX_TEXT_GAP) return false
    if (last + 1 < height && pixels[(last + 1) * width + x]! <= MAX_INK_LEVEL) below++
  }
  return below <= (to - from) * (1 - MIN_PAPER_BELOW_RATIO)
}

/** Strokes that continue below stay. In soft rows, pixels darker than the line's gray stay. */
function eraseUnderline(source: GrayRaster, result: GrayRaster, { from, to, first, last }: Underline): void {
  const { width, height, pixels } = source
  const grays = Array.from({ length: last - first + 1 }, (_, row) => ownGray(source, { at: first + row, from, to }))
  const firstSolid = grays.findIndex((gray) => gray < SOLID)
  const lastSolid = grays.findLastIndex((gray) => gray < SOLID)
  const withoutLine = (y: number, x: number): number => {
    if (y < 0 || y >= height || x < 0 || x >= width) return 255
    const own = Math.max(1, grays[y - first] ?? 255)
    return Math.min(255, Math.round((pixels[y * width + x]! * 255) / own))
  }
  const distance = lastSolid - firstSolid + 2
  const strokeThrough = (y: number, x: number): number => {
    const position = (y - first - firstSolid + 1) / distance
    let darkest = 255
    for (let slant = 1 - distance; slant < distance; slant++) {
      const left = Math.round(slant * position)
      const above = withoutLine(first + firstSolid - 1, x - left)
      const below = withoutLine(first + lastSolid + 1, x + slant - left)
      darkest = Math.min(darkest, Math.max(above, below))
    }
    return darkest
  }
  for (let y = first; y <= last; y++) {
    const isSolid = firstSolid >= 0 && y >= first + firstSolid && y <= first + lastSolid
    for (let x = from; x < to; x++) result.pixels[y * width + x] = isSolid ? strokeThrough(y, x) : withoutLine(y, x)
  }
}
