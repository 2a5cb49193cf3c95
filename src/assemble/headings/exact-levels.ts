/**
 * Titles whose level the document itself tells (tags, outline) → levels for titles that look like them. What looks like none of
 * them is left to others, within the bounds that they set.
 */
import type { TitleBlock } from '../../model/document.ts'

export interface ExactLevels {
  /** Level by look; see `lookOf` of the caller. */
  readonly byLook: ReadonlyMap<string, number>
  /** Level of titles numbered "1"; `null` when none of the exact ones is numbered. */
  readonly numberedFrom: number | null
}

/** `null` when no title's level is known exactly. */
export function exactLevels(
  titles: readonly TitleBlock[],
  how: { lookOf(title: TitleBlock): string; numberDepth(text: string): number },
): ExactLevels | null {
  const looks = new Map<string, number[]>()
  const firsts: number[] = []
  for (const title of titles) {
    if (title.exact !== true) continue
    const look = how.lookOf(title)
    looks.set(look, [...(looks.get(look) ?? []), title.level])
    const depth = how.numberDepth(title.text)
    if (depth > 0) firsts.push(title.level - depth + 1)
  }
  if (looks.size === 0) return null
  const usual = usualOf(firsts)
  return {
    byLook: new Map([...looks].map(([look, levels]) => [look, usualOf(levels) ?? 1])),
    numberedFrom: usual === null ? null : Math.max(1, usual),
  }
}

/** The most frequent; of equals the outermost level. */
function usualOf(levels: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const level of levels) counts.set(level, (counts.get(level) ?? 0) + 1)
  let best: number | null = null
  for (const [level, count] of [...counts].sort(([a], [b]) => a - b))
    if (best === null || count > (counts.get(best) ?? 0)) best = level
  return best
}
