/**
 * Detects columns that are not a table: lists, tables of contents, numbered equations, listings, line numbers in the
 * margin, a running head over a title. Uses only their content; rulings are scored elsewhere.
 */
import type { Line } from '../../state.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import type { CellSegment, StreamGrid } from '../types.ts'

/**
 * Minimum mean number of words of entries in a table of contents without leaders, the lower minimum for long lists,
 * and the number of entries of a long list.
 */
const minEntryWords = 1.5
const minShortEntryWords = 1.3
const manyEntries = 6
/** Minimum part of the segments that are only dots. */
const dotRatio = 0.4
/**
 * Minimum part of the words that are single letters in code with a box per letter, and minimum number of words for
 * this test.
 */
const letterRatio = 0.3
const minSpacedWords = 10
/** "6.2": numbers a heading when words follow, however few rows there are. */
const sectionNumber = /^(?:[A-Z]|\d{1,2})(?:\.\d{1,2})+\.?$/
/** Minimum number and part of the marks in a column of ticks, which has a heading. */
const minTicks = 2
const tickRatio = 0.5
/** Maximum part of falling steps between page numbers, which rise except in an index, and minimum number of amounts. */
const fallingRatio = 0.25
const minAmounts = 3
/** Minimum part of the width between the two ends of a slide header or footer. */
const spreadRatio = 0.5

/** Markers in the first column, text after them. */
export function isList(columns: readonly CellSegment[][]): boolean {
  if (columns.length !== 2) return false
  const first = (columns[0] as CellSegment[]).map((segment) => rowText(segment.words))
  const marks = first.filter((text) =>
    /^([•◦▪■□●○–—*·‣➢✓o-]|\(?\p{L}[.)]|\(?[ivx]+[.)]|\(?\d{1,2}[.)]|\d{1,2}(\.\d{1,2})*\.?|\[\d+\])$/u.test(text),
  ).length
  // Plain numbers under a heading ("No.") number the rows of a table.
  if (first.length > 0 && /^\p{L}{2,}/u.test(first[0] as string)) return false
  const second = (columns[1] as CellSegment[]).map((segment) => segment.words.length)
  return marks >= first.length * 0.7 && second.reduce((sum, count) => sum + count, 0) / Math.max(1, second.length) > 2.5
}

/**
 * Headings of sections, each with its number. The numbers have at least two parts: rows of a table are numbered with
 * one.
 */
export function isHeadings(columns: readonly CellSegment[][]): boolean {
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
export function isEquations(columns: readonly CellSegment[][]): boolean {
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
  const followed = steps.filter((step) => step === steps[0] && (step === 1 || step === 5 || step === 10)).length
  const worded = columns.slice(1).flat()
  return (
    followed >= steps.length * 0.8 &&
    worded.filter((segment) => !isNumeric(rowText(segment.words))).length >= worded.length * 0.8
  )
}

/** Bullets in two columns, or a column with only bullets: adjacent lists. */
export function hasBullets(columns: readonly CellSegment[][]): boolean {
  const bulleted = columns.map((segments) =>
    segments.filter((segment) => /^[•◦▪●○‣➢►▶▸]/u.test(segment.words[0]?.text ?? '')),
  )
  if (isTicked(columns)) return false
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
 * Bullets used as ticks: columns of single marks after a column of words, with no text after them that they could
 * mark.
 */
function isTicked(columns: readonly CellSegment[][]): boolean {
  const isMarks = columns.map(
    (segments) =>
      segments.length >= minTicks &&
      segments.filter(({ words }) => isMark(words)).length >= segments.length * tickRatio,
  )
  const first = isMarks.indexOf(true)
  return first > 0 && isMarks.slice(first).every(Boolean)
}

const isMark = (words: CellSegment['words']): boolean =>
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
  const endsAlike = texts.every(
    (column) => column.filter((text) => /,\s*\d+$/.test(text)).length >= column.length * 0.6,
  )
  return endsAlike || (columns.length > 2 && Math.max(...lengths) <= Math.min(...lengths) * 1.5)
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

function isFigures(segments: readonly CellSegment[]): boolean {
  return (
    segments.length >= 2 &&
    segments.filter((segment) => /[^.\s]/.test(rowText(segment.words)) && isNumeric(rowText(segment.words))).length >=
      segments.length * 0.7
  )
}

/** Consecutive chapter numbers before the titles. */
function isCounted(columns: readonly CellSegment[][]): boolean {
  const counts =
    columns.length === 3
      ? (columns[0] as CellSegment[]).map((segment) => Number(rowText(segment.words).replace(/\.$/, '')))
      : []
  return counts.length > 2 && counts.every((count, at) => at === 0 || count === (counts[at - 1] as number) + 1)
}

/** Numbers after labels that rise and fall in no order: amounts. */
function isPriced(columns: readonly CellSegment[][]): boolean {
  const [labels, last] = [columns[0] as CellSegment[], columns.at(-1) as CellSegment[]].map((segments) =>
    segments.map(({ words }) => rowText(words)),
  ) as [string[], string[]]
  const figures = last
    .filter((text) => /^[\d.,]+ ?%?$/.test(text) && /\d/.test(text))
    .map((text) => Number.parseFloat(text.replaceAll(',', '')))
  const falls = (values: readonly (number | string)[]): number =>
    values.filter((value, at) => at > 0 && value < (values[at - 1] as number | string)).length
  if (figures.length < Math.max(minAmounts, last.length * 0.7) || falls(figures) < figures.length * fallingRatio)
    return false
  return falls(labels.map((text) => text.toLowerCase())) >= labels.length * fallingRatio
}

/** Titles with page numbers that never fall, or with leader dots. */
export function isContents(columns: readonly CellSegment[][], captioned = false): boolean {
  // Two columns of numbers: amounts.
  if (columns.length > 2 && isFigures(columns.at(-2) as CellSegment[]) && isFigures(columns.at(-1) as CellSegment[]))
    return false
  const texts = columns.flat().map((segment) => rowText(segment.words))
  const last = (columns.at(-1) as CellSegment[]).map((segment) => rowText(segment.words))
  // Leader dots also precede amounts; page numbers have neither commas nor signs, and rise.
  const paged =
    last.filter((text) => /^(\d{1,4}|[ivxlc]+|[A-Z]-?\d{1,3})$/.test(text) || /(\.\s?){4,}/.test(text)).length >=
    last.length * 0.7
  const led = texts.filter((text) => /(\.\s?){4,}|…{2,}|_{5,}/.test(text)).length
  // Dots so far apart that each is a segment of its own.
  if (texts.filter((text) => /^[.·…]+$/.test(text)).length >= texts.length * dotRatio) return true
  if (led > 0 && isPriced(columns)) return false
  if (led >= texts.length * 0.25 && (paged || last.filter(isNumeric).length < last.length * 0.6)) return true
  const entries = columns.slice(0, -1).flat()
  const isLed = led >= last.length * 0.4
  const enoughWords = last.length >= manyEntries ? minShortEntryWords : minEntryWords
  if (
    !isLed &&
    (captioned || entries.reduce((sum, segment) => sum + segment.words.length, 0) < entries.length * enoughWords)
  )
    return false
  if (columns.length > (isLed ? 4 : 3) || last.length < 3 || !last.every((text) => /^(\d{1,4}|[ivxl]+)$/.test(text)))
    return false
  const numbers = last.filter((text) => /^\d+$/.test(text)).map(Number)
  const rises =
    numbers.length >= 3 && numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] as number))
  // In a short document many entries are on one page; leader dots before some of them are still a sufficient signal.
  return rises && (isLed || isCounted(columns) || new Set(numbers).size >= numbers.length / 2)
}

/** Code on a shaded background: monospaced throughout, or with a box per letter, and with hardly any numbers. */
export function isListing(columns: readonly CellSegment[][], lines: readonly Line[]): boolean {
  const segments = columns.flat()
  const figures = columns
    .slice(1)
    .flat()
    .filter((segment) => isNumeric(rowText(segment.words)))
  if (figures.length >= segments.length * 0.3) return false
  const isLetter = (text: string | undefined): boolean => text !== undefined && /^[a-z]$/.test(text)
  const words = segments.flatMap((segment) => segment.words)
  const spaced = segments.flatMap((segment) =>
    segment.words.filter(
      ({ text }, at) =>
        isLetter(text) && (isLetter(segment.words[at - 1]?.text) || isLetter(segment.words[at + 1]?.text)),
    ),
  )
  return isMonospaced(columns, lines) || (words.length >= minSpacedWords && spaced.length >= words.length * letterRatio)
}

/**
 * One row with segments at both margins and one line below it: a running head, its rule, and the first title of the
 * page.
 */
export function isHeadOverTitle({ textRows }: StreamGrid): boolean {
  return textRows.length === 2 && textRows.filter(({ segments }) => segments.length > 1).length < 2
}

/** Two rows of two segments with most of the width between them: the footer of a slide. */
export function isSpread({ cols, textRows, separators, box }: StreamGrid): boolean {
  const [strip] = separators
  return (
    cols === 2 && textRows.length <= 2 && strip !== undefined && strip.x1 - strip.x0 > (box.x1 - box.x0) * spreadRatio
  )
}
