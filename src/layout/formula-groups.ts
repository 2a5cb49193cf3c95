/** A row that holds an equation → its group, and what else stands on that row as text beside it. */

import { toRow } from './atoms.ts'
import type { Row, TextGroup } from './draft.ts'
import { makeGroup } from './paragraphs.ts'

export function equationsOf(row: Row, region: number): TextGroup[] {
  return row.lines.map((line) => {
    const group = makeGroup([toRow([line])], region)
    return line.formula === undefined ? group : { ...group, type: 'equation', formula: line.formula, text: line.text }
  })
}
