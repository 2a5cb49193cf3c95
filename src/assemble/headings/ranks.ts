/**
 * Ranks headings by style and kind of number: by size and weight, unless nested numbers or adjacent headings disagree.
 */
import { cached } from '../../model/cached.ts'
import type { BlockStyle } from '../../model/document.ts'
import { type Numbering, parseNumbering } from '../../model/numbering.ts'
import { addWeight } from '../../model/statistics.ts'
import { nestNumbers } from './number-nesting.ts'

/** Maximum difference between equal sizes, in points. */
const SIZE_TOLERANCE = 0.3
/** Minimum headings of one style that correct an outlier's alignment. */
const MIN_ALIGNED = 3
/** Weights of styles of one size. */
const WEIGHTS = { bold: 2, caps: 2, centered: 1, italic: -1 }
/** Minimum headings right above those of another rank that show a parent. */
const MIN_STACKED = 2

export interface Heading {
  readonly text: string
  readonly style: BlockStyle
  /** `null` if no text shows the column. */
  readonly centered: boolean | null
  readonly onFirstPage: boolean
  /** Running text precedes this heading. */
  readonly afterText: boolean
  /** No page up to this one has a paragraph. */
  readonly onCover: boolean
  readonly followsHeading: boolean
}

export interface RankedHeading extends Heading {
  readonly size: number
  readonly numbering: Numbering | null
}

export interface Rank {
  readonly size: number
  readonly weight: number
  readonly members: number[]
  readonly numbering: Numbering | null
}

type IsParentRank = (outer: Rank, inner: Rank) => boolean

export interface Ranking {
  readonly ranks: readonly Rank[]
  readonly isParent: IsParentRank
}

/** Merges nearly equal sizes and corrects alignments of outliers. */
export function normalizeHeadings(headings: readonly Heading[]): RankedHeading[] {
  const sizes = mergeSizes(headings.map(({ style }) => style.size))
  const sized = headings.map(
    (heading): RankedHeading => ({
      ...heading,
      size: sizes.get(heading.style.size)!,
      numbering: parseNumbering(heading.text),
    }),
  )
  return sized.map((heading) => ({ ...heading, centered: isCentered(heading, sized) }))
}

function mergeSizes(sizes: readonly number[]): Map<number, number> {
  const merged = new Map<number, number>()
  let current = Infinity
  for (const size of [...new Set(sizes)].sort((a, b) => b - a)) {
    if (current - size > SIZE_TOLERANCE) current = size
    merged.set(size, current)
  }
  return merged
}

function isCentered(heading: RankedHeading, headings: readonly RankedHeading[]): boolean {
  const known = headings.filter((other) => other.centered !== null && styleOf(other) === styleOf(heading))
  const centered = known.filter((other) => other.centered).length
  if (heading.centered === null) return centered * 2 > known.length
  const same = heading.centered ? centered : known.length - centered
  // The first heading may be the only one of its kind.
  const isOutlier = known.length >= MIN_ALIGNED && same === 1 && heading !== headings[0]
  return isOutlier ? !heading.centered : heading.centered
}

function styleOf({ size, style: { bold, italic, caps } }: RankedHeading): string {
  return `${size}|${bold}|${italic}|${caps}`
}

function styleAndAlignment(heading: RankedHeading): string {
  return `${styleOf(heading)}|${heading.centered}`
}

export function hasSameStyle(a: RankedHeading, b: RankedHeading): boolean {
  return styleAndAlignment(a) === styleAndAlignment(b)
}

function weightOf({ style, centered }: RankedHeading): number {
  return (
    (style.bold ? WEIGHTS.bold : 0) +
    (style.caps ? WEIGHTS.caps : 0) +
    (centered ? WEIGHTS.centered : 0) +
    (style.italic ? WEIGHTS.italic : 0)
  )
}

export function rankHeadings(headings: readonly RankedHeading[], excluded: ReadonlySet<number>): Ranking {
  const ranks = joinPlainRanks(groupRanks(headings, excluded), headings)
  const isParent = findParents(ranks, headings)
  ranks.sort((a, b) => b.size - a.size || b.weight - a.weight || a.members[0]! - b.members[0]!)
  return { ranks: parentsFirst(ranks, isParent), isParent }
}

function groupRanks(headings: readonly RankedHeading[], excluded: ReadonlySet<number>): Rank[] {
  const ranks = new Map<string, Rank>()
  headings.forEach((heading, at) => {
    if (excluded.has(at)) return
    const { numbering, size } = heading
    const key =
      numbering !== null && numbering.depth > 1
        ? `depth ${numbering.depth}`
        : `${numbering?.kind}|${styleAndAlignment(heading)}`
    cached(ranks, key, () => ({ size, weight: weightOf(heading), members: [], numbering })).members.push(at)
  })
  return [...ranks.values()]
}

/** Headings without a number join the first rank of numbered headings in their style. */
function joinPlainRanks(ranks: readonly Rank[], headings: readonly RankedHeading[]): Rank[] {
  const keyOf = (rank: Rank): string => styleAndAlignment(headings[rank.members[0]!]!)
  return ranks.filter((rank) => {
    if (rank.numbering !== null) return true
    const numbered = ranks.find((other) => other.numbering !== null && keyOf(other) === keyOf(rank))
    numbered?.members.push(...rank.members)
    numbered?.members.sort((a, b) => a - b)
    return numbered === undefined
  })
}

function parentsFirst(ranks: readonly Rank[], isParent: IsParentRank): Rank[] {
  const rest = [...ranks]
  const order: Rank[] = []
  while (rest.length > 0) {
    const free = rest.findIndex((rank) => !rest.some((other) => isParent(other, rank)))
    order.push(...rest.splice(Math.max(0, free), 1))
  }
  return order
}

function findParents(ranks: readonly Rank[], headings: readonly RankedHeading[]): IsParentRank {
  const rankOf = new Map(ranks.flatMap((rank) => rank.members.map((at) => [at, rank] as const)))
  const nested = createVotes()
  const stacked = createVotes()
  const inOrder = [...rankOf.keys()].sort((a, b) => a - b)
  for (const { outer, inner } of nestNumbers(inOrder.map((at) => headings[at]!.numbering)))
    nested.add(rankOf.get(inOrder[outer]!), rankOf.get(inOrder[inner]!))
  for (const at of inOrder) if (headings[at]!.followsHeading) stacked.add(rankOf.get(at - 1), rankOf.get(at))
  return (outer, inner) => {
    const lead = nested.count(outer, inner) - nested.count(inner, outer)
    if (lead !== 0) return lead > 0
    return outer.size === inner.size && stacked.count(outer, inner) >= MIN_STACKED && stacked.count(inner, outer) === 0
  }
}

function createVotes() {
  // `undefined`: a heading without a rank.
  const votes = new Map<Rank | undefined, Map<Rank | undefined, number>>()
  return {
    add(outer: Rank | undefined, inner: Rank | undefined): void {
      addWeight(
        cached(votes, outer, () => new Map()),
        inner,
        1,
      )
    },
    count: (outer: Rank, inner: Rank): number => votes.get(outer)?.get(inner) ?? 0,
  }
}
