/** Runs a pass on each column of a reference card, so that it finds no table across columns. */
import type { Box } from '../../model/geometry.ts'
import type { LayoutPass, PageObjects, Ruling } from '../state.ts'
import { crossingRulings, isPaired, streamColumns } from './stream-order-columns.ts'

/** The pass sees the lines of each column, and then the lines outside all columns. It may take lines and add tables. */
export function perColumn(pass: LayoutPass<PageObjects>): LayoutPass<PageObjects> {
  return (state) => {
    const columns = streamColumns(state)
    // Without pairs of segments the columns may be those of a table that is written column by column.
    if (columns === null || !columns.every(isPaired)) return pass(state)
    // Tall cells of a ruled table are no columns of the page.
    const isRuled = columns.some((right, index) => {
      const left = columns[index - 1]
      return left !== undefined && crossingRulings(left, right, state.rulings) > 0
    })
    if (isRuled) return pass(state)
    const inColumns = new Set(columns.flatMap(({ lines }) => lines))
    const parts = [
      ...columns.map(({ lines, box }) => ({ lines, rulings: state.rulings.filter((ruling) => isWithin(ruling, box)) })),
      { lines: state.lines.filter((line) => !inColumns.has(line)), rulings: [] },
    ]
    const found = parts.map((part) => pass({ ...state, ...part, tables: [] }))
    const left = new Set(found.flatMap(({ lines }) => lines))
    return {
      ...state,
      tables: [...state.tables, ...found.flatMap(({ tables }) => tables)],
      lines: state.lines.filter((line) => left.has(line)),
    }
  }
}

/** By the center of the ruling. */
function isWithin({ horizontal, position, from, to }: Ruling, { x0, x1 }: Box): boolean {
  const x = horizontal ? (from + to) / 2 : position
  return x >= x0 && x <= x1
}
