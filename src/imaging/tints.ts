/**
 * Filled boxes behind print → their places, and the raster with all print dark on white: cells and bars in colour, headings light on dark.
 * Wants a raster without rulings. Discs, curves and what else is larger than letters are told apart from boxes and left as they are.
 */
import { area, type Box, overlapArea } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { findPieces, type Piece } from './letters.ts'

/** The paper is the lightest level that so much of the raster has. */
const PAPER_SHARE = 0.05
/** Levels nearer than this are one: JPEG's ripples are mostly below. */
const SAME_LEVELS = 6
/** A shape this many letters wide or high is none of the letters; half as much the other way. */
const SHAPE_LETTERS = 2
/** Words whose letters touch are lower than this many letters. */
const DRAWING_LETTERS = 2.5
/** A shape filled so far is a box or a disc: light letters on it leave holes. */
const FILLED_SHARE = 0.6
/** A corner is so much of a side: of a disc's only a few pixels are filled. */
const CORNER_SHARE = 0.1
/** Pixels of soft edge around a box. */
const EDGE_PX = 3
/** Darker boxes carry light print. */
const DARK_LEVEL = 140

export interface Tint {
  /** Pixels. */
  readonly box: Box
  /** Gray level of its ground. */
  readonly level: number
}

export interface Shape {
  /** Pixels. */
  readonly box: Box
  /** A disc or another solid; curves and frames are not. */
  readonly filled: boolean
}

export interface Tints {
  /** Filled boxes, in the order of their first pixel. */
  readonly boxes: readonly Tint[]
  /** Whatever else is larger than letters: curves, discs, frames, letters that touch. */
  readonly others: readonly Shape[]
}

export function findTints(raster: GrayRaster, { letterHeight }: { letterHeight: number }): Tints {
  const whole = { x0: 0, y0: 0, x1: raster.width, y1: raster.height }
  const counts = countLevels(raster, whole)
  const paper = paperOf(counts, raster.pixels.length)
  const smallest = letterHeight * SHAPE_LETTERS
  const isLarge = ({ x0, y0, x1, y1 }: Piece): boolean => Math.max(x1 - x0, y1 - y0) >= smallest && Math.min(x1 - x0, y1 - y0) >= smallest / 2
  const isBox = (marked: GrayRaster, piece: Piece): boolean => isFilled(marked, piece) && cornersOf(piece).every((corner) => isFilled(marked, corner))
  // Level by level: cells of two colours touch, or nearly.
  const boxes = groundLevels(counts, paper, raster.pixels.length).flatMap((level) => {
    const marked = mark(raster, (value) => Math.abs(value - level) < SAME_LEVELS)
    return findPieces(marked).flatMap((box): Tint[] => (isLarge(box) && isBox(marked, box) ? [{ box, level }] : []))
  })
  const tinted = mark(raster, (value) => value <= paper - SAME_LEVELS)
  const others = findPieces(tinted).flatMap((box): Shape[] => {
    const inBoxes = boxes.reduce((sum, other) => sum + overlapArea(other.box, box), 0)
    return Math.min(box.x1 - box.x0, box.y1 - box.y0) >= letterHeight * DRAWING_LETTERS && inBoxes < BOX_SHARE * area(box)
      ? [{ box, filled: isFilled(tinted, box) }]
      : []
  })
  return { boxes, others }
}

/** A shape that is boxes for this much is their ground and their borders. */
const BOX_SHARE = 0.5

function mark(raster: GrayRaster, isMarked: (value: number) => boolean): GrayRaster {
  const to = Uint8Array.from({ length: 256 }, (_, value) => (isMarked(value) ? 0 : 255))
  return { ...raster, pixels: raster.pixels.map((value) => to[value]!) }
}

/** Levels that cells may be painted in: peaks of the histogram below the paper, commonest first. */
function groundLevels(counts: Uint32Array, paper: number, pixels: number): number[] {
  const levels: number[] = []
  const left = counts.slice()
  left.fill(0, Math.max(0, paper - SAME_LEVELS + 1))
  while (levels.length < MOST_LEVELS) {
    const level = commonest(left, 0, 255)
    const [from, to] = [Math.max(0, level - SAME_LEVELS + 1), level + SAME_LEVELS]
    if (left.subarray(from, to).reduce((sum, count) => sum + count, 0) < pixels * LEVEL_SHARE) break
    levels.push(level)
    left.fill(0, from, to)
  }
  return levels
}

/** Fewer pixels are print and edges; more colours are a photo or a map. */
const LEVEL_SHARE = 0.015
const MOST_LEVELS = 5

/** Print on boxes as if it stood on paper; largest boxes first, so that a box on a box ends on white, too. */
export function flattenTints(raster: GrayRaster, { boxes }: Tints): GrayRaster {
  if (boxes.length === 0) return raster
  const { width, height, pixels } = raster
  const flat = pixels.slice()
  for (const { box, level } of [...boxes].sort((a, b) => area(b.box) - area(a.box))) {
    const toWhite = Uint8Array.from({ length: 256 }, (_, value) =>
      level < DARK_LEVEL ? 255 - (Math.max(0, value - level) * 255) / (255 - level) : Math.min(255, (value * 255) / level),
    )
    // The soft edge would stay as a frame.
    const [top, bottom] = [Math.max(0, box.y0 - EDGE_PX), Math.min(height, box.y1 + EDGE_PX)]
    const [left, right] = [Math.max(0, box.x0 - EDGE_PX), Math.min(width, box.x1 + EDGE_PX)]
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const inside = y >= box.y0 && y < box.y1 && x >= box.x0 && x < box.x1
        flat[y * width + x] = inside ? toWhite[pixels[y * width + x]!]! : 255
      }
  }
  return { ...raster, pixels: flat }
}

function countLevels({ width, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box): Uint32Array {
  const counts = new Uint32Array(256)
  for (let y = y0; y < y1; y++) for (let at = y * width + x0; at < y * width + x1; at++) counts[pixels[at]!]!++
  return counts
}

function paperOf(counts: Uint32Array, pixels: number): number {
  for (let level = 255; level > 0; level--) {
    const from = Math.max(0, level - SAME_LEVELS + 1)
    if (counts.subarray(from, level + 1).reduce((sum, count) => sum + count, 0) >= pixels * PAPER_SHARE) return commonest(counts, from, level)
  }
  return 255
}

function commonest(counts: Uint32Array, from: number, to: number): number {
  let best = to
  for (let level = to; level >= from; level--) if (counts[level]! > counts[best]!) best = level
  return best
}

function cornersOf({ x0, y0, x1, y1 }: Box): Box[] {
  const wide = Math.max(2, Math.round((x1 - x0) * CORNER_SHARE))
  const high = Math.max(2, Math.round((y1 - y0) * CORNER_SHARE))
  return [x0, x1 - wide].flatMap((x) => [y0, y1 - high].map((y) => ({ x0: x, y0: y, x1: x + wide, y1: y + high })))
}

function isFilled({ width, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box): boolean {
  let filled = 0
  let count = 0
  for (let y = y0; y < y1; y += 2)
    for (let x = x0; x < x1; x += 2) {
      count++
      if (pixels[y * width + x] === 0) filled++
    }
  return filled >= count * FILLED_SHARE
}
