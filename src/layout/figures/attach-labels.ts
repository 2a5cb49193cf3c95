/**
 * Extends drawings over their labels: ticks and titles of axes, legends, values next to bars, a title. Prose and captions
 * are not labels, nor is anything beyond them.
 */
import {
  area,
  type Box,
  center,
  contains,
  coverage,
  grow,
  height,
  overlapArea,
  overlapX,
  overlapY,
  type Point,
  union,
  width,
} from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import { isWhite } from '../rulings.ts'
import type { Line } from '../state.ts'
import { beginsWithLabel } from '../text/caption-labels.ts'
import { addWeight, mostFrequent, roundSize } from '../text/text-style.ts'
import { captionBelow, labelsAboveCaption } from './captioned-drawings.ts'

/** Maximum gap between a drawing and its labels, in em of body text. */
const MAX_GAP_EM = 1.6
/** The same at the sides, where the next column may begin. */
const MAX_SIDE_GAP_EM = 1
/** The same for rotated axis titles, which are outside the ticks. */
const MAX_ROTATED_GAP_EM = 3.5
/** The same for legends with color keys. */
const MAX_LEGEND_GAP_EM = 6
/** Maximum lengths of labels, of names of bars, and of labels at the sides, in characters. */
const MAX_CHARS = 40
const MAX_NAME_CHARS = 60
const MAX_SIDE_CHARS = 30
/** Maximum sizes of labels and titles, as multiples of the body size. */
const MAX_SIZE_RATIO = 1.1
const MAX_TITLE_RATIO = 1.5
/** Maximum width and height of a legend key, in em. */
const MAX_KEY_WIDTH_EM = 2.6
const MAX_KEY_HEIGHT_EM = 1.3
/** Maximum gap between a legend key and its words, in em. */
const MAX_KEY_GAP_EM = 1.2
/** Minimum number of keys of different colors in a legend: one is a bullet. */
const MIN_KEYS = 2
/** Minimum number of aligned labels on an axis. */
const MIN_TICKS = 3
/** Alignment tolerance of these labels, and their maximum gap to the drawing, in em. */
const ALIGNMENT_EM = 0.35
const MAX_AXIS_GAP_EM = 2
/** Maximum line spacing of text, in em. */
const MAX_LINE_SPACING_EM = 1.5
/** A list: minimum number of lines, minimum length of the longest one in characters, maximum line spacing in em. */
const MIN_ITEMS = 3
const MIN_ITEM_CHARS = 20
const MAX_ITEM_SPACING_EM = 2
/** Layers of labels: ticks, axis titles, a title. */
const MAX_LAYERS = 3

export interface LabelContext {
  readonly lines: readonly Line[]
  /** Indices of lines that are running text. */
  readonly prose: ReadonlySet<number>
  /** Body size in points. */
  readonly size: number
  readonly paths: readonly Path[]
  /** Vector graphics, which are not photos. */
  readonly isDrawing: boolean
  /** The other drawings of the page, which keep the labels nearer to them. */
  readonly others: readonly Box[]
}

/** The box with its labels. Images have labels only if they have an axis. */
export function attachLabels(box: Box, context: LabelContext): Box {
  const { lines, prose, size } = context
  const isNearest = (line: Line): boolean =>
    isRotated(line) || !context.others.some((other) => gapBetween(line.box, other) < gapBetween(line.box, box))
  const free = lines.filter((line, index) => !prose.has(index) && !beginsWithLabel(line.text) && isNearest(line))
  const text = lines.filter((_, index) => prose.has(index))
  const blocked = lines
    .filter((line, index) => prose.has(index) || beginsWithLabel(line.text))
    .map((line) => center(line.box))
  const extend = (from: Box, labels: readonly Box[]): Box => extendOver(from, labels, blocked)
  const axes = findAxisLabels(box, free, size)
  if (!context.isDrawing && axes.length === 0) return box
  const items = findListLines(free.filter((line) => !contains(box, center(line.box))))
  let grown = extend(box, axes)
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const current = grown
    const labels = free.filter(
      (line) =>
        (isNear(line, current, size) && !items.has(line)) ||
        isAtSide(line, { box: current, size, free }) ||
        isRotatedTitle(line, current, context),
    )
    grown = extend(
      current,
      labels.map((line) => line.box),
    )
    if (area(grown) === area(current)) break
  }
  const caption = context.isDrawing ? captionBelow(grown, lines) : null
  if (caption !== null) grown = extend(grown, labelsAboveCaption(grown, { free, prose: text }, caption))
  if (context.isDrawing)
    grown = extend(extend(grown, findLegend(grown, context, free)), findTitle(grown, context, free))
  return grown
}

/** The box with the labels that can be added without including these points. */
export function extendOver(box: Box, labels: readonly Box[], blocked: readonly Point[]): Box {
  let grown = box
  for (const label of labels) {
    const next = union(grown, label)
    if (!blocked.some((point) => contains(next, point) && !contains(box, point))) grown = next
  }
  return grown
}

function isNear(line: Line, box: Box, size: number): boolean {
  return (
    line.text.length <= MAX_CHARS &&
    line.size <= size * MAX_SIZE_RATIO &&
    coverage(line.box, grow(box, size * MAX_GAP_EM)) > 0.6
  )
}

/** Next to the drawing, without adjacent lines above and below, which text has. */
function isAtSide(line: Line, { box, size, free }: { box: Box; size: number; free: readonly Line[] }): boolean {
  if (
    line.text.length > MAX_SIDE_CHARS ||
    line.size > size * MAX_SIZE_RATIO ||
    !isBetween(center(line.box).y, box.y0, box.y1)
  )
    return false
  const gap = Math.max(line.box.x0 - box.x1, box.x0 - line.box.x1)
  if (gap < 0 || gap > MAX_SIDE_GAP_EM * size) return false
  return !free.some(
    (other) =>
      other !== line &&
      Math.abs(other.baseline - line.baseline) < MAX_LINE_SPACING_EM * line.size &&
      Math.abs(other.baseline - line.baseline) > 0.5 * line.size &&
      overlapX(other.box, line.box) > 0 &&
      !contains(box, center(other.box)),
  )
}

/** A rotated axis title. Between two drawings it belongs to the right one. */
function isRotatedTitle(line: Line, box: Box, { size, others }: LabelContext): boolean {
  if (!isRotated(line) || line.text.length > MAX_NAME_CHARS) return false
  const isNextTo = (side: number, own: Box): boolean =>
    isBetween(side, -size, MAX_ROTATED_GAP_EM * size) &&
    isBetween(center(line.box).y, own.y0, own.y1) &&
    overlapY(line.box, own) > 0.6 * height(line.box)
  if (isNextTo(box.x0 - line.box.x1, box)) return true
  return isNextTo(line.box.x0 - box.x1, box) && !others.some((other) => isNextTo(other.x0 - line.box.x1, other))
}

/** Font size of most words, in points. Symbols do not count: some plots are drawn with them. */
export function mainFontSize(lines: readonly Line[]): number {
  const weights = new Map<number, number>()
  for (const { text, size } of lines)
    if (/[\p{L}\p{N}]{2}/u.test(text)) addWeight(weights, roundSize(size), text.length)
  return mostFrequent(weights, 10)
}

export function isRotated(line: Line): boolean {
  const first = line.spans[0]
  return first !== undefined && (first.rotation === 90 || first.rotation === 270) && !first.vertical
}

/** Lines of lists: left-aligned unlike axis labels, and longer than ticks. */
function findListLines(free: readonly Line[]): Set<Line> {
  const found = new Set<Line>()
  const sorted = free.filter((line) => !isRotated(line)).sort((a, b) => a.baseline - b.baseline)
  const seen = new Set<Line>()
  for (const first of sorted) {
    if (seen.has(first)) continue
    const run = [first]
    for (const line of sorted) {
      const last = run.at(-1) as Line
      const step = line.baseline - last.baseline
      if (
        step > 0.5 * line.size &&
        step <= MAX_ITEM_SPACING_EM * line.size &&
        Math.abs(line.box.x0 - last.box.x0) <= ALIGNMENT_EM * line.size
      )
        run.push(line)
    }
    for (const line of run) seen.add(line)
    if (run.length >= MIN_ITEMS && run.some((line) => line.text.length >= MIN_ITEM_CHARS))
      for (const line of run) found.add(line)
  }
  return found
}

/** Labels in a row below the drawing, or in a column at one of its sides. */
function findAxisLabels(box: Box, free: readonly Line[], size: number): Box[] {
  const tolerance = ALIGNMENT_EM * size
  const maxGap = MAX_AXIS_GAP_EM * size
  const short = free.filter((line) => !isRotated(line) && line.text.length <= MAX_NAME_CHARS && line.size <= size * 1.3)
  const atHeight = short.filter((line) => isBetween(center(line.box).y, box.y0 - tolerance, box.y1 + tolerance))
  const atWidth = short.filter(
    (line) =>
      isBetween(center(line.box).x, box.x0 - tolerance, box.x1 + tolerance) && line.text.length <= MAX_SIDE_CHARS,
  )
  const groups = [
    largestAlignedGroup(
      atHeight.filter((line) => isBetween(box.x0 - line.box.x1, -tolerance, maxGap)),
      (line) => line.box.x1,
      tolerance,
    ),
    largestAlignedGroup(
      atHeight.filter((line) => isBetween(line.box.x0 - box.x1, -tolerance, maxGap)),
      (line) => line.box.x0,
      tolerance,
    ),
    largestAlignedGroup(
      atWidth.filter((line) => isBetween(line.box.y0 - box.y1, -line.size, maxGap)),
      (line) => line.baseline,
      tolerance,
    ),
  ]
  return groups.filter((group) => isEvenlySpaced(group, box)).flatMap((group) => group.map((line) => line.box))
}

/** The largest group of lines with the same measure. */
function largestAlignedGroup(lines: readonly Line[], measure: (line: Line) => number, tolerance: number): Line[] {
  let best: Line[] = []
  for (const line of lines) {
    const group = lines.filter((other) => Math.abs(measure(other) - measure(line)) <= tolerance)
    if (group.length > best.length) best = group
  }
  return best
}

/** Evenly spaced along a side of the drawing, with more space than lines of text. */
function isEvenlySpaced(group: readonly Line[], box: Box): boolean {
  if (group.length < MIN_TICKS) return false
  const isHorizontal = group.every((line) => Math.abs(line.baseline - (group[0] as Line).baseline) < line.size)
  const positions = group.map((line) => (isHorizontal ? center(line.box).x : center(line.box).y)).sort((a, b) => a - b)
  const steps = positions.slice(1).map((position, index) => position - (positions[index] as number))
  const [minStep, maxStep] = [Math.min(...steps), Math.max(...steps)]
  const size = (group[0] as Line).size
  const length = (positions.at(-1) as number) - (positions[0] as number)
  return (
    minStep > MAX_LINE_SPACING_EM * size &&
    maxStep < 1.5 * minStep &&
    length > 0.5 * (isHorizontal ? width(box) : height(box))
  )
}

/** Keys in the colors of the drawing, with the words after them. */
function findLegend(box: Box, { paths, size }: LabelContext, free: readonly Line[]): Box[] {
  const colors = new Set(
    paths
      .filter((path) => path.opacity > 0 && overlapArea(grow(path.box, 0.1), box) > 0 && isColorful(path.color))
      .map(({ color }) => color),
  )
  if (colors.size === 0) return []
  const reach = grow(box, MAX_LEGEND_GAP_EM * size)
  const keys = paths.filter(
    (path) =>
      colors.has(path.color) &&
      width(path.box) <= MAX_KEY_WIDTH_EM * size &&
      height(path.box) <= MAX_KEY_HEIGHT_EM * size &&
      contains(reach, center(path.box)) &&
      !contains(box, center(path.box)),
  )
  const found = new Map<number, Box[]>()
  for (const { box: key, color } of keys) {
    const centerY = center(key).y
    const words = free.find(
      (line) =>
        line.text.length <= MAX_NAME_CHARS &&
        isBetween(line.box.x0 - key.x1, -0.2 * size, MAX_KEY_GAP_EM * size) &&
        isBetween(centerY, line.box.y0, line.box.y1),
    )
    if (words !== undefined) found.set(color, [...(found.get(color) ?? []), key, words.box])
  }
  return found.size < MIN_KEYS ? [] : [...found.values()].flat()
}

/** A line centered above the drawing, if that is not the center of the text. */
function findTitle(box: Box, { lines, prose, size }: LabelContext, free: readonly Line[]): Box[] {
  const text = lines.filter((_, index) => prose.has(index))
  const left = Math.min(...text.map((line) => line.box.x0))
  const right = Math.max(...text.map((line) => line.box.x1))
  const { x } = center(box)
  if (text.length === 0 || Math.abs(x - (left + right) / 2) < 2 * size) return []
  const line = free.find(
    (other) =>
      other.text.length <= MAX_NAME_CHARS &&
      other.size <= size * MAX_TITLE_RATIO &&
      Math.abs(center(other.box).x - x) < size &&
      other.box.x0 > left + 2 * size &&
      isBetween(box.y0 - other.box.y1, -other.size / 2, MAX_GAP_EM * size),
  )
  return line === undefined ? [] : [line.box]
}

function gapBetween(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, a.x0 - b.x1, b.x0 - a.x1), Math.max(0, a.y0 - b.y1, b.y0 - a.y1))
}

/** Not gray or black, which text and bullets have. */
function isColorful(color: number): boolean {
  const channels = [color >> 16, (color >> 8) & 255, color & 255]
  return !isWhite(color) && Math.max(...channels) - Math.min(...channels) > 40
}

function isBetween(value: number, from: number, to: number): boolean {
  return value >= from && value <= to
}
