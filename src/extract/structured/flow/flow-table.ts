/** Assigns cells to a grid by their edges, as RTF and DOC store them. */
import { type Inline, plainInline } from '../inline-text.ts'
import type { CellContent } from '../page-writer.ts'
import { type CellMerge, mergeCells } from './merge-cells.ts'

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
  return mergeCells(
    complete.map(({ left, cells, isHeader }, row) => {
      let end = columnOf(left)
      const stored = cells.map(({ right, ...merges }, at) => {
        const col = end
        end = Math.max(col + 1, columnOf(right))
        return { content: rows[row]!.contents[at] ?? plainInline(''), col, colSpan: end - col, ...merges }
      })
      return { cells: stored, header: isHeader }
    }),
  )
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
