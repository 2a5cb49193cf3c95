/** Finds code and columns in plain text. Lengths are in characters. */
import { maxOf, minOf } from '../../../model/statistics.ts'

export interface LineRun {
  readonly lines: readonly string[]
  readonly preformatted: boolean
}

const TAB_COLUMNS = 4
const MIN_INDENT = 2

export function splitRuns(lines: readonly string[]): LineRun[] {
  if (isIndentedCode(lines)) return [{ lines, preformatted: true }]
  const tabular = findTabularLines(lines)
  const runs: { lines: string[]; preformatted: boolean }[] = []
  for (const [at, line] of lines.entries()) {
    const preformatted = tabular[at] === true
    const last = runs.at(-1)
    if (last?.preformatted === preformatted) last.lines.push(line)
    else runs.push({ lines: [line], preformatted })
  }
  return runs
}

export function indentOf(line: string): number {
  return (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length
}

/** Code continues after an empty line with indented lines or closing brackets. */
export function continuesCode(lines: readonly string[]): boolean {
  const isSentence = /^\s*\p{Lu}\S*(?:\s+\S+){3,}[.!?:]\s*$/u.test(lines.join(' '))
  const isParagraph = isSentence || (lines.length > 1 && isWrapped(lines))
  return !isParagraph && lines.every((line) => indentOf(line) >= MIN_INDENT || /^[\])}>;,]+$/.test(line.trim()))
}

function isIndentedCode(lines: readonly string[]): boolean {
  const indents = lines.map(indentOf)
  const [shallowest, deepest] = [minOf(indents), maxOf(indents)]
  if (lines.length < 2 || deepest < MIN_INDENT || isCentered(lines) || isWrapped(lines)) return false
  const [first = 0, ...rest] = indents
  if (new Set(rest).size > 1 && deepest - shallowest >= MIN_INDENT) return true
  // Only the first line or all others may be indented; a heading with indented lines is code.
  if (deepest > shallowest) return lines.length > 2 && rest[0]! > first
  return shallowest >= TAB_COLUMNS
}

const MIN_WRAPPED_WIDTH = 30
/** Minimum fraction of the width with the next word. */
const MIN_FILLED_RATIO = 0.9
const MIN_FILLED_LINES_RATIO = 2 / 3

function isWrapped(lines: readonly string[]): boolean {
  const widest = maxOf(lines.map((line) => line.trimEnd().length))
  if (widest < MIN_WRAPPED_WIDTH) return false
  const filled = lines.slice(0, -1).filter((line, at) => {
    const next = /^\S+/.exec(lines[at + 1]?.trim() ?? '')?.[0] ?? ''
    return line.trimEnd().length + 1 + next.length >= MIN_FILLED_RATIO * widest
  })
  return filled.length >= MIN_FILLED_LINES_RATIO * (lines.length - 1)
}

const MAX_CENTER_DISTANCE = 1.5

function isCentered(lines: readonly string[]): boolean {
  if (new Set(lines.map(indentOf)).size === 1) return false
  const centers = lines.map((line) => indentOf(line) + line.trim().length / 2)
  return maxOf(centers) - minOf(centers) <= MAX_CENTER_DISTANCE
}

/** Two spaces also follow sentences or justify lines. */
const MIN_WIDE_GAP = 3
const MIN_WIDE_GAP_ROWS = 2
const MIN_NARROW_GAP_ROWS = 3

interface Gap {
  readonly start: number
  readonly end: number
  readonly nextEnd: number
  readonly isTab: boolean
}

function findTabularLines(lines: readonly string[]): boolean[] {
  const gaps = lines.map(findGaps)
  const wide = gaps.map((own) => own.filter(({ isTab, start, end }) => isTab || end - start >= MIN_WIDE_GAP))
  const marked = markRuns(alignedWithNext(wide), MIN_WIDE_GAP_ROWS)
  // All lines of justified text but the last have the same length.
  const lengths = lines.slice(0, -1).map((line) => line.trimEnd().length)
  const isJustified = lines.length >= MIN_NARROW_GAP_ROWS && maxOf(lengths) - minOf(lengths) <= 1
  if (isJustified) return marked
  const narrow = markRuns(alignedWithNext(gaps), MIN_NARROW_GAP_ROWS)
  return marked.map((isMarked, at) => isMarked || narrow[at] === true)
}

function alignedWithNext(gaps: readonly (readonly Gap[])[]): boolean[] {
  const keys = gaps.map((own) => new Set(own.flatMap(alignmentKeys)))
  return gaps.slice(0, -1).map((_, at) => [...keys[at]!].some((key) => keys[at + 1]!.has(key)))
}

function alignmentKeys({ isTab, start, end, nextEnd }: Gap): string[] {
  return isTab ? ['tab'] : [`start ${start}`, `end ${end}`, `next end ${nextEnd}`]
}

function markRuns(isAlignedWithNext: readonly boolean[], minRows: number): boolean[] {
  const marked = Array.from({ length: isAlignedWithNext.length + 1 }, () => false)
  for (let first = 0; first < isAlignedWithNext.length; first++) {
    let last = first
    while (isAlignedWithNext[last] === true) last++
    if (last - first + 1 >= minRows) marked.fill(true, first, last + 1)
    first = last
  }
  return marked
}

function findGaps(line: string): Gap[] {
  const text = line.trimEnd()
  const start = line.length - line.trimStart().length
  const gaps = Array.from(text.matchAll(/[ \t]*\t[ \t]*| {2,}/g)).filter(({ 0: gap, index }) => {
    const isAfterSentence = gap === '  ' && /[.!?:]["')\]]?$/.test(text.slice(Math.max(0, index - 2), index))
    return index >= start && !isAfterSentence
  })
  return gaps.map(({ 0: gap, index }, at) => ({
    start: index,
    end: index + gap.length,
    nextEnd: gaps[at + 1]?.index ?? text.length,
    isTab: gap.includes('\t'),
  }))
}
