/**
 * Detects columns that are not a table: lists, tables of contents, numbered equations, listings, line numbers in the
 * margin, a page header over a title. Uses the text only; rulings are scored in `table-score.ts`.
 */
import type { Line } from '../../state.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import type { CellSegment, StreamGrid } from '../types.ts'

/**
 * Minimum mean number of words of entries in a table of contents without leaders, the lower minimum for long lists,
 * and the number of entries of a long list.
 */
const MIN_ENTRY_WORDS = 1.5
const MIN_LONG_LIST_ENTRY_WORDS = 1.3
const MIN_LONG_LIST_ENTRIES = 6
/** Minimum fraction of the segments that are only dots. */
const MIN_DOT_RATIO = 0.4
/**
 * Minimum fraction of single letters in code with a box per letter, and minimum number of words for this test.
 */
const MIN_LETTER_RATIO = 0.3
const MIN_SPACED_WORDS = 10
/** The number of a heading, such as "6.2". */
const sectionNumber = /^(?:[A-Z]|\d{1,2})(?:\.\d{1,2})+\.?$/
/** Minimum number and fraction of check marks in a column of them, which has a header. */
const MIN_CHECK_MARKS = 2
const MIN_CHECK_MARK_RATIO = 0.5
/** Maximum fraction of falling steps between page numbers, which rise except in an index; minimum number of amounts. */
const MAX_FALLING_RATIO = 0.25
const MIN_AMOUNTS = 3
/** Minimum gap between the two ends of a slide footer, as a fraction of its width. */
const MIN_SPREAD_RATIO = 0.5

/** Markers in the first column, text after them. */
export function isList(columns: readonly CellSegment[][]): boolean {
  if (columns.length !== 2) return false
  const first = (columns[0] as CellSegment[]).map((segment) => rowText(segment.words))
  const markerCount = first.filter((text) =>
    /^([•◦▪■□●○–—*·‣➢✓o-]|\(?\p{L}[.)]|\(?[ivx]+[.)]|\(?\d{1,2}[.)]|\d{1,2}(\.\d{1,2})*\.?|\[\d+\])$/u.test(text),
  ).length
  // Plain numbers under a heading ("No.") number the rows of a table.
  if (first.length > 0 && /^\p{L}{2,}/u.test(first[0] as string)) return false
  const second = (columns[1] as CellSegment[]).map((segment) => segment.words.length)
  return (
    markerCount >= first.length * 0.7 &&
    second.reduce((sum, count) => sum + count, 0) / Math.max(1, second.length) > 2.5
  )
}

/**
 * Numbered section headings. Their numbers have at least two parts: rows of a table are numbered with one.
 */
export function areNumberedHeadings(columns: readonly CellSegment[][]): boolean {
  if (columns.length !== 2) return false
  const [numbers, words] = columns.map((segments) => segments.map((segment) => rowText(segment.words))) as [
    string[],
    string[],
  ]
  return (
    numbers.length > 0 &&
    numbers.every((text) => sectionNumber.test(text)) &&
    words.every((text) => /^\p{L}/u.test(text))
  )
}

/** Displayed equations with their numbers at the margin. */
export function areNumberedEquations(columns: readonly CellSegment[][]): boolean {
  const last = (columns.at(-1) as CellSegment[]).map((segment) => rowText(segment.words))
  return (
    columns.length <= 3 &&
    last.length > 0 &&
    last.filter((text) => /^[(（]\s*[A-Z]?\.?\d{1,3}([.-]\d{1,3})*\s*[a-z]?\s*[)）]$/.test(text)).length >=
      last.length * 0.7
  )
}

/** Lines of a text, numbered in the margin. */
export function isLineNumbered(columns: readonly CellSegment[][]): boolean {
  const first = (columns[0] as CellSegment[]).map((segment) => rowText(segment.words))
  if (first.length < 3 || !first.every((text) => /^\d{1,4}$/.test(text))) return false
  const steps = first.slice(1).map((text, index) => Number(text) - Number(first[index]))
  const regular = steps.filter((step) => step === steps[0] && (step === 1 || step === 5 || step === 10)).length
  const others = columns.slice(1).flat()
  return (
    regular >= steps.length * 0.8 &&
    others.filter((segment) => !isNumeric(rowText(segment.words))).length >= others.length * 0.8
  )
}

/** Bullets in two columns, or a column with only bullets: adjacent lists. */
export function hasBullets(columns: readonly CellSegment[][]): boolean {
  const bulleted = columns.map((segments) =>
    segments.filter((segment) => /^[•◦▪●○‣➢►▶▸]/u.test(segment.words[0]?.text ?? '')),
  )
  if (hasCheckMarks(columns)) return false
  if (
    bulleted.filter((segments, index) => segments.length >= Math.max(2, (columns[index] as CellSegment[]).length * 0.3))
      .length >= 2
  )
    return true
  return bulleted.some(
    (segments, index) =>
      segments.filter((segment) => segment.words.length === 1).length >=
      Math.max(2, (columns[index] as CellSegment[]).length * 0.6),
  )
}

/**
 * Bullets used as check marks: columns of single marks after a column of words, without text after them.
 */
function hasCheckMarks(columns: readonly CellSegment[][]): boolean {
  const isCheckColumn = columns.map(
    (segments) =>
      segments.length >= MIN_CHECK_MARKS &&
      segments.filter(({ words }) => isCheckMark(words)).length >= segments.length * MIN_CHECK_MARK_RATIO,
  )
  const first = isCheckColumn.indexOf(true)
  return first > 0 && isCheckColumn.slice(first).every(Boolean)
}

const isCheckMark = (words: CellSegment['words']): boolean =>
  words.length === 1 && /^[•◦▪■□●○✓✔✗✘×xX+–—-]$/u.test(words[0]!.text)

/**
 * One list in several columns (an index, adjacent bullet lists): columns at equal distances with the same kind of
 * content.
 */
export function isColumnList(columns: readonly CellSegment[][], size: number): boolean {
  if (columns.length < 2 || columns.some((segments) => segments.length < 2)) return false
  const texts = columns.map((segments) => segments.map((segment) => rowText(segment.words)))
  if (texts.some((column) => column.filter(isNumeric).length >= column.length * 0.4)) return false
  const lefts = columns.map((segments) => Math.min(...segments.map((segment) => segment.box.x0)))
  const steps = lefts.slice(1).map((left, index) => left - (lefts[index] as number))
  if (Math.max(...steps) - Math.min(...steps) > size * 0.6) return false
  const lengths = texts.map((column) => column.reduce((sum, text) => sum + text.length, 0) / column.length)
  // Two columns are always at equal distances: only the kinds of content distinguish them.
  const endInPageNumbers = texts.every(
    (column) => column.filter((text) => /,\s*\d+$/.test(text)).length >= column.length * 0.6,
  )
  return endInPageNumbers || (columns.length > 2 && Math.max(...lengths) <= Math.min(...lengths) * 1.5)
}

/** Labels followed by space for an entry. */
export function isForm(columns: readonly CellSegment[][]): boolean {
  const texts = columns.flat().map((segment) => rowText(segment.words))
  return texts.length >= 3 && texts.filter((text) => /[:：]$/.test(text)).length >= texts.length * 0.7
}

/** Monospaced code has columns by chance. */
export function isMonospaced(columns: readonly CellSegment[][], lines: readonly Line[]): boolean {
  const segments = columns.flat()
  return (
    segments.filter((segment) => lines[segment.words[0]?.line ?? -1]?.spans[0]?.font.mono === true).length >=
    segments.length * 0.9
  )
}

/** A table of contents whose entries have rulings or drawn leader dots. */
export function isLongContents(columns: readonly CellSegment[][]): boolean {
  return columns.length === 2 && (columns[1] as CellSegment[]).length >= 8 && isContents(columns)
}

function areNumbers(segments: readonly CellSegment[]): boolean {
  return (
    segments.length >= 2 &&
    segments.filter((segment) => /[^.\s]/.test(rowText(segment.words)) && isNumeric(rowText(segment.words))).length >=
      segments.length * 0.7
  )
}

/** Consecutive chapter numbers before the titles. */
function areConsecutive(columns: readonly CellSegment[][]): boolean {
  const numbers =
    columns.length === 3
      ? (columns[0] as CellSegment[]).map((segment) => Number(rowText(segment.words).replace(/\.$/, '')))
      : []
  return numbers.length > 2 && numbers.every((count, at) => at === 0 || count === (numbers[at - 1] as number) + 1)
}

/** Amounts: numbers after labels, neither of them in order. */
function hasAmounts(columns: readonly CellSegment[][]): boolean {
  const [labels, last] = [columns[0] as CellSegment[], columns.at(-1) as CellSegment[]].map((segments) =>
    segments.map(({ words }) => rowText(words)),
  ) as [string[], string[]]
  const amounts = last
    .filter((text) => /^[\d.,]+ ?%?$/.test(text) && /\d/.test(text))
    .map((text) => Number.parseFloat(text.replaceAll(',', '')))
  const countFalls = (values: readonly (number | string)[]): number =>
    values.filter((value, at) => at > 0 && value < (values[at - 1] as number | string)).length
  if (
    amounts.length < Math.max(MIN_AMOUNTS, last.length * 0.7) ||
    countFalls(amounts) < amounts.length * MAX_FALLING_RATIO
  )
    return false
  return countFalls(labels.map((text) => text.toLowerCase())) >= labels.length * MAX_FALLING_RATIO
}

/** Titles with page numbers that never fall, or with leader dots. */
export function isContents(columns: readonly CellSegment[][], captioned = false): boolean {
  // Two columns of numbers: amounts.
  if (columns.length > 2 && areNumbers(columns.at(-2) as CellSegment[]) && areNumbers(columns.at(-1) as CellSegment[]))
    return false
  const texts = columns.flat().map((segment) => rowText(segment.words))
  const last = (columns.at(-1) as CellSegment[]).map((segment) => rowText(segment.words))
  // Leader dots also precede amounts. Page numbers have neither commas nor signs, and rise.
  const hasPageNumbers =
    last.filter((text) => /^(\d{1,4}|[ivxlc]+|[A-Z]-?\d{1,3})$/.test(text) || /(\.\s?){4,}/.test(text)).length >=
    last.length * 0.7
  const leaderCount = texts.filter((text) => /(\.\s?){4,}|…{2,}|_{5,}/.test(text)).length
  // Dots with such wide gaps that each is a segment.
  if (texts.filter((text) => /^[.·…]+$/.test(text)).length >= texts.length * MIN_DOT_RATIO) return true
  if (leaderCount > 0 && hasAmounts(columns)) return false
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
  if (
    columns.length > (hasLeaders ? 4 : 3) ||
    last.length < 3 ||
    !last.every((text) => /^(\d{1,4}|[ivxl]+)$/.test(text))
  )
    return false
  const numbers = last.filter((text) => /^\d+$/.test(text)).map(Number)
  const rises =
    numbers.length >= 3 && numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] as number))
  // In a short document many entries are on one page; leader dots before some of them are still a sufficient signal.
  return rises && (hasLeaders || areConsecutive(columns) || new Set(numbers).size >= numbers.length / 2)
}

/** Code on a shaded background: monospaced throughout, or with a box per letter, and with few numbers. */
export function isListing(columns: readonly CellSegment[][], lines: readonly Line[]): boolean {
  const segments = columns.flat()
  const numbers = columns
    .slice(1)
    .flat()
    .filter((segment) => isNumeric(rowText(segment.words)))
  if (numbers.length >= segments.length * 0.3) return false
  const isLetter = (text: string | undefined): boolean => text !== undefined && /^[a-z]$/.test(text)
  const words = segments.flatMap((segment) => segment.words)
  const spacedLetters = segments.flatMap((segment) =>
    segment.words.filter(
      ({ text }, at) =>
        isLetter(text) && (isLetter(segment.words[at - 1]?.text) || isLetter(segment.words[at + 1]?.text)),
    ),
  )
  return (
    isMonospaced(columns, lines) ||
    (words.length >= MIN_SPACED_WORDS && spacedLetters.length >= words.length * MIN_LETTER_RATIO)
  )
}

/**
 * One row with segments at both margins and one line below it: a page header and the first title of the page.
 */
export function isPageHeaderOverTitle({ textRows }: StreamGrid): boolean {
  return textRows.length === 2 && textRows.filter(({ segments }) => segments.length > 1).length < 2
}

/** Two rows of two segments with most of the width between them: the footer of a slide. */
export function isSlideFooter({ cols, textRows, separators, box }: StreamGrid): boolean {
  const [gutter] = separators
  return (
    cols === 2 &&
    textRows.length <= 2 &&
    gutter !== undefined &&
    gutter.x1 - gutter.x0 > (box.x1 - box.x0) * MIN_SPREAD_RATIO
  )
}
