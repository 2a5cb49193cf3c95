import { toRow } from '../order/layout-items.ts'
import type { Row, TextGroup } from '../state.ts'

export function equationGroups(row: Row, toGroup: (row: Row) => TextGroup): TextGroup[] {
  return row.lines.map((line) => {
    const group = toGroup(toRow([line]))
    return line.formula === undefined ? group : { ...group, type: 'equation', formula: line.formula, text: line.text }
  })
}
