/** Finds colored boxes behind text and turns their text dark on white. */
import { area, type Box, overlapArea } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { clamp, sumOf } from '../model/statistics.ts'
import { classifyLevels, findClassComponents, type LevelClasses } from './connected-components.ts'
import { histogramOf } from './contrast.ts'

const MIN_PAPER_RATIO = 0.05
/** In gray levels. */
const LEVEL_TOLERANCE = 6
/** Minimum size of a shape, in letter heights; half of it in the other direction. */
const MIN_SHAPE_SIZE = 2
/** Minimum height of a drawing, in letter heights; words with touching letters are lower. */
const MIN_DRAWING_HEIGHT = 2.5
/** Minimum filled fraction of a box: letters leave holes. */
const MIN_FILLED_RATIO = 0.6
/** Minimum filled fraction of each side of a box; discs have none. */
const MIN_SIDE_RATIO = 0.9
/** Width of a box's soft edge, in letter heights. */
const EDGE_RATIO = 1 / 6
const MAX_EDGE_PX = 3
/** Minimum difference of text from its box, in gray levels. */
const MIN_TEXT_CONTRAST = 24
/** Maximum gray level of a box that has light text if the text is unclear. */
const MAX_DARK_LEVEL = 140
/** Minimum ratio of light to dark pixels, or the reverse: borders add pixels of the other kind. */
const MIN_CLEAR_RATIO = 2

export interface ColoredBox {
  readonly box: Box
  readonly level: number
}

export interface Shape {
  readonly box: Box
  readonly filled: number
}

export interface ColoredBackgrounds {
  readonly boxes: readonly ColoredBox[]
  readonly others: readonly Shape[]
}

export function findColoredBoxes(raster: GrayRaster, { letterHeight }: { letterHeight: number }): ColoredBox[] {
  const counts = histogramOf(raster.pixels)
  const levels = backgroundLevels(counts, paperLevel(counts, raster.pixels.length), raster.pixels.length)
  if (levels.length === 0) return []
  // Cells of two colors may touch, so each level has a class.
  const classes = classifyLevels((value) => 1 + levels.findIndex((level) => Math.abs(value - level) < LEVEL_TOLERANCE))
  const smallest = letterHeight * MIN_SHAPE_SIZE
  const edge = edgeWidth(letterHeight)
  return findClassComponents(raster, classes).flatMap(({ box, class: own }): ColoredBox[] => {
    const [w, h] = [box.x1 - box.x0, box.y1 - box.y0]
    if (Math.max(w, h) < smallest || Math.min(w, h) < smallest / 2) return []
    const marked: Marked = { ...raster, classes, own }
    const inner = filledRatio(marked, box) >= MIN_FILLED_RATIO ? innerBox(marked, box, edge) : null
    return inner === null ? [] : [{ box: inner, level: levels[own - 1]! }]
  })
}

interface Marked extends GrayRaster {
  readonly classes: LevelClasses
  readonly own: number
}

export function findLargeShapes(
  raster: GrayRaster,
  { letterHeight, boxes }: { letterHeight: number; boxes: readonly ColoredBox[] },
): Shape[] {
  const paper = paperLevel(histogramOf(raster.pixels), raster.pixels.length)
  const classes = classifyLevels((value) => (value <= paper - LEVEL_TOLERANCE ? 1 : 0))
  return findClassComponents(raster, classes).flatMap(({ box }): Shape[] => {
    if (Math.min(box.x1 - box.x0, box.y1 - box.y0) < letterHeight * MIN_DRAWING_HEIGHT) return []
    const inBoxes = boxes.reduce((sum, other) => sum + overlapArea(other.box, box), 0)
    return inBoxes < MIN_BOX_RATIO * area(box)
      ? [{ box, filled: filledRatio({ ...raster, classes, own: 1 }, box) }]
      : []
  })
}

/** Minimum fraction of a shape in boxes that makes it their background. */
const MIN_BOX_RATIO = 0.5

function backgroundLevels(counts: Uint32Array, paper: number, pixels: number): number[] {
  const levels: number[] = []
  const left = counts.slice()
  left.fill(0, Math.max(0, paper - LEVEL_TOLERANCE + 1))
  while (levels.length < MAX_LEVELS) {
    const level = mostFrequentLevel(left, 0, 255)
    const [from, to] = [Math.max(0, level - LEVEL_TOLERANCE + 1), level + LEVEL_TOLERANCE]
    if (sumOf(left.subarray(from, to)) < pixels * MIN_LEVEL_RATIO) break
    levels.push(level)
    left.fill(0, from, to)
  }
  return levels
}

/** Minimum fraction of pixels per level (text has less), and maximum levels (photos have more). */
const MIN_LEVEL_RATIO = 0.015
const MAX_LEVELS = 5

/** Pixels between boxes stay: there, cell borders are detected later. */
export function removeColoredBackgrounds(raster: GrayRaster, boxes: readonly ColoredBox[]): GrayRaster {
  if (boxes.length === 0) return raster
  const { width, pixels } = raster
  const result = pixels.slice()
  for (const { box, level } of largestFirst(boxes)) {
    const isLight = hasLightText(raster, { box, level })
    const toWhite = Uint8Array.from({ length: 256 }, (_, value) =>
      isLight ? 255 - (Math.max(0, value - level) * 255) / (255 - level) : Math.min(255, (value * 255) / level),
    )
    for (let y = box.y0; y < box.y1; y++)
      for (let at = y * width + box.x0; at < y * width + box.x1; at++) result[at] = toWhite[pixels[at]!]!
  }
  return { ...raster, pixels: result }
}

function edgeWidth(letterHeight: number): number {
  return clamp(Math.round(letterHeight * EDGE_RATIO), 1, MAX_EDGE_PX)
}

/** Ruling detection would take soft edges for frames. */
export function clearEdges(
  raster: GrayRaster,
  boxes: readonly ColoredBox[],
  { letterHeight }: { letterHeight: number },
): GrayRaster {
  if (boxes.length === 0) return raster
  const edge = edgeWidth(letterHeight)
  const { width, height, pixels } = raster
  const cleared = pixels.slice()
  for (const { box } of largestFirst(boxes)) {
    const [top, bottom] = [Math.max(0, box.y0 - edge), Math.min(height, box.y1 + edge)]
    const [left, right] = [Math.max(0, box.x0 - edge), Math.min(width, box.x1 + edge)]
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

function hasLightText(raster: GrayRaster, { box, level }: ColoredBox): boolean {
  const counts = countLevels(raster, box)
  const darker = sumOf(counts.subarray(0, Math.max(0, level - MIN_TEXT_CONTRAST)))
  const lighter = sumOf(counts.subarray(level + MIN_TEXT_CONTRAST))
  if (lighter > darker * MIN_CLEAR_RATIO) return true
  return darker > lighter * MIN_CLEAR_RATIO ? false : level < MAX_DARK_LEVEL
}

function countLevels({ width, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box): Uint32Array {
  const counts = new Uint32Array(256)
  for (let y = y0; y < y1; y++) for (let at = y * width + x0; at < y * width + x1; at++) counts[pixels[at]!]!++
  return counts
}

function paperLevel(counts: Uint32Array, pixels: number): number {
  for (let level = 255; level > 0; level--) {
    const from = Math.max(0, level - LEVEL_TOLERANCE + 1)
    if (sumOf(counts.subarray(from, level + 1)) >= pixels * MIN_PAPER_RATIO)
      return mostFrequentLevel(counts, from, level)
  }
  return 255
}

function mostFrequentLevel(counts: Uint32Array, from: number, to: number): number {
  let best = to
  for (let level = to; level >= from; level--) if (counts[level]! > counts[best]!) best = level
  return best
}

function innerBox({ width, pixels, classes, own }: Marked, { x0, y0, x1, y1 }: Box, edge: number): Box | null {
  const isSide = (start: number, step: number, length: number): boolean => {
    let filled = 0
    for (let index = 0, at = start; index < length; index++, at += step) if (classes[pixels[at]!] === own) filled++
    return filled >= length * MIN_SIDE_RATIO
  }
  const depths = Array.from({ length: edge }, (_, depth) => depth)
  const top = depths.find((depth) => isSide((y0 + depth) * width + x0, 1, x1 - x0))
  const bottom = depths.find((depth) => isSide((y1 - 1 - depth) * width + x0, 1, x1 - x0))
  const left = depths.find((depth) => isSide(y0 * width + x0 + depth, width, y1 - y0))
  const right = depths.find((depth) => isSide(y0 * width + x1 - 1 - depth, width, y1 - y0))
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return null
  return { x0: x0 + left, y0: y0 + top, x1: x1 - right, y1: y1 - bottom }
}

function filledRatio({ width, pixels, classes, own }: Marked, { x0, y0, x1, y1 }: Box): number {
  let filled = 0
  let count = 0
  for (let y = y0; y < y1; y += 2)
    for (let x = x0; x < x1; x += 2) {
      count++
      if (classes[pixels[y * width + x]!] === own) filled++
    }
  return count === 0 ? 0 : filled / count
}
