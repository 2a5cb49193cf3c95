/**
 * Columns that the content stream itself shows: it goes down one, jumps back up, and goes down the next one right of it. Keys with their
 * meanings in the columns of a reference card stand in step like the cells of one table; only the order of writing parts them.
 */
import { type Box, center, unionAll } from '../../model/geometry.ts'
import type { LayoutPass, Line, PageObjects, Ruling } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { findProse } from '../text/prose.ts'

/** From the foot of a column to the head of the next it is far. Share of the page's height; cells of a table are never that tall. */
const JUMP_RATIO = 0.2
/** Lines in a column, at least: fewer may be the cells of a table written column by column. */
const MIN_LINES = 8
/** White between two columns. Ems. */
const GUTTER_EM = 0.5
/** Cells of one row share their baseline; lines of two columns do so by chance. Ems, and the share of lines that stand alone. */
const BASELINE_EM = 0.15
const ALONE_RATIO = 0.25
/** Lines with a mate on their baseline within the column: a column of a table has one cell to the row. Share of its rows. */
const PAIRED_RATIO = 0.3
/** Running text in a column. Share of its lines. */
const PROSE_RATIO = 0.5
/** Drawn lines that run on from one column into the next, but for one above and one below both. */
const MAX_CROSSING = 2
/** Lines of one column end, or begin, this near to its edge or within. Points. */
const EDGE = 1
/** Columns of a page. */
const MAX_COLUMNS = 8

export interface StreamOrderColumn {
  readonly lines: readonly Line[]
  readonly box: Box
}

/** The columns that the whole page but for heads and feet is set in, left to right; `null` when the stream shows none. */
function columnsOf({
  lines,
  rulings,
  raw,
}: Pick<PageObjects, 'lines' | 'rulings' | 'raw'>): StreamOrderColumn[] | null {
  const upright = lines.filter(isUpright)
  if (upright.length < 2 * MIN_LINES) return null
  const runs = runsOf(upright, JUMP_RATIO * raw.height)
  if (runs.length < 2 || runs.length > MAX_COLUMNS) return null
  const columns = clean(runs)
  if (columns === null) return null
  for (let index = 1; index < columns.length; index++)
    if (!arePartedBy(columns[index - 1]!, columns[index]!, rulings)) return null
  return columns
}

/** The same where one column at least can't be one of a table: the order of reading. */
export function streamOrderColumns(draft: Pick<PageObjects, 'lines' | 'rulings' | 'raw'>): StreamOrderColumn[] | null {
  const columns = columnsOf(draft)
  if (columns === null) return null
  const running = runningText(draft.lines)
  return columns.some((column) => isRunning(column, running) || isPaired(column) || standsAlone(column, columns))
    ? columns
    : null
}

/** Looks for tables in each written column alone, where all have pairs of pieces, and in what stands above and below them; `pass` takes lines and adds tables. */
export function perColumn(pass: LayoutPass<PageObjects>): LayoutPass<PageObjects> {
  return (draft) => {
    const columns = columnsOf(draft)
    if (columns === null) return pass(draft)
    // Tall cells of a table are columns as well, but for the rulings between its rows.
    if (columns.some((column, index) => index > 0 && crossings(columns[index - 1]!, column, draft.rulings) > 0))
      return pass(draft)
    // Some programs write tables column by column: one piece to the row, where the columns of a card have keys and their meanings.
    if (!columns.every(isPaired)) return pass(draft)
    const held = new Set(columns.flatMap((column) => column.lines))
    const within = (box: Box, { x0, x1 }: Box): boolean => center(box).x >= x0 && center(box).x <= x1
    const boxOf = (ruling: Ruling): Box =>
      ruling.horizontal
        ? { x0: ruling.from, x1: ruling.to, y0: ruling.position, y1: ruling.position }
        : { x0: ruling.position, x1: ruling.position, y0: ruling.from, y1: ruling.to }
    const parts = [
      ...columns.map(({ lines, box }) => ({
        lines,
        rulings: draft.rulings.filter((ruling) => within(boxOf(ruling), box)),
      })),
      { lines: draft.lines.filter((line) => !held.has(line)), rulings: [] },
    ]
    const found = parts.map((part) => pass({ ...draft, ...part, tables: [] }))
    const left = new Set(found.flatMap(({ lines }) => lines))
    const tables = [...draft.tables, ...found.flatMap((part) => part.tables)]
    return { ...draft, tables, lines: draft.lines.filter((line) => left.has(line)) }
  }
}

function isUpright({ spans }: Line): boolean {
  const first = spans[0]
  return first === undefined || (first.rotation === 0 && !first.vertical)
}

/** Cuts the stream where it jumps back up and to the right. */
function runsOf(lines: readonly Line[], jump: number): Line[][] {
  const runs: Line[][] = [[]]
  let before: Line | undefined
  for (const line of lines) {
    if (before !== undefined && before.baseline - line.baseline > jump && line.box.x0 > before.box.x0) runs.push([])
    runs.at(-1)!.push(line)
    before = line
  }
  return runs
}

/** Without the lines above and below what the columns have beside each other: heads, feet, notes. */
function clean(runs: readonly (readonly Line[])[]): StreamOrderColumn[] | null {
  const boxes = runs.map((run) => run.map(inkBox))
  // The head over all columns is written with the first of them, the foot with the last.
  const top = unionAll(boxes.slice(1).flat()).y0
  const bottom = unionAll(boxes.slice(0, -1).flat()).y1
  const columns = runs.map((run, index): StreamOrderColumn => {
    const own = boxes[index]!
    const beside = own.map((box) => (index > 0 || box.y1 > top) && (index < runs.length - 1 || box.y0 < bottom))
    const { x0, x1 } = unionAll(own.filter((_, at) => beside[at]))
    // One column may begin higher, or end lower: as long as nothing leaves it.
    let from = beside.indexOf(true)
    while (from > 0 && own[from - 1]!.x1 <= x1 + EDGE) from -= 1
    let to = beside.lastIndexOf(true) + 1
    while (to > 0 && to < run.length && own[to]!.x0 >= x0 - EDGE) to += 1
    const kept = from < 0 ? [] : run.slice(from, to)
    return { lines: kept, box: unionAll(kept.map(inkBox)) }
  })
  return columns.every(({ lines }) => lines.length >= MIN_LINES) ? columns : null
}

/** White from top to bottom between the two, which nothing drawn crosses. */
function arePartedBy(left: StreamOrderColumn, right: StreamOrderColumn, rulings: readonly Ruling[]): boolean {
  const size = left.lines[left.lines.length >> 1]!.size
  if (right.box.x0 - left.box.x1 < GUTTER_EM * size) return false
  return crossings(left, right, rulings) < MAX_CROSSING
}

/** Rulings that run on from one column into the next, between their heads and feet. */
function crossings(left: StreamOrderColumn, right: StreamOrderColumn, rulings: readonly Ruling[]): number {
  const size = left.lines[left.lines.length >> 1]!.size
  const top = Math.min(left.box.y0, right.box.y0)
  const bottom = Math.max(left.box.y1, right.box.y1)
  return rulings.filter(
    ({ horizontal, position, from, to }) =>
      horizontal && position > top && position < bottom && from < left.box.x1 - size && to > right.box.x0 + size,
  ).length
}

function runningText(lines: readonly Line[]): Set<Line> {
  const prose = findProse(lines)
  return new Set(lines.filter((_, index) => prose.has(index)))
}

function isRunning({ lines }: StreamOrderColumn, running: ReadonlySet<Line>): boolean {
  return lines.filter((line) => running.has(line)).length >= PROSE_RATIO * lines.length
}

/** Rows of two pieces and more: keys with their meanings. */
function isPaired({ lines }: StreamOrderColumn): boolean {
  const rows = rowsOf(lines)
  return rows.length >= MIN_LINES && rows.filter(({ pieces }) => pieces > 1).length >= PAIRED_RATIO * rows.length
}

/** Rows that no other column has: cells of a table stand beside each other. */
function standsAlone({ lines }: StreamOrderColumn, columns: readonly StreamOrderColumn[]): boolean {
  const rows = rowsOf(lines)
  const others = columns
    .flatMap((column) => (column.lines === lines ? [] : column.lines.map(({ baseline }) => baseline)))
    .sort((a, b) => a - b)
  const reach = BASELINE_EM * lines[0]!.size
  let at = 0
  const alone = rows.filter(({ baseline }) => {
    while (at < others.length && others[at]! < baseline - reach) at += 1
    return at === others.length || others[at]! > baseline + reach
  })
  return rows.length >= MIN_LINES && alone.length >= ALONE_RATIO * rows.length
}

/** Lines on one baseline, from the top. */
function rowsOf(lines: readonly Line[]): { baseline: number; pieces: number }[] {
  const reach = BASELINE_EM * lines[0]!.size
  const rows: { baseline: number; pieces: number }[] = []
  for (const { baseline } of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const last = rows.at(-1)
    if (last !== undefined && baseline - last.baseline <= reach) last.pieces += 1
    else rows.push({ baseline, pieces: 1 })
  }
  return rows
}
