/**
 * Rows on a tab stop → whether they are short labels, each with what belongs to it. A caption tells, a mark on the labels, a face or a colon
 * of their own, or else many labels of different lengths. Numbered lists, words in the margin of running text, indexes, code and two
 * columns of text are refused.
 */

import { centerX, unionAll } from '../../../model/geometry.ts'
import type { Font } from '../../../model/raw-page.ts'
import type { Line } from '../../state.ts'
import { isCaptioned } from '../captions.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, TablePage, TextRow, Word } from '../types.ts'

/** Without a mark on the labels it takes more pairs. */
const minUnmarked = 5
/** A tab stop is exact; words that begin under each other by chance are not. Ems. */
export const stopEm = 0.15
/** The white between the longest label and the stop, and between most labels and the stop: more than a blank stretches. Ems. */
const minStripEm = 0.25
const minGapEm = 0.9
/** Words of a label, at most and on average. */
export const maxLabelWords = 5
const maxMeanWords = 3.5
/** What a label says in more words than this, on average, is running text with words beside it; so are so many lines in one cell. */
const maxValueWords = 14
const maxLines = 5
/** Labels are narrower than what they label: else two columns of addresses stand side by side. */
const labelRatio = 0.8
/** Labels of one width and without a mark say nothing: any list has its text on one edge then. Ems. */
const minRaggedEm = 0.8
/** Share of the labels, or of what they label, that has a property. */
const mostRatio = 0.8
const halfRatio = 0.5
/** So many labels that end in page numbers make an index. */
const indexRatio = 0.25
/** A line that ends this near to the right edge of all is full. Ems. */
const fullEm = 0.3
/** Pairs, and share of them, that go on from a full line above in one text. */
const minReading = 2
const readingRatio = 0.2
/** Pairs whose second piece falls apart: a table of more columns. */
const maxApartRatio = 0.2
/** Lines of running text that begin at the stop, and how long they are: labels stand in their margin then. Ems. */
const minTextLines = 2
const minTextEm = 24

/** Marks (word processors take the letter o for a ring) and numbers that begin items, chapters and entries of a bibliography; brackets around a key. */
const numbered =
  /^(o|[•◦▪■□●○–—*·‣➢✓►▶▸-]+|\(?\p{L}[.):]|\(?[ivxIVX]+[.)]|[(#]?\d+\s?[.):]|[A-Z]?\d{0,3}(\.\d{1,3})*\.?|\[[^\]]*\]|\(\d+\)|\d{1,4})$/u
const year = /^(1[5-9]|20)\d\d$/
/** “9:30”, “14.00–15.30”: hours follow each other as counted lines do, and label what happens then. */
const clock = /^\d{1,2}[:.h]\d\d(?:\D|$)/

export interface ListRow {
  /** A label and what belongs to it, a further line of that, or the title of a group. */
  readonly kind: 'pair' | 'line' | 'title'
  readonly row: TextRow
  /** Only a space separates the label from its text. */
  readonly isSpaceOnly: boolean
}

export const piece = (words: readonly Word[]): Segment => ({ words, box: boxOf(words) })

/** Whether rows on a tab stop are labels and what belongs to them. */
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

/** Short, on a common edge, and neither numbers nor entries of an index. */
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

/** One by one, as lines of code are. */
function isCounted(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => (clock.test(text) ? Number.NaN : Number.parseInt(text, 10)))
  return (
    numbers.filter((number, at) => at > 0 && number - (numbers[at - 1] as number) === 1).length >=
    (texts.length - 1) * mostRatio
  )
}

/** Words, not page numbers; one piece, not several columns; and no lines of code that are counted. */
function areValues(values: readonly Segment[], pairs: readonly TextRow[]): boolean {
  const apart = pairs.filter(({ segments, size }) =>
    segments.some(({ box }, at) => at > 1 && box.x0 - segments[at - 1]!.box.x1 > minGapEm * size),
  )
  const texts = values.map(({ words }) => rowText(words))
  if (apart.length > pairs.length * maxApartRatio || isCounted(texts)) return false
  // Blanks to be filled in make a form.
  if (texts.filter((text) => !/[\p{L}\p{N}\p{S}]/u.test(text)).length >= texts.length * halfRatio) return false
  return (
    texts.filter((text) => isNumeric(text) || /[:：]$|,\s*\d+$|\.\s?\.\s?\.\s?\./.test(text)).length <
    texts.length * halfRatio
  )
}

/** Listings: both sides are set in one pitch, or most of the further lines are. */
function isCode(
  list: readonly ListRow[],
  { labels, values, lines }: { labels: readonly Segment[]; values: readonly Segment[]; lines: readonly Line[] },
): boolean {
  // The number of a line of code stands before it in another face.
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

/** One text beside all the labels: what stands beside many of them goes on from a full line above. */
function readsOn(list: readonly ListRow[]): boolean {
  const right = Math.max(...list.map(({ row }) => row.box.x1))
  const goingOn = list.filter(({ kind, row }, at) => {
    const above = list[at - 1]?.row
    if (kind !== 'pair' || above === undefined || above.box.x1 < right - fullEm * row.size) return false
    return /^\p{Ll}/u.test(rowText(row.segments[1]?.words ?? [])) && !/[.:;!?)]$/.test(rowText(above.words))
  })
  return goingOn.length >= Math.max(minReading, list.filter(({ kind }) => kind === 'pair').length * readingRatio)
}

/** Rows of words that begin at the stop, with nothing of that length to their left: the page's running text, and labels beside it. */
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

/** The most lines that stand under one label. */
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

/** All labels are set in one face – bold, slanted, of one pitch – in which what they label is not. */
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
