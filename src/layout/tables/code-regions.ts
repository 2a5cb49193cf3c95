/** Finds boxes of program text, whose frames and backgrounds look like the rulings of a table. */
import { type Box, center, contains, grow, width } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import type { Line, Ruling } from '../state.ts'
import { findTextBoxes } from '../text/text-boxes.ts'

/** Minimum excess of the box over its only line; highlighted words have none. */
const MIN_EXCESS_EM = 4
/** Maximum distance of a frame from its background, in points. */
const FRAME_DISTANCE = 3

const lineNumber = /^\d{1,4}$/

interface CodeRegions {
  readonly boxes: readonly Box[]
  /** Indices of the lines in the boxes. */
  readonly lines: ReadonlySet<number>
}

/** Cells of a table are next to each other, unlike lines of code and their numbers. */
export function findCodeRegions(lines: readonly Line[], paths: readonly Path[]): CodeRegions {
  const monospaced = lines.some(isMonospaced)
  const found = { boxes: [] as Box[], lines: new Set<number>() }
  for (const box of monospaced ? findTextBoxes(paths) : []) {
    const inside = lines.flatMap((line, index) => (contains(box, center(line.box)) ? [index] : []))
    if (
      !isCode(
        inside.map((index) => lines[index]!),
        box,
      )
    )
      continue
    found.boxes.push(grow(box, FRAME_DISTANCE))
    for (const index of inside) found.lines.add(index)
  }
  return found
}

function isCode(lines: readonly Line[], box: Box): boolean {
  const [first, second] = lines
  if (first === undefined || !lines.every(isMonospaced)) return false
  if (second === undefined) return width(box) >= width(first.box) + MIN_EXCESS_EM * first.size
  const sorted = lines.filter(({ text }) => !lineNumber.test(text)).sort((a, b) => a.box.y0 - b.box.y0)
  return sorted.every((line, at) => at === 0 || center(line.box).y > sorted[at - 1]!.box.y1)
}

function isMonospaced({ spans }: Line): boolean {
  return spans.length > 0 && spans.every(({ font }) => font.mono)
}

export function isInRegion({ horizontal, position, from, to }: Ruling, boxes: readonly Box[]): boolean {
  const [x0, y0, x1, y1] = horizontal ? [from, position, to, position] : [position, from, position, to]
  return boxes.some((box) => x0 >= box.x0 && x1 <= box.x1 && y0 >= box.y0 && y1 <= box.y1)
}
