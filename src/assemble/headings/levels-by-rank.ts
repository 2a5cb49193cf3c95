/** A heading is one level below the larger ranks before it. The document's title is alone on level 1. */
import { maxOf } from '../../model/statistics.ts'
import {
  type Heading,
  hasSameStyle,
  normalizeHeadings,
  type Rank,
  type RankedHeading,
  type Ranking,
  rankHeadings,
} from './ranks.ts'
import { MAX_LEVEL } from './types.ts'

export function levelsByRank(headings: readonly Heading[]): number[] {
  const ranked = normalizeHeadings(headings)
  const title = findDocumentTitle(ranked)
  if (title === null) {
    const levels = rankLevels(rankHeadings(ranked, new Set()), 1)
    return ranked.map((_, at) => levels.get(at) ?? 1)
  }
  const repeated = ranked.flatMap((heading, at) =>
    heading.text === ranked[title]!.text && hasSameStyle(heading, ranked[title]!) ? [at] : [],
  )
  const titles = new Set(repeated)
  const subtitles = findSubtitles(ranked, title)
  const levels = rankLevels(rankHeadings(ranked, new Set([...titles, ...subtitles])), 2)
  return ranked.map((_, at) => (subtitles.has(at) ? 2 : (levels.get(at) ?? 1)))
}

/** The largest heading of the first page, if its style is unique or it is alone on a cover. */
function findDocumentTitle(headings: readonly RankedHeading[]): number | null {
  const first = headings.findIndex(({ onFirstPage }) => onFirstPage)
  if (first < 0) return null
  let best = first
  headings.forEach((heading, at) => {
    if (heading.onFirstPage && heading.size > headings[best]!.size && !heading.afterText) best = at
  })
  const title = headings[best]!
  if (title.numbering !== null) return null
  const others = headings.filter((other) => other.text !== title.text)
  const sameStyle = others.filter((other) => hasSameStyle(other, title))
  if (sameStyle.length === 0) return best
  return title.onCover && sameStyle.every(({ onCover }) => !onCover) ? best : null
}

function findSubtitles(headings: readonly RankedHeading[], title: number): Set<number> {
  const found = new Set<number>()
  for (let at = title + 1; at < headings.length; at++) {
    const heading = headings[at]!
    if (heading.afterText || !heading.onFirstPage || heading.numbering !== null) break
    const isUsedLater = headings.some(
      (other) => hasSameStyle(other, heading) && (other.afterText || !other.onFirstPage),
    )
    if (isUsedLater) break
    found.add(at)
  }
  return found
}

function rankLevels({ ranks, isParent }: Ranking, top: number): Map<number, number> {
  const levels = new Map<Rank, number>()
  ranks.forEach((rank, at) => {
    const parents = ranks.slice(0, at).filter((larger) => {
      const isSameOrDeeper = depthOf(larger) > 1 && depthOf(larger) >= depthOf(rank)
      if (isSameOrDeeper && rank.numbering?.kind === 'decimal') return false
      return isParent(larger, rank) || precedes(larger, rank)
    })
    levels.set(rank, Math.min(MAX_LEVEL, Math.max(top, maxOf(parents.map((parent) => levels.get(parent)! + 1)))))
  })
  const byHeading = new Map(ranks.flatMap((rank) => rank.members.map((at) => [at, levels.get(rank)!] as const)))
  return closeGaps(ranks, byHeading, top)
}

function depthOf({ numbering }: Rank): number {
  return numbering?.depth ?? 1
}

/** A single unnumbered heading may be false: it precedes only ranks entirely below it. */
function precedes(larger: Rank, smaller: Rank): boolean {
  const isLone = larger.members.length === 1 && larger.numbering === null
  const after = smaller.members.filter((at) => at > larger.members[0]!).length
  return isLone ? after === smaller.members.length : after * 2 >= smaller.members.length
}

/** At most one level below the deepest heading right before. */
function closeGaps(ranks: readonly Rank[], byHeading: Map<number, number>, top: number): Map<number, number> {
  const order = [...byHeading.keys()].sort((a, b) => a - b)
  const position = new Map(order.map((at, index) => [at, index]))
  const levelOf = ({ members }: Rank): number => byHeading.get(members[0]!)!
  for (const rank of [...ranks].sort((a, b) => levelOf(a) - levelOf(b))) {
    const before = rank.members.map((at) => {
      const index = position.get(at)!
      return index === 0 ? top - 1 : byHeading.get(order[index - 1]!)!
    })
    const max = maxOf(before) + 1
    if (max < levelOf(rank)) for (const at of rank.members) byHeading.set(at, max)
  }
  return byHeading
}
