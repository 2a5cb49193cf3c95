/** Splits numeric columns with no more than a space between them. Words are not split: there, aligned spaces are chance. */
import { centerX } from '../../../model/geometry.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { segmentOf } from '../text-rows.ts'
import type { Segment, Separator, TextRow, Word } from '../types.ts'
import { columnRows, findSeparators } from './columns.ts'

/** Minimum number of rows that show a gap: over fewer rows, gaps occur by chance. */
const MIN_ROWS = 4
/** Part of the segments over a gap with numbers on both sides. */
const MIN_NUMERIC_RATIO = 0.6
/** Part of the words after a gap that are three digits where spaces separate thousands. */
const MIN_THOUSANDS_RATIO = 0.7

/** The rows with split segments; `null` if there is nothing to split. */
export function splitDenseNumericColumns(rows: readonly TextRow[], size: number): TextRow[] | null {
  if (rows.length < MIN_ROWS) return null
  const core = columnRows(rows.map((row) => ({ ...row, segments: splitAtSpaces(row.words) })))
  if (core.length < MIN_ROWS) return null
  const gaps = findSeparators(core, size).filter((gap) => separatesNumbers(gap, rows) && !separatesThousands(gap, core))
  if (gaps.length === 0) return null
  return rows.map((row) => ({ ...row, segments: row.segments.flatMap((segment) => splitSegment(segment, gaps)) }))
}

function separatesNumbers(gap: Separator, rows: readonly TextRow[]): boolean {
  const crossing = rows.flatMap((row) => row.segments).filter((segment) => isOver(segment, gap))
  const numeric = crossing.filter((segment) => {
    const [left, right] = splitSegment(segment, [gap])
    return (
      right !== undefined && isNumeric(rowText(left!.words.slice(-1))) && isNumeric(rowText(right.words.slice(0, 1)))
    )
  })
  return numeric.length >= MIN_ROWS && numeric.length >= crossing.length * MIN_NUMERIC_RATIO
}

function separatesThousands({ x1 }: Separator, rows: readonly TextRow[]): boolean {
  const next = rows.flatMap(({ words }) => words.find(({ box }) => box.x0 >= x1 - 0.1) ?? [])
  return next.filter(({ text }) => /^\d{3}$/.test(text)).length >= next.length * MIN_THOUSANDS_RATIO
}

function splitAtSpaces(words: readonly Word[]): Segment[] {
  const runs: Word[][] = []
  for (const word of words) {
    const last = runs.at(-1)
    if (last !== undefined && word.glued) last.push(word)
    else runs.push([word])
  }
  return runs.map(segmentOf)
}

function splitSegment(segment: Segment, gaps: readonly Separator[]): Segment[] {
  const inside = gaps.filter((gap) => isOver(segment, gap))
  if (inside.length === 0) return [segment]
  const column = (word: Word): number => inside.filter(({ x0, x1 }) => centerX(word.box) > (x0 + x1) / 2).length
  return [...Map.groupBy(segment.words, column).values()].map(segmentOf)
}

function isOver({ box }: Segment, { x0, x1 }: Separator): boolean {
  return x0 > box.x0 - 0.1 && x1 < box.x1 + 0.1
}
