import type { CellPosition } from '../types.ts'

export type CellMerge = 'none' | 'first' | 'continued'

/** As word processors store cells: also those that continue a cell on the left or above. */
export interface StoredCell<content> {
  readonly content: content
  readonly col: number
  readonly colSpan: number
  readonly horizontal: CellMerge
  readonly vertical: CellMerge
}

interface StoredRow<content> {
  readonly cells: readonly StoredCell<content>[]
  readonly header: boolean
}

export function mergeCells<content extends object>(rows: readonly StoredRow<content>[]): (content & CellPosition)[] {
  type GrowingCell = content & { -readonly [key in keyof CellPosition]: CellPosition[key] }
  const cells: GrowingCell[] = []
  let above: ReadonlyMap<number, GrowingCell> = new Map()
  for (const [row, { cells: stored, header }] of rows.entries()) {
    const merged = new Map<number, GrowingCell>()
    let left: GrowingCell | null = null
    for (const { content, col, colSpan, horizontal, vertical } of stored) {
      const upper = vertical === 'continued' ? above.get(col) : undefined
      if (horizontal === 'continued' && left !== null) left.colSpan += colSpan
      else if (upper !== undefined) {
        upper.rowSpan++
        merged.set(col, upper)
        left = null
      } else {
        left = { ...content, row, col, rowSpan: 1, colSpan, header }
        cells.push(left)
        if (vertical !== 'none') merged.set(col, left)
      }
    }
    above = merged
  }
  return cells
}
