/**
 * Lines, tables and figures → rows in reading order, column by column. A recursive XY-cut in which wide elements
 * part the page into strips before columns are cut; where geometry leaves two readings, the content stream decides.
 *
 * Ideas: Nagy & Seth's XY-cut; XY-Cut++ (arXiv 2504.10258) for masking wide elements first.
 */
import { type Box, centerY, grow, unionAll } from '../../model/geometry.ts'
import type { FlowItem, Line, PageFlow, PageObjects } from '../state.ts'
import { isRtl } from '../text/word-spacing.ts'
import { type Strip, TOUCH } from './gutters.ts'
import { type LayoutItem, lineItem, toRow } from './layout-items.ts'
import { cutColumns, stripsOf } from './split-columns.ts'
import { type StreamOrderColumn, streamOrderColumns } from './stream-order-columns.ts'

/** Deeper nesting than this is noise; it also bounds the recursion. */
const MAX_DEPTH = 8
/** An element at least this share of its region wide may hide the columns above and below it. */
const WIDE_RATIO = 0.55

/** Fills `flow` and `regions`. */
export function orderLayout(objects: PageObjects): PageFlow {
  const atoms: LayoutItem[] = objects.lines.filter(isUpright).map(lineItem)
  for (const [index, { box }] of objects.tables.entries())
    atoms.push({ kind: 'table', index, box, order: -1, size: 0, chars: 0 })
  for (const [index, { box }] of objects.figures.entries())
    atoms.push({ kind: 'figure', index, box, order: -1, size: 0, chars: 0 })
  const columns: LayoutItem[][] = []
  const rtl = isRtl(objects.lines.map(({ text }) => text).join(''))
  const written = rtl ? null : streamOrderColumns(objects)
  for (const part of written === null ? [atoms] : (partsOf(atoms, written) ?? [atoms]))
    orderRegion(part, columns, { depth: 0, rtl })
  // Turned text (margin stamps, axis labels) has no place among the columns: it comes last.
  for (const line of objects.lines.filter((line) => !isUpright(line)))
    columns.push([lineItem(line, Number.MAX_SAFE_INTEGER)])
  return {
    ...objects,
    flow: columns.flatMap((column, region) => flowOf(column, region)),
    regions: columns.map((column) => unionAll(column.map(({ box }) => box))),
  }
}

function isUpright(line: Line): boolean {
  const first = line.spans[0]
  return first === undefined || (first.rotation === 0 && !first.vertical)
}

/** A caption stands this near to its picture. Points: two lines of it, whatever its size. */
const CAPTION_REACH = 30

/** What stands above written columns, each column, and what stands below; `null` when something reaches over from one into another. */
function partsOf(atoms: readonly LayoutItem[], columns: readonly StreamOrderColumn[]): LayoutItem[][] | null {
  const parts: LayoutItem[][] = Array.from({ length: columns.length + 2 }, () => [])
  const held = new Map(columns.flatMap(({ lines }, index) => lines.map((line) => [line, index + 1] as const)))
  const columnOf = ({ box }: LayoutItem): number =>
    columns.findIndex((column, index) => {
      const from = columns[index - 1]?.box.x1 ?? -Infinity
      const to = columns[index + 1]?.box.x0 ?? Infinity
      return box.x0 >= from - TOUCH && box.x1 <= to + TOUCH && box.x0 < column.box.x1 && box.x1 > column.box.x0
    })
  // Pictures at the head or the foot of a column are part of it, with their captions.
  const pictures = atoms
    .filter((atom) => atom.kind !== 'line' && columnOf(atom) >= 0)
    .map(({ box }) => grow(box, CAPTION_REACH))
  const { y0: top, y1: bottom } = unionAll([...columns.map(({ box }) => box), ...pictures])
  for (const atom of atoms) {
    const own = atom.kind === 'line' ? held.get(atom.line) : undefined
    if (own !== undefined) parts[own]!.push(atom)
    else if (atom.box.y1 <= top + TOUCH) parts[0]!.push(atom)
    else if (atom.box.y0 >= bottom - TOUCH) parts.at(-1)!.push(atom)
    else {
      const into = columnOf(atom)
      if (into < 0) return null
      parts[into + 1]!.push(atom)
    }
  }
  return parts
}

/** Appends the region's columns in reading order to `columns`. */
function orderRegion(
  atoms: readonly LayoutItem[],
  columns: LayoutItem[][],
  { depth, rtl }: { depth: number; rtl: boolean },
): void {
  if (atoms.length === 0) return
  const strips = stripsOf(atoms)
  if (depth >= MAX_DEPTH || atoms.length === 1) {
    columns.push([...atoms])
    return
  }
  let plain: LayoutItem[] = []
  const flush = (): void => {
    if (plain.length > 0) columns.push(plain)
    plain = []
  }
  for (const group of cutColumns(strips, unionAll(atoms.map(({ box }) => box)))) {
    if (group.columns.length > 1) {
      flush()
      for (const column of rtl ? group.columns.toReversed() : group.columns)
        orderRegion(column, columns, { depth: depth + 1, rtl })
      continue
    }
    for (const strip of group.strips) {
      const parts = isTangled(strip) ? unmask(strip) : null
      if (parts === null) plain.push(...strip.atoms)
      else {
        flush()
        for (const part of parts) orderRegion(part, columns, { depth: depth + 1, rtl })
      }
    }
  }
  flush()
}

/** A strip of more than one row that no column cut could part: something wide reaches into the columns. */
function isTangled(strip: Strip): boolean {
  return strip.atoms.length > 2 && rowsOf(strip.atoms).length > 1
}

/** Takes the wide elements out; if columns appear, gives back the parts between them, top to bottom. */
function unmask(strip: Strip): LayoutItem[][] | null {
  const frame = strip.box
  const wide = strip.atoms.filter(({ box }) => box.x1 - box.x0 > WIDE_RATIO * (frame.x1 - frame.x0))
  if (wide.length === 0 || wide.length === strip.atoms.length) return null
  const rest = strip.atoms.filter((atom) => !wide.includes(atom))
  if (!cutColumns(stripsOf(rest), frame).some(({ columns }) => columns.length > 1)) return null
  wide.sort((a, b) => a.box.y0 - b.box.y0)
  const parts: LayoutItem[][] = []
  let left = rest
  for (const element of wide) {
    const middle = centerY(element.box)
    const before = left.filter(({ box }) => centerY(box) < middle)
    left = left.filter((atom) => !before.includes(atom))
    if (before.length > 0) parts.push(before)
    parts.push([element])
  }
  if (left.length > 0) parts.push(left)
  return parts
}

/** Two inks are on one row when they share at least this much of the lower one's height. */
const ROW_OVERLAP = 0.5

/** Atoms of one column, top to bottom, those on one baseline together. */
function rowsOf(atoms: readonly LayoutItem[]): LayoutItem[][] {
  const sorted = [...atoms].sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
  const rows: LayoutItem[][] = []
  for (const atom of sorted) {
    const row = rows.at(-1)
    const mate = row?.find((other) => other.kind === 'line' && atom.kind === 'line' && onOneRow(other.box, atom.box))
    const free = row?.every((other) => other.box.x1 <= atom.box.x0 + 1 || other.box.x0 >= atom.box.x1 - 1)
    if (row !== undefined && mate !== undefined && free) row.push(atom)
    else rows.push([atom])
  }
  return rows
}

function onOneRow(a: Box, b: Box): boolean {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return shared >= ROW_OVERLAP * Math.min(a.y1 - a.y0, b.y1 - b.y0)
}

function flowOf(column: readonly LayoutItem[], region: number): FlowItem[] {
  return rowsOf(column).flatMap((row): FlowItem[] => {
    const first = row[0]
    if (first === undefined) return []
    if (first.kind !== 'line') return [{ kind: first.kind, index: first.index, region }]
    const lines = row.flatMap((atom) => (atom.kind === 'line' ? [atom.line] : []))
    return [{ kind: 'row', row: toRow(lines), region }]
  })
}
