/**
 * Two rows below each other → whether a paragraph ends between them: by the white between, by type, by an item's mark, by a line
 * that ended early, by an indent. What usual leading and edges are is measured where rows are grouped.
 */
import { centerX } from '../../model/geometry.ts'
import { isCjk } from '../../model/join-text.ts'
import type { Row } from '../state.ts'
import { readMarker, startsItem } from '../text/list-markers.ts'
import { isBold, roundSize, styleOfRow } from '../text/text-style.ts'
import { areAmountRows } from './amount-rows.ts'
import { areEntries, countsOn, endsIndexEntry, hangsAt } from './glossary-entries.ts'

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
const FULL_RATIO = 0.7
/** Type this much larger than the page's body is display type. */
const DISPLAY_RATIO = 1.2

/** What the rows of one region have in common, in points. */
export interface Column {
  readonly left: number
  readonly right: number
  /** Usual distance of baselines by type size. */
  readonly leading: ReadonlyMap<number, number>
  /** How far lines of entries are set in under their first ones; `null` where no entries hang. */
  readonly hanging: number | null
  /** Its rows are entries of an index. */
  readonly indexed: boolean
}

/** What is known around two rows. */
interface Context {
  /** The size that most characters of the page are set in, in points. */
  readonly bodySize: number
  readonly column: Column
  /** How far the row above could have gone, in points: to the column's edge, or to a picture in it. */
  readonly right: number
  /** The first row of the paragraph so far, and how many it has. */
  readonly first: Row
  readonly count: number
  /** The row below both. */
  readonly next: Row | undefined
}

/** Whether a paragraph that `above` belongs to ends before `row`. */
export function breaksBetween(above: Row, row: Row, context: Context): boolean {
  const size = Math.max(above.size, row.size)
  const step = row.baseline - above.baseline
  if (step < 0) return true
  const resized = size > SIZE_RATIO * Math.min(above.size, row.size)
  if (resized && !(goesOnInType(above, row) && wrapsInto(above, row, context))) return true
  if (step > allowedStep(resized && above.size > row.size ? above : row, size, context.column)) return true
  if (
    startsItem(row, above) ||
    areAmountRows(above, row) ||
    areEntries(above, row) ||
    countsOn(context.first, above, row)
  )
    return true
  if (context.column.indexed && endsIndexEntry(above, isFull(above, row, context.right))) return true
  // In bold may be what a sentence ends in, or goes on in.
  if (changesWeight(above, row) && !(/^\p{Ll}/u.test(row.text) && wrapsInto(above, row, context))) return true
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
    return boldRatio(plainSide) < 0.2 || !/[\p{Ll},]$/u.test(boldSide.text)
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
  // A short line wholly in another color than what begins below it is a heading, whatever follows in that line.
  const first = row.lines[0]?.spans[0]
  const uniform = above.lines.every(({ spans }) => spans.every(({ color }) => color === a.color))
  return uniform && first !== undefined && first.color !== a.color && above.box.x1 < row.box.x1 - row.size * 4
}

/** The last word above and the first one of the row are set alike: another size in between, of code mostly, says nothing. */
function goesOnInType(above: Row, row: Row): boolean {
  const last = above.lines.at(-1)?.spans.at(-1)
  const first = row.lines[0]?.spans[0]
  return (
    last !== undefined &&
    first !== undefined &&
    last.font.name === first.font.name &&
    last.font.mono === first.font.mono &&
    roundSize(last.size) === roundSize(first.size)
  )
}

/**
 * A sentence goes on with an address or a name of another typeface that found no room in the line above. Several lines of
 * typewriter are code, however full the line before them.
 */
function wrapsInto(above: Row, row: Row, { column, right, count, next }: Context): boolean {
  // A paragraph's first line may be set in, or its other lines.
  const edgeEm = count === 1 ? INDENT_MAX_EM : WRAP_EDGE_EM
  if (!/[\p{Ll},(\-‐]$/u.test(above.text) || Math.abs(above.box.x0 - row.box.x0) > edgeEm * row.size) return false
  const usual = column.leading.get(roundSize(Math.max(above.size, row.size)))
  if (usual !== undefined && row.baseline - above.baseline > usual * WRAP_LEADING) return false
  const isListing =
    styleOfRow(row).mono &&
    next !== undefined &&
    styleOfRow(next).mono &&
    next.baseline - row.baseline < LEADING_EM * row.size
  if (isListing && !goesOnInType(above, row)) return false
  return isFull(above, row, right)
}

function boldRatio(row: Row): number {
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
function endsEarly(above: Row, row: Row, { column, right, bodySize, next }: Context): boolean {
  const room = right - above.box.x1
  // Scripts without blanks break after any character.
  const word = isCjk(row.text[0]) ? row.text.slice(0, 1) : (row.text.split(' ', 1)[0] ?? '')
  const perChar = (row.box.x1 - row.box.x0) / Math.max(1, row.text.length)
  const fits = room > word.length * perChar + SHORT_EM * row.size
  if (!fits) return false
  // Centered or right-aligned lines stop early by nature. Two lines set in alike, the second going on at the left, do not:
  // a heading over the first line of its paragraph.
  const setIn =
    Math.abs(above.box.x0 - row.box.x0) < INDENT_EM * 0.5 * row.size &&
    next !== undefined &&
    row.box.x0 - next.box.x0 > INDENT_EM * row.size
  if (
    !setIn &&
    above.box.x0 - column.left > INDENT_EM * 2 * row.size &&
    row.box.x0 - column.left > INDENT_EM * 2 * row.size
  )
    return false
  if (isCenteredUnder(above, row)) return false
  const sentenceEnd = /[.!?:;。！？：；"”')\]]$/.test(above.text)
  // Large type is set short by choice: lines of one title go together.
  if (!sentenceEnd && row.size >= bodySize * DISPLAY_RATIO) return false
  const begins = /^["“'([]?[\p{Lu}\p{N}\p{Lo}]/u.test(row.text) || readMarker(row.text) !== null
  // Ragged text leaves up to a long word of room; a third of the column is no accident.
  const farShort = room > (right - column.left) * 0.35
  return begins && (sentenceEnd || farShort)
}

/** Lines of different lengths on one axis. */
function isCenteredUnder(above: Row, row: Row): boolean {
  return (
    Math.abs(centerX(above.box) - centerX(row.box)) < row.size * 0.5 && Math.abs(above.box.x0 - row.box.x0) > row.size
  )
}

/** A sentence that goes on in the next line: no paragraph begins with a small letter after a line without an end. In code indents are all there is. */
function runsOn(above: Row, row: Row, { column, right }: Context): boolean {
  const full = above.box.x1 - column.left > FULL_RATIO * (right - column.left)
  return full && /[\p{Ll},\-‐]$/u.test(above.text) && /^\p{Ll}/u.test(row.text) && !styleOfRow(row).mono
}

/** A first line set in, with the lines around it further left. */
function isIndented(above: Row, row: Row, context: Context): boolean {
  const { column, right, first, count, next } = context
  const indent = row.box.x0 - above.box.x0
  const em = row.size
  if (indent < INDENT_EM * em || indent > INDENT_MAX_EM * em || runsOn(above, row, context)) return false
  // The second line of a hanging indent (references, definitions) is set in as well, and so is the third.
  // What follows in another weight is the text below a heading, and says nothing of the heading's own lines.
  if (next === undefined || next.size !== row.size || styleOfRow(next).bold !== styleOfRow(row).bold)
    return count > 1 && Math.abs(above.box.x0 - first.box.x0) < em * 2 && /[.!?:。”"]$/.test(above.text)
  // The shorter of two centered lines of a title.
  if (
    isCenteredUnder(above, row) &&
    row.box.x0 - column.left > INDENT_EM * 2 * em &&
    above.box.x0 - column.left > INDENT_EM * 2 * em
  )
    return false
  const back = row.box.x0 - next.box.x0
  return back >= INDENT_EM * em * 0.7 && !(hangsAt(indent, column.hanging) && isFull(above, row, right))
}

/** The next word found no room. */
function isFull(above: Row, row: Row, right: number): boolean {
  const word = row.text.split(' ', 1)[0] ?? ''
  return above.box.x1 + (word.length * (row.box.x1 - row.box.x0)) / Math.max(1, row.text.length) > right
}
