/**
 * Visual rows → rows of a table: lines of one cell joined, header rows counted, headings over several columns spread.
 * It decides from rulings, spacing and what the cells hold; it never moves text sideways out of its column.
 */
import { recordStarts } from './table-gaps.ts'
import type { Slot, SlotRow } from './table-grid.ts'
import { joinHeader, leadingEm, mergeSlots, middleOf, type RowContext } from './table-headings.ts'
import { isNumeric, rowText } from './table-words.ts'

/** Rows nearer than this stand partly beside each other. Ems. */
const overlapEm = 0.8
/** A ruling over this share of the width parts rows of the whole table. */
const fullRuleShare = 0.6
/** Header rows seldom go deeper than this. */
const maxHeaderRows = 6

export function joinRows(visual: readonly SlotRow[], context: RowContext): { joined: Slot[][]; headerRows: number } {
  const { cuts } = context
  if (cuts !== undefined) return { joined: partAt(visual, cuts).map(mergeSlots), headerRows: 1 }
  const rules = fullRules(context)
  const header = countHeaderRows(visual, rules, context)
  const head = joinHeader(visual.slice(0, header), context)
  const body = joinBody(visual.slice(header), { ...context, rules })
  return { joined: [...head, ...body], headerRows: head.length }
}

/** Past the first and last ruling, a row is not framed by them. */
function isBetween(rules: readonly number[], row: SlotRow): boolean {
  return (rules[0] ?? Infinity) < middleOf(row) && (rules.at(-1) ?? -Infinity) > middleOf(row)
}

function partAt(visual: readonly SlotRow[], cuts: readonly number[]): SlotRow[][] {
  const parts: SlotRow[][] = Array.from({ length: cuts.length + 1 }, () => [])
  for (const row of visual) (parts[cuts.filter((cut) => cut < middleOf(row)).length] as SlotRow[]).push(row)
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
    .filter(({ length }) => length >= (box.x1 - box.x0) * fullRuleShare)
    .map(({ position }) => position)
    .sort((a, b) => a - b)
}

const between = (positions: readonly number[], above: SlotRow, below: SlotRow): boolean =>
  positions.some((position) => position > middleOf(above) && position < middleOf(below))

/** Rows above the first ruling under text, when that leaves a body; else rows without figures above rows with figures. */
function countHeaderRows(visual: readonly SlotRow[], rules: readonly number[], { cols }: RowContext): number {
  for (let count = 1; count < Math.min(visual.length, maxHeaderRows + 1); count++) {
    if (!between(rules, visual[count - 1] as SlotRow, visual[count] as SlotRow)) continue
    // A ruling below the first rows; if all rows are ruled, the first is the header.
    if (visual.slice(0, count).some((row) => figureShare(row) > 0.5 && row.slots.length > 1 && !isYears(row))) break
    if (visual.length - count >= 1) return boldRows(visual.slice(0, count)) || count
  }
  if (cols < 2) return 0
  const numbers = visual.findIndex((row) => row.slots.slice(1).some((slot) => isNumeric(rowText(slot.words))) && !isYears(row))
  if (numbers > 0 && numbers <= maxHeaderRows) {
    const body = visual.slice(numbers)
    const numeric = body.filter((row) => row.slots.some((slot) => slot.col > 0 && isNumeric(rowText(slot.words)))).length
    // Rows of one piece directly above figures name a group, not the columns.
    let count = numbers
    while (count > 0 && (visual[count - 1] as SlotRow).slots.length === 1 && (visual[count - 1] as SlotRow).slots[0]?.col === 0 && cols > 2) count--
    if (numeric >= body.length * 0.5) return areRecords(visual.slice(0, count + 1), cols) ? 1 : count
  }
  return 0
}

/** Rows that fill every column, none of them going on in lower case, as far apart as the row that follows: words among figures, no heading of several lines. */
function areRecords(rows: readonly SlotRow[], cols: number): boolean {
  if (rows.length < 3) return false
  const pitches = rows.slice(1).map((row, index) => middleOf(row) - middleOf(rows[index] as SlotRow))
  const last = pitches.at(-1) as number
  return (
    pitches.every((pitch) => pitch >= last * 0.95) &&
    rows
      .slice(0, -1)
      .every(
        (row) => row.slots.length === cols && row.slots.every((slot) => !/^[\p{Ll}(]/u.test(rowText(slot.words)) && !slot.words.every((word) => word.bold)),
      )
  )
}

/** Bold rows before rows that are not: the heading ends there. 0 when all are alike. */
function boldRows(rows: readonly SlotRow[]): number {
  const isBold = (row: SlotRow): boolean => row.slots.every((slot) => slot.words.every((word) => word.bold))
  const first = rows.findIndex((row) => !isBold(row))
  return first > 0 && (rows[first] as SlotRow).slots.length > 1 && rows.slice(first).every((row) => !isBold(row)) ? first : 0
}

function figureShare(row: SlotRow): number {
  const later = row.slots.filter((slot) => slot.col > 0)
  return later.length === 0 ? 0 : later.filter((slot) => isNumeric(rowText(slot.words))).length / later.length
}

/** Years head columns, other numbers fill them. */
function isYears(row: SlotRow): boolean {
  const later = row.slots.filter((slot) => slot.col > 0).map((slot) => rowText(slot.words))
  return later.length > 0 && later.every((text) => /^\(?(1[89]|20)\d\d([-–/](\d\d|\d{4}))?\)?\*?$/.test(text.replace(/\s/g, '')) || !isNumeric(text))
}

function joinBody(visual: readonly SlotRow[], context: RowContext & { rules: readonly number[] }): Slot[][] {
  if (visual.length === 0) return []
  const { rules, size } = context
  const pitches = visual.slice(1).map((row, index) => middleOf(row) - middleOf(visual[index] as SlotRow))
  const groups: SlotRow[][] = [[visual[0] as SlotRow]]
  const inner = rules.filter((rule) => rule > middleOf(visual[0] as SlotRow) && rule < middleOf(visual.at(-1) as SlotRow)).length
  // Ruled throughout: what stands between two rulings is one row, unless it holds several figures in one column.
  const bands = inner >= 2 && inner >= visual.length * 0.25
  const numericCols = numericColumns(visual, context.cols)
  const starts = recordStarts(visual, { cols: context.cols, clash: (above, row) => clashes([above], row, numericCols) })
  for (let index = 1; index < visual.length; index++) {
    const row = visual[index] as SlotRow
    const group = groups.at(-1) as SlotRow[]
    const above = group.at(-1) as SlotRow
    const joins = between(rules, above, row)
      ? false
      : bands && (visual.length < 3 || isBetween(rules, row))
        ? !clashes(group, row, numericCols)
        : starts !== null
          ? !starts.has(index)
          : continues({
              group,
              row,
              pitch: pitches[index - 1] as number,
              next: pitches[index],
              size,
              numericCols,
              following: visual[index + 1],
            })
    if (joins) group.push(row)
    else groups.push([row])
  }
  return groups.map(mergeSlots)
}

/** Columns where at least half of the pieces are figures. */
function numericColumns(visual: readonly SlotRow[], cols: number): Set<number> {
  const all = new Array<number>(cols).fill(0)
  const figures = new Array<number>(cols).fill(0)
  for (const row of visual)
    for (const slot of row.slots) {
      if (slot.colSpan > 1) continue
      all[slot.col] = (all[slot.col] as number) + 1
      if (isNumeric(rowText(slot.words))) figures[slot.col] = (figures[slot.col] as number) + 1
    }
  return new Set(all.flatMap((count, col) => (count > 0 && (figures[col] as number) >= count * 0.5 ? [col] : [])))
}

/** Both have a figure in the same column: they can't be lines of one row. */
function clashes(group: readonly SlotRow[], row: SlotRow, numericCols: ReadonlySet<number>): boolean {
  return row.slots.some(
    (slot) =>
      numericCols.has(slot.col) &&
      isNumeric(rowText(slot.words)) &&
      group.some((other) => other.slots.some(({ col, words }) => col === slot.col && isNumeric(rowText(words)))),
  )
}

interface Joint {
  readonly group: readonly SlotRow[]
  readonly row: SlotRow
  /** Distance to the row above and to the row below. */
  readonly pitch: number
  readonly next: number | undefined
  readonly size: number
  readonly numericCols: ReadonlySet<number>
  readonly following: SlotRow | undefined
}

function continues({ group, row, pitch, next, size, numericCols, following }: Joint): boolean {
  if (pitch > leadingEm * Math.max(size, row.size)) return false
  if (clashes(group, row, numericCols)) return false
  // Overlapping heights: figures set to the middle of a label of several lines.
  if (pitch < overlapEm * Math.max(size, row.size)) return true
  const filledAbove = new Set(group.flatMap(({ slots }) => slots.map(({ col }) => col)))
  const subset = row.slots.every(({ col }) => filledAbove.has(col))
  const figures = row.slots.some((slot) => numericCols.has(slot.col) && isNumeric(rowText(slot.words)))
  const first = row.slots[0] as Slot
  const text = rowText(first.words)
  const above = group.at(-1) as SlotRow
  const aboveFirst = above.slots.find(({ col }) => col === first.col)
  const tighter = next !== undefined && pitch < next * 0.87
  const startsLow = /^[\p{Ll}(&/]/u.test(text)
  const aboveOpen = aboveFirst !== undefined && /([,;&/\-–]|\b(and|or|of|the|for|in|to|with))$/u.test(rowText(aboveFirst.words))
  if (figures) {
    // The figures of a row may stand at its last line: "Long name of / something   12".
    const bare = !group.some((other) => other.slots.some(({ col, words }) => numericCols.has(col) && isNumeric(rowText(words))))
    return bare && group.length <= 3 && group.every(({ slots }) => slots.length === 1) && first.col === group[0]?.slots[0]?.col && startsLow
  }
  if (first.col > 0 && !row.slots.some(({ col }) => col === 0)) {
    // Nothing in the first column: more lines of the row above.
    return subset || tighter
  }
  if (!subset) return false
  if (startsLow || row.slots.length < Math.max(...group.map(({ slots }) => slots.length)) || numericCols.size === 0) {
    if (tighter && group.length <= 8) return true
    if (startsLow || aboveOpen) return true
    // A hanging indent: the second line starts further in and nothing of its own follows at that place.
    if (
      row.slots.length === 1 &&
      aboveFirst !== undefined &&
      first.box.x0 > aboveFirst.box.x0 + size * 0.4 &&
      following !== undefined &&
      following.slots.length > 1
    ) {
      const followingFirst = following.slots[0] as Slot
      return followingFirst.col === first.col && followingFirst.box.x0 < first.box.x0 - size * 0.4
    }
  }
  return false
}
