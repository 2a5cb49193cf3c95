/**
 * Rows of a label and an amount at one right edge, such as the sums under a bill: each says something of its own, however
 * close they stand. Too few or too uneven to be a table, they would be read on as lines of one paragraph.
 */
import type { Row } from '../state.ts'

/** A currency with its figure, or a figure with cents, at the end of the row. */
const amount = /[$€£¥₹]\s?[-–−]?\d[\d.,']*\)?$|\d[.,]\d{2}(?:\s?[$€£¥₹]|\s[A-Z]{3})?\)?$/u
/** Figures under each other end at one edge, within this. Ems. */
const edgeEm = 0.3

/** Whether two rows, one above the other, are labels with their amounts: white stands before one of these at least, as in no sentence. */
export function areAmountRows(above: Row, row: Row): boolean {
  if (above.lines.length < 2 && row.lines.length < 2) return false
  if (Math.abs(above.box.x1 - row.box.x1) > edgeEm * row.size) return false
  return amount.test(above.text) && amount.test(row.text) && !/^\p{Ll}/u.test(row.text)
}
