/**
 * Does a picture show lettering? Pieces of ink that stand side by side on one baseline, on even ground, say yes.
 * A cheap look before a picture is handed to the recognizer: it reads nothing, and photos and textures are refused.
 */

import { type Box, centerY, unionAll } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { findComponents, type Piece } from './letter-size.ts'

/** Letters that can be read are at least this high … */
const LOWEST_PX = 5
/** … and labels of charts and screens no higher than this at the scales pictures are drawn with. */
const HIGHEST_PX = 72
/** Letters are between these as wide as high; two or three may touch. */
const NARROWEST = 0.1
const WIDEST = 3
/** Letters of a word stand this near; heights of letters. */
const LARGEST_GAP = 0.8
/** They may overlap as italics do. */
const LARGEST_OVERLAP = 0.3
/** Their feet differ by less than this, heights of letters … */
const LEVEL = 0.2
/** … and their heights by less than this factor: x-height against ascenders. */
const UNEVEN = 1.8
/** Fewer letters in a row are chance. */
const WORD_LETTERS = 3
/** More pieces than this are grain: a dense screenshot has some thousand letters. */
const MOST_PIECES = 12_000
/** Neighboring pixels that differ by less than this are even: JPEG's ripples around letters are mostly below. */
const EVEN_LEVELS = 6
/** JPEG's ripples reach so far from the letters; heights of a row. */
const RING = 0.4
/** Pixels darker than this on average: light print on dark ground. */
const DARK_GROUND = 110

export interface DetectedText {
  /** Pieces that stand in rows of at least three. */
  readonly letters: number
  /** Median height of those, in pixels; 0 without any. */
  readonly height: number
  /** Share of all pieces of a letter's size that stand in rows. */
  readonly share: number
  /** Share of the pixels around its rows that hardly differ from their neighbors: the ground on which the letters stand. */
  readonly evenness: number
  /** Light print on dark ground. */
  readonly inverted: boolean
  /** Boxes of its rows of at least three letters. */
  readonly rows: readonly Box[]
}

/** Measures a picture's lettering, whichever of ink and ground is darker; `inverted` says it where the ground is neither dark nor light. */
export function detectText(raster: GrayRaster, inverted = meanOf(raster.pixels) < DARK_GROUND): DetectedText {
  const pieces = findComponents(inverted ? invert(raster) : raster).filter(isLetter)
  if (pieces.length > MOST_PIECES)
    return { letters: 0, height: 0, share: 0, evenness: measureEvenness(raster, []), inverted, rows: [] }
  const rows = findRows(pieces).filter((row) => row.length >= WORD_LETTERS)
  const heights = rows.flatMap((row) => row.map(heightOf)).sort((a, b) => a - b)
  const boxes = rows.map(unionAll)
  return {
    letters: heights.length,
    height: heights[heights.length >> 1] ?? 0,
    share: pieces.length === 0 ? 0 : heights.length / pieces.length,
    evenness: measureEvenness(raster, boxes),
    inverted,
    rows: boxes,
  }
}

/** Rows at one height are pieces of one row of print when they stand this far apart; heights of letters. */
const COLUMN_GAP = 1.5
/** Middles of what stands in one row of print differ by less; heights of letters. Descenders and figures lower and raise them. */
const ROW_SPREAD = 0.8
/** Rows of several pieces: fewer, or a smaller share of all, are no table. */
const COLUMN_ROWS = 3
const COLUMN_RATIO = 0.2

/** Whether the lettering may be a table: rows of several pieces, clearly apart. Ticks of an axis are one such row, running text is none. */
export function isInColumns({ rows, height }: DetectedText): boolean {
  const sorted = [...rows].sort((a, b) => centerY(a) - centerY(b))
  let several = 0
  let all = 0
  for (let from = 0; from < sorted.length; ) {
    const first = centerY(sorted[from]!)
    let to = from + 1
    while (to < sorted.length && centerY(sorted[to]!) - first <= height * ROW_SPREAD) to++
    const level = sorted.slice(from, to).sort((a, b) => a.x0 - b.x0)
    all++
    let right = Infinity
    let apart = false
    for (const { x0, x1 } of level) {
      apart ||= x0 - right >= COLUMN_GAP * height
      right = Math.max(right === Infinity ? x1 : right, x1)
    }
    if (apart) several++
    from = to
  }
  return several >= COLUMN_ROWS && several >= all * COLUMN_RATIO
}

/** Black for white. */
export function invert({ width, height, pixels }: GrayRaster): GrayRaster {
  return { width, height, pixels: pixels.map((value) => 255 - value) }
}

function heightOf({ y0, y1 }: Piece): number {
  return y1 - y0
}

function isLetter(piece: Piece): boolean {
  const height = heightOf(piece)
  const width = piece.x1 - piece.x0
  return height >= LOWEST_PX && height <= HIGHEST_PX && width >= height * NARROWEST && width <= height * WIDEST
}

/** Rows of letters that follow each other on one baseline. Rows are looked up by the height of their foot, so that many pieces stay cheap. */
function findRows(pieces: readonly Piece[]): Piece[][] {
  const ordered = [...pieces].sort((a, b) => a.x0 - b.x0 || a.y1 - b.y1)
  const rows: Piece[][] = []
  /** Rows by the foot of their last letter. */
  const byFoot = new Map<number, Piece[][]>()
  for (const piece of ordered) {
    const row = findRow(piece, byFoot)
    if (row === null) {
      const begun = [piece]
      rows.push(begun)
      keep(begun, piece.y1, byFoot)
    } else {
      const before = row.at(-1)?.y1
      row.push(piece)
      if (before !== piece.y1) keep(row, piece.y1, byFoot)
    }
  }
  return rows
}

function keep(row: Piece[], foot: number, byFoot: Map<number, Piece[][]>): void {
  const rows = byFoot.get(foot)
  if (rows === undefined) byFoot.set(foot, [row])
  else rows.push(row)
}

function findRow(piece: Piece, byFoot: Map<number, Piece[][]>): Piece[] | null {
  const reach = Math.max(1, Math.round(heightOf(piece) * LEVEL))
  for (let step = 0; step <= reach; step++)
    for (const foot of step === 0 ? [piece.y1] : [piece.y1 - step, piece.y1 + step]) {
      const rows = byFoot.get(foot)
      if (rows === undefined) continue
      // Rows that ended too far to the left, or whose last letter has another foot by now, never come back.
      const open = rows.filter((row) => {
        const last = row.at(-1)
        return last !== undefined && last.y1 === foot && piece.x0 - last.x1 <= HIGHEST_PX * LARGEST_GAP
      })
      if (open.length < rows.length) byFoot.set(foot, open)
      const found = open.find((row) => follows(row.at(-1) ?? piece, piece))
      if (found !== undefined) return found
    }
  return null
}

function follows(last: Piece, next: Piece): boolean {
  const [low, high] = [Math.min(heightOf(last), heightOf(next)), Math.max(heightOf(last), heightOf(next))]
  const gap = next.x0 - last.x1
  return high <= low * UNEVEN && gap <= high * LARGEST_GAP && gap >= -high * LARGEST_OVERLAP
}

/** Share of the pixels that hardly differ from their neighbors, those of rows of letters and close around them aside: 0 to 1. */
export function measureEvenness({ width, height, pixels }: GrayRaster, rows: readonly Box[]): number {
  const isRow = new Uint8Array(pixels.length)
  for (const { x0, y0, x1, y1 } of rows) {
    const ring = Math.round((y1 - y0) * RING)
    const [left, right] = [Math.max(0, x0 - ring), Math.min(width, x1 + ring)]
    for (let y = Math.max(0, y0 - ring); y < Math.min(height, y1 + ring); y++)
      isRow.fill(1, y * width + left, y * width + right)
  }
  let even = 0
  let count = 0
  for (let y = 0; y + 1 < height; y += 2)
    for (let x = 0, at = y * width; x + 1 < width; x++, at++) {
      if (isRow[at] === 1) continue
      const value = pixels[at]!
      count += 1
      if (Math.abs(value - pixels[at + 1]!) < EVEN_LEVELS && Math.abs(value - pixels[at + width]!) < EVEN_LEVELS)
        even += 1
    }
  return count === 0 ? 1 : even / count
}

function meanOf(pixels: Uint8Array): number {
  let sum = 0
  for (const value of pixels) sum += value
  return pixels.length === 0 ? 255 : sum / pixels.length
}
