/**
 * Decides whether rows on a tab stop are labels with their values. Signals are a caption, a mark after the labels, a
 * font or a colon of their own, or many labels of different lengths. Numbered lists, words in the margin, indexes,
 * code and two columns of text are rejected.
 */

import { centerX, unionAll } from '../../../model/geometry.ts'
import type { Font } from '../../../model/raw-page.ts'
import type { Line } from '../../state.ts'
import { isCaptioned } from '../captions.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, TablePage, TextRow, Word } from '../types.ts'

/** Minimum number of pairs when the labels have no mark. */
const minUnmarked = 5
/** Maximum distance from a tab stop, in em: a tab stop is exact, words aligned by chance are not. */
export const stopEm = 0.15
/**
 * Minimum gap between the longest label and the stop, and between most labels and the stop, in em: wider than a
 * stretched space.
 */
const minStripEm = 0.25
const minGapEm = 0.9
/** Maximum number of words of a label, for each label and on average. */
export const maxLabelWords = 5
const maxMeanWords = 3.5
/**
 * Maximum mean number of words of a value, and maximum number of lines of one value. Longer values are running text
 * with words in the margin.
 */
const maxValueWords = 14
const maxLines = 5
/** Maximum width of a label relative to its value: two columns of addresses have similar widths. */
const labelRatio = 0.8
/**
 * Minimum difference between the widths of labels without a mark, in em: any list has its text on one edge when its
 * labels have one width.
 */
const minRaggedEm = 0.8
/** Minimum part of the labels, or of the values, that share a property: most, and half. */
const mostRatio = 0.8
const halfRatio = 0.5
/** Minimum part of the labels that end in page numbers in an index. */
const indexRatio = 0.25
/** Maximum distance of the end of a full line from the common right edge, in em. */
const fullEm = 0.3
/** Minimum number and part of the pairs that continue the text of a full line above. */
const minReading = 2
const readingRatio = 0.2
/** Maximum part of the pairs whose value has wide gaps: those are tables of more columns. */
const maxApartRatio = 0.2
/**
 * Minimum number and length in em of lines of running text that begin at the stop: the labels are then in their
 * margin.
 */
const minTextLines = 2
const minTextEm = 24

/**
 * Marks (word processors use the letter o as a ring) and numbers that begin items, chapters and entries of a
 * bibliography; brackets around a key.
 */
const numbered =
  /^(o|[•◦▪■□●○–—*·‣➢✓►▶▸-]+|\(?\p{L}[.):]|\(?[ivxIVX]+[.)]|[(#]?\d+\s?[.):]|[A-Z]?\d{0,3}(\.\d{1,3})*\.?|\[[^\]]*\]|\(\d+\)|\d{1,4})$/u
const year = /^(1[5-9]|20)\d\d$/
/** “9:30”, “14.00–15.30”: times ascend like line numbers, but are labels of a schedule. */
const clock = /^\d{1,2}[:.h]\d\d(?:\D|$)/

export interface ListRow {
  /** A label and its value, a further line of the value, or the title of a group. */
  readonly kind: 'pair' | 'line' | 'title'
  readonly row: TextRow
  /** Only a space separates the label from its text. */
  readonly isSpaceOnly: boolean
}

export const piece = (words: readonly Word[]): Segment => ({ words, box: boxOf(words) })

/** Whether rows on a tab stop are labels and their values. */
export function isKeyValueList(
  list: readonly ListRow[],
  stop: number,
  { lines, size, tables: found }: TablePage,
): boolean {
  const rows = list.map(({ row }) => row)
  const pairs = list.flatMap(({ kind, row }) => (kind === 'pair' ? [row] : []))
  const labels = pairs.map((row) => row.segments[0] as Segment)
  const values = pairs.map((row) => piece(row.segments.slice(1).flatMap(({ words }) => words)))
  const gaps = labels.map(({ box }) => stop - box.x1)
  if (
    Math.min(...gaps) < minStripEm * size ||
    gaps.filter((gap) => gap >= minGapEm * size).length < gaps.length * halfRatio
  )
    return false
  if (!areLabels(labels, size) || !areValues(values, pairs) || isCode(list, { labels, values, lines })) return false
  if (
    longest(list) > maxLines ||
    wordsBehind(rows, stop) > pairs.length * maxValueWords ||
    isMargin(rows, stop, lines) ||
    readsOn(list)
  )
    return false
  if (
    stands(labels, ({ words }) => /[:：]$/.test(rowText(words)) || clock.test(rowText(words))) ||
    differInFace(labels, values, lines)
  )
    return true
  if (isCaptioned(unionAll(rows.map(({ box }) => box)), lines, { size, tables: found })) return true
  const widths = labels.map(widthOf)
  const isRagged = Math.max(...widths) - Math.min(...widths) >= minRaggedEm * size
  return pairs.length >= minUnmarked && isRagged && mean(widths) < mean(values.map(widthOf)) * labelRatio
}

/** Whether labels are short, on a common edge, and neither numbers nor entries of an index. */
function areLabels(labels: readonly Segment[], size: number): boolean {
  const texts = labels.map(({ words }) => rowText(words))
  const counts = labels.map(({ words }) => words.length)
  if (Math.max(...counts) > maxLabelWords || mean(counts) > maxMeanWords) return false
  if (
    texts.filter((text) => (numbered.test(text) && !year.test(text)) || /\.\s?\.\s?\./.test(text)).length >=
    texts.length * halfRatio
  )
    return false
  if (texts.filter((text) => /,\s*\d+$/.test(text)).length >= texts.length * indexRatio) return false
  if (isCounted(texts)) return false
  const edges = [(piece: Segment) => piece.box.x0, (piece: Segment) => piece.box.x1]
  return edges.some((edge) => {
    const common = [...labels.map(edge)].sort((a, b) => a - b)[labels.length >> 1] as number
    return stands(labels, (label) => Math.abs(edge(label) - common) <= stopEm * size)
  })
}

/** Whether the texts are consecutive numbers, as lines of code have. */
function isCounted(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => (clock.test(text) ? Number.NaN : Number.parseInt(text, 10)))
  return (
    numbers.filter((number, at) => at > 0 && number - (numbers[at - 1] as number) === 1).length >=
    (texts.length - 1) * mostRatio
  )
}

/** Whether values are words, not page numbers, in one column, and not numbered lines of code. */
function areValues(values: readonly Segment[], pairs: readonly TextRow[]): boolean {
  const apart = pairs.filter(({ segments, size }) =>
    segments.some(({ box }, at) => at > 1 && box.x0 - segments[at - 1]!.box.x1 > minGapEm * size),
  )
  const texts = values.map(({ words }) => rowText(words))
  if (apart.length > pairs.length * maxApartRatio || isCounted(texts)) return false
  // Empty fields make a form.
  if (texts.filter((text) => !/[\p{L}\p{N}\p{S}]/u.test(text)).length >= texts.length * halfRatio) return false
  return (
    texts.filter((text) => isNumeric(text) || /[:：]$|,\s*\d+$|\.\s?\.\s?\.\s?\./.test(text)).length <
    texts.length * halfRatio
  )
}

/** Listings: both sides are monospaced, or most of the further lines are. */
function isCode(
  list: readonly ListRow[],
  { labels, values, lines }: { labels: readonly Segment[]; values: readonly Segment[]; lines: readonly Line[] },
): boolean {
  // The number of a line of code has another font.
  const isMono = ({ words }: Segment): boolean =>
    faceOf(
      words.find(({ text }) => !/^\d+$/.test(text)),
      lines,
    )?.mono === true
  if (stands(labels, isMono) && stands(values, isMono)) return true
  const further = list.flatMap(({ kind, row }) => (kind === 'line' ? [row] : []))
  return (
    further.length > 0 &&
    further.filter(({ segments }) => isMono(segments.at(-1) as Segment)).length >= further.length * halfRatio
  )
}

/** Whether the values are one text next to all labels: many of them continue a full line above. */
function readsOn(list: readonly ListRow[]): boolean {
  const right = Math.max(...list.map(({ row }) => row.box.x1))
  const goingOn = list.filter(({ kind, row }, at) => {
    const above = list[at - 1]?.row
    if (kind !== 'pair' || above === undefined || above.box.x1 < right - fullEm * row.size) return false
    return /^\p{Ll}/u.test(rowText(row.segments[1]?.words ?? [])) && !/[.:;!?)]$/.test(rowText(above.words))
  })
  return goingOn.length >= Math.max(minReading, list.filter(({ kind }) => kind === 'pair').length * readingRatio)
}

/**
 * Whether rows of words begin at the stop, with no text of that length to their left: they are the running text of
 * the page, and the labels are in its margin.
 */
function isMargin(rows: readonly TextRow[], stop: number, lines: readonly Line[]): boolean {
  const own = unionAll(rows.map(({ box }) => box))
  const long = lines.filter(
    ({ box, size }) => box.x1 - box.x0 >= minTextEm * size && (box.y1 < own.y0 || box.y0 > own.y1),
  )
  const at = long.filter(({ box, size }) => Math.abs(box.x0 - stop) <= size)
  return at.length >= minTextLines && at.length >= long.length * halfRatio
}

const wordsBehind = (rows: readonly TextRow[], stop: number): number =>
  rows.flatMap(({ words }) => words).filter(({ box, glued }) => box.x0 >= stop - 1 && !glued).length

/** The maximum number of lines below one label. */
function longest(list: readonly ListRow[]): number {
  let most = 0
  let count = 0
  for (const { kind } of list) {
    count = kind === 'line' ? count + 1 : 1
    most = Math.max(most, count)
  }
  return most
}

const widthOf = ({ box }: Segment): number => box.x1 - box.x0

function stands<thing>(things: readonly thing[], has: (one: thing) => boolean): boolean {
  return things.filter(has).length >= things.length * mostRatio
}

/** Whether all labels share a font style (bold, slanted or monospaced) that the values do not have. */
function differInFace(labels: readonly Segment[], values: readonly Segment[], lines: readonly Line[]): boolean {
  return (['bold', 'italic', 'mono'] as const).some((face) => {
    const has = ({ words }: Segment): boolean => faceOf(words[0], lines)?.[face] === true
    return stands(labels, has) && stands(values, (piece) => !has(piece))
  })
}

function faceOf(word: Word | undefined, lines: readonly Line[]): Font | undefined {
  if (word === undefined) return undefined
  const x = centerX(word.box)
  return lines[word.line]?.spans.find(({ box }) => box.x0 <= x && box.x1 >= x)?.font
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
