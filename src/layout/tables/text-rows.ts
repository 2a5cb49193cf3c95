import { type Box, centerY, containsCenter, grow, unionOf, width } from '../../model/geometry.ts'
import { addWeight, median, mostFrequent } from '../../model/statistics.ts'
import { MIDDLE_EM, MIN_CELL_GAP_EM } from './tolerances.ts'
import type { Segment, TextRow, Word, WordsIn } from './types.ts'

/** Spaces of justified text are rarely wider. */
const MAX_WORD_GAP_EM = 0.55
/** Maximum width of a space in a monospaced font, relative to its characters. */
const MAX_SPACE_RATIO = 1.1
/** Relative to the larger size: includes superscripts, but not closely spaced lines. */
export const MAX_CENTER_OFFSET_EM = 0.42
const MAX_CURRENCY_GAP_EM = 8
const MAX_TRAILING_CURRENCY_GAP_EM = 3
const MAX_PERCENT_GAP_EM = 1.5

const currencySign = /^[$€£¥]$/
const amountStart = /^[(\d.,–—-]/
const amountEnd = /[\d)–—-]$/

/** From top to bottom. */
export function groupIntoRows(words: readonly Word[]): TextRow[] {
  const sorted = words
    .map((word) => ({ word, y: word.baseline - MIDDLE_EM * word.size }))
    .sort((a, b) => a.y - b.y || a.word.box.x0 - b.word.box.x0)
  const groups: Word[][] = []
  let current: Word[] = []
  let center = 0
  let tallest = 0
  for (const { word, y } of sorted) {
    if (current.length > 0 && y - center <= MAX_CENTER_OFFSET_EM * Math.max(word.size, tallest)) {
      current.push(word)
      if (word.size > tallest) {
        tallest = word.size
        center = Math.max(center, y - 0.1 * word.size)
      }
    } else {
      current = [word]
      groups.push(current)
      center = y
      tallest = word.size
    }
  }
  return groups.map(toRow)
}

function toRow(words: Word[]): TextRow {
  words.sort((a, b) => a.box.x0 - b.box.x0)
  const segments = joinAtSpaces(splitSegments(words))
  return { words, segments, box: unionOf(segments), size: commonSize(words) }
}

/** Joins words of a monospaced font, whose spaces are wider than those of other fonts. */
function joinAtSpaces(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const before = joined.at(-1)
    if (before !== undefined && isMonospacedSpace(before.words.at(-1)!, segment.words[0]!))
      joined[joined.length - 1] = segmentOf([...before.words, ...segment.words])
    else joined.push(segment)
  }
  return joined
}

export function splitAtSpaces(row: TextRow): TextRow {
  const segments = row.segments.flatMap((segment) =>
    segment.words.some(({ mono }) => mono) ? splitSegments(segment.words) : segment,
  )
  return { ...row, segments }
}

export function isMonospacedSpace(left: Word, right: Word): boolean {
  const characterWidth = width(left.box) / left.text.length
  return left.mono && right.mono && right.box.x0 - left.box.x1 <= MAX_SPACE_RATIO * characterWidth
}

/** `maxGap` is in em. Amounts are not split from their signs. */
export function splitSegments(words: readonly Word[], maxGap = MAX_WORD_GAP_EM): Segment[] {
  const segments: Segment[] = []
  const followsAmount = areSignsAfterAmounts(words)
  let run: Word[] = []
  let edge = -Infinity
  for (const word of words) {
    if (
      run.length > 0 &&
      word.box.x0 - edge > maxGap * word.size &&
      !word.noSpaceBefore &&
      !belongsToAmount(run, word, followsAmount)
    ) {
      segments.push(segmentOf(run))
      run = []
    }
    run.push(word)
    edge = Math.max(run.length === 1 ? -Infinity : edge, word.box.x1)
  }
  if (run.length > 0) segments.push(segmentOf(run))
  return segments
}

function belongsToAmount(run: readonly Word[], word: Word, followsAmount: boolean): boolean {
  const last = run.at(-1)!
  const gap = word.box.x0 - last.box.x1
  if (followsAmount && currencySign.test(word.text))
    return amountEnd.test(last.text) && gap < MAX_TRAILING_CURRENCY_GAP_EM * word.size
  if (!followsAmount && run.length === 1 && currencySign.test(last.text))
    return amountStart.test(word.text) && gap < MAX_CURRENCY_GAP_EM * word.size
  return /^(%|\)|%\))$/.test(word.text) && /[\d.]$/.test(last.text) && gap < MAX_PERCENT_GAP_EM * word.size
}

/** Ignores signs between two amounts, which may belong to either. */
function areSignsAfterAmounts(words: readonly Word[]): boolean {
  let after = false
  for (let at = 0; at < words.length; at++) {
    if (!currencySign.test(words[at]!.text)) continue
    const follows = amountEnd.test(words[at - 1]?.text ?? '')
    const precedes = amountStart.test(words[at + 1]?.text ?? '')
    if (precedes && !follows) return false
    after ||= follows && !precedes
  }
  return after
}

function segmentOf(words: readonly Word[]): Segment {
  return { words, box: unionOf(words) }
}

/** Between consecutive rows, in points. Raised words do not count. */
export function baselineDistances(rows: readonly { readonly segments: readonly Segment[] }[]): number[] {
  const baselines = rows.map(
    ({ segments }) => median(segments.flatMap(({ words }) => words.map(({ baseline }) => baseline))) ?? 0,
  )
  return baselines.slice(1).map((baseline, at) => baseline - baselines[at]!)
}

/** Size of most characters in points, rounded to 0.5. */
export function commonSize(texts: readonly { readonly text: string; readonly size: number }[]): number {
  const rounded = (size: number): number => Math.round(size * 2) / 2
  const [first] = texts
  if (first === undefined) return 10
  // Most rows have one size.
  if (texts.every(({ size }) => size === first.size)) return rounded(first.size)
  const lengths = new Map<number, number>()
  for (const { text, size } of texts) addWeight(lengths, rounded(size), text.length)
  return mostFrequent(lengths, rounded(first.size))
}

export function rowsWithin(box: Box, wordsIn: WordsIn): TextRow[] {
  const reach = grow(box, 2)
  const area = { ...reach, y0: box.y0, y1: box.y1 }
  return groupIntoRows(wordsIn(reach).filter((word) => containsCenter(area, word.box)))
}

export function hasCellGap({ segments, size }: TextRow): boolean {
  return segments.some(({ box }, at) => at > 0 && box.x0 - segments[at - 1]!.box.x1 > MIN_CELL_GAP_EM * size)
}

/** Maximum distance of the lines of a cell, and tolerance of their left edges. */
const MAX_WRAP_LEADING_EM = 1.45
const WRAP_TOLERANCE_EM = 0.3

/** Returns the index of the last line that continues a cell of `rows[last]`, except in its first column. */
export function lastLineOfRow(rows: readonly TextRow[], last: number): number {
  const [label, ...columns] = rows[last]?.segments ?? []
  // The mark of a note below the table is no cell.
  if (label === undefined || !label.words.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return last
  let at = last
  for (let next = rows[at + 1]; next !== undefined && columns.length > 0; next = rows[at + 1]) {
    const { box, segments, size } = next
    const isClose = centerY(box) - centerY(rows[at]!.box) <= MAX_WRAP_LEADING_EM * size
    const isInColumn = columns.some((column) => Math.abs(column.box.x0 - box.x0) <= WRAP_TOLERANCE_EM * size)
    if (segments.length > 1 || !isClose || !isInColumn) break
    at++
  }
  return at
}
