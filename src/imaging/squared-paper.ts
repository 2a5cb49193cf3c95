import type { GrayRaster } from '../model/raster.ts'
import { median } from '../model/statistics.ts'
import type { PixelRuling } from './remove-rulings.ts'

/** Minimum lines in each direction; tables with square cells have fewer. */
const MIN_LINES = 12
/** Minimum fraction of the page that each line, and each set of lines, covers. */
const MIN_LINE_COVERAGE = 0.5
const MIN_PAGE_COVERAGE = 0.8
/** Maximum distance of two parts of a line in pixels. */
const MAX_LINE_OFFSET = 4
/** Tolerance of the distances as a fraction, and the minimum fraction of distances within it. */
const PITCH_TOLERANCE = 0.1
const MIN_REGULAR_RATIO = 0.8
/** Maximum distance in multiples of the pitch: a few lines are hidden by text, but a wide column is that of a table. */
const MAX_GAP = 3.5

/** Whether the rulings are those of the paper: lines in both directions at one distance, over the whole page. */
export function isSquaredPaper(rulings: readonly PixelRuling[], { width, height }: GrayRaster): boolean {
  const rows = rulings.flatMap(({ horizontal, box }) =>
    horizontal ? [{ at: (box.y0 + box.y1) / 2, length: box.x1 - box.x0 }] : [],
  )
  const columns = rulings.flatMap(({ horizontal, box }) =>
    horizontal ? [] : [{ at: (box.x0 + box.x1) / 2, length: box.y1 - box.y0 }],
  )
  const rowPitch = pitchOf(rows, { extent: height, lineLength: width })
  const columnPitch = pitchOf(columns, { extent: width, lineLength: height })
  return rowPitch !== null && columnPitch !== null && isNear(rowPitch, columnPitch)
}

/** Returns the regular distance of the lines, or `null`. */
function pitchOf(
  parts: readonly { readonly at: number; readonly length: number }[],
  { extent, lineLength }: { extent: number; lineLength: number },
): number | null {
  const lines: { at: number; length: number }[] = []
  for (const part of parts.toSorted((a, b) => a.at - b.at)) {
    const line = lines.at(-1)
    if (line !== undefined && part.at - line.at <= MAX_LINE_OFFSET) line.length += part.length
    else lines.push({ ...part })
  }
  const positions = lines.flatMap(({ at, length }) => (length >= MIN_LINE_COVERAGE * lineLength ? [at] : []))
  if (positions.length < MIN_LINES || positions.at(-1)! - positions[0]! < MIN_PAGE_COVERAGE * extent) return null
  const gaps = positions.slice(1).map((at, index) => at - positions[index]!)
  const pitch = median(gaps) ?? 0
  const regular = gaps.filter((gap) => isNear(gap, pitch)).length
  return regular >= MIN_REGULAR_RATIO * gaps.length && Math.max(...gaps) <= MAX_GAP * pitch ? pitch : null
}

function isNear(distance: number, pitch: number): boolean {
  return Math.abs(distance - pitch) <= PITCH_TOLERANCE * pitch
}
