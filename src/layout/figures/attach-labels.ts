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
import { addWeight, heaviest, roundSize } from '../text/text-style.ts'
import { captionBelow, ownedByCaption } from './captioned-drawings.ts'

/** Maximum gap between a drawing and its labels, in em of body text. */
const nearEm = 1.6
/** The same at the sides, where the next column may begin. */
const besideEm = 1
/** The same for rotated axis titles, which are outside the ticks. */
const turnedEm = 3.5
/** The same for legends with color keys. */
const legendEm = 6
/** Maximum lengths of labels, of names of bars, and of labels at the sides, in characters. */
const maxChars = 40
const maxNameChars = 60
const maxBesideChars = 30
/** Maximum sizes of labels and titles, as multiples of the body size. */
const maxSizeRatio = 1.1
const maxTitleRatio = 1.5
/** Maximum width and height of a legend key, in em. */
const keyWidthEm = 2.6
const keyHeightEm = 1.3
/** Maximum gap between a legend key and its words, in em. */
const keyGapEm = 1.2
/** Minimum number of keys of different colors in a legend: one is a bullet. */
const minKeys = 2
/** Minimum number of aligned labels on an axis. */
const minTicks = 3
/** Alignment tolerance of these labels, and their maximum gap to the drawing, in em. */
const alignedEm = 0.35
const axisGapEm = 2
/** Maximum line spacing of text, in em. */
const tightEm = 1.5
/** A list: minimum number of lines, minimum length of the longest one in characters, maximum line spacing in em. */
const minItems = 3
const minItemChars = 20
const itemEm = 2
/** Layers of labels: ticks, axis titles, a title. */
const rounds = 3

export interface Surroundings {
  readonly lines: readonly Line[]
  /** Indices of lines that are running text. */
  readonly prose: ReadonlySet<number>
  /** Body size in points. */
  readonly size: number
  readonly paths: readonly Path[]
  /** Vector graphics, which are not photos. */
  readonly isArt: boolean
  /** The other drawings of the page, which keep the labels nearer to them. */
  readonly others: readonly Box[]
}

/** The box with its labels. Images have labels only if they have an axis. */
export function withLabels(box: Box, around: Surroundings): Box {
  const { lines, prose, size } = around
  const isOwn = (line: Line): boolean =>
    isOnItsSide(line) || !around.others.some((other) => gapBetween(line.box, other) < gapBetween(line.box, box))
  const free = lines.filter((line, index) => !prose.has(index) && !beginsWithLabel(line.text) && isOwn(line))
  const text = lines.filter((_, index) => prose.has(index))
  const blocked = lines
    .filter((line, index) => prose.has(index) || beginsWithLabel(line.text))
    .map((line) => center(line.box))
  const take = (from: Box, labels: readonly Box[]): Box => growOver(from, labels, blocked)
  const axes = axesOf(box, free, size)
  if (!around.isArt && axes.length === 0) return box
  const items = itemsOf(free.filter((line) => !contains(box, center(line.box))))
  let grown = take(box, axes)
  for (let round = 0; round < rounds; round++) {
    const current = grown
    const labels = free.filter(
      (line) =>
        (isNear(line, current, size) && !items.has(line)) ||
        isBeside(line, { box: current, size, free }) ||
        isTurned(line, current, around),
    )
    grown = take(
      current,
      labels.map((line) => line.box),
    )
    if (area(grown) === area(current)) break
  }
  const caption = around.isArt ? captionBelow(grown, lines) : null
  if (caption !== null) grown = take(grown, ownedByCaption(grown, { free, prose: text }, caption))
  if (around.isArt) grown = take(take(grown, legendOf(grown, around, free)), titleOf(grown, around, free))
  return grown
}

/** The box with the labels that can be added without including these points. */
export function growOver(box: Box, labels: readonly Box[], blocked: readonly Point[]): Box {
  let grown = box
  for (const label of labels) {
    const next = union(grown, label)
    if (!blocked.some((point) => contains(next, point) && !contains(box, point))) grown = next
  }
  return grown
}

function isNear(line: Line, box: Box, size: number): boolean {
  return (
    line.text.length <= maxChars &&
    line.size <= size * maxSizeRatio &&
    coverage(line.box, grow(box, size * nearEm)) > 0.6
  )
}

/** Next to the drawing, without the close lines above and below that text has. */
function isBeside(line: Line, { box, size, free }: { box: Box; size: number; free: readonly Line[] }): boolean {
  if (
    line.text.length > maxBesideChars ||
    line.size > size * maxSizeRatio ||
    !inside(center(line.box).y, box.y0, box.y1)
  )
    return false
  const gap = Math.max(line.box.x0 - box.x1, box.x0 - line.box.x1)
  if (gap < 0 || gap > besideEm * size) return false
  return !free.some(
    (other) =>
      other !== line &&
      Math.abs(other.baseline - line.baseline) < tightEm * line.size &&
      Math.abs(other.baseline - line.baseline) > 0.5 * line.size &&
      overlapX(other.box, line.box) > 0 &&
      !contains(box, center(other.box)),
  )
}

/** A rotated axis title. Between two drawings it belongs to the right one. */
function isTurned(line: Line, box: Box, { size, others }: Surroundings): boolean {
  if (!isOnItsSide(line) || line.text.length > maxNameChars) return false
  const isAtSide = (side: number, own: Box): boolean =>
    inside(side, -size, turnedEm * size) &&
    inside(center(line.box).y, own.y0, own.y1) &&
    overlapY(line.box, own) > 0.6 * height(line.box)
  if (isAtSide(box.x0 - line.box.x1, box)) return true
  return isAtSide(line.box.x0 - box.x1, box) && !others.some((other) => isAtSide(other.x0 - line.box.x1, other))
}

/** Font size of most words, in points. Symbols that plots are drawn with do not count. */
export function typeSize(lines: readonly Line[]): number {
  const weights = new Map<number, number>()
  for (const { text, size } of lines)
    if (/[\p{L}\p{N}]{2}/u.test(text)) addWeight(weights, roundSize(size), text.length)
  return heaviest(weights, 10)
}

export function isOnItsSide(line: Line): boolean {
  const first = line.spans[0]
  return first !== undefined && (first.rotation === 90 || first.rotation === 270) && !first.vertical
}

/** Lines of lists: left-aligned unlike axis labels, and longer than ticks. */
function itemsOf(free: readonly Line[]): Set<Line> {
  const found = new Set<Line>()
  const sorted = free.filter((line) => !isOnItsSide(line)).sort((a, b) => a.baseline - b.baseline)
  const seen = new Set<Line>()
  for (const first of sorted) {
    if (seen.has(first)) continue
    const stack = [first]
    for (const line of sorted) {
      const last = stack.at(-1) as Line
      const step = line.baseline - last.baseline
      if (
        step > 0.5 * line.size &&
        step <= itemEm * line.size &&
        Math.abs(line.box.x0 - last.box.x0) <= alignedEm * line.size
      )
        stack.push(line)
    }
    for (const line of stack) seen.add(line)
    if (stack.length >= minItems && stack.some((line) => line.text.length >= minItemChars))
      for (const line of stack) found.add(line)
  }
  return found
}

/** Labels in a row below the drawing, or in a column at one of its sides. */
function axesOf(box: Box, free: readonly Line[], size: number): Box[] {
  const near = alignedEm * size
  const far = axisGapEm * size
  const short = free.filter((line) => !isOnItsSide(line) && line.text.length <= maxNameChars && line.size <= size * 1.3)
  const atHeight = short.filter((line) => inside(center(line.box).y, box.y0 - near, box.y1 + near))
  const atWidth = short.filter(
    (line) => inside(center(line.box).x, box.x0 - near, box.x1 + near) && line.text.length <= maxBesideChars,
  )
  const groups = [
    alike(
      atHeight.filter((line) => inside(box.x0 - line.box.x1, -near, far)),
      (line) => line.box.x1,
      near,
    ),
    alike(
      atHeight.filter((line) => inside(line.box.x0 - box.x1, -near, far)),
      (line) => line.box.x0,
      near,
    ),
    alike(
      atWidth.filter((line) => inside(line.box.y0 - box.y1, -line.size, far)),
      (line) => line.baseline,
      near,
    ),
  ]
  return groups.filter((group) => isAxis(group, box)).flatMap((group) => group.map((line) => line.box))
}

/** The largest group of lines that agree. */
function alike(lines: readonly Line[], measure: (line: Line) => number, near: number): Line[] {
  let best: Line[] = []
  for (const line of lines) {
    const group = lines.filter((other) => Math.abs(measure(other) - measure(line)) <= near)
    if (group.length > best.length) best = group
  }
  return best
}

/** Evenly spaced along a side of the drawing, with more space than lines of text. */
function isAxis(group: readonly Line[], box: Box): boolean {
  if (group.length < minTicks) return false
  const across = group.every((line) => Math.abs(line.baseline - (group[0] as Line).baseline) < line.size)
  const places = group.map((line) => (across ? center(line.box).x : center(line.box).y)).sort((a, b) => a - b)
  const steps = places.slice(1).map((place, index) => place - (places[index] as number))
  const [least, most] = [Math.min(...steps), Math.max(...steps)]
  const size = (group[0] as Line).size
  const length = (places.at(-1) as number) - (places[0] as number)
  return least > tightEm * size && most < 1.5 * least && length > 0.5 * (across ? width(box) : height(box))
}

/** Keys in the colors of the drawing, with the words after them. */
function legendOf(box: Box, { paths, size }: Surroundings, free: readonly Line[]): Box[] {
  const colors = new Set(
    paths
      .filter((path) => path.opacity > 0 && overlapArea(grow(path.box, 0.1), box) > 0 && isHue(path.color))
      .map(({ color }) => color),
  )
  if (colors.size === 0) return []
  const reach = grow(box, legendEm * size)
  const keys = paths.filter(
    (path) =>
      colors.has(path.color) &&
      width(path.box) <= keyWidthEm * size &&
      height(path.box) <= keyHeightEm * size &&
      contains(reach, center(path.box)) &&
      !contains(box, center(path.box)),
  )
  const found = new Map<number, Box[]>()
  for (const { box: key, color } of keys) {
    const middle = center(key).y
    const words = free.find(
      (line) =>
        line.text.length <= maxNameChars &&
        inside(line.box.x0 - key.x1, -0.2 * size, keyGapEm * size) &&
        inside(middle, line.box.y0, line.box.y1),
    )
    if (words !== undefined) found.set(color, [...(found.get(color) ?? []), key, words.box])
  }
  return found.size < minKeys ? [] : [...found.values()].flat()
}

/** A line centered above the drawing, if that is not the center of the text. */
function titleOf(box: Box, { lines, prose, size }: Surroundings, free: readonly Line[]): Box[] {
  const text = lines.filter((_, index) => prose.has(index))
  const left = Math.min(...text.map((line) => line.box.x0))
  const right = Math.max(...text.map((line) => line.box.x1))
  const { x } = center(box)
  if (text.length === 0 || Math.abs(x - (left + right) / 2) < 2 * size) return []
  const line = free.find(
    (other) =>
      other.text.length <= maxNameChars &&
      other.size <= size * maxTitleRatio &&
      Math.abs(center(other.box).x - x) < size &&
      other.box.x0 > left + 2 * size &&
      inside(box.y0 - other.box.y1, -other.size / 2, nearEm * size),
  )
  return line === undefined ? [] : [line.box]
}

function gapBetween(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, a.x0 - b.x1, b.x0 - a.x1), Math.max(0, a.y0 - b.y1, b.y0 - a.y1))
}

/** Not gray or black, which text and bullets have. */
function isHue(color: number): boolean {
  const parts = [color >> 16, (color >> 8) & 255, color & 255]
  return !isWhite(color) && Math.max(...parts) - Math.min(...parts) > 40
}

function inside(value: number, from: number, to: number): boolean {
  return value >= from && value <= to
}
