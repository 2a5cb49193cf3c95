/** Whether a row continues the text of the row above, in spite of another font, size or a marker. */
import type { Box } from '../../model/geometry.ts'
import { isFromImage } from '../../model/text-source.ts'
import type { Row } from '../state.ts'
import { itemTextStart, readMarker } from '../text/list-markers.ts'
import { roundSize, styleOfRow } from '../text/text-style.ts'
import { type Column, isFull, leadingKey, MAX_LEADING_EM } from './column-measures.ts'
import { INDENT_EM } from './glossary-entries.ts'

const MAX_SIZE_RATIO = 1.09
/** For lines of one sentence in OCR, which measures lines with brackets or digits as higher ones. */
const MAX_OCR_SIZE_RATIO = 1.2
/** Maximum size relative to a line in small caps. */
const MAX_SMALL_CAPS_RATIO = 1.45
/** Tolerances of a continued sentence; code has slightly more space above. */
const WRAP_EDGE_TOLERANCE_EM = 0.3
const MAX_WRAP_LEADING_RATIO = 1.06
/** Minimum width of a full ragged line, relative to the column. */
const MIN_FULL_RATIO = 0.7

export interface BreakContext {
  readonly bodySize: number
  readonly column: Column
  /** The column edge or an image, in points. */
  readonly right: number
  /** First row of the current paragraph, and its number of rows. */
  readonly first: Row
  readonly count: number
  readonly next: Row | undefined
  /** Boxes of figures and tables within the column. */
  readonly objects: readonly Box[]
}

/** Whether another font size separates the rows. */
export function isInOtherSize(above: Row, row: Row, context: BreakContext): boolean {
  const ratio = Math.max(above.size, row.size) / Math.min(above.size, row.size)
  const isSameSentence =
    (ratio <= MAX_OCR_SIZE_RATIO && isOcr(row) && continuesSentence(above, row, context)) ||
    (ratio <= MAX_SMALL_CAPS_RATIO && continuesWord(above, row, context))
  return ratio > MAX_SIZE_RATIO && !isSameSentence
}

/** Ignores code on both sides of the break. */
export function continuesInStyle(above: Row, row: Row): boolean {
  const last = above.lines.at(-1)?.spans.at(-1)
  const first = row.lines[0]?.spans[0]
  return (
    last !== undefined &&
    first !== undefined &&
    last.font.name === first.font.name &&
    last.font.mono === first.font.mono &&
    last.font.bold === first.font.bold &&
    roundSize(last.size) === roundSize(first.size)
  )
}

/** An address or name may have another font, but several monospaced lines are code. */
export function continuesInOtherFont(above: Row, row: Row, { column, right, count, next }: BreakContext): boolean {
  // The first line or the others may be indented.
  const edgeEm = count === 1 ? INDENT_EM.most : WRAP_EDGE_TOLERANCE_EM
  if (!isUnfinished(above, row) || Math.abs(above.box.x0 - row.box.x0) > edgeEm * row.size) return false
  const usual = column.leading.get(leadingKey(above.size >= row.size ? above : row))
  if (usual !== undefined && row.baseline - above.baseline > usual * MAX_WRAP_LEADING_RATIO) return false
  const isListing =
    styleOfRow(row).mono &&
    next !== undefined &&
    styleOfRow(next).mono &&
    next.baseline - row.baseline < MAX_LEADING_EM * row.size
  if (isListing && !continuesInStyle(above, row)) return false
  return isFull(above, row, right)
}

/** A number or an initial that only looks like a marker. */
export function continuesWithMarker(above: Row, row: Row, { first, right }: BreakContext): boolean {
  const marker = readMarker(row.text)
  if (marker === null || marker.kind === 'bullet') return false
  const before = readMarker(first.text)
  const isInSequence = before?.shape === marker.shape && marker.ordinal === before.ordinal + 1
  // "[78] … Spin structures on flat manifolds." | "J. Algebra, 436": a nested list begins with "A.".
  if (before !== null) return marker.ordinal > 1 && !isInSequence && isAtTextOf(first, row)
  // "… in Sections 9 and" | "10. This proposal …", "Search criterion" | "(1) cannot be …".
  if (marker.ordinal < 2 && !marker.shape.startsWith('(')) return false
  return /\p{Ll}$/u.test(above.text) && Math.abs(above.box.x0 - row.box.x0) < row.size && isFull(above, row, right)
}

/** Whether the row begins where the text after the marker or label of the first row begins. */
export function isAtTextOf(first: Row, row: Row): boolean {
  const start = itemTextStart(first)
  return start !== null && Math.abs(start - row.box.x0) < WRAP_EDGE_TOLERANCE_EM * row.size
}

/** Whether the sentence of the first row continues in the second. */
function isUnfinished(above: Row, row: Row): boolean {
  if (/[\p{Ll},(\-‐_]$/u.test(above.text)) return true
  return /^[\p{Ll}\p{Lo}]/u.test(row.text) && !/[.!?:;。！？：；]["”』」)）]?$/u.test(above.text)
}

/** No paragraph begins in lowercase after an unfinished line. In code, indents decide. */
export function continuesSentence(above: Row, row: Row, { column, right }: BreakContext): boolean {
  const isFullLine = above.box.x1 - column.left > MIN_FULL_RATIO * (right - column.left)
  return isFullLine && /[\p{Ll},\-‐]$/u.test(above.text) && /^\p{Ll}/u.test(row.text) && !styleOfRow(row).mono
}

/** "INNO-" | "VATIVE Experiments" in small caps. */
function continuesWord(above: Row, row: Row, { right }: BreakContext): boolean {
  return /\p{L}[-‐\u00ad]$/u.test(above.text) && /^\p{L}/u.test(row.text) && isFull(above, row, right)
}

function isOcr({ lines }: Row): boolean {
  const span = lines[0]?.spans[0]
  return span !== undefined && isFromImage(span)
}
