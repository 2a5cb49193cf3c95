/**
 * A prepared page → horizontal bands that can be read apart from each other: cut where a whole row of the page is white, into shares
 * of about equal work, which is the number of pen strokes: a dark picture has much ink, and takes no time to read. The cuts follow from the pixels alone, so whoever reads the bands, in whatever order, reads the same.
 */
import type { GrayRaster } from '../model/raster.ts'
import type { PageSlice } from '../model/recognition.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'
import type { Letters } from './letter-size.ts'

/** Text rows of one band: below this Tesseract's own measures of the print (line spacing, size) rest on too little. */
const ROWS_PER_BAND = 9
/** More bands than this gain nothing on the machines that this runs on, and each costs its layout analysis anew. */
const MOST_BANDS = 4
/** Two threads take as long for three bands as for two thirds of the page: rather two bands. */
const UNEVEN_BANDS = 3
/** Letters of one band, as pieces of ink: most receipts and forms have fewer, and what Tesseract guesses of their layout needs all of them. */
const LETTERS_PER_BAND = 600
/** A row of text is about so many letter heights from the next. */
const LEADING = 2.2
/** Of that, its ink takes so much. */
const INKED = 0.7
/** A row with this share of ink or less is white: specks are no text. */
const WHITE_RATIO = 0.0005
/** A cut needs this much white, in letter heights … */
const SMALLEST_GAP = 0.25
/** … and may lie this far from the even share, in shares of a band. */
const REACH = 0.35
/**
 * A cut through columns needs so many rows of text in them, above and below: of few rows the recognizer makes no columns, and reads across them,
 * or takes a column's foot for the head of the next. On 60 pages cuts with 12 rows and less changed the order, one with 20 did not.
 */
const COLUMN_ROWS = 16
/** The white between columns, in letter heights. */
const GUTTER = 1.2
/** Text on either side of it is at least so wide, in letter heights: shorter is a list's numbers. */
const COLUMN_WIDTH = 6
/** Ink is never lighter than this, whatever the page's threshold: faint shadows would close every gap. */
const LIGHTEST_INK = 190

/** Cuts a page; one band when it is short, or when something reaches over all of it. `letters` in pixels of the raster. */
export function planSlices(raster: GrayRaster, letters: Letters): PageSlice[] {
  const { height } = raster
  const whole: PageSlice = { y0: 0, y1: height }
  const letterHeight = letters.height
  if (letters.count < 2 * LETTERS_PER_BAND) return [whole]
  const { ink, strokes } = measureRows(raster)
  const written = ink.reduce((rows, count) => rows + (count > raster.width * WHITE_RATIO ? 1 : 0), 0)
  const rows = written / (letterHeight * LEADING * INKED)
  const most = Math.floor(Math.min(MOST_BANDS, rows / ROWS_PER_BAND, letters.count / LETTERS_PER_BAND))
  const count = most === UNEVEN_BANDS ? UNEVEN_BANDS - 1 : most
  if (count < 2) return [whole]
  const gaps = gapsOf(
    { ink, strokes },
    { lightest: raster.width * WHITE_RATIO, least: Math.max(2, letterHeight * SMALLEST_GAP) },
  )
  const total = strokes.reduce((sum, value) => sum + value, 0)
  const cuts: number[] = []
  for (let band = 1; band < count; band++) {
    const target = (total * band) / count
    const reach = (total * REACH) / count
    const likely: { at: number; score: number }[] = []
    for (const gap of gaps) {
      const off = Math.abs(gap.above - target)
      if (off > reach) continue
      // Wide gaps part things that belong apart; of equal ones the nearest.
      likely.push({
        at: (gap.y0 + gap.y1) >> 1,
        score: Math.min(gap.y1 - gap.y0, 3 * letterHeight) * (1.2 - off / reach),
      })
    }
    likely.sort((a, b) => b.score - a.score)
    const best = likely
      .slice(0, MOST_TRIED)
      .find(({ at }) => at > (cuts.at(-1) ?? 0) && !endsColumns(raster, at, letterHeight))
    if (best !== undefined) cuts.push(best.at)
  }
  return [0, ...cuts].map((y0, index) => ({ y0, y1: cuts[index] ?? height }))
}

/** Places tried for a cut: each costs a look at the rows around it. */
const MOST_TRIED = 4

/** Whether columns run across a place and, on one side of it, end or begin after a few rows. */
function endsColumns(raster: GrayRaster, at: number, letterHeight: number): boolean {
  const row = letterHeight * LEADING
  const gutters = guttersOf(raster, { y0: at - 2 * row, y1: at + 2 * row }, letterHeight)
  const least = COLUMN_ROWS * row * INKED
  return gutters.some((gutter) =>
    [-1, 1].some((step) => rowsBeside(raster, gutter, { at, step, enough: least }) < least),
  )
}

/** Pixel rows with ink on both sides of a gutter, from a place up or down as far as the gutter goes; no more than enough are counted. */
function rowsBeside(
  { width, height, pixels }: GrayRaster,
  gutter: { from: number; to: number },
  { at, step, enough }: { at: number; step: number; enough: number },
): number {
  const inked = (y: number, from: number, to: number): boolean => {
    for (let x = from; x < to; x++) if (pixels[y * width + x]! <= LIGHTEST_INK) return true
    return false
  }
  let left = 0
  let right = 0
  for (let y = at; y >= 0 && y < height && Math.min(left, right) < enough; y += step) {
    if (inked(y, gutter.from, gutter.to)) break
    if (inked(y, 0, gutter.from)) left++
    if (inked(y, gutter.to, width)) right++
  }
  return Math.min(left, right)
}

/** White stripes from top to bottom of these rows, with columns of text on either side. */
function guttersOf(
  { width, height, pixels }: GrayRaster,
  rows: { y0: number; y1: number },
  letterHeight: number,
): { from: number; to: number }[] {
  const counts = new Uint16Array(width)
  const [top, bottom] = [Math.max(0, Math.round(rows.y0)), Math.min(height, Math.round(rows.y1))]
  for (let y = top; y < bottom; y += 2)
    for (let x = 0, i = y * width; x < width; x++, i++) if (pixels[i]! <= LIGHTEST_INK) counts[x]!++
  const gutters: { from: number; to: number }[] = []
  const first = counts.findIndex((count) => count > 0)
  const last = counts.findLastIndex((count) => count > 0)
  for (let x = first; x >= 0 && x < last; x++) {
    if (counts[x]! > 0) continue
    const from = x
    while (counts[x] === 0) x++
    if (
      x - from >= letterHeight * GUTTER &&
      from - first >= letterHeight * COLUMN_WIDTH &&
      last - x >= letterHeight * COLUMN_WIDTH
    )
      gutters.push({ from, to: x })
  }
  return gutters
}

/** The band's own rows; shares the page's pixels. */
export function sliceRaster(raster: GrayRaster, { y0, y1 }: PageSlice): GrayRaster {
  const { width, pixels } = raster
  return { width, height: y1 - y0, pixels: pixels.subarray(y0 * width, y1 * width) }
}

interface Rows {
  /** Dark pixels of each row. */
  readonly ink: Uint32Array
  /** Runs of them. */
  readonly strokes: Uint32Array
}

function measureRows({ width, height, pixels }: GrayRaster): Rows {
  const threshold = Math.min(LIGHTEST_INK, otsuThreshold(histogramOf(pixels)))
  const ink = new Uint32Array(height)
  const strokes = new Uint32Array(height)
  for (let y = 0, i = 0; y < height; y++) {
    let count = 0
    let begun = 0
    let before = 0
    for (const end = i + width; i < end; i++) {
      const dark = pixels[i]! <= threshold ? 1 : 0
      count += dark
      begun += dark & ~before
      before = dark
    }
    ink[y] = count
    strokes[y] = begun
  }
  return { ink, strokes }
}

interface Gap {
  readonly y0: number
  readonly y1: number
  /** Strokes above it. */
  readonly above: number
}

function gapsOf({ ink, strokes }: Rows, { lightest, least }: { lightest: number; least: number }): Gap[] {
  const gaps: Gap[] = []
  let start = -1
  let above = 0
  for (let y = 0; y < ink.length; y++) {
    const white = ink[y]! <= lightest
    if (white && start < 0) start = y
    if (!white && start >= 0) {
      if (start > 0 && y - start >= least) gaps.push({ y0: start, y1: y, above })
      start = -1
    }
    above += strokes[y]!
  }
  return gaps
}
