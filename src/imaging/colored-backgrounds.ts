/**
 * Filled boxes behind print → their places, and the raster with all print dark on white: cells and bars in color, headings light on dark.
 * Discs, curves and what else is larger than letters are told apart from boxes and left as they are.
 */
import { area, type Box, overlapArea } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { findComponents, type Piece } from './letter-size.ts'

/** The paper is the lightest level that so much of the raster has. */
const PAPER_RATIO = 0.05
/** Levels nearer than this are one: JPEG's ripples are mostly below. */
const SAME_LEVELS = 6
/** A shape this many letters wide or high is none of the letters; half as much the other way. */
const SHAPE_LETTERS = 2
/** Words whose letters touch are lower than this many letters. */
const DRAWING_LETTERS = 2.5
/** A box is filled so far at least: letters on it leave holes. */
const FILLED_RATIO = 0.6
/** A box is filled along its four sides, but for soft corners and a letter that touches; a disc along none. Share of a side. */
const SIDE_RATIO = 0.9
/** Pixels of soft edge around a box. */
const EDGE_PX = 3
/** What differs less from its box is no print on it. */
const PRINT_LEVELS = 24
/** Where the print does not tell, boxes darker than this carry light print. */
const DARK_LEVEL = 140
/** Lighter and darker pixels on a box are told apart when one kind is so many times the other: borders between cells are of the other. */
const CLEARLY_MORE = 2

export interface ColoredBox {
  /** Pixels. */
  readonly box: Box
  /** Gray level of its ground. */
  readonly level: number
}

export interface Shape {
  /** Pixels. */
  readonly box: Box
  /** Share of its box that it fills: all of a box with letters that reach over its sides, .79 of a disc, little of curves and frames. */
  readonly filled: number
}

export interface ColoredBackgrounds {
  /** Filled boxes, in the order of their first pixel. */
  readonly boxes: readonly ColoredBox[]
  /** Whatever else is larger than letters: curves, discs, frames, letters that touch. */
  readonly others: readonly Shape[]
}

/** Filled boxes larger than letters. Borders between them may still be there. */
export function findBoxes(raster: GrayRaster, { letterHeight }: { letterHeight: number }): ColoredBox[] {
  const counts = countLevels(raster, { x0: 0, y0: 0, x1: raster.width, y1: raster.height })
  const smallest = letterHeight * SHAPE_LETTERS
  const isLarge = ({ x0, y0, x1, y1 }: Piece): boolean =>
    Math.max(x1 - x0, y1 - y0) >= smallest && Math.min(x1 - x0, y1 - y0) >= smallest / 2
  // Level by level: cells of two colors touch, or nearly.
  return groundLevels(counts, paperOf(counts, raster.pixels.length), raster.pixels.length).flatMap((level) => {
    const marked = mark(raster, (value) => Math.abs(value - level) < SAME_LEVELS)
    return findComponents(marked).flatMap((piece): ColoredBox[] => {
      const box = isLarge(piece) && filledRatio(marked, piece) >= FILLED_RATIO ? withinSides(marked, piece) : null
      return box === null ? [] : [{ box, level }]
    })
  })
}

/** What else is larger than letters; wants a raster without rulings. */
export function findDrawings(
  raster: GrayRaster,
  { letterHeight, boxes }: { letterHeight: number; boxes: readonly ColoredBox[] },
): Shape[] {
  const paper = paperOf(
    countLevels(raster, { x0: 0, y0: 0, x1: raster.width, y1: raster.height }),
    raster.pixels.length,
  )
  const tinted = mark(raster, (value) => value <= paper - SAME_LEVELS)
  return findComponents(tinted).flatMap((box): Shape[] => {
    if (Math.min(box.x1 - box.x0, box.y1 - box.y0) < letterHeight * DRAWING_LETTERS) return []
    const inBoxes = boxes.reduce((sum, other) => sum + overlapArea(other.box, box), 0)
    return inBoxes < BOX_RATIO * area(box) ? [{ box, filled: filledRatio(tinted, box) }] : []
  })
}

/** A shape that is boxes for this much is their ground and their borders. */
const BOX_RATIO = 0.5

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
    if (left.subarray(from, to).reduce((sum, count) => sum + count, 0) < pixels * LEVEL_RATIO) break
    levels.push(level)
    left.fill(0, from, to)
  }
  return levels
}

/** Fewer pixels are print and edges; more colors are a photo or a map. */
const LEVEL_RATIO = 0.015
const MOST_LEVELS = 5

/** Print on boxes as if it stood on paper. What lies between them is left as it is: borders of cells are found on the result. */
export function removeColoredBackgrounds(raster: GrayRaster, boxes: readonly ColoredBox[]): GrayRaster {
  if (boxes.length === 0) return raster
  const { width, pixels } = raster
  const lifted = pixels.slice()
  for (const { box, level } of largestFirst(boxes)) {
    const isLight = hasLightPrint(raster, { box, level })
    const toWhite = Uint8Array.from({ length: 256 }, (_, value) =>
      isLight ? 255 - (Math.max(0, value - level) * 255) / (255 - level) : Math.min(255, (value * 255) / level),
    )
    for (let y = box.y0; y < box.y1; y++)
      for (let at = y * width + box.x0; at < y * width + box.x1; at++) lifted[at] = toWhite[pixels[at]!]!
  }
  return { ...raster, pixels: lifted }
}

/** White around the boxes, where their soft edges would stay as frames. */
export function clearEdges(raster: GrayRaster, boxes: readonly ColoredBox[]): GrayRaster {
  if (boxes.length === 0) return raster
  const { width, height, pixels } = raster
  const cleared = pixels.slice()
  // A box keeps what its larger neighbors cleared.
  for (const { box } of largestFirst(boxes)) {
    const [top, bottom] = [Math.max(0, box.y0 - EDGE_PX), Math.min(height, box.y1 + EDGE_PX)]
    const [left, right] = [Math.max(0, box.x0 - EDGE_PX), Math.min(width, box.x1 + EDGE_PX)]
    for (let y = top; y < bottom; y++) {
      const row = y * width
      if (y < box.y0 || y >= box.y1) cleared.fill(255, row + left, row + right)
      else {
        cleared.fill(255, row + left, row + box.x0)
        cleared.set(pixels.subarray(row + box.x0, row + box.x1), row + box.x0)
        cleared.fill(255, row + box.x1, row + right)
      }
    }
  }
  return { ...raster, pixels: cleared }
}

function largestFirst(boxes: readonly ColoredBox[]): ColoredBox[] {
  return [...boxes].sort((a, b) => area(b.box) - area(a.box))
}

/** Whether what stands on a box is lighter than it: white letters stand on orange as well as on black. */
function hasLightPrint(raster: GrayRaster, { box, level }: ColoredBox): boolean {
  const counts = countLevels(raster, box)
  const sum = (from: number, to: number): number =>
    counts.subarray(Math.max(0, from), Math.max(0, to)).reduce((all, count) => all + count, 0)
  const darker = sum(0, level - PRINT_LEVELS)
  const lighter = sum(level + PRINT_LEVELS, 256)
  if (lighter > darker * CLEARLY_MORE) return true
  return darker > lighter * CLEARLY_MORE ? false : level < DARK_LEVEL
}

function countLevels({ width, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box): Uint32Array {
  const counts = new Uint32Array(256)
  for (let y = y0; y < y1; y++) for (let at = y * width + x0; at < y * width + x1; at++) counts[pixels[at]!]!++
  return counts
}

function paperOf(counts: Uint32Array, pixels: number): number {
  for (let level = 255; level > 0; level--) {
    const from = Math.max(0, level - SAME_LEVELS + 1)
    if (counts.subarray(from, level + 1).reduce((sum, count) => sum + count, 0) >= pixels * PAPER_RATIO)
      return commonest(counts, from, level)
  }
  return 255
}

function commonest(counts: Uint32Array, from: number, to: number): number {
  let best = to
  for (let level = to; level >= from; level--) if (counts[level]! > counts[best]!) best = level
  return best
}

/** The part of a piece within its sides, which are filled all along, a few pixels further in at most; `null` where one is not. */
function withinSides({ width, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box): Box | null {
  const isSide = (start: number, step: number, length: number): boolean => {
    let filled = 0
    for (let index = 0, at = start; index < length; index++, at += step) if (pixels[at] === 0) filled++
    return filled >= length * SIDE_RATIO
  }
  const depths = Array.from({ length: EDGE_PX }, (_, depth) => depth)
  const top = depths.find((depth) => isSide((y0 + depth) * width + x0, 1, x1 - x0))
  const bottom = depths.find((depth) => isSide((y1 - 1 - depth) * width + x0, 1, x1 - x0))
  const left = depths.find((depth) => isSide(y0 * width + x0 + depth, width, y1 - y0))
  const right = depths.find((depth) => isSide(y0 * width + x1 - 1 - depth, width, y1 - y0))
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return null
  return { x0: x0 + left, y0: y0 + top, x1: x1 - right, y1: y1 - bottom }
}

function filledRatio({ width, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box): number {
  let filled = 0
  let count = 0
  for (let y = y0; y < y1; y += 2)
    for (let x = x0; x < x1; x += 2) {
      count++
      if (pixels[y * width + x] === 0) filled++
    }
  return count === 0 ? 0 : filled / count
}
