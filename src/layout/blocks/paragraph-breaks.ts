import { centerX, width } from '../../model/geometry.ts'
import { startsWithCjk } from '../../model/join-text.ts'
import { maxOf } from '../../model/statistics.ts'
import { isFromImage } from '../../model/text-source.ts'
import type { Row } from '../state.ts'
import { labelKind } from '../text/caption-labels.ts'
import { endsInLeaderValue } from '../text/dot-leaders.ts'
import { itemTextStart, readMarker, startsItem } from '../text/list-markers.ts'
import { roundSize, styleOfRow } from '../text/text-style.ts'
import {
  areBoldTerms,
  areGlossaryEntries,
  areIndexEntries,
  isHangingIndent,
  startsNextNote,
} from './glossary-entries.ts'

/** Maximum line spacing in a paragraph, relative to the usual one, or in em if there is none. */
const MAX_LEADING_RATIO = 1.22
const MAX_LEADING_EM = 1.75
const OVERHANG_TOLERANCE_EM = 0.1
const MAX_SIZE_RATIO = 1.09
/** For lines of one sentence in OCR, which measures lines with brackets or digits as higher ones. */
const MAX_OCR_SIZE_RATIO = 1.2
/** Maximum size relative to a line in small caps. */
const MAX_SMALL_CAPS_RATIO = 1.45
const MIN_INDENT_EM = 0.7
const MAX_INDENT_EM = 5
/** Minimum indent of a centered line. */
const CENTERED_INDENT_EM = 0.5
/** Minimum space in excess of the next word in a line that ended early. */
const MIN_SHORTFALL_EM = 1.5
/** Tolerances of a continued sentence; code has slightly more space above. */
const WRAP_EDGE_TOLERANCE_EM = 0.3
const MAX_WRAP_LEADING_RATIO = 1.06
/** Minimum width of a full ragged line, relative to the column. */
const MIN_FULL_RATIO = 0.7
const MIN_DISPLAY_RATIO = 1.2
/** Limits of a row at the right edge of the column, and minimum space right of another row. */
const MAX_RIGHT_GAP_EM = 0.5
const MIN_RIGHT_INDENT_RATIO = 0.5
const MIN_UNEQUAL_GAP_EM = 3

/** Abbreviations that do not end a sentence. */
const abbreviationEnd = /\b(?:i\.e|e\.g|cf|vs|resp|approx|etc|[ud]\.\s?[ah]|z\.\s?B)\.$/

/** Measures of a column, in points. */
export interface Column {
  readonly left: number
  readonly right: number
  /** Usual line spacing by `leadingKey`. */
  readonly leading: ReadonlyMap<number, number>
  /** Line spacing within the sentences at one left edge, by `edgeKey`; lists can have a larger one. */
  readonly edgeLeading: ReadonlyMap<string, number>
  readonly hanging: number | null
}

/** Font size, negative for monospaced rows: program text has its own line spacing. */
export function leadingKey(row: Row): number {
  const size = roundSize(row.size)
  return styleOfRow(row).mono ? -size : size
}

export function edgeKey(row: Row): string {
  return `${leadingKey(row)} ${Math.round(row.box.x0 / 2)}`
}

interface BreakContext {
  readonly bodySize: number
  readonly column: Column
  /** The column edge or an image, in points. */
  readonly right: number
  /** First row of the current paragraph, and its number of rows. */
  readonly first: Row
  readonly count: number
  readonly next: Row | undefined
}

export function breaksBetween(above: Row, row: Row, context: BreakContext): boolean {
  const size = Math.max(above.size, row.size)
  const step = row.baseline - above.baseline
  if (step < 0) return true
  const ratio = size / Math.min(above.size, row.size)
  const isSameSentence =
    (ratio <= MAX_OCR_SIZE_RATIO && isOcr(row) && continuesSentence(above, row, context)) ||
    (ratio <= MAX_SMALL_CAPS_RATIO && continuesWord(above, row, context))
  const isResized = ratio > MAX_SIZE_RATIO && !isSameSentence
  if (isResized && !(continuesInStyle(above, row) && continuesInOtherFont(above, row, context))) return true
  if (endsInLeaderValue(above.text)) return true
  const excess = step - allowedStep(isResized && above.size > row.size ? above : row, size, context.column)
  if (excess > overhangBetween(above, row)) return true
  if (startsItem(row, above) && !continuesWithMarker(above, row, context)) return true
  if (startsNextNote(context.first, above, row)) return true
  if (areGlossaryEntries(above, row) || areBoldTerms(above, row) || areIndexEntries(above, row)) return true
  // Running text can continue with "Figure 2. The …".
  if (labelKind(row.text) !== null && !(isFull(above, row, context.right) && continuesInStyle(above, row))) return true
  // A sentence can continue or end in bold, and begin after bold words in the same line.
  if (
    changesWeight(above, row) &&
    !(/^\p{Ll}/u.test(row.text) && continuesInOtherFont(above, row, context)) &&
    !(continuesInStyle(above, row) && isFull(above, row, context.right))
  )
    return true
  const isReference = context.first.text.startsWith('[') && isAtTextOf(context.first, row)
  if (changesFont(above, row) && !isReference && !continuesInOtherFont(above, row, context)) return true
  if (isRightOf(above, row, context.column) || isRightOf(row, above, context.column)) return true
  if (row.box.x0 > above.box.x1 + row.size || isLeftOfItem(above, row, context)) return true
  return endsEarly(above, row, context) || isIndented(above, row, context)
}

function isRightOf(row: Row, other: Row, { left, right }: Column): boolean {
  return (
    right - row.box.x1 < MAX_RIGHT_GAP_EM * row.size &&
    row.box.x0 - left > MIN_RIGHT_INDENT_RATIO * (right - left) &&
    right - other.box.x1 > MIN_UNEQUAL_GAP_EM * row.size
  )
}

/** A paragraph after a list item whose last line has space for the next word. */
function isLeftOfItem(above: Row, row: Row, { first, right }: BreakContext): boolean {
  const isLeft = row.box.x0 < first.box.x0 - MIN_INDENT_EM * row.size
  return isLeft && readMarker(first.text) !== null && !isFull(above, row, right)
}

function allowedStep(row: Row, size: number, column: Column): number {
  const usual = Math.max(column.leading.get(leadingKey(row)) ?? 0, column.edgeLeading.get(edgeKey(row)) ?? 0)
  if (usual === 0) return MAX_LEADING_EM * size
  // Double spacing does not join across real gaps.
  return Math.max(usual * MAX_LEADING_RATIO, size * 1.25)
}

/** In points. TeX moves lines apart for the fractions in them. */
function overhangBetween(above: Row, row: Row): number {
  const own = above.lines.flatMap(({ overhang }) => overhang?.below ?? [])
  const next = row.lines.flatMap(({ overhang }) => overhang?.above ?? [])
  if (own.length + next.length === 0 || /[.!?:]$/.test(above.text)) return 0
  return Math.max(0, maxOf(own)) + Math.max(0, maxOf(next)) + OVERHANG_TOLERANCE_EM * row.size
}

function isOcr({ lines }: Row): boolean {
  const span = lines[0]?.spans[0]
  return span !== undefined && isFromImage(span)
}

function changesWeight(above: Row, row: Row): boolean {
  const a = styleOfRow(above)
  const b = styleOfRow(row)
  if (a.bold !== b.bold) {
    const plainSide = a.bold ? row : above
    const boldSide = a.bold ? above : row
    return boldRatio(plainSide) < 0.2 || !/[\p{Ll},]$/u.test(boldSide.text)
  }
  return false
}

function changesFont(above: Row, row: Row): boolean {
  const a = styleOfRow(above)
  const b = styleOfRow(row)
  if (a.bold !== b.bold) return false
  if (a.mono !== b.mono) return true
  if (a.color !== b.color && a.font !== b.font) return true
  // A short line in its own color is a heading.
  const first = row.lines[0]?.spans[0]
  const isUniform = above.lines.every(({ spans }) => spans.every(({ color }) => color === a.color))
  return isUniform && first !== undefined && first.color !== a.color && above.box.x1 < row.box.x1 - row.size * 4
}

/** Ignores code on both sides of the break. */
function continuesInStyle(above: Row, row: Row): boolean {
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
function continuesInOtherFont(above: Row, row: Row, { column, right, count, next }: BreakContext): boolean {
  // The first line or the others may be indented.
  const edgeEm = count === 1 ? MAX_INDENT_EM : WRAP_EDGE_TOLERANCE_EM
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
function continuesWithMarker(above: Row, row: Row, { first, right }: BreakContext): boolean {
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
function isAtTextOf(first: Row, row: Row): boolean {
  const start = itemTextStart(first)
  return start !== null && Math.abs(start - row.box.x0) < WRAP_EDGE_TOLERANCE_EM * row.size
}

/** Whether the sentence of the first row continues in the second. */
function isUnfinished(above: Row, row: Row): boolean {
  if (/[\p{Ll},(\-‐_]$/u.test(above.text)) return true
  return /^[\p{Ll}\p{Lo}]/u.test(row.text) && !/[.!?:;。！？：；]["”』」)）]?$/u.test(above.text)
}

function boldRatio(row: Row): number {
  let bold = 0
  let total = 0
  for (const { spans } of row.lines) {
    for (const { text, font } of spans) {
      total += text.length
      if (font.bold) bold += text.length
    }
  }
  return total === 0 ? 0 : bold / total
}

function endsEarly(above: Row, row: Row, { column, right, bodySize, first }: BreakContext): boolean {
  const freeWidth = right - above.box.x1
  // Scripts without spaces break after any character.
  const word = startsWithCjk(row.text) ? row.text.slice(0, 1) : (row.text.split(' ', 1)[0] ?? '')
  const perChar = width(row.box) / Math.max(1, row.text.length)
  const fits = freeWidth > word.length * perChar + MIN_SHORTFALL_EM * row.size
  if (!fits) return false
  // Centered or right-aligned lines end early by design.
  const isLeftAligned =
    Math.abs(above.box.x0 - row.box.x0) < MIN_INDENT_EM * 0.5 * row.size &&
    Math.abs(above.box.x1 - row.box.x1) > MIN_SHORTFALL_EM * row.size
  const minIndent = MIN_INDENT_EM * 2 * row.size
  // Lines next to a label are one caption.
  if (labelKind(first.text) !== null && row.box.x0 - first.box.x0 > minIndent) return false
  const isRowIndented = row.box.x0 - column.left > minIndent && right - row.box.x1 > minIndent
  if (!isLeftAligned && above.box.x0 - column.left > minIndent && isRowIndented) return false
  if (isCenteredUnder(above, row) && row.box.x0 - column.left > CENTERED_INDENT_EM * row.size) return false
  const sentenceEnd = /[.!?:;。！？：；"”')\]]$/.test(above.text) && !abbreviationEnd.test(above.text)
  // Titles in large type have short lines by design.
  if (!sentenceEnd && row.size >= bodySize * MIN_DISPLAY_RATIO) return false
  const begins = /^(?:["“'([]?[\p{Lu}\p{N}\p{Lo}]|[/<[{$@#\\]|\.\p{L})/u.test(row.text) || readMarker(row.text) !== null
  // Ragged text has space for a long word, but not for a third of the column.
  const isMuchShorter = freeWidth > (right - column.left) * 0.35
  if (begins) return sentenceEnd || isMuchShorter
  return isMuchShorter && sentenceEnd && /[.!?:;。！？：；]$/.test(above.text) && !styleOfRow(row).mono
}

function isCenteredUnder(above: Row, row: Row): boolean {
  return (
    Math.abs(centerX(above.box) - centerX(row.box)) < row.size * 0.5 && Math.abs(above.box.x0 - row.box.x0) > row.size
  )
}

/** No paragraph begins in lowercase after an unfinished line. In code, indents decide. */
function continuesSentence(above: Row, row: Row, { column, right }: BreakContext): boolean {
  const isFullLine = above.box.x1 - column.left > MIN_FULL_RATIO * (right - column.left)
  return isFullLine && /[\p{Ll},\-‐]$/u.test(above.text) && /^\p{Ll}/u.test(row.text) && !styleOfRow(row).mono
}

/** "INNO-" | "VATIVE Experiments" in small caps. */
function continuesWord(above: Row, row: Row, { right }: BreakContext): boolean {
  return /\p{L}[-‐\u00ad]$/u.test(above.text) && /^\p{L}/u.test(row.text) && isFull(above, row, right)
}

function isIndented(above: Row, row: Row, context: BreakContext): boolean {
  const { column, right, first, count, next } = context
  const indent = row.box.x0 - above.box.x0
  const em = row.size
  if (indent < MIN_INDENT_EM * em || indent > MAX_INDENT_EM * em || continuesSentence(above, row, context)) return false
  // A hanging indent also indents the third line. Another weight means text below a heading.
  if (next === undefined || next.size !== row.size || styleOfRow(next).bold !== styleOfRow(row).bold)
    return count > 1 && Math.abs(above.box.x0 - first.box.x0) < em * 2 && /[.!?:。”"]$/.test(above.text)
  if (isCenteredUnder(above, row) && above.box.x0 - column.left > MIN_INDENT_EM * 2 * em) return false
  if (count === 1 && isAtTextOf(above, row)) return false
  const back = row.box.x0 - next.box.x0
  return back >= MIN_INDENT_EM * em * 0.7 && !(isHangingIndent(indent, column.hanging) && isFull(above, row, right))
}

/** Whether a space and the first word of the next row do not fit. */
export function isFull(above: Row, row: Row, right: number): boolean {
  const word = row.text.split(' ', 1)[0] ?? ''
  return above.box.x1 + ((word.length + 1) * width(row.box)) / Math.max(1, row.text.length) > right
}
