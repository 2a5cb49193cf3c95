import { centerY, width } from '../../model/geometry.ts'
import { isHorizontal, type Span } from '../../model/raw-page.ts'
import { isFromImage } from '../../model/text-source.ts'
import type { Line } from '../state.ts'
import { findRaisedText } from '../text/raised-text.ts'
import { joinsWithoutSpace } from '../text/word-spacing.ts'
import { MIDDLE_EM } from './tolerances.ts'
import type { Word, WordsOf } from './types.ts'

const MAX_JOIN_GAP_EM = 0.16
/** At least four dots, because three are an ellipsis. */
const leader = /(?:\.[\s\u00a0]*){3,}\./y

/** Splits lines on request, because detectors skip most lines of prose. */
export function wordsByLine(lines: readonly Line[]): WordsOf {
  const known: (Word[] | undefined)[] = new Array(lines.length)
  return (index) => {
    known[index] ??= wordsOfLine(lines[index] as Line, index)
    return known[index]
  }
}

function wordsOfLine({ spans }: Line, line: number): Word[] {
  const words: Word[] = []
  let edge = -Infinity
  let isSpaced = true
  const scripts = findRaisedText(
    spans,
    (at) => spans[at]!.box.x0 - spans[at - 1]!.box.x1 > spans[at]!.size * MAX_JOIN_GAP_EM,
  )
  for (const [at, span] of spans.entries()) {
    const before = spans[at - 1]
    if (before !== undefined && joinsWithoutSpace(before, span)) isSpaced = false
    else if (isFromImage(span) || span.box.x0 - edge > span.size * MAX_JOIN_GAP_EM) isSpaced = true
    const script = scripts?.get(at)
    // Words are split by character position, so lengths must be equal.
    const text = script?.length === span.text.length ? script : span.text
    isSpaced = pushWords(span, { text, line, isSpaced }, words)
    edge = span.box.x1
  }
  return words
}

function pushWords(
  span: Span,
  { text, line, isSpaced: isSpacedBefore }: { text: string; line: number; isSpaced: boolean },
  words: Word[],
): boolean {
  const { edges, box, size, font } = span
  const isRotated = !isHorizontal(span)
  const baseline = isRotated ? centerY(box) + MIDDLE_EM * size : span.baseline
  let isSpaced = isSpacedBefore
  const push = (start: number, end: number, wordBox: Word['box']): void => {
    words.push({
      text: text.slice(start, end),
      box: wordBox,
      size,
      bold: font.bold,
      mono: font.mono,
      noSpaceBefore: !isSpaced,
      baseline,
      line,
    })
    isSpaced = false
  }
  if (isRotated) {
    push(0, text.length, box)
    return true
  }
  const edge = (index: number): number => edges?.[index] ?? box.x0 + (width(box) * index) / Math.max(1, text.length)
  for (let index = 0; index < text.length; ) {
    if (isSpace(text.charCodeAt(index))) {
      isSpaced = true
      index++
      continue
    }
    const start = index
    // A dot leader is one word, whatever the gaps between its dots.
    index = Math.max(index + 1, endOfLeader(text, index))
    while (index < text.length && !isSpace(text.charCodeAt(index))) index++
    push(start, index, { x0: edge(start), y0: box.y0, x1: Math.max(edge(start), edge(index)), y1: box.y1 })
  }
  return isSpaced
}

function endOfLeader(text: string, start: number): number {
  if (text[start] !== '.' || start + 2 >= text.length) return start
  leader.lastIndex = start
  return leader.test(text) ? leader.lastIndex : start
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x09 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b)
}
