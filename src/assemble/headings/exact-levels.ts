/** Levels from tags or the outline, also for headings of the same style or numbering. */
import type { TitleBlock } from '../../model/document.ts'
import { numberDepth } from '../../model/numbering.ts'
import { MAX_LEVEL } from './types.ts'

/** The result returns `null` if no stated level applies. */
export function exactLevels(headings: readonly TitleBlock[]): (heading: TitleBlock) => number | null {
  const exact = headings.filter((heading) => heading.exact === true)
  const byStyle = new Map(
    [...Map.groupBy(exact, roundedCoarseStyleKey)].map(([key, same]) => [
      key,
      mostFrequent(same.map(({ level }) => level))!,
    ]),
  )
  const firstLevels = exact.flatMap(({ text, level }) => {
    const depth = numberDepth(text)
    return depth > 0 ? [level - depth + 1] : []
  })
  /** Level of numbers of depth 1. */
  const firstLevel = mostFrequent(firstLevels)
  return (heading) => {
    const depth = numberDepth(heading.text)
    const byNumber = depth > 0 && firstLevel !== null ? Math.min(MAX_LEVEL, Math.max(1, firstLevel) + depth - 1) : null
    return byStyle.get(roundedCoarseStyleKey(heading)) ?? byNumber
  }
}

function roundedCoarseStyleKey({ style: { size, bold, caps } }: TitleBlock): string {
  return `${Math.round(size * 2) / 2}|${bold}|${caps}`
}

function mostFrequent(values: readonly number[]): number | null {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({ value, count: length }))
  counts.sort((a, b) => b.count - a.count || a.value - b.value)
  return counts[0]?.value ?? null
}
