/** Builds lattices: crossing rulings form a grid, missing borders merge cells. */

import { lowerBound } from '../../../model/binary-search.ts'
import type { Box } from '../../../model/geometry.ts'
import { addWeight, clamp, maxOf, minOf } from '../../../model/statistics.ts'
import { isDrawn } from '../../rulings.ts'
import type { Ruling } from '../../state.ts'
import { MAX_COLUMNS } from '../tolerances.ts'
import type { GridCell } from '../types.ts'

/** Maximum gap between rulings that meet, in points. */
const MEET_DISTANCE = 3
/** Maximum distance of rulings of one grid line, in points. */
const GRID_DISTANCE = 3
const MIN_BORDER_RATIO = 0.55
/** Minimum fraction of rulings that continue beyond the outermost grid line. */
const MIN_OPEN_RATIO = 0.5
const MAX_ROWS = 400

/** `xs` and `ys` are ascending grid lines; `cells` cover the grid. */
export interface Lattice {
  readonly box: Box
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly cells: readonly GridCell[]
  readonly rulings: readonly Ruling[]
}

/** Vertical rulings must be sorted by position. */
export function connectRulings(rulings: readonly Ruling[]): Ruling[][] {
  const parent = rulings.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parent[root] !== root) root = parent[root]!
    for (let at = index; parent[at] !== root; ) {
      const next = parent[at]!
      parent[at] = root
      at = next
    }
    return root
  }
  const verticals = rulings.map((ruling, index) => ({ ruling, index })).filter(({ ruling }) => !ruling.horizontal)
  for (const [index, { horizontal, position, from, to }] of rulings.entries()) {
    if (!horizontal) continue
    const first = lowerBound(verticals, ({ ruling }) => ruling.position >= from - MEET_DISTANCE)
    for (let at = first; at < verticals.length; at++) {
      const { ruling: vertical, index: other } = verticals[at]!
      if (vertical.position > to + MEET_DISTANCE) break
      if (position >= vertical.from - MEET_DISTANCE && position <= vertical.to + MEET_DISTANCE)
        parent[rootOf(other)] = rootOf(index)
    }
  }
  return [...Map.groupBy(rulings.keys(), rootOf).values()].map((group) => group.map((index) => rulings[index]!))
}

/** Horizontal rulings that extend by `outerGap` points form an open outer column. */
export function buildLattice(rulings: readonly Ruling[], outerGap: number): Lattice | null {
  const horizontals = rulings.filter(({ horizontal }) => horizontal)
  const verticals = rulings.filter(({ horizontal }) => !horizontal)
  if (horizontals.length < 1 || verticals.length < 1) return null
  const xs = withOpenEdges(verticals, horizontals, outerGap)
  const ys = withOpenEdges(horizontals, verticals, outerGap)
  const cols = xs.length - 1
  const rows = ys.length - 1
  if (cols < 1 || rows < 1 || cols * rows < 2 || cols > MAX_COLUMNS || rows > MAX_ROWS) return null
  const vertical = drawnBorders(verticals, xs, ys)
  const horizontal = drawnBorders(horizontals, ys, xs)
  const cells = mergeCells(rows, cols, {
    right: (row, col) => vertical.has(borderKey(col + 1, row)),
    below: (row, col) => horizontal.has(borderKey(row + 1, col)),
  })
  return { box: { x0: xs[0]!, y0: ys[0]!, x1: xs[cols]!, y1: ys[rows]! }, xs, ys, cells, rulings }
}

function gridLines(rulings: readonly Ruling[]): number[] {
  const sorted = rulings.toSorted((a, b) => a.position - b.position)
  const lines: number[] = []
  for (let start = 0; start < sorted.length; ) {
    let sum = 0
    let weight = 0
    let end = start
    for (; end < sorted.length; end++) {
      const { position, from, to } = sorted[end]!
      if (end > start && position - sorted[end - 1]!.position > GRID_DISTANCE) break
      sum += position * (to - from)
      weight += to - from
    }
    lines.push(sum / weight)
    start = end
  }
  return lines
}

function withOpenEdges(rulings: readonly Ruling[], crossing: readonly Ruling[], gap: number): number[] {
  const lines = gridLines(rulings)
  // Edges of shading end with their row.
  const drawn = [
    ...Map.groupBy(crossing.filter(isDrawn), ({ position }) => Math.round(position / GRID_DISTANCE)).values(),
  ]
  // A single ruling must cross several others: with one, it may be the corner of a frame.
  const least = gridLines(rulings.filter(isDrawn)).length > 1 ? 1 : 2
  const isOpen = (beyond: readonly number[]): boolean => beyond.length >= Math.max(least, drawn.length * MIN_OPEN_RATIO)
  const before = drawn.map((group) => minOf(group.map(({ from }) => from))).filter((from) => from < lines[0]! - gap)
  const after = drawn.map((group) => maxOf(group.map(({ to }) => to))).filter((to) => to > lines.at(-1)! + gap)
  return [...(isOpen(before) ? [minOf(before)] : []), ...lines, ...(isOpen(after) ? [maxOf(after)] : [])]
}

export function intervalOf(lines: readonly number[], position: number): number {
  const after = lowerBound(lines, (line) => line > position)
  return clamp(after - 1, 0, lines.length - 2)
}

/** Keys of drawn cell sides along `lines`, between adjacent `stops`. */
function drawnBorders(rulings: readonly Ruling[], lines: readonly number[], stops: readonly number[]): Set<number> {
  const drawn = new Map<number, number>()
  for (const { position, from, to } of rulings) {
    const line = nearest(lines, position)
    for (let at = 0; at + 1 < stops.length; at++) {
      const [start, end] = [stops[at]!, stops[at + 1]!]
      if (end <= from || start >= to) continue
      addWeight(drawn, borderKey(line, at), (Math.min(end, to) - Math.max(start, from)) / (end - start))
    }
  }
  return new Set([...drawn].flatMap(([key, ratio]) => (ratio >= MIN_BORDER_RATIO ? [key] : [])))
}

function borderKey(line: number, interval: number): number {
  return line * 1000 + interval
}

function nearest(values: readonly number[], position: number): number {
  let best = 0
  for (const [at, value] of values.entries())
    if (Math.abs(value - position) < Math.abs(values[best]! - position)) best = at
  return best
}

interface Borders {
  right(row: number, col: number): boolean
  below(row: number, col: number): boolean
}

export function mergeCells(rows: number, cols: number, borders: Borders): GridCell[] {
  const used = new Uint8Array(rows * cols)
  const cells: GridCell[] = []
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      if (used[row * cols + col] === 1) continue
      const cell = { row, col, rowSpan: 1, colSpan: 1 }
      while (
        col + cell.colSpan < cols &&
        used[row * cols + col + cell.colSpan] === 0 &&
        !borders.right(row, col + cell.colSpan - 1)
      )
        cell.colSpan++
      while (row + cell.rowSpan < rows && canGrowDown(cell, { cols, borders, used })) cell.rowSpan++
      for (let r = row; r < row + cell.rowSpan; r++) used.fill(1, r * cols + col, r * cols + col + cell.colSpan)
      cells.push(cell)
    }
  return cells
}

function canGrowDown(
  { row, col, rowSpan, colSpan }: GridCell,
  { cols, borders, used }: { cols: number; borders: Borders; used: Uint8Array },
): boolean {
  const next = row + rowSpan
  for (let c = col; c < col + colSpan; c++) {
    if (used[next * cols + c] === 1 || borders.below(next - 1, c)) return false
    if (c + 1 < col + colSpan && borders.right(next, c)) return false
  }
  // The row below must not continue sideways.
  if (col > 0 && !borders.right(next, col - 1) && used[next * cols + col - 1] === 0) return false
  return col + colSpan >= cols || borders.right(next, col + colSpan - 1)
}
