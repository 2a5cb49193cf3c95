/** Assigns cells to a grid by their edges, as RTF and DOC store them. */
import { type Inline, plainInline } from '../inline-text.ts'
import type { CellContent } from '../page-writer.ts'

export type CellMerge = 'none' | 'first' | 'continued'

export interface CellDefinition {
  readonly right: number
  readonly horizontal: CellMerge
  readonly vertical: CellMerge
}

export interface RowDefinition {
  readonly left: number
  readonly cells: readonly CellDefinition[]
  readonly isHeader: boolean
}

export interface FlowRow {
  readonly definition: RowDefinition
  readonly contents: readonly Inline[]
}

/** Maximum distance of equal edges, in twips. */
const EDGE_TOLERANCE = 60

export function flowTableCells(rows: readonly FlowRow[]): CellContent[] {
  const complete = rows.map(completeRow)
  const columnOf = gridOf(complete.flatMap(({ left, cells }) => [left, ...cells.map(({ right }) => right)]))
  const cells: { -readonly [key in keyof CellContent]: CellContent[key] }[] = []
  let above = new Map<number, (typeof cells)[number]>()
  for (const [row, { left, cells: definitions, isHeader }] of complete.entries()) {
    const merged: typeof above = new Map()
    let previous: (typeof cells)[number] | null = null
    let col = columnOf(left)
    for (const [at, { right, horizontal, vertical }] of definitions.entries()) {
      const end = Math.max(col + 1, columnOf(right))
      const upper = vertical === 'continued' ? above.get(col) : undefined
      if (horizontal === 'continued' && previous !== null) previous.colSpan = end - previous.col
      else if (upper !== undefined) {
        upper.rowSpan++
        merged.set(col, upper)
        previous = null
      } else {
        const content = rows[row]!.contents[at] ?? plainInline('')
        previous = { ...content, row, col, rowSpan: 1, colSpan: end - col, header: isHeader }
        cells.push(previous)
        if (vertical !== 'none') merged.set(col, previous)
      }
      col = end
    }
    above = merged
  }
  return cells
}

function completeRow({ definition, contents }: FlowRow): RowDefinition {
  const cells = [...definition.cells]
  const width = 2000
  while (cells.length < contents.length)
    cells.push({ right: (cells.at(-1)?.right ?? definition.left) + width, horizontal: 'none', vertical: 'none' })
  return { ...definition, cells }
}

function gridOf(edges: readonly number[]): (edge: number) => number {
  const lines: number[] = []
  const lineOf = new Map<number, number>()
  for (const edge of [...new Set(edges)].sort((a, b) => a - b)) {
    const last = lines.at(-1)
    if (last === undefined || edge - last > EDGE_TOLERANCE) lines.push(edge)
    lineOf.set(edge, lines.length - 1)
  }
  return (edge) => lineOf.get(edge) ?? 0
}
