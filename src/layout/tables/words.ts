import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { findRaisedText } from '../text/raised-text.ts'
import { readsOn } from '../text/word-spacing.ts'
import type { Word, WordsOf } from './types.ts'

/** Three dots apart are an ellipsis. */
const leader = /(?:\.[\s\u00a0]*){3,}\./y
/** Pieces nearer than this are parts of one word set in two fonts. */
const glueGapEm = 0.16

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
