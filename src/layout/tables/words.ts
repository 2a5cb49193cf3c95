/**
 * Lines → words with boxes, words → visual rows, words → the text of a cell: what table rules see of the text.
 * It never looks at rulings and decides nothing about tables.
 */
import type { Box } from '../../model/geometry.ts'
import { isCjk } from '../../model/join-text.ts'
import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { findRaisedText } from '../text/raised-text.ts'
import { readsOn } from '../text/word-spacing.ts'

export interface Word {
  readonly text: string
  readonly box: Box
  readonly size: number
  readonly bold: boolean
  /** No blank between this word and the one before it on its line. */
  readonly glued: boolean
  /** Index of its line in the list given. */
  readonly line: number
}

/** Words of one row that are read together: a candidate for (a line of) a cell. */
export interface Segment {
  readonly words: readonly Word[]
  readonly box: Box
}

/** What stands at one height. */
export interface TextRow {
  readonly words: readonly Word[]
  readonly segments: readonly Segment[]
  readonly box: Box
  /** Font size of most of its words. */
  readonly size: number
}

/** A gap up to this many ems is the blank between two words: justified text seldom stretches further. */
export const wordGapEm = 0.55
/** Three dots apart are an ellipsis. */
const leader = /(?:\.[\s\u00a0]*){3,}\./y
/** Pieces nearer than this are parts of one word set in two fonts. */
const glueGapEm = 0.16

/** Words of each line, cut when first asked for: most lines of a page are running text that no table rule reads. */
export type WordsOf = (line: number) => readonly Word[]

export function wordsByLine(lines: readonly Line[]): WordsOf {
  const known: (Word[] | undefined)[] = new Array(lines.length)
  return (index) => {
    const found = known[index]
    if (found !== undefined) return found
    const words: Word[] = []
    const line = lines[index]
    if (line !== undefined) pushLine(line, index, words)
    known[index] = words
    return words
  }
}

function pushLine(line: Line, index: number, words: Word[]): void {
  let edge = -Infinity
  let spaced = true
  const { spans } = line
  const scripts = findRaisedText(spans, (at) => spans[at]!.box.x0 - spans[at - 1]!.box.x1 > spans[at]!.size * glueGapEm)
  for (const [at, span] of spans.entries()) {
    const before = spans[at - 1]
    if (before !== undefined && readsOn(before, span)) spaced = false
    else if (span.source === 'ocr' || span.box.x0 - edge > span.size * glueGapEm) spaced = true
    const printed = scripts?.get(at)
    // Words are cut by the places of characters: a printed text of another length has none.
    spaced = pushWords(
      printed?.length === span.text.length ? { ...span, text: printed } : span,
      { line: index, spaced },
      words,
    )
    edge = span.box.x1
  }
}

/** Cuts a span at blanks; returns whether it ended with one. */
function pushWords(span: Span, at: { line: number; spaced: boolean }, words: Word[]): boolean {
  const { text, edges, box, size } = span
  const upright = span.rotation === 0 && !span.vertical
  const edge = (index: number): number =>
    edges !== undefined ? (edges[index] as number) : box.x0 + ((box.x1 - box.x0) * index) / Math.max(1, text.length)
  let { spaced } = at
  let start = -1
  const push = (end: number): void => {
    const wordBox = upright ? { x0: edge(start), y0: box.y0, x1: Math.max(edge(start), edge(end)), y1: box.y1 } : box
    words.push({
      text: text.slice(start, end),
      box: wordBox,
      size,
      bold: span.font.bold,
      glued: !spaced,
      line: at.line,
    })
    spaced = false
    start = -1
  }
  if (!upright) {
    start = 0
    push(text.length)
    return true
  }
  for (let index = 0; index < text.length; index++) {
    const blank = isBlank(text.charCodeAt(index))
    if (blank && start >= 0) push(index)
    if (blank) spaced = true
    else if (start < 0) {
      start = index
      // Dots that lead to a number are one word, however far apart they stand.
      index = Math.max(index, endOfLeader(text, index) - 1)
    }
  }
  if (start >= 0) push(text.length)
  return spaced
}

/** Where a row of dots that begins here ends; the place itself when none does. */
function endOfLeader(text: string, start: number): number {
  if (text[start] !== '.' || start + 2 >= text.length) return start
  leader.lastIndex = start
  return leader.test(text) ? leader.lastIndex : start
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x09 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b)
}

/** Groups words by height. Words whose middles lie within each other's height share a row; rows run downwards. */
export function groupIntoRows(words: readonly Word[]): TextRow[] {
  const sorted = [...words].sort((a, b) => middle(a) - middle(b) || a.box.x0 - b.box.x0)
  const groups: Word[][] = []
  let current: Word[] = []
  let center = 0
  let tallest = 0
  for (const word of sorted) {
    const y = middle(word)
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

function middle(word: Word): number {
  return (word.box.y0 + word.box.y1) / 2
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

/** Text of a cell: its words row by row, one blank between words and rows but for ideographs, words cut at a line's end mended. */
export function cellText(words: readonly Word[]): string {
  let text = ''
  for (const row of groupIntoRows(words)) {
    const piece = rowText(row.words)
    if (text === '') text = piece
    else if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(piece)) text = text.slice(0, -1) + piece
    else if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Lu}/u.test(piece)) text += piece
    else if (isCjk(text.at(-1)) && isCjk(piece[0])) text += piece
    else text += ` ${piece}`
  }
  return text.trim()
}

export function rowText(words: readonly Word[]): string {
  let text = ''
  for (const word of words) text += word.glued || text === '' ? word.text : ` ${word.text}`
  return text
}

/** A figure, a share, an amount, a year, a dash for nothing: what stands in columns of numbers. */
export function isNumeric(text: string): boolean {
  let digits = 0
  let letters = 0
  let marks = 0
  let others = 0
  // Counted by hand: this runs over every cell of every candidate.
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0xc0 && (code < 0x2000 || code > 0x2bff))
    )
      letters++
    else if (code === 0x20 || code === 0xa0) continue
    else if (emptyMarks.includes(text[index] as string)) marks++
    else others++
  }
  if (digits > 0) return letters <= Math.max(1, digits / 3)
  // Nothing to tell: a dash, stars, dots, "n/a".
  return (
    (marks > 0 && letters + others === 0) ||
    (letters === 2 && marks + others <= 2 && /^n\s*\/?\s*a\.?$|^n\.\s*a\.$/i.test(text.trim()))
  )
}

const emptyMarks = '-–—−.*…'
