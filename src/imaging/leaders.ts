/**
 * Rows of one small sign over and over (dot leaders, dashed rules, rows of asterisks) among the pieces of ink of a page.
 * The recognizer takes them for words of e, o and s, and what stands beside them suffers; so they are taken out before it looks.
 */
import { type Box, centerX, centerY } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import type { Piece } from './letter-size.ts'

/** Shorter rows are an ellipsis, a blacked-out word, chance. */
const FEWEST_DOTS = 6
const FEWEST_SIGNS = 10
/** A dot or dash is lower than this … */
const DOT_HEIGHT = 0.4
const DOT_WIDTH = 1
/** … an asterisk or an equals sign's dash no larger than this; letter heights. */
const SIGN_SIZE = 0.85
/** The least that is a sign and no grain. */
const LEAST_PX = 2
/** Neighbors stand this far apart at most, middle to middle; letter heights. */
const LARGEST_PITCH = 1.6
/** How far a neighbor's middle may be higher or lower, letter heights: the page may lie askew. */
const LEVEL = 0.12
/** Signs of one row differ in size by no more than this share, or two pixels. */
const SAME_SIZE = 0.3
const SAME_PX = 2
/** The distance of neighbors is the usual one of their row, or a small multiple where signs are missing; shares of it. */
const PITCH_SPREAD = 0.25
const MISSING = 3
/** A row of signs that may be letters, too, has one shape: mean likeness of each to the one before it (share of ink in common of the ink of both). */
const ALIKE = 0.6
/** Around a row of dots there is no other ink up to this distance, letter heights: dots of a dotted typeface have some. */
const FREE_ABOVE = 0.3
/** Signs other than dots stand alone in their row: masked numbers (****1234) are text. Nearest letters are this far away; letter heights. */
const FREE_BESIDE = 2
/** So many signs may have other ink near: a pen's stroke, the crossing of a stamp. */
const CROWDED_RATIO = 0.15

export interface LeaderRun {
  /** Pixels. */
  readonly box: Box
  /** What was found in it, from left to right. */
  readonly pieces: readonly Piece[]
  /** Dots (or dashes as low as they), which may lead from a label to its number; else a rule made of signs. */
  readonly dots: boolean
}

/** Rows of fillers. `letterHeight` is the usual one of the page, in pixels; `threshold` told the pieces from paper. */
export function findLeaders(
  raster: GrayRaster,
  { pieces, letterHeight, threshold }: { pieces: readonly Piece[]; letterHeight: number; threshold: number },
): LeaderRun[] {
  const small = pieces.filter((piece) => isSmall(piece, letterHeight)).sort((a, b) => a.x0 - b.x0)
  if (small.length < FEWEST_DOTS) return []
  const rows = linkRows(small, letterHeight).flatMap(partByPitch)
  const fillers = rows.flatMap((row): LeaderRun[] => {
    const dots = row.every((piece) => heightOf(piece) <= letterHeight * DOT_HEIGHT)
    if (row.length < (dots ? FEWEST_DOTS : FEWEST_SIGNS)) return []
    return dots || likeness(raster, row, threshold) >= ALIKE ? [{ box: boxAround(row), pieces: row, dots }] : []
  })
  if (fillers.length === 0) return []
  const own = new Set(fillers.flatMap((filler) => filler.pieces))
  const others = pieces.filter(
    (piece) => !own.has(piece) && heightOf(piece) >= letterHeight * DOT_HEIGHT && heightOf(piece) <= letterHeight * 4,
  )
  return fillers.filter((filler) => isFree(filler, others, letterHeight))
}

function isSmall({ x0, y0, x1, y1 }: Piece, letterHeight: number): boolean {
  const [wide, high] = [x1 - x0, y1 - y0]
  if (wide < LEAST_PX || high < LEAST_PX) return false
  return high <= letterHeight * DOT_HEIGHT
    ? wide <= letterHeight * DOT_WIDTH
    : Math.max(wide, high) <= letterHeight * SIGN_SIZE
}

/** Each piece followed by its nearest like one to the right. */
function linkRows(pieces: readonly Piece[], letterHeight: number): Piece[][] {
  const level = Math.max(1, letterHeight * LEVEL)
  const byHeight = Map.groupBy(pieces.keys(), (index) => Math.floor(centerY(pieces[index]!) / level))
  const taken = new Set<number>()
  const follow = (index: number): number | null => {
    const piece = pieces[index]!
    const cell = Math.floor(centerY(piece) / level)
    let best: number | null = null
    const farthest = piece.x1 + letterHeight * LARGEST_PITCH
    for (const candidates of [cell - 1, cell, cell + 1].map((at) => byHeight.get(at) ?? []))
      for (
        let at = firstAfter(candidates, index);
        at < candidates.length && pieces[candidates[at]!]!.x0 <= farthest;
        at++
      ) {
        const candidate = candidates[at]!
        const other = pieces[candidate]!
        if (
          taken.has(candidate) ||
          other.x0 < piece.x1 ||
          centerX(other) - centerX(piece) > letterHeight * LARGEST_PITCH
        )
          continue
        if (Math.abs(centerY(other) - centerY(piece)) > level || !isAlike(piece, other)) continue
        if (best === null || other.x0 < pieces[best]!.x0) best = candidate
      }
    return best
  }
  return [...pieces.keys()].flatMap((start) => {
    if (taken.has(start)) return []
    const row: Piece[] = []
    for (let at: number | null = start; at !== null; at = follow(at)) {
      taken.add(at)
      row.push(pieces[at]!)
    }
    return row.length < FEWEST_DOTS ? [] : [row]
  })
}

/** The place of the first of rising numbers that is greater. */
function firstAfter(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const half = (from + to) >> 1
    if (numbers[half]! > limit) to = half
    else from = half + 1
  }
  return from
}

function isAlike(a: Piece, b: Piece): boolean {
  const near = (one: number, other: number): boolean =>
    Math.abs(one - other) <= Math.max(SAME_PX, SAME_SIZE * Math.max(one, other))
  return near(a.x1 - a.x0, b.x1 - b.x0) && near(heightOf(a), heightOf(b))
}

/** Parts of a row in which neighbors are evenly apart. */
function partByPitch(row: readonly Piece[]): Piece[][] {
  const pitches = row.slice(1).map((piece, index) => centerX(piece) - centerX(row[index]!))
  const usual = pitches.toSorted((a, b) => a - b)[pitches.length >> 1]!
  const parts: Piece[][] = [[row[0]!]]
  for (const [index, pitch] of pitches.entries()) {
    const steps = Math.round(pitch / usual)
    const even = steps >= 1 && steps <= MISSING && Math.abs(pitch - steps * usual) <= usual * PITCH_SPREAD
    if (even) parts.at(-1)!.push(row[index + 1]!)
    else parts.push([row[index + 1]!])
  }
  return parts
}

/** Ink in common of neighbors laid upon each other, by the corner of their boxes; mean over the row. */
function likeness({ width, pixels }: GrayRaster, row: readonly Piece[], threshold: number): number {
  let sum = 0
  for (let index = 1; index < row.length; index++) {
    const [a, b] = [row[index - 1]!, row[index]!]
    let both = 0
    let either = 0
    for (let y = 0; y < Math.max(heightOf(a), heightOf(b)); y++)
      for (let x = 0; x < Math.max(a.x1 - a.x0, b.x1 - b.x0); x++) {
        const inA = y < heightOf(a) && x < a.x1 - a.x0 && pixels[(a.y0 + y) * width + a.x0 + x]! <= threshold
        const inB = y < heightOf(b) && x < b.x1 - b.x0 && pixels[(b.y0 + y) * width + b.x0 + x]! <= threshold
        if (inA && inB) both++
        if (inA || inB) either++
      }
    sum += either === 0 ? 0 : both / either
  }
  return sum / (row.length - 1)
}

/** Paper above and below nearly all of its signs; signs other than dots have none but paper beside them, too. */
function isFree({ box, pieces, dots }: LeaderRun, others: readonly Piece[], letterHeight: number): boolean {
  const near = others.filter(({ y0, y1 }) => y0 < box.y1 + letterHeight && y1 > box.y0 - letterHeight)
  const margin = letterHeight * FREE_ABOVE
  const crowded = pieces.filter((piece) =>
    near.some(
      (other) =>
        other.x0 < piece.x1 && other.x1 > piece.x0 && other.y0 < piece.y1 + margin && other.y1 > piece.y0 - margin,
    ),
  )
  if (crowded.length > pieces.length * CROWDED_RATIO) return false
  const reach = letterHeight * FREE_BESIDE
  return (
    dots ||
    !near.some(
      (other) => other.x0 < box.x1 + reach && other.x1 > box.x0 - reach && other.y0 < box.y1 && other.y1 > box.y0,
    )
  )
}

/** The raster without them, and without the soft edge of a pixel around each. */
export function removeLeaders(raster: GrayRaster, fillers: readonly LeaderRun[]): GrayRaster {
  const { width, height } = raster
  const pixels = raster.pixels.slice()
  for (const { x0, y0, x1, y1 } of fillers.flatMap((filler) => filler.pieces))
    for (let y = Math.max(0, y0 - 1); y < Math.min(height, y1 + 1); y++)
      pixels.fill(255, y * width + Math.max(0, x0 - 1), y * width + Math.min(width, x1 + 1))
  return { width, height, pixels }
}

function boxAround(row: readonly Piece[]): Box {
  return {
    x0: row[0]!.x0,
    y0: Math.min(...row.map(({ y0 }) => y0)),
    x1: row.at(-1)!.x1,
    y1: Math.max(...row.map(({ y1 }) => y1)),
  }
}

function heightOf({ y0, y1 }: Piece): number {
  return y1 - y0
}
