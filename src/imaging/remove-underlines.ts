/**
 * Underlines of small print out of the raster, their places kept. At a few pixels of height the letters stand on the line, and once such print
 * is enlarged the two are one blur: the recognizer, which knows underlines of sharp print, then reads next to nothing of it.
 * Wants an even and level page that was not enlarged. Lines that no print stands on are left to `removeRulings`.
 */
import type { GrayRaster } from '../model/raster.ts'
import { type PixelRuling, runsAcross } from './remove-rulings.ts'

/** Shortest underline, letter heights: longer than any dash, so long that the feet of a word would have to join. */
const SHORTEST = 3
/** Thickest, letter heights: a tenth of an em; and a soft row on either side. */
const THICKEST = 0.2
const SOFT_ROWS = 2
/** A line is nearly as dark all along: so many of its pixels, no more than this lighter than the middle one. Joined feet of blurred print are not. */
const EVEN_RATIO = 0.95
const EVEN_GRAY = 32
/** The lightest of a row's pixels but so many are what the line itself left in that row: letters, and grain, are darker or few. */
const OWN_RATIO = 0.8
/** Rows as light as this have nothing of the line, darker ones than the second are the line through and through. */
const PAPER = 240
const SOLID = 128
/** Ink, as for rulings. */
const INK = 215
/** Share of its length below which there is paper: descenders cross it here and there. */
const FREE_BELOW = 0.65
/** Print stands on it from end to end: within so many letter heights above it, with gaps no wider than between words. Sides of boxes and tables have it here and there. */
const ABOVE = 0.6
const WIDEST_GAP = 2
/** Letters have an upright stroke in every so many letter heights at least; the foot of a large letter bears one or two. */
const STROKE_EVERY = 1

/** `letterHeight` is the usual one of the page, in pixels. The raster is the same object when there are none. */
export function removeUnderlines(
  raster: GrayRaster,
  { letterHeight }: { letterHeight: number },
): { raster: GrayRaster; rulings: readonly PixelRuling[] } {
  const lines = findUnderlines(raster, letterHeight)
  if (lines.length === 0) return { raster, rulings: [] }
  const result: GrayRaster = { ...raster, pixels: raster.pixels.slice() }
  for (const line of lines) takeOut(raster, result, line)
  const rulings = lines.map(
    ({ from, to, first, last }): PixelRuling => ({
      horizontal: true,
      box: { x0: from, y0: first, x1: to, y1: last + 1 },
    }),
  )
  return { raster: result, rulings }
}

interface Underline {
  /** Columns, the second exclusive. */
  readonly from: number
  readonly to: number
  /** Rows that the line left anything in, both inclusive. */
  readonly first: number
  readonly last: number
}

function findUnderlines(raster: GrayRaster, letterHeight: number): Underline[] {
  const lines: Underline[] = []
  const mostRows = SOFT_ROWS + Math.max(1, Math.round(letterHeight * THICKEST))
  for (const run of runsAcross(raster, Math.round(letterHeight * SHORTEST))) {
    if (lines.some(({ from, to, first, last }) => run.at >= first && run.at <= last && run.from < to && run.to > from))
      continue
    if (!isEvenlyDark(raster, run)) continue
    let [first, last] = [run.at, run.at]
    while (first > 0 && last - first < mostRows && ownGray(raster, { ...run, at: first - 1 }) < PAPER) first--
    while (last < raster.height - 1 && last - first < mostRows && ownGray(raster, { ...run, at: last + 1 }) < PAPER)
      last++
    if (last - first >= mostRows) continue
    const line = { from: run.from, to: run.to, first, last }
    if (isUnderPrint(raster, line, letterHeight)) lines.push(line)
  }
  return lines
}

interface Row {
  readonly at: number
  readonly from: number
  readonly to: number
}

function isEvenlyDark(raster: GrayRaster, row: Row): boolean {
  const grays = sortedGrays(raster, row)
  return quantile(grays, EVEN_RATIO) - quantile(grays, 0.5) <= EVEN_GRAY
}

function ownGray(raster: GrayRaster, row: Row): number {
  return quantile(sortedGrays(raster, row), OWN_RATIO)
}

function sortedGrays({ width, pixels }: GrayRaster, row: Row): Uint8Array {
  return pixels.slice(row.at * width + row.from, row.at * width + row.to).sort()
}

function quantile(sorted: Uint8Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** Letters stand on the line from end to end, and below it is paper. */
function isUnderPrint(raster: GrayRaster, { from, to, first, last }: Underline, letterHeight: number): boolean {
  const { width, height, pixels } = raster
  const top = Math.max(0, first - Math.max(1, Math.round(letterHeight * ABOVE)))
  let strokes = 0
  for (let y = top; y < first; y++) {
    // The side of a box above is no print.
    if (ownGray(raster, { at: y, from, to }) < PAPER) return false
    let here = 0
    for (let x = from + 1; x < to; x++) if (pixels[y * width + x]! <= INK && pixels[y * width + x - 1]! > INK) here++
    strokes = Math.max(strokes, here)
  }
  if (strokes * letterHeight * STROKE_EVERY < to - from) return false
  let below = 0
  let printed = from
  for (let x = from; x < to; x++) {
    for (let y = top; y < first && printed <= x; y++) if (pixels[y * width + x]! <= INK) printed = x + 1
    if (x + 1 - printed > letterHeight * WIDEST_GAP) return false
    if (last + 1 < height && pixels[(last + 1) * width + x]! <= INK) below++
  }
  return below <= (to - from) * (1 - FREE_BELOW)
}

/** Where a stroke comes from above and goes on below, upright or aslant, it goes through; else there is paper. In soft rows what is darker than the line's own gray stays. */
function takeOut(source: GrayRaster, result: GrayRaster, { from, to, first, last }: Underline): void {
  const { width, height, pixels } = source
  const grays = Array.from({ length: last - first + 1 }, (_, row) => ownGray(source, { at: first + row, from, to }))
  const firstSolid = grays.findIndex((gray) => gray < SOLID)
  const lastSolid = grays.findLastIndex((gray) => gray < SOLID)
  const without = (y: number, x: number): number => {
    if (y < 0 || y >= height || x < 0 || x >= width) return 255
    const own = Math.max(1, grays[y - first] ?? 255)
    return Math.min(255, Math.round((pixels[y * width + x]! * 255) / own))
  }
  const across = lastSolid - firstSolid + 2
  const through = (y: number, x: number): number => {
    const way = (y - first - firstSolid + 1) / across
    let darkest = 255
    for (let slant = 1 - across; slant < across; slant++) {
      const left = Math.round(slant * way)
      const above = without(first + firstSolid - 1, x - left)
      const below = without(first + lastSolid + 1, x + slant - left)
      darkest = Math.min(darkest, Math.max(above, below))
    }
    return darkest
  }
  for (let y = first; y <= last; y++) {
    const solid = firstSolid >= 0 && y >= first + firstSolid && y <= first + lastSolid
    for (let x = from; x < to; x++) result.pixels[y * width + x] = solid ? through(y, x) : without(y, x)
  }
}
