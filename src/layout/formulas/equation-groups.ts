/** A row that holds an equation → its group, and what else stands on that row as text beside it. */

import { toRow } from '../order/layout-items.ts'
import type { Row, TextGroup } from '../state.ts'

/** `make` makes the text group of a row. */
export function equationsOf(row: Row, make: (row: Row) => TextGroup): TextGroup[] {
  return row.lines.map((line) => {
    const group = make(toRow([line]))
    return line.formula === undefined ? group : { ...group, type: 'equation', formula: line.formula, text: line.text }
  })
}
