/** Lines of two texts with the words that differ. Loaded with the first comparison. */
import { diffLines, diffWordsWithSpace } from 'diff'

interface Part {
  readonly text: string
  readonly isChanged: boolean
}

export interface LineDifference {
  readonly kind: 'same' | 'changed' | 'removed' | 'added'
  readonly before: readonly Part[]
  readonly after: readonly Part[]
}

/** Maximum number of edits. With more, lines count as different as a whole, so that unrelated texts take no minutes. */
const MAX_EDITS = 5000
/** Equal lines that are kept around changes. */
const CONTEXT_LINES = 2

export function compareTexts(before: string, after: string): LineDifference[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const lines: LineDifference[] = []
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at]
    const next = changes[at + 1]
    if (change === undefined) continue
    if (change.removed && next?.added) {
      lines.push(...pairLines(linesOf(change.value), linesOf(next.value)))
      at++
    } else if (change.removed)
      lines.push(...linesOf(change.value).map((text) => ({ kind: 'removed' as const, before: whole(text), after: [] })))
    else if (change.added)
      lines.push(...linesOf(change.value).map((text) => ({ kind: 'added' as const, before: [], after: whole(text) })))
    else lines.push(...shorten(linesOf(change.value), { isFirst: at === 0, isLast: at === changes.length - 1 }))
  }
  return lines
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

function whole(text: string): Part[] {
  return [{ text, isChanged: true }]
}

function pairLines(before: readonly string[], after: readonly string[]): LineDifference[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [left, right] = [before[index], after[index]]
    if (left === undefined) return { kind: 'added', before: [], after: whole(right ?? '') }
    if (right === undefined) return { kind: 'removed', before: whole(left), after: [] }
    const words = diffWordsWithSpace(left, right, { maxEditLength: MAX_EDITS })
    if (words === undefined) return { kind: 'changed', before: whole(left), after: whole(right) }
    const side = (isBefore: boolean): Part[] =>
      words
        .filter(({ added, removed }) => (isBefore ? !added : !removed))
        .map(({ value, added, removed }) => ({ text: value, isChanged: Boolean(added || removed) }))
    return { kind: 'changed', before: side(true), after: side(false) }
  })
}

function shorten(
  lines: readonly string[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): LineDifference[] {
  const plain = (text: string): LineDifference => {
    const parts = [{ text, isChanged: false }]
    return { kind: 'same', before: parts, after: parts }
  }
  const head = isFirst ? 0 : CONTEXT_LINES
  const tail = isLast ? 0 : CONTEXT_LINES
  if (lines.length <= head + tail + 1) return lines.map(plain)
  return [...lines.slice(0, head), '⋯', ...(tail === 0 ? [] : lines.slice(-tail))].map(plain)
}
