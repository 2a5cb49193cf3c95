/**
 * The white between visual rows → where records begin, when cells hold lines set tighter than the records.
 * It refuses rows set evenly, and white that only groups rows which are records already.
 */
import type { SlotRow } from './grid.ts'

/** A gap this much wider than the leading within cells parts two records. */
const recordGap = 1.12
/** Lines of one cell are set at most this far apart. Ems. */
const maxLeadingEm = 1.75
/** Share of records that must begin in the first column. */
const startShare = 0.8
/** Share of further lines that may fill nearly every column: rows that do are records of their own, though some of their cells are empty. */
const fullShare = 0.5
const nearlyAll = 0.75

const middle = (row: SlotRow): number => (row.box.y0 + row.box.y1) / 2

/** Indices of the rows that begin a record, or `null` when the white does not tell. */
export function recordStarts(
  visual: readonly SlotRow[],
  { cols, clash }: { cols: number; clash: (above: SlotRow, row: SlotRow) => boolean },
): ReadonlySet<number> | null {
  if (visual.length < 4) return null
  const pitches = visual.slice(1).map((row, index) => middle(row) - middle(visual[index] as SlotRow))
  const tight = pitches.filter((pitch, index) => pitch > 0.8 * (visual[index] as SlotRow).size && pitch <= maxLeadingEm * (visual[index] as SlotRow).size)
  if (tight.length < Math.max(2, pitches.length * 0.3)) return null
  const leading = [...tight].sort((a, b) => a - b)[Math.floor(tight.length * 0.2)] as number
  const starts = new Set([0])
  let further = 0
  let full = 0
  for (let index = 1; index < visual.length; index++) {
    const row = visual[index] as SlotRow
    if ((pitches[index - 1] as number) > leading * recordGap) starts.add(index)
    else {
      further++
      if (row.slots.length >= (cols > 3 ? cols * nearlyAll : cols) && cols > 1) full++
      if (clash(visual[index - 1] as SlotRow, row)) return null
    }
  }
  if (starts.size < 3 || further < 2 || full > further * fullShare) return null
  const begun = [...starts].filter((index) => (visual[index] as SlotRow).slots[0]?.col === 0 && (visual[index] as SlotRow).slots.length > 1).length
  return begun >= starts.size * startShare ? starts : null
}
