/**
 * Rows in reading order → paragraphs: rows go together while leading, type and indent agree and no line ended early.
 * Labels nothing; every group leaves as plain text, a table or a figure.
 */
import { type Box, unionAll } from '../../model/geometry.ts'
import { isCjk, joinRows } from '../../model/joins.ts'
import type { Draft, FlowItem, Group, Row, TextGroup } from '../draft.ts'
import { equationsOf } from '../formulas/groups.ts'
import { readMarker, startsItem } from '../text/markers.ts'
import { addWeight, heaviest, isBold, roundSize, styleOfLines, styleOfRow } from '../text/style.ts'
import { areAmounts } from './amounts.ts'

/** More white than this over the usual leading parts two paragraphs. */
const LEADING_SLACK = 1.22
/** Without a usual leading to compare with: lines of one paragraph are rarely set wider. */
const LEADING_EM = 1.75
/** Type whose size differs by more belongs to another block. */
const SIZE_RATIO = 1.09
/** A first line's indent: at least a thin em, at most what looks like another column. */
const INDENT_EM = 0.7
const INDENT_MAX_EM = 5
/** A line this much shorter than its column (beyond the next word) ended on purpose. */
const SHORT_EM = 1.5
/** Lines of one paragraph begin at one edge, and stand as far apart as all others: code that follows has a little more white above it. */
const WRAP_EDGE_EM = 0.3
const WRAP_LEADING = 1.06
/** A line that fills this much of its column was broken for want of room, as ragged text is. */
const FULL_SHARE = 0.7
/** Type this much larger than the page's body is display type. */
const DISPLAY_RATIO = 1.2

/** Fills `groups`. */
export function groupRows(draft: Draft): Draft {
  const groups: Group[] = []
  let pending: Row[] = []
  let region = -1
  const bodySize = bodySizeOf(draft.flow)
  const flush = (): void => {
    if (pending.length > 0) groups.push(...paragraphsOf(pending, region, { frame: draft.regions[region]!, bodySize }))
    pending = []
  }
  for (const item of draft.flow) {
    const equation = item.kind === 'row' ? item.row.lines.some(({ formula }) => formula !== undefined) : false
    if (item.region !== region || item.kind !== 'row' || equation) flush()
    region = item.region
    if (item.kind === 'row' && equation) groups.push(...equationsOf(item.row, (row) => makeGroup([row], region)))
    else if (item.kind === 'row') pending.push(item.row)
    else groups.push({ kind: item.kind, index: item.index, region, box: boxOf(draft, item) })
  }
  flush()
  return { ...draft, groups: withWhitespace(groups) }
}

/** The size that most characters of the page are set in. */
function bodySizeOf(flow: readonly FlowItem[]): number {
  const sizes = new Map<number, number>()
  for (const item of flow) if (item.kind === 'row') addWeight(sizes, roundSize(item.row.size), item.row.text.length)
  return heaviest(sizes, 10)
}

function boxOf(draft: Draft, item: Exclude<FlowItem, { kind: 'row' }>): Box {
  return (item.kind === 'table' ? draft.tables[item.index] : draft.figures[item.index])!.box
}

/** A text group of the rows, without its white space, which needs the neighbours. */
export function makeGroup(rows: readonly Row[], region: number): TextGroup {
  return {
    kind: 'text',
    type: 'text',
    rows,
    region,
    box: unionAll(rows.flatMap(({ lines }) => lines.map(({ box }) => box))),
    style: styleOfLines(rows.flatMap(({ lines }) => lines)),
    text: joinRows(rows.map(({ text }) => text)),
    above: 0,
    below: 0,
  }
}

/** Sets `above` and `below` of each group from its neighbours in the same region. */
export function withWhitespace(groups: readonly Group[]): Group[] {
  return groups.map((group, index) => {
    if (group.kind !== 'text') return group
    const before = groups[index - 1]
    const after = groups[index + 1]
    const first = group.rows[0]!
    const last = group.rows.at(-1)!
    const above = before !== undefined && before.region === group.region ? first.box.y0 - inkBottom(before) : Infinity
    const below = after !== undefined && after.region === group.region ? inkTop(after) - last.box.y1 : Infinity
    return { ...group, above, below }
  })
}

function inkBottom(group: Group): number {
  return group.kind === 'text' ? group.rows.at(-1)!.box.y1 : group.box.y1
}

function inkTop(group: Group): number {
  return group.kind === 'text' ? group.rows[0]!.box.y0 : group.box.y0
}

interface Column {
  readonly left: number
  readonly right: number
  /** Usual distance of baselines by type size. */
  readonly leading: ReadonlyMap<number, number>
}

function paragraphsOf(rows: readonly Row[], region: number, { frame, bodySize }: { frame: Box; bodySize: number }): TextGroup[] {
  const column = measure(rows, frame)
  const groups: TextGroup[] = []
  let current: Row[] = []
  rows.forEach((row, index) => {
    const last = current.at(-1)
    if (last !== undefined && breaksBetween(last, row, { bodySize, column, first: current[0]!, count: current.length, next: rows[index + 1] })) {
      groups.push(makeGroup(current, region))
      current = []
    }
    current.push(row)
  })
  if (current.length > 0) groups.push(makeGroup(current, region))
  return groups
}

function measure(rows: readonly Row[], frame: Box): Column {
  const steps = new Map<number, Map<number, number>>()
  for (let index = 1; index < rows.length; index++) {
    const above = rows[index - 1]!
    const row = rows[index]!
    if (roundSize(above.size) !== roundSize(row.size)) continue
    const step = Math.round((row.baseline - above.baseline) * 2) / 2
    if (step <= row.size * 0.5 || step > row.size * 2.5) continue
    const key = roundSize(row.size)
    let list = steps.get(key)
    if (list === undefined) {
      list = new Map()
      steps.set(key, list)
    }
    // Small steps win draws: paragraphs of one line each would otherwise pass for lines of one paragraph.
    addWeight(list, step, 1)
  }
  const leading = new Map<number, number>()
  for (const [size, list] of steps) leading.set(size, heaviest(new Map([...list].sort(([a], [b]) => a - b)), size * 1.2))
  return { left: frame.x0, right: frame.x1, leading }
}

interface Context {
  readonly bodySize: number
  readonly column: Column
  readonly first: Row
  readonly count: number
  readonly next: Row | undefined
}

function breaksBetween(above: Row, row: Row, context: Context): boolean {
  const size = Math.max(above.size, row.size)
  const step = row.baseline - above.baseline
  if (step < 0) return true
  const resized = size > SIZE_RATIO * Math.min(above.size, row.size)
  if (resized && !(goesOnInType(above, row) && wrapsInto(above, row, context))) return true
  if (step > allowedStep(resized && above.size > row.size ? above : row, size, context.column)) return true
  if (startsItem(row, above) || areAmounts(above, row)) return true
  if (changesWeight(above, row)) return true
  if (changesFace(above, row) && !wrapsInto(above, row, context)) return true
  return endsEarly(above, row, context) || isIndented(above, row, context)
}

function allowedStep(row: Row, size: number, column: Column): number {
  const usual = column.leading.get(roundSize(row.size))
  if (usual === undefined) return LEADING_EM * size
  // A usual leading that is wide itself (double spacing) is no reason to join across real gaps.
  return Math.max(usual * LEADING_SLACK, size * 1.25)
}

/** A wholly bold line above or below one that is not: heading and text. */
function changesWeight(above: Row, row: Row): boolean {
  const a = styleOfRow(above)
  const b = styleOfRow(row)
  if (a.bold !== b.bold) {
    // A paragraph that merely begins or ends in bold keeps its lines: the other line must be free of bold.
    const plainSide = a.bold ? row : above
    const boldSide = a.bold ? above : row
    return boldShare(plainSide) < 0.2 || !/[\p{Ll},]$/u.test(boldSide.text)
  }
  return false
}

/** Another typeface altogether: text and code, heading and text. */
function changesFace(above: Row, row: Row): boolean {
  const a = styleOfRow(above)
  const b = styleOfRow(row)
  if (a.bold !== b.bold) return false
  if (a.mono !== b.mono) return true
  if (a.color !== b.color && a.font !== b.font) return true
  // A short line wholly in another colour than what begins below it is a heading, whatever follows in that line.
  const first = row.lines[0]?.spans[0]
  const uniform = above.lines.every(({ spans }) => spans.every(({ color }) => color === a.color))
  return uniform && first !== undefined && first.color !== a.color && above.box.x1 < row.box.x1 - row.size * 4
}

/** The last word above and the first one of the row are set alike: another size in between, of code mostly, says nothing. */
function goesOnInType(above: Row, row: Row): boolean {
  const last = above.lines.at(-1)?.spans.at(-1)
  const first = row.lines[0]?.spans[0]
  return last !== undefined && first !== undefined && last.font.name === first.font.name && roundSize(last.size) === roundSize(first.size)
}

/**
 * A sentence goes on with an address or a name of another typeface that found no room in the line above. Several lines of
 * typewriter are code, however full the line before them.
 */
function wrapsInto(above: Row, row: Row, { column, count, next }: Context): boolean {
  // A paragraph's first line may be set in, or its other lines.
  const edgeEm = count === 1 ? INDENT_MAX_EM : WRAP_EDGE_EM
  if (!/[\p{Ll},(\-‐]$/u.test(above.text) || Math.abs(above.box.x0 - row.box.x0) > edgeEm * row.size) return false
  const usual = column.leading.get(roundSize(Math.max(above.size, row.size)))
  if (usual !== undefined && row.baseline - above.baseline > usual * WRAP_LEADING) return false
  if (styleOfRow(row).mono && next !== undefined && styleOfRow(next).mono && next.baseline - row.baseline < LEADING_EM * row.size) return false
  const word = row.text.split(' ', 1)[0] ?? ''
  const perChar = (row.box.x1 - row.box.x0) / Math.max(1, row.text.length)
  return above.box.x1 + word.length * perChar > column.right
}

function boldShare(row: Row): number {
  let bold = 0
  let total = 0
  for (const { spans } of row.lines) {
    for (const { text, font } of spans) {
      total += text.length
      if (isBold(font)) bold += text.length
    }
  }
  return total === 0 ? 0 : bold / total
}

/** The line above stopped although the next word would have fitted. */
function endsEarly(above: Row, row: Row, { column, bodySize, next }: Context): boolean {
  const room = column.right - above.box.x1
  // Scripts without blanks break after any character.
  const word = isCjk(row.text[0]) ? row.text.slice(0, 1) : (row.text.split(' ', 1)[0] ?? '')
  const perChar = (row.box.x1 - row.box.x0) / Math.max(1, row.text.length)
  const fits = room > word.length * perChar + SHORT_EM * row.size
  if (!fits) return false
  // Centred or right-aligned lines stop early by nature. Two lines set in alike, the second going on at the left, do not:
  // a heading over the first line of its paragraph.
  const setIn = Math.abs(above.box.x0 - row.box.x0) < INDENT_EM * 0.5 * row.size && next !== undefined && row.box.x0 - next.box.x0 > INDENT_EM * row.size
  if (!setIn && above.box.x0 - column.left > INDENT_EM * 2 * row.size && row.box.x0 - column.left > INDENT_EM * 2 * row.size) return false
  if (isCentredUnder(above, row)) return false
  const sentenceEnd = /[.!?:;。！？：；"”')\]]$/.test(above.text)
  // Large type is set short by choice: lines of one title go together.
  if (!sentenceEnd && row.size >= bodySize * DISPLAY_RATIO) return false
  const begins = /^["“'([]?[\p{Lu}\p{N}\p{Lo}]/u.test(row.text) || readMarker(row.text) !== null
  // Ragged text leaves up to a long word of room; a third of the column is no accident.
  const farShort = room > (column.right - column.left) * 0.35
  return begins && (sentenceEnd || farShort)
}

/** Lines of different lengths on one axis. */
function isCentredUnder(above: Row, row: Row): boolean {
  return Math.abs((above.box.x0 + above.box.x1) / 2 - (row.box.x0 + row.box.x1) / 2) < row.size * 0.5 && Math.abs(above.box.x0 - row.box.x0) > row.size
}

/** A sentence that goes on in the next line: no paragraph begins with a small letter after a line without an end. In code indents are all there is. */
function runsOn(above: Row, row: Row, column: Column): boolean {
  const full = above.box.x1 - column.left > FULL_SHARE * (column.right - column.left)
  return full && /[\p{Ll},]$/u.test(above.text) && /^\p{Ll}/u.test(row.text) && !styleOfRow(row).mono
}

/** A first line set in, with the lines around it further left. */
function isIndented(above: Row, row: Row, { column, first, count, next }: Context): boolean {
  const indent = row.box.x0 - above.box.x0
  const em = row.size
  if (indent < INDENT_EM * em || indent > INDENT_MAX_EM * em || runsOn(above, row, column)) return false
  // The second line of a hanging indent (references, definitions) is set in as well, and so is the third.
  // What follows in another weight is the text below a heading, and says nothing of the heading's own lines.
  if (next === undefined || next.size !== row.size || styleOfRow(next).bold !== styleOfRow(row).bold)
    return count > 1 && Math.abs(above.box.x0 - first.box.x0) < em * 2 && /[.!?:。”"]$/.test(above.text)
  // The shorter of two centred lines of a title.
  if (isCentredUnder(above, row) && row.box.x0 - column.left > INDENT_EM * 2 * em && above.box.x0 - column.left > INDENT_EM * 2 * em) return false
  const back = row.box.x0 - next.box.x0
  return back >= INDENT_EM * em * 0.7
}
