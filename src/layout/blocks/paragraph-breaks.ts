import { centerX, width } from '../../model/geometry.ts'
import { startsWithCjk } from '../../model/join-text.ts'
import { maxOf } from '../../model/statistics.ts'
import type { Row } from '../state.ts'
import { labelKind } from '../text/caption-labels.ts'
import { endsInLeaderValue } from '../text/dot-leaders.ts'
import { readMarker, startsItem } from '../text/list-markers.ts'
import { styleOfRow } from '../text/text-style.ts'
import { type Column, edgeKey, isFull, leadingKey, MAX_LEADING_EM } from './column-measures.ts'
import {
  type BreakContext,
  continuesInOtherFont,
  continuesInStyle,
  continuesSentence,
  continuesWithMarker,
  isAtTextOf,
  isInOtherSize,
} from './continued-text.ts'
import {
  areBoldTerms,
  areGlossaryEntries,
  areIndexEntries,
  INDENT_EM,
  isHangingIndent,
  startsNextNote,
} from './glossary-entries.ts'

/** Maximum line spacing in a paragraph, relative to the usual one. */
const MAX_LEADING_RATIO = 1.22
const OVERHANG_TOLERANCE_EM = 0.1
/** Minimum indent of a centered line. */
const CENTERED_INDENT_EM = 0.5
/** Minimum space in excess of the next word in a line that ended early. */
const MIN_SHORTFALL_EM = 1.5
/** Minimum size of titles in large type, relative to the body size. */
const MIN_DISPLAY_RATIO = 1.2
/** Limits of a row at the right edge of the column, and minimum space right of another row. */
const MAX_RIGHT_GAP_EM = 0.5
const MIN_RIGHT_INDENT_RATIO = 0.5
const MIN_UNEQUAL_GAP_EM = 3

/** Abbreviations that do not end a sentence. */
const abbreviationEnd = /\b(?:i\.e|e\.g|cf|vs|resp|approx|etc|[ud]\.\s?[ah]|z\.\s?B)\.$/

export function breaksBetween(above: Row, row: Row, context: BreakContext): boolean {
  const size = Math.max(above.size, row.size)
  const step = row.baseline - above.baseline
  if (step < 0) return true
  const isResized = isInOtherSize(above, row, context)
  if (isResized && !(continuesInStyle(above, row) && continuesInOtherFont(above, row, context))) return true
  if (endsInLeaderValue(above.text)) return true
  const excess = step - allowedStep(isResized && above.size > row.size ? above : row, size, context.column)
  if (excess > overhangBetween(above, row)) return true
  if (startsItem(row, above) && !continuesWithMarker(above, row, context)) return true
  if (startsNextNote(context.first, above, row)) return true
  if (areGlossaryEntries(above, row, context.objects) || areBoldTerms(above, row) || areIndexEntries(above, row))
    return true
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
  const isLeft = row.box.x0 < first.box.x0 - INDENT_EM.least * row.size
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

function changesWeight(above: Row, row: Row): boolean {
  const a = styleOfRow(above)
  const b = styleOfRow(row)
  if (a.bold === b.bold) return false
  const [boldSide, plainSide] = a.bold ? [above, row] : [row, above]
  return boldRatio(plainSide) < 0.2 || !/[\p{Ll},]$/u.test(boldSide.text)
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
    Math.abs(above.box.x0 - row.box.x0) < INDENT_EM.least * 0.5 * row.size &&
    Math.abs(above.box.x1 - row.box.x1) > MIN_SHORTFALL_EM * row.size
  const minIndent = INDENT_EM.least * 2 * row.size
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

function isIndented(above: Row, row: Row, context: BreakContext): boolean {
  const { column, right, first, count, next } = context
  const indent = row.box.x0 - above.box.x0
  const em = row.size
  if (indent < INDENT_EM.least * em || indent > INDENT_EM.most * em || continuesSentence(above, row, context))
    return false
  // A hanging indent also indents the third line. Another weight means text below a heading.
  if (next === undefined || next.size !== row.size || styleOfRow(next).bold !== styleOfRow(row).bold)
    return count > 1 && Math.abs(above.box.x0 - first.box.x0) < em * 2 && /[.!?:。”"]$/.test(above.text)
  if (isCenteredUnder(above, row) && above.box.x0 - column.left > INDENT_EM.least * 2 * em) return false
  if (count === 1 && isAtTextOf(above, row)) return false
  const back = row.box.x0 - next.box.x0
  return back >= INDENT_EM.least * em * 0.7 && !(isHangingIndent(indent, column.hanging) && isFull(above, row, right))
}
