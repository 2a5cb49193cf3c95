/**
 * Which lines of a plain text mean their white space: code, told by indents that go in and out, and columns, told by tabs or by gaps
 * that stand above each other. Wrapped paragraphs are indented too, at their first line or at all others, and justified ones have gaps.
 */

import { maxOf, minOf } from '../../../model/statistics.ts'

/** Lines of a paragraph that are kept as they stand, or not. */
export interface Run {
  readonly lines: readonly string[]
  readonly preformatted: boolean
}

/** Terminals and editors of old: what tabs in front of a line are worth. */
const tabColumns = 4
/** Shorter lines are so by chance. */
const minIndent = 2
/** A wrapped line leaves no room for the next word: nearly none, where people wrapped it by hand. */
const filledPart = 0.9
const filledLines = 2 / 3
/** Nobody wraps paragraphs so narrow. */
const leastWidth = 30
/** Blanks between two columns. Two also follow sentences, or fill up justified lines. */
const sureGap = 3
const looseGapLines = 3

/** The lines of a paragraph (none of them empty), in runs that are kept or not. */
export function splitRuns(lines: readonly string[]): Run[] {
  if (isIndentedCode(lines)) return [{ lines, preformatted: true }]
  const marks = markColumns(lines)
  const runs: { lines: string[]; preformatted: boolean }[] = []
  for (const [at, line] of lines.entries()) {
    const preformatted = marks[at] === true
    const last = runs.at(-1)
    if (last?.preformatted === preformatted) last.lines.push(line)
    else runs.push({ lines: [line], preformatted })
  }
  return runs
}

/** How far the first word stands from the edge, in columns. */
export function indentOf(line: string): number {
  return (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(tabColumns)).length
}

/** Lines after an empty one that close what was opened before it, or go on inside: not a paragraph that is indented as well. */
export function continuesCode(lines: readonly string[]): boolean {
  const isSentence = /^\s*\p{Lu}\S*(?:\s+\S+){3,}[.!?:]\s*$/u.test(lines.join(' '))
  const isParagraph = isSentence || (lines.length > 1 && isWrapped(lines))
  return !isParagraph && lines.every((line) => indentOf(line) >= minIndent || /^[\])}>;,]+$/.test(line.trim()))
}

function isIndentedCode(lines: readonly string[]): boolean {
  const indents = lines.map(indentOf)
  const base = minOf(indents)
  const deepest = maxOf(indents)
  if (lines.length < 2 || deepest < minIndent || isCentered(lines)) return false
  const rest = indents.slice(1)
  const goesInAndOut = new Set(rest).size > 1 && deepest - base >= minIndent
  if (goesInAndOut) return !isWrapped(lines)
  const hangs = deepest > base
  // A hanging or a first line's indent is a paragraph's; below a head that left room, two lines are a body.
  if (hangs) return lines.length > 2 && rest[0]! > indents[0]! && !isWrapped(lines)
  return base >= tabColumns && !isWrapped(lines)
}

/** Whether lines end because the next word found no room. */
function isWrapped(lines: readonly string[]): boolean {
  const widest = maxOf(lines.map((line) => line.trimEnd().length))
  if (widest < leastWidth) return false
  const filled = lines.slice(0, -1).filter((line, at) => {
    const next = /^\S+/.exec(lines[at + 1]?.trim() ?? '')?.[0] ?? ''
    return line.trimEnd().length + 1 + next.length >= filledPart * widest
  })
  return filled.length >= filledLines * (lines.length - 1)
}

/** Titles and addresses in the middle of the page: each begins elsewhere, as it is long or short. */
function isCentered(lines: readonly string[]): boolean {
  if (new Set(lines.map(indentOf)).size === 1) return false
  const middles = lines.map((line) => indentOf(line) + line.trim().length / 2)
  return maxOf(middles) - minOf(middles) <= 1.5
}

interface Gap {
  readonly start: number
  readonly end: number
  /** Where the words after it end: numbers of a column end together. */
  readonly wordsEnd: number
  readonly tab: boolean
}

/** Which lines are rows of columns: two and more on end with tabs in them, or with gaps that begin or end where a neighbor's do. */
function markColumns(lines: readonly string[]): boolean[] {
  const gaps = lines.map(gapsOf)
  const sure = gaps.map((own) => own.filter(({ tab, start, end }) => tab || end - start >= sureGap))
  const marks = markRuns(neighbors(sure), 2)
  // Justified lines are equally long but the last, and have gaps wherever one was needed.
  const ends = lines.slice(0, -1).map((line) => line.trimEnd().length)
  const justified = lines.length >= looseGapLines && maxOf(ends) - minOf(ends) <= 1
  if (justified) return marks
  const loose = markRuns(neighbors(gaps), looseGapLines)
  return marks.map((marked, at) => marked || loose[at] === true)
}

/** For each line whether it has a gap in common with the next. */
function neighbors(gaps: readonly (readonly Gap[])[]): boolean[] {
  const marks = gaps.map((own) => new Set(own.flatMap(marksOf)))
  return gaps.slice(0, -1).map((own, at) => own.some((gap) => marksOf(gap).some((mark) => marks[at + 1]!.has(mark))))
}

/** What two gaps have in common that stand above each other. Tabs lead to the same column however long the words before them are. */
function marksOf({ tab, start, end, wordsEnd }: Gap): string[] {
  return tab ? ['tab'] : [`from ${start}`, `to ${end}`, `next ends ${wordsEnd}`]
}

function markRuns(together: readonly boolean[], least: number): boolean[] {
  const marks = Array.from({ length: together.length + 1 }, () => false)
  for (let first = 0; first < together.length; first++) {
    let last = first
    while (together[last] === true) last++
    if (last - first + 1 >= least) marks.fill(true, first, last + 1)
    first = last
  }
  return marks
}

/** White space inside a line, two blanks and more; after the end of a sentence two are none. */
function gapsOf(line: string): Gap[] {
  const words = line.trimEnd()
  const first = line.length - line.trimStart().length
  const found = Array.from(words.matchAll(/[ \t]*\t[ \t]*| {2,}/g)).filter(({ 0: blanks, index }) => {
    const afterSentence =
      blanks.length === 2 &&
      !blanks.includes('\t') &&
      /[.!?:]["')\]]?$/.test(words.slice(Math.max(0, index - 2), index))
    return index >= first && !afterSentence
  })
  return found.map(({ 0: blanks, index }, at) => ({
    start: index,
    end: index + blanks.length,
    wordsEnd: found[at + 1]?.index ?? words.length,
    tab: blanks.includes('\t'),
  }))
}
