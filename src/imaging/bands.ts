/**
 * A prepared page → horizontal bands that can be read apart from each other: cut where a whole row of the page is white, into shares
 * of about equal work, which is the number of pen strokes: a dark picture has much ink, and takes no time to read. The cuts follow from the pixels alone, so whoever reads the bands, in whatever order, reads the same.
 */
import type { GrayRaster } from '../model/raster.ts'
import type { Band } from '../model/recognition.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'
import type { Letters } from './letters.ts'

/** Text rows of one band: below this Tesseract's own measures of the print (line spacing, size) rest on too little. */
const ROWS_PER_BAND = 12
/** More bands than this gain nothing on the machines that this runs on, and each costs its layout analysis anew. */
const MOST_BANDS = 4
/** Letters of one band, as pieces of ink: receipts and forms have fewer, and what Tesseract guesses of their layout needs all of them. */
const LETTERS_PER_BAND = 600
/** A row of text is about so many letter heights from the next. */
const LEADING = 2.2
/** Of that, its ink takes so much. */
const INKED = 0.7
/** A row with this share of ink or less is white: specks are no text. */
const WHITE_SHARE = 0.0005
/** A cut needs this much white, in letter heights … */
const SMALLEST_GAP = 0.25
/** … and may lie this far from the even share, in shares of a band. */
const REACH = 0.35
/** Ink is never lighter than this, whatever the page's threshold: faint shadows would close every gap. */
const LIGHTEST_INK = 190

/** Cuts a page; one band when it is short, or when something reaches over all of it. `letters` in pixels of the raster. */
export function cutBands(raster: GrayRaster, letters: Letters): Band[] {
  const { height } = raster
  const whole: Band = { y0: 0, y1: height }
  const letterHeight = letters.height
  if (letters.count < 2 * LETTERS_PER_BAND) return [whole]
  const { ink, strokes } = measureRows(raster)
  const written = ink.reduce((rows, count) => rows + (count > raster.width * WHITE_SHARE ? 1 : 0), 0)
  const rows = written / (letterHeight * LEADING * INKED)
  const count = Math.floor(Math.min(MOST_BANDS, rows / ROWS_PER_BAND, letters.count / LETTERS_PER_BAND))
  if (count < 2) return [whole]
  const gaps = gapsOf({ ink, strokes }, { lightest: raster.width * WHITE_SHARE, least: Math.max(2, letterHeight * SMALLEST_GAP) })
  const total = strokes.reduce((sum, value) => sum + value, 0)
  const cuts: number[] = []
  for (let band = 1; band < count; band++) {
    const target = (total * band) / count
    const reach = (total * REACH) / count
    let best: { at: number; score: number } | null = null
    for (const gap of gaps) {
      const off = Math.abs(gap.above - target)
      if (off > reach) continue
      // Wide gaps part things that belong apart; of equal ones the nearest.
      const score = Math.min(gap.y1 - gap.y0, 3 * letterHeight) * (1.2 - off / reach)
      if (best === null || score > best.score) best = { at: (gap.y0 + gap.y1) >> 1, score }
    }
    if (best !== null && best.at > (cuts.at(-1) ?? 0)) cuts.push(best.at)
  }
  return [0, ...cuts].map((y0, index) => ({ y0, y1: cuts[index] ?? height }))
}

/** The band's own rows; shares the page's pixels. */
export function bandRaster(raster: GrayRaster, { y0, y1 }: Band): GrayRaster {
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
