/**
 * Columns that the content stream itself shows: it goes down one, jumps back up, and goes down the next one right of it. Keys with their
 * meanings in the columns of a reference card stand in step like the cells of one table; only the order of writing parts them.
 */
import { type Box, centre, unionAll } from '../../model/geometry.ts'
import type { Draft, Line, Rule, Ruling } from '../draft.ts'
import { inkBox } from '../text/lines.ts'
import { findProse } from '../text/prose.ts'

/** From the foot of a column to the head of the next it is far. Share of the page's height; cells of a table are never that tall. */
const JUMP_SHARE = 0.2
/** Lines in a column, at least: fewer may be the cells of a table written column by column. */
const MIN_LINES = 8
/** White between two columns. Ems. */
const GUTTER_EM = 0.5
/** Cells of one row share their baseline; lines of two columns do so by chance. Ems, and the share of lines that stand alone. */
const BASELINE_EM = 0.15
const ALONE_SHARE = 0.25
/** Lines with a mate on their baseline within the column: a column of a table has one cell to the row. Share of its rows. */
const PAIRED_SHARE = 0.3
/** Running text in a column. Share of its lines. */
const PROSE_SHARE = 0.5
/** Drawn lines that run on from one column into the next, but for one above and one below both. */
const MAX_CROSSING = 2
/** Lines of one column end, or begin, this near to its edge or within. Points. */
const EDGE = 1
/** Columns of a page. */
const MAX_COLUMNS = 8

export interface WrittenColumn {
  readonly lines: readonly Line[]
  readonly box: Box
}

/** The columns that the whole page but for heads and feet is set in, left to right; `null` when the stream shows none. */
export function writtenColumns({ lines, rulings, raw }: Pick<Draft, 'lines' | 'rulings' | 'raw'>): WrittenColumn[] | null {
  const upright = lines.filter(isUpright)
  if (upright.length < 2 * MIN_LINES) return null
  const runs = runsOf(upright, JUMP_SHARE * raw.height)
  if (runs.length < 2 || runs.length > MAX_COLUMNS) return null
  const columns = clean(runs)
  if (columns === null) return null
  for (let index = 1; index < columns.length; index++) if (!arePartedBy(columns[index - 1]!, columns[index]!, rulings)) return null
  const prose = findProse(lines)
  const running = new Set(lines.filter((_, index) => prose.has(index)))
  return columns.some((column) => isOfItsOwn(column, columns, running)) ? columns : null
}

/** Looks for something in each written column alone, and in what stands above and below them; `rule` takes lines and adds tables. */
export function withinColumns(rule: Rule): Rule {
  return (draft) => {
    const columns = writtenColumns(draft)
    if (columns === null) return rule(draft)
    const held = new Set(columns.flatMap((column) => column.lines))
    const within = (box: Box, { x0, x1 }: Box): boolean => centre(box).x >= x0 && centre(box).x <= x1
    const boxOf = (ruling: Ruling): Box =>
      ruling.horizontal
        ? { x0: ruling.from, x1: ruling.to, y0: ruling.position, y1: ruling.position }
        : { x0: ruling.position, x1: ruling.position, y0: ruling.from, y1: ruling.to }
    const parts = [
      ...columns.map(({ lines, box }) => ({ lines, rulings: draft.rulings.filter((ruling) => within(boxOf(ruling), box)) })),
      { lines: draft.lines.filter((line) => !held.has(line)), rulings: [] },
    ]
    const found = parts.map((part) => rule({ ...draft, ...part, tables: [] }))
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
function clean(runs: readonly (readonly Line[])[]): WrittenColumn[] | null {
  const boxes = runs.map((run) => run.map(inkBox))
  // The head over all columns is written with the first of them, the foot with the last.
  const top = unionAll(boxes.slice(1).flat()).y0
  const bottom = unionAll(boxes.slice(0, -1).flat()).y1
  const columns = runs.map((run, index): WrittenColumn => {
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
function arePartedBy(left: WrittenColumn, right: WrittenColumn, rulings: readonly Ruling[]): boolean {
  const size = left.lines[left.lines.length >> 1]!.size
  if (right.box.x0 - left.box.x1 < GUTTER_EM * size) return false
  const top = Math.min(left.box.y0, right.box.y0)
  const bottom = Math.max(left.box.y1, right.box.y1)
  const crossing = rulings.filter(
    ({ horizontal, position, from, to }) => horizontal && position > top && position < bottom && from < left.box.x1 - size && to > right.box.x0 + size,
  )
  return crossing.length < MAX_CROSSING
}

/** The column can't be one of a table: it has rows of its own, pairs of pieces, or running text. */
function isOfItsOwn({ lines }: WrittenColumn, columns: readonly WrittenColumn[], prose: ReadonlySet<Line>): boolean {
  if (lines.filter((line) => prose.has(line)).length >= PROSE_SHARE * lines.length) return true
  const own = lines.map(({ baseline }) => baseline).sort((a, b) => a - b)
  const others = columns.flatMap((column) => (column.lines === lines ? [] : column.lines.map(({ baseline }) => baseline))).sort((a, b) => a - b)
  const reach = BASELINE_EM * lines[0]!.size
  let rows = 0
  let paired = 0
  let alone = 0
  let at = 0
  let last = -Infinity
  let wasPaired = false
  for (const baseline of own) {
    if (baseline - last <= reach) {
      if (!wasPaired) paired += 1
      wasPaired = true
      continue
    }
    rows += 1
    last = baseline
    wasPaired = false
    while (at < others.length && others[at]! < baseline - reach) at += 1
    if (at === others.length || others[at]! > baseline + reach) alone += 1
  }
  return rows >= MIN_LINES && (paired >= PAIRED_SHARE * rows || alone >= ALONE_SHARE * rows)
}
