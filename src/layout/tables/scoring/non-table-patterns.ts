/** Detects lists, tables of contents, forms and code, which are aligned like tables. */

import { contentsNumber } from '../../../model/page-numbers.ts'
import { meanOf } from '../../../model/statistics.ts'
import type { Line } from '../../state.ts'
import { lineNumber } from '../../text/code-regions.ts'
import { endsInColon, isNumeric, isNumericCell, rowText } from '../cell-text.ts'
import type { CellSegment } from '../types.ts'
import { marker } from './table-features.ts'

/** Minimum words of contents entries without leaders, also in long lists, and length of a long list. */
const MIN_ENTRY_WORDS = 1.5
const MIN_LONG_LIST_ENTRY_WORDS = 1.3
const MIN_LONG_LIST_ENTRIES = 6
const MIN_DOT_RATIO = 0.4
const dots = /^[.·…](?:\s?[.·…])*$/
/** Minimum fraction of segments with a marker. */
const MIN_MARKED_RATIO = 0.6

/** Whether markers are in the first column, or side by side such as choices of an exam. */
export function isList(columns: readonly CellSegment[][]): boolean {
  const segments = columns.flat()
  const marked = segments.filter(
    ({ words }) => words.length > 1 && /^(?:\(?\p{L}[.)]|\(?\d{1,2}[.)])$/u.test(words[0]!.text),
  )
  if (marked.length >= segments.length * MIN_MARKED_RATIO) return true
  if (columns.length !== 2) return false
  const first = (columns[0] as CellSegment[]).map((segment) => rowText(segment.words))
  const markerCount = first.filter((text) => marker.test(text)).length
  // Plain numbers under a heading ("No.") number table rows.
  if (first.length > 0 && /^\p{L}{2,}/u.test(first[0] as string)) return false
  const second = (columns[1] as CellSegment[]).map((segment) => segment.words.length)
  return markerCount >= first.length * 0.7 && meanOf(second) > 2.5
}

/** Titles with increasing page numbers or leader dots. */
export function isContents(all: readonly CellSegment[][], captioned = false): boolean {
  const columns = all.filter((column) => !column.every(({ words }) => dots.test(rowText(words))))
  if (columns.length === 0) return true
  const texts = all.flat().map((segment) => rowText(segment.words))
  const last = (columns.at(-1) as CellSegment[]).map((segment) => rowText(segment.words))
  // Leader dots also precede amounts, which have commas or signs or do not increase.
  const hasPageNumbers =
    last.filter((text) => contentsNumber.test(text) || /(\.\s?){4,}/.test(text)).length >= last.length * 0.7
  const leaderCount = texts.filter((text) => /(\.\s?){4,}|…{2,}|_{5,}/.test(text)).length
  // Widely spaced dots are separate segments.
  if (texts.filter((text) => dots.test(text)).length >= texts.length * MIN_DOT_RATIO) return true
  if (leaderCount >= texts.length * 0.25 && (hasPageNumbers || last.filter(isNumeric).length < last.length * 0.6))
    return true
  const entries = columns.slice(0, -1).flat()
  const hasLeaders = leaderCount >= last.length * 0.4
  const minWords = last.length >= MIN_LONG_LIST_ENTRIES ? MIN_LONG_LIST_ENTRY_WORDS : MIN_ENTRY_WORDS
  if (
    !hasLeaders &&
    (captioned || entries.reduce((sum, segment) => sum + segment.words.length, 0) < entries.length * minWords)
  )
    return false
  if (columns.length > (hasLeaders ? 4 : 3) || last.length < 3 || !last.every((text) => contentsNumber.test(text)))
    return false
  const numbers = last.filter((text) => /^\d+$/.test(text)).map(Number)
  const rises =
    numbers.length >= 3 && numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] as number))
  return rises && (hasLeaders || new Set(numbers).size >= numbers.length / 2)
}

/** Labels before space to fill in. See test/layout/table-regions.test.ts. */
export function isForm(columns: readonly CellSegment[][]): boolean {
  const texts = columns.flat().map((segment) => rowText(segment.words))
  return texts.length >= 3 && texts.filter(endsInColon).length >= texts.length * 0.7
}

/** Monospaced text with few numbers. See test/layout/tables/detectors/key-value.test.ts. */
export function isCode(columns: readonly CellSegment[][], lines: readonly Line[]): boolean {
  const text = areLineNumbers(columns[0]!) ? columns.slice(1) : columns
  const segments = text.flat()
  const later = text.slice(1).flat()
  return (
    later.filter(isNumericCell).length < segments.length * 0.3 &&
    segments.filter(({ words }) => lines[words[0]?.line ?? -1]?.spans[0]?.font.mono === true).length >=
      segments.length * 0.9
  )
}

function areLineNumbers(column: readonly CellSegment[]): boolean {
  const numbers = column.map(({ words }) => rowText(words))
  return (
    numbers.every((text) => lineNumber.test(text)) &&
    numbers.every((text, at) => at === 0 || Number(text) === Number(numbers[at - 1]) + 1)
  )
}
