import { cached } from '../../model/cached.ts'
import { charsOf } from '../../model/character-classes.ts'
import {
  area,
  type Box,
  center,
  clip,
  compareBoxes,
  coverage,
  height,
  overlapArea,
  type Size,
  shortSide,
  union,
  width,
} from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import type { DetectedFigure, Line, PageObjects } from '../state.ts'
import { compareLines } from '../text/lines.ts'
import { medianSize, roundSize } from '../text/text-style.ts'
import { attachLabels } from './attach-labels.ts'
import { nonLabelLines } from './background-shapes.ts'
import { joinBoxes } from './join-boxes.ts'
import { joinSubfigures } from './join-subfigures.ts'
import { findRunningTextLines } from './running-text-lines.ts'
import { visibleImages } from './visible-images.ts'

/** Maximum rounding gap between tiles of one image, in points. */
const MAX_TILE_GAP = 3
/** Relative to the page; smaller images are bullets and icons. */
const MIN_AREA_RATIO = 0.004
/** Relative to a page with text; larger images are its background. */
const MAX_AREA_RATIO = 0.85
/** Minimum side of an image; thinner ones are lines. */
const MIN_SIDE_EM = 1.8
/** Height of the page edges, and maximum area of a logo there. */
const EDGE_HEIGHT_RATIO = 0.08
const MAX_LOGO_RATIO = 0.015
/** Minimum area of a slide background; minimum number and fraction of lines over it. */
const MIN_BACKGROUND_RATIO = 0.4
const MIN_BACKGROUND_LINES = 3
const MIN_BACKGROUND_LINE_RATIO = 0.6

/** Banners of slides: minimum aspect of the page, width and height of the banner, and distance from the page edge. */
const MIN_SLIDE_ASPECT = 1.2
const MIN_BANNER_WIDTH_RATIO = 0.9
const MAX_BANNER_RATIO = 0.2
const MAX_BANNER_DISTANCE_RATIO = 0.15

/** Bleeding images: maximum distance from the page edge in points, and minimum number of sides. */
const MAX_BLEED_DISTANCE = 2
const MIN_BLEED_SIDES = 3
/** Maximum difference of left edges in a column. */
const COLUMN_TOLERANCE_EM = 0.5

/** Watermarks: lines that cross a side, and the ratio of text. */
const MIN_CROSSING_LINES = 4
const MIN_CROSSING_CHARS = 20
const MIN_COVERED_RATIO = 0.35
/** Minimum overlap of parts of one figure, without and with labels. */
const MIN_DRAWING_OVERLAP = 0.05
const MIN_FIGURE_OVERLAP = 0.5
const MAX_LABEL_CHARS = 40

export function findFigures(state: PageObjects): PageObjects {
  const { raw, lines, tables } = state
  if (raw.images.length === 0 && raw.paths.length === 0) return state
  const size = medianSize(lines)
  const page = { x0: 0, y0: 0, x1: raw.width, y1: raw.height }
  const pageArea = area(page)
  const images = joinTiles(
    visibleImages(raw)
      .map(({ box }) => clip(box, page))
      // Otherwise page backgrounds would join all images.
      .filter(
        (box) => box.x1 > box.x0 && box.y1 > box.y0 && (area(box) <= MAX_AREA_RATIO * pageArea || lines.length === 0),
      ),
  ).filter((box) => isContentImage(box, { raw, size, lines, pageArea }))
  const runningText = findRunningTextLines(lines)
  const textLines = new Set(lines.filter((_, index) => runningText.has(index)))
  const { drawings } = state
  const isOutsideTables = (box: Box): boolean =>
    !tables.some((table) => overlapArea(table.box, box) > 0.3 * Math.min(area(table.box), area(box)))
  const boxes = joinOverlapping([...images, ...drawings], MIN_DRAWING_OVERLAP)
    .map((box, at, all) => {
      const isDrawing = drawings.some((other) => overlapArea(other, box) > 0)
      return attachLabels(box, {
        lines,
        prose: runningText,
        size,
        paths: raw.paths,
        isDrawing,
        others: all.filter((_, index) => index !== at),
      })
    })
    .filter(isOutsideTables)
  if (boxes.length === 0) return state
  // Drawings that only share labels stay separate.
  const merged = joinOverlapping(boxes, MIN_FIGURE_OVERLAP).sort(compareBoxes)
  const isLabel = (line: Line): boolean => line.text.length <= MAX_LABEL_CHARS && !textLines.has(line)
  const joined = joinSubfigures(merged, { lines, isLabel, size }).filter(isOutsideTables)
  const claimed = new Set<Line>()
  const figures = joined.map((box): DetectedFigure => {
    const inside = lines.filter((line) => !claimed.has(line) && coverage(line.box, box) > 0.6)
    for (const line of inside) claimed.add(line)
    return { box, text: textOf(inside) }
  })
  return { ...state, figures: [...state.figures, ...figures], lines: lines.filter((line) => !claimed.has(line)) }
}

function joinTiles(boxes: readonly Box[]): Box[] {
  // Joining by rows limits the work on thousands of tiles.
  const joined: Box[] = []
  for (const box of [...boxes].sort(compareBoxes)) {
    const last = joined.at(-1)
    if (last !== undefined && isTile(last, box)) joined[joined.length - 1] = union(last, box)
    else joined.push(box)
  }
  return joinBoxes(joined, isTile)
}

function isTile(a: Box, b: Box): boolean {
  const touches =
    a.x0 <= b.x1 + MAX_TILE_GAP &&
    b.x0 <= a.x1 + MAX_TILE_GAP &&
    a.y0 <= b.y1 + MAX_TILE_GAP &&
    b.y0 <= a.y1 + MAX_TILE_GAP
  if (!touches) return false
  if (overlapArea(a, b) > 0.1 * Math.min(area(a), area(b))) return true
  const sameWidth = Math.abs(a.x0 - b.x0) <= MAX_TILE_GAP && Math.abs(a.x1 - b.x1) <= MAX_TILE_GAP
  const sameHeight = Math.abs(a.y0 - b.y0) <= MAX_TILE_GAP && Math.abs(a.y1 - b.y1) <= MAX_TILE_GAP
  return sameWidth || sameHeight
}

function joinOverlapping(boxes: readonly Box[], minRatio: number): Box[] {
  return joinBoxes(boxes, (a, b) => overlapArea(a, b) > minRatio * Math.min(area(a), area(b)))
}

function isBleeding({ x0, y0, x1, y1 }: Box, page: Size): boolean {
  const distances = [x0, y0, page.width - x1, page.height - y1]
  return distances.filter((distance) => distance <= MAX_BLEED_DISTANCE).length >= MIN_BLEED_SIDES
}

function isBehindColumns(over: readonly Line[], lines: readonly Line[]): boolean {
  const inside = new Set(over)
  const edges = new Map<number, Set<number>>()
  for (const line of lines) {
    if (!inside.has(line)) cached(edges, roundSize(line.size), () => new Set()).add(Math.round(line.box.x0))
  }
  const isContinued = ({ box, size }: Line): boolean =>
    [...(edges.get(roundSize(size)) ?? [])].some((x) => Math.abs(x - box.x0) <= COLUMN_TOLERANCE_EM * size)
  return (
    over.length >= MIN_BACKGROUND_LINES && over.filter(isContinued).length >= MIN_BACKGROUND_LINE_RATIO * over.length
  )
}

function isContentImage(
  box: Box,
  { raw, size, lines, pageArea }: { raw: PageObjects['raw']; size: number; lines: readonly Line[]; pageArea: number },
): boolean {
  const ratio = area(box) / pageArea
  if (ratio < MIN_AREA_RATIO || shortSide(box) < MIN_SIDE_EM * size) return false
  // An image of the whole page is its content.
  if (ratio > MAX_AREA_RATIO && lines.length > 0) return false
  const { y } = center(box)
  const atEdge = y < raw.height * EDGE_HEIGHT_RATIO || y > raw.height * (1 - EDGE_HEIGHT_RATIO)
  if (atEdge && ratio < MAX_LOGO_RATIO) return false
  const over = lines.filter((line) => coverage(line.box, box) > 0.9)
  const isBackground = (): boolean =>
    over.length >= MIN_BACKGROUND_LINE_RATIO * lines.length &&
    nonLabelLines({ box, strokes: [] }, [], over).length >= MIN_BACKGROUND_LINES
  if (ratio > MIN_BACKGROUND_RATIO && isBackground()) return false
  if (isBleeding(box, raw) && isBehindColumns(over, lines)) return false
  if (isSlideBanner(box, raw) && over.some(isHorizontalLine)) return false
  if (isWatermark(box, lines)) return false
  const textChars = charsOf(over)
  const maxTextChars = (area(box) / (size * size)) * 2
  return textChars < maxTextChars * 0.25
}

/** The band behind the title or the footer of a slide. */
function isSlideBanner(box: Box, page: Size): boolean {
  const isAcross = width(box) >= MIN_BANNER_WIDTH_RATIO * page.width && height(box) <= MAX_BANNER_RATIO * page.height
  const isAtEdge = Math.min(box.y0, page.height - box.y1) <= MAX_BANNER_DISTANCE_RATIO * page.height
  return page.width >= MIN_SLIDE_ASPECT * page.height && isAcross && isAtEdge
}

function isWatermark(box: Box, lines: readonly Line[]): boolean {
  const over = lines.filter((line) => isHorizontalLine(line) && overlapArea(line.box, box) > 0)
  const crossing = over.filter(({ box: own, size }) => own.x0 < box.x0 - size !== own.x1 > box.x1 + size)
  if (crossing.filter(({ text }) => text.length >= MIN_CROSSING_CHARS).length < MIN_CROSSING_LINES) return false
  const covered = over.reduce((sum, line) => sum + overlapArea(line.box, box), 0)
  return covered >= MIN_COVERED_RATIO * area(box)
}

function isHorizontalLine({ spans }: Line): boolean {
  return spans.every(isHorizontal)
}

function textOf(lines: readonly Line[]): string {
  return [...lines]
    .sort(compareLines)
    .map((line) => line.text)
    .join(' ')
}
