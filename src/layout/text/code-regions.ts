/** Finds boxes of program text, whose frames are neither rulings nor drawings. */
import { cached } from '../../model/cached.ts'
import { type Box, centerY, containsBox, containsCenter, gapX, grow, overlapY, width } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import type { Line, Ruling } from '../state.ts'
import { findTextBoxes } from './find-text-boxes.ts'

/** Minimum excess of the box over its only line; highlighted words have none. */
const MIN_EXCESS_EM = 4
/** Maximum fraction of rows with a wide space. */
const MAX_SPLIT_RATIO = 0.4
/** Maximum distance of a frame from its background, in points. */
const FRAME_DISTANCE = 4

export const lineNumber = /^\d{1,4}$/

interface CodeRegions {
  readonly boxes: readonly Box[]
  /** Indices of the lines in the boxes. */
  readonly lines: ReadonlySet<number>
}

const regionsByLines = new WeakMap<readonly Line[], CodeRegions>()

/** Cached by lines, which belong to one page. */
export function findCodeRegions(lines: readonly Line[], paths: readonly Path[]): CodeRegions {
  return cached(regionsByLines, lines, () => detectRegions(lines, paths))
}

function detectRegions(lines: readonly Line[], paths: readonly Path[]): CodeRegions {
  const found = { boxes: [] as Box[], lines: new Set<number>() }
  const boxes = (lines.some(isMonospaced) ? findTextBoxes(paths) : []).map((box) => ({
    box,
    inside: lines.flatMap((line, index) => (containsCenter(box, line.box) ? [{ line, index }] : [])),
  }))
  const others = boxes.filter(({ inside }) => !inside.every(({ line }) => isMonospaced(line)))
  for (const { box, inside } of boxes) {
    const own = inside.map(({ line }) => line)
    // Cells of a column may be monospaced.
    if (!isCode(own, box) || others.some((other) => areAdjacent(box, other.box))) continue
    found.boxes.push(grow(box, FRAME_DISTANCE))
    for (const { index } of inside) found.lines.add(index)
  }
  return found
}

function areAdjacent(a: Box, b: Box): boolean {
  return Math.abs(gapX(a, b)) <= FRAME_DISTANCE && overlapY(a, b) > FRAME_DISTANCE
}

/** Cells of a table are next to each other, unlike lines of code and their numbers; some lines have wide spaces. */
function isCode(lines: readonly Line[], box: Box): boolean {
  const [first, second] = lines
  if (first === undefined || !lines.every((line) => isMonospaced(line) || lineNumber.test(line.text))) return false
  if (second === undefined) return isMonospaced(first) && exceedsLine(box, first)
  const sorted = lines.filter(({ text }) => !lineNumber.test(text)).sort((a, b) => a.box.y0 - b.box.y0)
  const split = sorted.filter((line, at) => at > 0 && centerY(line.box) <= sorted[at - 1]!.box.y1).length
  return sorted.length > 0 && split <= MAX_SPLIT_RATIO * (sorted.length - split)
}

export function exceedsLine(box: Box, line: { readonly box: Box; readonly size: number }): boolean {
  return width(box) >= width(line.box) + MIN_EXCESS_EM * line.size
}

/** Without the number of the line, which may be in another font. */
function isMonospaced({ spans }: Line): boolean {
  const text = spans.length > 1 && lineNumber.test(spans[0]!.text.trim()) ? spans.slice(1) : spans
  return text.length > 0 && text.every(({ font }) => font.mono)
}

export function isInRegion({ horizontal, position, from, to }: Ruling, boxes: readonly Box[]): boolean {
  const ruling = horizontal
    ? { x0: from, y0: position, x1: to, y1: position }
    : { x0: position, y0: from, x1: position, y1: to }
  return boxes.some((box) => containsBox(box, ruling))
}
