/**
 * Rulings → lattices: rulings that cross form one drawing, its lines a grid, and missing borders merge cells of the grid.
 * It refuses drawings that are no grid of at least two cells, and grids too fine to be read.
 */
import type { Box } from '../../../model/geometry.ts'
import type { Ruling } from '../../state.ts'
import { MAX_COLUMNS } from '../settings.ts'
import type { GridCell } from '../types.ts'

/** A line that stops this short of another still meets it. Points: what rounding and pen width leave open. */
const meetDistance = 3
/** Positions nearer than this are one grid line. */
const gridDistance = 3
/** Share of a cell's side that must be drawn for the side to be a border. */
const borderRatio = 0.55
const maxRows = 400

/** A grid of drawn lines: `xs` and `ys` are its lines, ascending; `cells` cover it without overlap. */
export interface Lattice {
  readonly box: Box
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly cells: readonly GridCell[]
  readonly rulings: readonly Ruling[]
}

/** Groups of rulings that touch each other, in the order of their first ruling. */
export function connectRulings(rulings: readonly Ruling[]): Ruling[][] {
  const parent = rulings.map((_, index) => index)
  const find = (index: number): number => {
    let root = index
    while (parent[root] !== root) root = parent[root] as number
    while (parent[index] !== root) {
      const next = parent[index] as number
      parent[index] = root
      index = next
    }
    return root
  }
  const verticals = rulings.map((ruling, index) => ({ ruling, index })).filter(({ ruling }) => !ruling.horizontal)
  for (let index = 0; index < rulings.length; index++) {
    const across = rulings[index] as Ruling
    if (!across.horizontal) continue
    // Verticals come sorted by position: only those within the reach of this line can meet it.
    for (let at = firstAtOrAfter(verticals, across.from - meetDistance); at < verticals.length; at++) {
      const { ruling: down, index: other } = verticals[at] as { ruling: Ruling; index: number }
      if (down.position > across.to + meetDistance) break
      if (across.position >= down.from - meetDistance && across.position <= down.to + meetDistance)
        parent[find(other)] = find(index)
    }
  }
  const groups = new Map<number, Ruling[]>()
  rulings.forEach((ruling, index) => {
    const root = find(index)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [ruling])
    else group.push(ruling)
  })
  return [...groups.values()]
}

function firstAtOrAfter(verticals: readonly { ruling: Ruling }[], position: number): number {
  let low = 0
  let high = verticals.length
  while (low < high) {
    const half = (low + high) >> 1
    if ((verticals[half] as { ruling: Ruling }).ruling.position < position) low = half + 1
    else high = half
  }
  return low
}

/** The grid that connected rulings draw; `null` when they draw none. `outerGap`: how far lines must reach out for an undrawn outer column. */
export function buildLattice(rulings: readonly Ruling[], outerGap: number): Lattice | null {
  const across = rulings.filter((ruling) => ruling.horizontal)
  const down = rulings.filter((ruling) => !ruling.horizontal)
  if (across.length < 1 || down.length < 1) return null
  const xs = gridLines(down)
  const ys = gridLines(across)
  addOuter(xs, across, { gap: outerGap, end: 'from' })
  addOuter(xs, across, { gap: outerGap, end: 'to' })
  addOuter(ys, down, { gap: outerGap, end: 'from' })
  addOuter(ys, down, { gap: outerGap, end: 'to' })
  const cols = xs.length - 1
  const rows = ys.length - 1
  if (cols < 1 || rows < 1 || cols * rows < 2 || cols > MAX_COLUMNS || rows > maxRows) return null
  // borders right of cell (r, c) and below cell (r, c)
  const right = drawnBorders(down, xs, ys)
  const below = drawnBorders(across, ys, xs)
  const closed = {
    right: (r: number, c: number): boolean => right.has((c + 1) * 1000 + r),
    below: (r: number, c: number): boolean => below.has((r + 1) * 1000 + c),
  }
  const cells = mergeCells(rows, cols, closed)
  return {
    box: { x0: xs[0] as number, y0: ys[0] as number, x1: xs[cols] as number, y1: ys[rows] as number },
    xs,
    ys,
    cells,
    rulings,
  }
}

/** Clusters positions; each line stands at the mean of its cluster, weighted by length. */
function gridLines(rulings: readonly Ruling[]): number[] {
  const sorted = [...rulings].sort((a, b) => a.position - b.position)
  const lines: number[] = []
  for (let start = 0; start < sorted.length; ) {
    let sum = 0
    let weight = 0
    let end = start
    for (; end < sorted.length; end++) {
      const ruling = sorted[end] as Ruling
      if (end > start && ruling.position - (sorted[end - 1] as Ruling).position > gridDistance) break
      const own = ruling.to - ruling.from
      sum += ruling.position * own
      weight += own
    }
    lines.push(sum / weight)
    start = end
  }
  return lines
}

/** Where at least half of the crossing lines reach out beyond the outermost grid line, the table is open there. */
function addOuter(
  lines: number[],
  crossing: readonly Ruling[],
  { gap, end }: { gap: number; end: 'from' | 'to' },
): void {
  const edge = (end === 'from' ? lines[0] : lines.at(-1)) as number
  const sign = end === 'from' ? -1 : 1
  const reach = new Map<number, number>()
  // Edges of shading end with their row; only drawn lines tell how far the table goes.
  for (const ruling of crossing) {
    if (ruling.shading) continue
    const key = Math.round(ruling.position / gridDistance)
    reach.set(key, Math.max(reach.get(key) ?? Number.NEGATIVE_INFINITY, sign * ruling[end]))
  }
  const beyond = [...reach.values()].filter((value) => value > sign * edge + gap)
  if (beyond.length < 2 || beyond.length < reach.size * 0.5) return
  const outer = sign * Math.max(...beyond)
  if (end === 'from') lines.unshift(outer)
  else lines.push(outer)
}

/** Keys `line * 1000 + interval` of the cell sides that are drawn. `lines` are crossed by `stops`. */
function drawnBorders(rulings: readonly Ruling[], lines: readonly number[], stops: readonly number[]): Set<number> {
  const drawn = new Map<number, number>()
  for (const ruling of rulings) {
    const line = nearest(lines, ruling.position)
    for (let index = 0; index + 1 < stops.length; index++) {
      const from = stops[index] as number
      const to = stops[index + 1] as number
      if (to <= ruling.from || from >= ruling.to) continue
      const key = line * 1000 + index
      drawn.set(key, (drawn.get(key) ?? 0) + (Math.min(to, ruling.to) - Math.max(from, ruling.from)) / (to - from))
    }
  }
  const borders = new Set<number>()
  for (const [key, share] of drawn) if (share >= borderRatio) borders.add(key)
  return borders
}

function nearest(values: readonly number[], position: number): number {
  let best = 0
  for (let index = 1; index < values.length; index++)
    if (Math.abs((values[index] as number) - position) < Math.abs((values[best] as number) - position)) best = index
  return best
}

interface Closed {
  right(row: number, col: number): boolean
  below(row: number, col: number): boolean
}

/** Cells of the grid, merged where no border is drawn between them; only whole rectangles merge. */
export function mergeCells(rows: number, cols: number, closed: Closed): GridCell[] {
  const taken = new Uint8Array(rows * cols)
  const cells: GridCell[] = []
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      if (taken[row * cols + col] === 1) continue
      let colSpan = 1
      while (col + colSpan < cols && taken[row * cols + col + colSpan] === 0 && !closed.right(row, col + colSpan - 1))
        colSpan++
      let rowSpan = 1
      while (row + rowSpan < rows && canGrowDown({ row, col, rowSpan, colSpan }, cols, closed, taken)) rowSpan++
      for (let r = row; r < row + rowSpan; r++) taken.fill(1, r * cols + col, r * cols + col + colSpan)
      cells.push({ row, col, rowSpan, colSpan })
    }
  return cells
}

function canGrowDown(
  { row, col, rowSpan, colSpan }: GridCell,
  cols: number,
  closed: Closed,
  taken: Uint8Array,
): boolean {
  const next = row + rowSpan
  for (let c = col; c < col + colSpan; c++) {
    if (taken[next * cols + c] === 1 || closed.below(next - 1, c)) return false
    if (c + 1 < col + colSpan && closed.right(next, c)) return false
  }
  // The row below must not run on sideways out of this cell.
  if (col > 0 && !closed.right(next, col - 1) && taken[next * cols + col - 1] === 0) return false
  return col + colSpan >= cols || closed.right(next, col + colSpan - 1)
}
