/**
 * Visual rows → rows of a table: lines of one cell joined, header rows counted, headings over several columns spread.
 * It decides from rulings, spacing and what the cells hold; it never moves text sideways out of its column.
 */

import { centerY } from '../../../model/geometry.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import type { CellSegment, GridRow } from '../types.ts'
import { joinHeader, mergeSegments, type RowContext } from './header-rows.ts'
import { createFitTest, type FitsOnLine } from './line-wrap.ts'
import { hasConflictingNumbers, isContinuationRow, lowercaseColumns, numericColumns } from './row-continuation.ts'
import { findRowStarts } from './row-gaps.ts'

/** A ruling over this share of the width parts rows of the whole table. */
const fullRuleRatio = 0.6
/** Records are as far apart as this share of all rows at most: lines within cells are nearer. */
const typicalRatio = 0.75
/** Header rows seldom go deeper than this. */
const maxHeaderRows = 6

export function joinRows(
  visual: readonly GridRow[],
  context: RowContext,
): { joined: CellSegment[][]; headerRows: number } {
  const { cuts } = context
  if (cuts !== undefined) return { joined: partAt(visual, cuts).map(mergeSegments), headerRows: 1 }
  const rules = fullRules(context)
  const header = countHeaderRows(visual, rules, context)
  const head = joinHeader(visual.slice(0, header), context)
  const body = joinBody(visual.slice(header), { ...context, rules, hadRoom: createFitTest(visual, context) })
  return { joined: [...head, ...body], headerRows: head.length }
}

/** Past the first and last ruling, a row is not framed by them. */
function isBetween(rules: readonly number[], row: GridRow): boolean {
  return (rules[0] ?? Infinity) < centerY(row.box) && (rules.at(-1) ?? -Infinity) > centerY(row.box)
}

function partAt(visual: readonly GridRow[], cuts: readonly number[]): GridRow[][] {
  const parts: GridRow[][] = Array.from({ length: cuts.length + 1 }, () => [])
  for (const row of visual) (parts[cuts.filter((cut) => cut < centerY(row.box)).length] as GridRow[]).push(row)
  return parts.filter((part) => part.length > 0)
}

/** Heights of rulings over most of the width, pieces of one height added up, ascending. */
function fullRules({ rulings, box }: RowContext): number[] {
  const lengths = new Map<number, { position: number; length: number }>()
  for (const ruling of rulings) {
    if (!ruling.horizontal) continue
    const length = Math.max(0, Math.min(ruling.to, box.x1) - Math.max(ruling.from, box.x0))
    const key = Math.round(ruling.position / 2)
    const found = lengths.get(key) ?? lengths.get(key - 1) ?? lengths.get(key + 1)
    if (found === undefined) lengths.set(key, { position: ruling.position, length })
    else found.length += length
  }
  return [...lengths.values()]
    .filter(({ length }) => length >= (box.x1 - box.x0) * fullRuleRatio)
    .map(({ position }) => position)
    .sort((a, b) => a - b)
}

const between = (positions: readonly number[], above: GridRow, below: GridRow): boolean =>
  positions.some((position) => position > centerY(above.box) && position < centerY(below.box))

/** Rows above the first ruling under text, when that leaves a body; else rows without figures above rows with figures. */
function countHeaderRows(visual: readonly GridRow[], rules: readonly number[], { cols }: RowContext): number {
  for (let count = 1; count < Math.min(visual.length, maxHeaderRows + 1); count++) {
    if (!between(rules, visual[count - 1] as GridRow, visual[count] as GridRow)) continue
    // A ruling below the first rows; if all rows are ruled, the first is the header.
    if (visual.slice(0, count).some((row) => figureRatio(row) > 0.5 && row.segments.length > 1 && !isYears(row))) break
    if (visual.length - count >= 1) return boldRows(visual.slice(0, count)) || count
  }
  if (cols < 2) return 0
  const numbers = visual.findIndex(
    (row) => row.segments.slice(1).some((segment) => isNumeric(rowText(segment.words))) && !isYears(row),
  )
  if (numbers > 0 && numbers <= maxHeaderRows) {
    const body = visual.slice(numbers)
    const numeric = body.filter((row) =>
      row.segments.some((segment) => segment.col > 0 && isNumeric(rowText(segment.words))),
    ).length
    // Rows of one piece directly above figures name a group, not the columns.
    let count = numbers
    while (
      count > 0 &&
      (visual[count - 1] as GridRow).segments.length === 1 &&
      (visual[count - 1] as GridRow).segments[0]?.col === 0 &&
      cols > 2
    )
      count--
    if (numeric >= body.length * 0.5) return areRecords(visual.slice(0, count + 1), cols) ? 1 : count
  }
  return 0
}

/** Rows that fill every column, none of them going on in lower case, as far apart as the row that follows: words among figures, no heading of several lines. */
function areRecords(rows: readonly GridRow[], cols: number): boolean {
  if (rows.length < 3) return false
  const pitches = rows.slice(1).map((row, index) => centerY(row.box) - centerY((rows[index] as GridRow).box))
  const last = pitches.at(-1) as number
  return (
    pitches.every((pitch) => pitch >= last * 0.95) &&
    rows
      .slice(0, -1)
      .every(
        (row) =>
          row.segments.length === cols &&
          row.segments.every(
            (segment) => !/^[\p{Ll}(]/u.test(rowText(segment.words)) && !segment.words.every((word) => word.bold),
          ),
      )
  )
}

/** Bold rows before rows that are not: the heading ends there. 0 when all are alike. */
function boldRows(rows: readonly GridRow[]): number {
  const isBold = (row: GridRow): boolean => row.segments.every((segment) => segment.words.every((word) => word.bold))
  const first = rows.findIndex((row) => !isBold(row))
  return first > 0 && (rows[first] as GridRow).segments.length > 1 && rows.slice(first).every((row) => !isBold(row))
    ? first
    : 0
}

function figureRatio(row: GridRow): number {
  const later = row.segments.filter((segment) => segment.col > 0)
  return later.length === 0 ? 0 : later.filter((segment) => isNumeric(rowText(segment.words))).length / later.length
}

/** Years head columns, other numbers fill them. */
function isYears(row: GridRow): boolean {
  const later = row.segments.filter((segment) => segment.col > 0).map((segment) => rowText(segment.words))
  return (
    later.length > 0 &&
    later.every(
      (text) => /^\(?(1[89]|20)\d\d([-–/](\d\d|\d{4}))?\)?\*?$/.test(text.replace(/\s/g, '')) || !isNumeric(text),
    )
  )
}

/** In the first column and all others that both fill the upper line had room for the lower's first word: these are two rows. */
function endsEarly(above: GridRow, row: GridRow, hadRoom: FitsOnLine): boolean {
  const shared = row.segments.flatMap((segment) => {
    const upper = above.segments.find(({ col }) => col === segment.col)
    return upper === undefined ? [] : [[upper, segment] as const]
  })
  return shared.length > 1 && shared[0]![1].col === 0 && shared.every(([upper, lower]) => hadRoom(upper, lower))
}

function joinBody(
  visual: readonly GridRow[],
  context: RowContext & { rules: readonly number[]; hadRoom: FitsOnLine },
): CellSegment[][] {
  if (visual.length === 0) return []
  const { rules, size, hadRoom } = context
  const pitches = visual.slice(1).map((row, index) => centerY(row.box) - centerY((visual[index] as GridRow).box))
  const groups: GridRow[][] = [[visual[0] as GridRow]]
  const inner = rules.filter(
    (rule) => rule > centerY((visual[0] as GridRow).box) && rule < centerY((visual.at(-1) as GridRow).box),
  ).length
  // Ruled throughout: what stands between two rulings is one row, unless it holds several figures in one column.
  const bands = inner >= 2 && inner >= visual.length * 0.25
  const numericCols = numericColumns(visual, context.cols)
  const lowCols = lowercaseColumns(visual, context.cols)
  const typical = [...pitches].sort((a, b) => a - b)[Math.floor(pitches.length * typicalRatio)] ?? 0
  const starts = findRowStarts(visual, {
    cols: context.cols,
    clash: (above, row) => hasConflictingNumbers([above], row, numericCols),
  })
  for (let index = 1; index < visual.length; index++) {
    const row = visual[index] as GridRow
    const group = groups.at(-1) as GridRow[]
    const above = group.at(-1) as GridRow
    const joins = between(rules, above, row)
      ? false
      : bands && (visual.length < 3 || isBetween(rules, row))
        ? !hasConflictingNumbers(group, row, numericCols) && !endsEarly(above, row, hadRoom)
        : starts !== null
          ? !starts.has(index)
          : isContinuationRow({
              group,
              row,
              pitch: pitches[index - 1] as number,
              next: pitches[index],
              typical,
              size,
              numericCols,
              following: visual[index + 1],
              hadRoom,
              cols: context.cols,
              lowCols,
            })
    if (joins) group.push(row)
    else groups.push([row])
  }
  return groups.map(mergeSegments)
}
