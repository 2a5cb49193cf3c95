/** Words to rows of text: words on one baseline, cut into segments at gaps wider than a space. */
import { type Box, centerX, centerY, grow } from '../../model/geometry.ts'
import { CELL_GAP } from './settings.ts'
import type { Segment, TextRow, Word, WordsIn } from './types.ts'

/** Groups words by height. Words whose middles lie within each other's height share a row; rows run downwards. */
export function groupIntoRows(words: readonly Word[]): TextRow[] {
  const sorted = [...words].sort((a, b) => centerY(a.box) - centerY(b.box) || a.box.x0 - b.box.x0)
  const groups: Word[][] = []
  let current: Word[] = []
  let center = 0
  let tallest = 0
  for (const word of sorted) {
    const y = centerY(word.box)
    // Half the smaller size: sub- and superscripts stay with their row, the next line of tight print does not.
    if (current.length > 0 && y - center <= 0.42 * Math.max(word.size, tallest)) {
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

export function boxOf(parts: readonly { readonly box: Box }[]): Box {
  let { x0, y0, x1, y1 } = (parts[0] as { readonly box: Box }).box
  for (const { box } of parts) {
    if (box.x0 < x0) x0 = box.x0
    if (box.y0 < y0) y0 = box.y0
    if (box.x1 > x1) x1 = box.x1
    if (box.y1 > y1) y1 = box.y1
  }
  return { x0, y0, x1, y1 }
}

function toRow(words: Word[]): TextRow {
  words.sort((a, b) => a.box.x0 - b.box.x0)
  return { words, segments: segmentsOf(words), box: boxOf(words), size: commonSize(words) }
}

function segmentsOf(words: readonly Word[]): Segment[] {
  const segments: Segment[] = []
  let run: Word[] = []
  let edge = -Infinity
  for (const word of words) {
    if (run.length > 0 && word.box.x0 - edge > wordGapEm * word.size && !word.glued && !isSigned(run, word)) {
      segments.push({ words: run, box: boxOf(run) })
      run = []
    }
    run.push(word)
    edge = Math.max(run.length === 1 ? -Infinity : edge, word.box.x1)
  }
  if (run.length > 0) segments.push({ words: run, box: boxOf(run) })
  return segments
}

/** A currency sign set apart from its amount, a per cent sign from its share: one cell. */
function isSigned(run: readonly Word[], word: Word): boolean {
  const last = run.at(-1)
  if (last === undefined) return false
  if (run.length === 1 && /^[$€£¥]$/.test(last.text))
    return /^[(\d.,–—-]/.test(word.text) && word.box.x0 - last.box.x1 < 8 * word.size
  return /^(%|\)|%\))$/.test(word.text) && /[\d.]$/.test(last.text) && word.box.x0 - last.box.x1 < 1.5 * word.size
}

/** Font size of most characters, in half points. */
export function commonSize(texts: readonly { readonly text: string; readonly size: number }[]): number {
  const [first] = texts
  // Most rows are set in one size.
  if (first !== undefined && texts.every(({ size }) => size === first.size)) return Math.round(first.size * 2) / 2
  const weights = new Map<number, number>()
  for (const { text, size: exact } of texts) {
    const size = Math.round(exact * 2) / 2
    weights.set(size, (weights.get(size) ?? 0) + text.length)
  }
  let best = 10
  let most = -1
  for (const [size, weight] of weights)
    if (weight > most || (weight === most && size > best)) {
      best = size
      most = weight
    }
  return best
}

/** A gap up to this many ems is the blank between two words: justified text seldom stretches further. */
const wordGapEm = 0.55

export function rowsWithin(box: Box, wordsIn: WordsIn): TextRow[] {
  const reach = grow(box, 2)
  return groupIntoRows(
    wordsIn(reach).filter(({ box: own }) => {
      const x = centerX(own)
      const y = centerY(own)
      return x >= reach.x0 && x <= reach.x1 && y >= box.y0 && y <= box.y1
    }),
  )
}

/** Minimum number of words after a bullet that are not a cell. */
const MIN_ITEM_WORDS = 2

/** Whether two segments are as far from each other as cells. A bullet and its item are not two cells. */
export function hasCellGap(row: TextRow): boolean {
  const { segments, size } = row
  return (
    !isListItem(row) && segments.some(({ box }, at) => at > 0 && box.x0 - segments[at - 1]!.box.x1 > CELL_GAP * size)
  )
}

function isListItem({ segments }: TextRow): boolean {
  const [marker, item] = segments as [Segment, ...Segment[]]
  return (
    segments.length === 2 &&
    marker.words.length === 1 &&
    /^[•◦▪■□●○‣➢►▶▸–—]$/u.test(marker.words[0]!.text) &&
    item!.words.length >= MIN_ITEM_WORDS
  )
}
