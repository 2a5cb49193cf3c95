/** Lines of two texts with the words that differ. Loaded with the first comparison. */
import { diffArrays, diffWordsWithSpace } from 'diff'
import { unspacedEastAsian } from '../../model/east-asian.ts'

interface Part {
  readonly text: string
  readonly isChanged: boolean
}

interface LinePair {
  readonly kind: 'same' | 'changed' | 'removed' | 'added'
  readonly before: readonly Part[]
  readonly after: readonly Part[]
}

export interface LineDifference extends LinePair {
  /** Numbers of the line in both texts, from 0. */
  readonly beforeLine: number | null
  readonly afterLine: number | null
}

/** Maximum edits, which bounds the time; beyond it, whole lines differ. */
const MAX_EDITS = 5000
/** Maximum line pairs to compare. Larger parts are paired in order. */
const MAX_COMPARED_PAIRS = 10_000
/** Minimum ratio of common words of a pair. */
const MIN_SIMILARITY = 0.4
/** A character of Chinese or Japanese counts as a word. */
const WORD = new RegExp(`[${unspacedEastAsian}]|[\\p{L}\\p{N}]+`, 'gu')
/** Number of equal lines kept around changes. */
const CONTEXT_LINES = 2

/** Includes equal lines, but no empty ones. */
export function compareTexts(before: string, after: string): LineDifference[] {
  const [left, right] = [linesOf(before), linesOf(after)]
  let leftAt = 0
  let rightAt = 0
  return pairTexts(
    left.map(({ text }) => text),
    right.map(({ text }) => text),
  ).map((pair) => ({
    ...pair,
    beforeLine: pair.kind === 'added' ? null : (left[leftAt++]?.number ?? null),
    afterLine: pair.kind === 'removed' ? null : (right[rightAt++]?.number ?? null),
  }))
}

function linesOf(markdown: string): { text: string; number: number }[] {
  return markdown
    .split('\n')
    .map((text, number) => ({ text, number }))
    .filter(({ text }) => text.trim() !== '')
}

function pairTexts(before: readonly string[], after: readonly string[]): LinePair[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return changes.flatMap(({ value, removed, added }, at): LinePair[] => {
    const next = changes[at + 1]
    if (removed) return pairLines(value, next?.added ? next.value : [])
    if (added) return changes[at - 1]?.removed ? [] : pairLines([], value)
    return value.map(same)
  })
}

function same(text: string): LinePair {
  const parts = [{ text, isChanged: false }]
  return { kind: 'same', before: parts, after: parts }
}

function whole(text: string): Part[] {
  return [{ text, isChanged: true }]
}

function pairLines(before: readonly string[], after: readonly string[]): LinePair[] {
  const pairs: LinePair[] = []
  let left = 0
  let right = 0
  for (const [nextLeft, nextRight] of [...similarLines(before, after), [before.length, after.length] as const]) {
    const count = Math.max(nextLeft - left, nextRight - right)
    for (let at = 0; at < count; at++)
      pairs.push(
        pairOf(
          left + at < nextLeft ? before[left + at] : undefined,
          right + at < nextRight ? after[right + at] : undefined,
        ),
      )
    const [old, now] = [before[nextLeft], after[nextRight]]
    if (old !== undefined && now !== undefined) pairs.push(pairOf(old, now))
    left = nextLeft + 1
    right = nextRight + 1
  }
  return pairs
}

function pairOf(left: string | undefined, right: string | undefined): LinePair {
  if (left === undefined) return { kind: 'added', before: [], after: whole(right ?? '') }
  if (right === undefined) return { kind: 'removed', before: whole(left), after: [] }
  const words = diffWordsWithSpace(left, right, { maxEditLength: MAX_EDITS })
  if (words === undefined) return { kind: 'changed', before: whole(left), after: whole(right) }
  const side = (isBefore: boolean): Part[] =>
    words
      .filter(({ added, removed }) => (isBefore ? !added : !removed))
      .map(({ value, added, removed }) => ({ text: value, isChanged: Boolean(added || removed) }))
  return { kind: 'changed', before: side(true), after: side(false) }
}

/** Pairs of similar line numbers, in order, with the largest sum of similarities. */
function similarLines(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  if (before.length * after.length > MAX_COMPARED_PAIRS || before.length * after.length === 1) return []
  const [left, right] = [before.map(wordsOf), after.map(wordsOf)]
  const width = after.length + 1
  const similarities = left.map((words) => right.map((others) => similarity(words, others)))
  const sums = new Float64Array((before.length + 1) * width)
  const sumAt = (row: number, column: number): number => sums[row * width + column] ?? 0
  const similarityAt = (row: number, column: number): number => similarities[row]?.[column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      sums[row * width + column] = Math.max(
        sumAt(row + 1, column),
        sumAt(row, column + 1),
        similarityAt(row, column) + sumAt(row + 1, column + 1),
      )
  const pairs: (readonly [number, number])[] = []
  for (let row = 0, column = 0; row < before.length && column < after.length; ) {
    const sum = sumAt(row, column)
    if (sum === sumAt(row + 1, column)) row++
    else if (sum === sumAt(row, column + 1)) column++
    else pairs.push([row++, column++])
  }
  return pairs
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(WORD))
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  const ratio = (2 * common) / Math.max(1, a.size + b.size)
  return ratio < MIN_SIMILARITY ? 0 : ratio
}

/** Collapses equal lines far from differences. */
export function shorten<line extends LineDifference>(lines: readonly line[]): (line | LineDifference)[] {
  const shown: (line | LineDifference)[] = []
  for (let start = 0; start < lines.length; ) {
    let end = start
    while (lines[end]?.kind === 'same') end++
    const head = start === 0 ? 0 : CONTEXT_LINES
    const tail = end === lines.length ? 0 : CONTEXT_LINES
    if (end - start <= head + tail + 1) shown.push(...lines.slice(start, end))
    else {
      const left = { ...same('⋯'), beforeLine: null, afterLine: null }
      shown.push(...lines.slice(start, start + head), left, ...lines.slice(end - tail, end))
    }
    const next = lines[end]
    if (next !== undefined) shown.push(next)
    start = end + 1
  }
  return shown
}
