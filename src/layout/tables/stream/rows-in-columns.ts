import { startsCaption } from '../captions.ts'
import type { Separator, TextRow } from '../types.ts'

const MIN_GAP_EM = 0.3
const MAX_ROW_GAP_EM = 4
const MAX_GROUP_TITLE_WORDS = 8

/** Includes titles of groups. */
export function rowsInColumns(
  rows: readonly TextRow[],
  { gaps, from, size }: { gaps: readonly Separator[]; from: number; size: number },
): TextRow[] {
  let free = gaps
  let last = -1
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]?.box.y1 ?? from
    if (row.box.y0 - above > MAX_ROW_GAP_EM * size || (row.segments.length === 1 && startsCaption(row))) break
    const left = freeGaps(free, row, size)
    if (left !== null) {
      free = left
      last = at
    } else if (at - last > 1 || row.segments.length > 1 || row.words.length > MAX_GROUP_TITLE_WORDS) break
  }
  return rows.slice(0, last + 1)
}

/** Returns the free part of each gap, or `null` if the row closes one. */
function freeGaps(gaps: readonly Separator[], { segments }: TextRow, size: number): Separator[] | null {
  const left = gaps.map(({ x0, x1 }) => {
    let [from, to] = [x0, x1]
    for (const { box } of segments) {
      if (box.x1 <= from || box.x0 >= to) continue
      if (box.x0 - from > to - box.x1) to = box.x0
      else from = box.x1
    }
    return { x0: from, x1: to }
  })
  return left.every(({ x0, x1 }) => x1 - x0 >= MIN_GAP_EM * size) ? left : null
}
