/**
 * Recognizes rows of a label and a right-aligned amount, such as the totals of a bill. They are too few or too uneven for
 * a table, and each is a separate paragraph.
 */
import type { Row } from '../state.ts'

/** A currency with its number, or a number with decimals, at the end of the row. */
const amount = /[$€£¥₹]\s?[-–−]?\d[\d.,']*\)?$|\d[.,]\d{2}(?:\s?[$€£¥₹]|\s[A-Z]{3})?\)?$/u
/** Maximum difference between the right edges of amounts, in em. */
const EDGE_TOLERANCE_EM = 0.3

/** Whether two consecutive rows are labels with amounts. At least one of them has a gap before its amount. */
export function areAmountRows(above: Row, row: Row): boolean {
  if (above.lines.length < 2 && row.lines.length < 2) return false
  if (Math.abs(above.box.x1 - row.box.x1) > EDGE_TOLERANCE_EM * row.size) return false
  return amount.test(above.text) && amount.test(row.text) && !/^\p{Ll}/u.test(row.text)
}
