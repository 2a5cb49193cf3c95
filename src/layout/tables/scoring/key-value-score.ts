/** Evidence for labels with values: a caption, colons, a distinct font, labels of different lengths. */

import { centerX, unionOf, width } from '../../../model/geometry.ts'
import type { Font } from '../../../model/raw-page.ts'
import { maxOf, meanOf, median, minOf } from '../../../model/statistics.ts'
import type { Line } from '../../state.ts'
import { isCaptioned } from '../captions.ts'
import { endsInColon, isNumeric, rowText } from '../cell-text.ts'
import type { Segment, TablePage, TextRow, Word } from '../types.ts'
import { leftEdge, rightEdge } from './grid-facts.ts'

/** Minimum pairs without a colon and a distinct font. */
const MIN_UNMARKED_PAIRS = 5
export const TAB_STOP_TOLERANCE_EM = 0.15
/** Minimum gap before the tab stop, wider than a stretched space, for all and for most labels. */
const MIN_SEPARATOR_EM = 0.25
const MIN_GAP_EM = 0.9
export const MAX_LABEL_WORDS = 5
const MAX_MEAN_LABEL_WORDS = 3.5
/** Maximum length and lines of a value; longer ones are prose with marginal notes. */
const MAX_MEAN_VALUE_WORDS = 14
const MAX_VALUE_LINES = 5
/** Maximum width of labels relative to values; columns of addresses have similar widths. */
const MAX_LABEL_WIDTH_RATIO = 0.8
/** Minimum difference between widths of unmarked labels, which are often equal in lists. */
const MIN_WIDTH_DIFFERENCE_EM = 0.8
const MOST_RATIO = 0.8
const HALF_RATIO = 0.5
/** Minimum fraction of labels that end in a page number, as in an index. */
const MIN_INDEX_RATIO = 0.25
/** Maximum fraction of values with wide gaps; tables of more columns have more. */
const MAX_SPLIT_RATIO = 0.2

/** Bullets (word processors use the letter o), numbers, and keys of a bibliography. */
const itemMarker =
  /^(o|[•◦▪■□●○–—*·‣➢✓►▶▸-]+|\(?\p{L}[.):]|\(?[ivxIVX]+[.)]|[(#]?\d+\s?[.):]|[A-Z]?\d{0,3}(\.\d{1,3})*\.?|\[[^\]]*\]|\(\d+\)|\d{1,4})$/u
const year = /^(1[5-9]|20)\d\d$/
/** Times are labels of a schedule. */
const timeOfDay = /^\d{1,2}[:.h]\d\d(?:\D|$)/

export interface ListRow {
  /** `line`: a further line of a value; `title`: the title of a group. */
  readonly kind: 'pair' | 'line' | 'title'
  readonly row: TextRow
}

const toSegment = (words: readonly Word[]): Segment => ({ words, box: unionOf(words) })

export function isKeyValueList(list: readonly ListRow[], tabStop: number, { lines, size }: TablePage): boolean {
  const rows = list.map(({ row }) => row)
  const pairs = list.flatMap(({ kind, row }) => (kind === 'pair' ? [row] : []))
  const labels = pairs.map((row) => row.segments[0] as Segment)
  const values = pairs.map((row) => toSegment(row.segments.slice(1).flatMap(({ words }) => words)))
  const gaps = labels.map(({ box }) => tabStop - box.x1)
  if (
    minOf(gaps) < MIN_SEPARATOR_EM * size ||
    gaps.filter((gap) => gap >= MIN_GAP_EM * size).length < gaps.length * HALF_RATIO
  )
    return false
  if (!areLabels(labels, size) || !areValues(values, pairs)) return false
  if (maxLinesPerValue(list) > MAX_VALUE_LINES || countWordsAfter(rows, tabStop) > pairs.length * MAX_MEAN_VALUE_WORDS)
    return false
  if (
    holdsForMost(labels, ({ words }) => endsInColon(rowText(words)) || timeOfDay.test(rowText(words))) ||
    differInStyle(labels, values, lines)
  )
    return true
  if (isCaptioned(unionOf(rows), lines, size)) return true
  const widths = labels.map(widthOf)
  const isRagged = maxOf(widths) - minOf(widths) >= MIN_WIDTH_DIFFERENCE_EM * size
  return (
    pairs.length >= MIN_UNMARKED_PAIRS &&
    isRagged &&
    meanOf(widths) < meanOf(values.map(widthOf)) * MAX_LABEL_WIDTH_RATIO
  )
}

function areLabels(labels: readonly Segment[], size: number): boolean {
  const texts = labels.map(({ words }) => rowText(words))
  const counts = labels.map(({ words }) => words.length)
  if (maxOf(counts) > MAX_LABEL_WORDS || meanOf(counts) > MAX_MEAN_LABEL_WORDS) return false
  if (
    texts.filter((text) => (itemMarker.test(text) && !year.test(text)) || /\.\s?\.\s?\./.test(text)).length >=
    texts.length * HALF_RATIO
  )
    return false
  if (texts.filter((text) => /,\s*\d+$/.test(text)).length >= texts.length * MIN_INDEX_RATIO) return false
  return [leftEdge, rightEdge].some((edge) => {
    const common = median(labels.map(edge))!
    return holdsForMost(labels, (label) => Math.abs(edge(label) - common) <= TAB_STOP_TOLERANCE_EM * size)
  })
}

function areValues(values: readonly Segment[], pairs: readonly TextRow[]): boolean {
  const split = pairs.filter(({ segments, size }) =>
    segments.some(({ box }, at) => at > 1 && box.x0 - segments[at - 1]!.box.x1 > MIN_GAP_EM * size),
  )
  const texts = values.map(({ words }) => rowText(words))
  if (split.length > pairs.length * MAX_SPLIT_RATIO) return false
  if (texts.filter((text) => !/[\p{L}\p{N}\p{S}]/u.test(text)).length >= texts.length * HALF_RATIO) return false
  return (
    texts.filter((text) => isNumeric(text) || /[:：]$|,\s*\d+$|\.\s?\.\s?\.\s?\./.test(text)).length <
    texts.length * HALF_RATIO
  )
}

const countWordsAfter = (rows: readonly TextRow[], tabStop: number): number =>
  rows.flatMap(({ words }) => words).filter(({ box, noSpaceBefore }) => box.x0 >= tabStop - 1 && !noSpaceBefore).length

function maxLinesPerValue(list: readonly ListRow[]): number {
  let maxCount = 0
  let count = 0
  for (const { kind } of list) {
    count = kind === 'line' ? count + 1 : 1
    maxCount = Math.max(maxCount, count)
  }
  return maxCount
}

const widthOf = ({ box }: Segment): number => width(box)

function holdsForMost<Item>(items: readonly Item[], has: (item: Item) => boolean): boolean {
  return items.filter(has).length >= items.length * MOST_RATIO
}

function differInStyle(labels: readonly Segment[], values: readonly Segment[], lines: readonly Line[]): boolean {
  return (['bold', 'italic', 'mono'] as const).some((trait) => {
    const has = ({ words }: Segment): boolean => fontOf(words[0], lines)?.[trait] === true
    return holdsForMost(labels, has) && holdsForMost(values, (segment) => !has(segment))
  })
}

function fontOf(word: Word | undefined, lines: readonly Line[]): Font | undefined {
  if (word === undefined) return undefined
  const x = centerX(word.box)
  return lines[word.line]?.spans.find(({ box }) => box.x0 <= x && box.x1 >= x)?.font
}
