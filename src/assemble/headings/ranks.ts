/**
 * Titles of a document → ranks: those of one look and kind of number. The weightiest rank comes first, unless numbers that begin anew
 * inside others, or titles that stand right above others again and again, tell who holds whom.
 */
import type { BlockStyle } from '../../model/document.ts'
import { type Numbering, parseNumbering } from '../../model/numbering.ts'
import { nestNumbers } from './number-nesting.ts'

export interface Heading {
  readonly text: string
  readonly style: BlockStyle
  /** Set in the middle of its column; `null` where the page has no text to tell the column by. */
  readonly centerd: boolean | null
  /** On the first page that has text. */
  readonly onFirstPage: boolean
  /** Running text stands between the title before and this one. */
  readonly afterText: boolean
  /** Neither its page nor one before has a paragraph: a cover. */
  readonly onCover: boolean
  /** Right below the title before, with nothing between. */
  readonly stacked: boolean
}

/** Sizes that differ by less, in points, are one size. */
const SAME_SIZE = 0.3
/** Capitals of a word or an acronym may belong to any style. */
const SHORT_CAPS = 8
/** One title that stands otherwise than at least two of its type was measured wrongly. */
const ODD_ONE_OF = 3
/** What makes type weigh more at one size: bold and capitals, then the middle; italics are lighter. */
const WEIGHTS = { bold: 2, caps: 2, centerd: 1, italic: -1 }
/** Titles that stand right above others so often hold them. */
const STACKED = 2

export interface Rank {
  readonly size: number
  readonly weight: number
  /** Indices of its titles. */
  readonly members: number[]
  readonly numbering: Numbering | null
}

/** Who certainly holds whom. */
export type IsParentRank = (outer: Rank, inner: Rank) => boolean

export interface Ranking {
  /** The weightiest first. */
  readonly ranks: readonly Rank[]
  readonly holds: IsParentRank
}

export interface RankedHeading extends Heading {
  readonly size: number
  readonly numbering: Numbering | null
  readonly caps: boolean
}

/** Sizes that are nearly one become one; capitals of a short word are those of the other titles of its look. */
export function prepare(headings: readonly Heading[]): RankedHeading[] {
  const sizes = [...new Set(headings.map(({ style }) => style.size))].sort((a, b) => b - a)
  const bySize = new Map<number, number>()
  let current = Infinity
  for (const size of sizes) {
    if (current - size > SAME_SIZE) current = size
    bySize.set(size, current)
  }
  const titles = headings.map(
    (heading): RankedHeading => ({
      ...heading,
      size: bySize.get(heading.style.size)!,
      numbering: parseNumbering(heading.text),
      caps: heading.style.caps,
    }),
  )
  const capsSettled = titles.map((title) => {
    if (!title.caps || letterCount(title) > SHORT_CAPS) return title
    const alike = titles.filter(
      (other) =>
        other.size === title.size && other.style.bold === title.style.bold && other.style.font === title.style.font,
    )
    return alike.some(({ caps }) => !caps) && !alike.some((other) => other.caps && letterCount(other) > SHORT_CAPS)
      ? { ...title, caps: false }
      : title
  })
  return capsSettled.map((title) => ({ ...title, centerd: settleCenterd(title, capsSettled) }))
}

/** As the other titles of its type stand, where the page does not tell or where it would be the only one. */
function settleCenterd(title: RankedHeading, titles: readonly RankedHeading[]): boolean {
  const alike = titles.filter((other) => other.centerd !== null && typeOf(other) === typeOf(title))
  const centerd = alike.filter((other) => other.centerd).length
  if (title.centerd === null) return centerd * 2 > alike.length
  const same = title.centerd ? centerd : alike.length - centerd
  // The first title of all may well be the only one of its kind.
  return alike.length >= ODD_ONE_OF && same === 1 && title !== titles[0] ? !title.centerd : title.centerd
}

function letterCount({ text }: RankedHeading): number {
  return text.replace(/\P{L}/gu, '').length
}

export function sameLook(a: RankedHeading, b: RankedHeading): boolean {
  return lookOf(a) === lookOf(b)
}

function typeOf({ size, style, caps }: RankedHeading): string {
  return `${size}|${style.bold ? 'b' : ''}${style.italic ? 'i' : ''}${caps ? 'c' : ''}`
}

/** Type and place. */
function lookOf(title: RankedHeading): string {
  return `${typeOf(title)}${title.centerd ? 'm' : ''}`
}

function weightOf({ style, caps, centerd }: RankedHeading): number {
  return (
    (style.bold ? WEIGHTS.bold : 0) +
    (caps ? WEIGHTS.caps : 0) +
    (centerd ? WEIGHTS.centerd : 0) +
    (style.italic ? WEIGHTS.italic : 0)
  )
}

/** Titles by look and kind of number, the weightiest rank first. */
export function rankTitles(titles: readonly RankedHeading[], apart: ReadonlySet<number>): Ranking {
  const byKey = new Map<string, Rank>()
  titles.forEach((title, at) => {
    if (apart.has(at)) return
    const { numbering } = title
    const look = lookOf(title)
    // Deep decimals are one rank however they look; a plain title is of the first numbered rank that looks like it.
    const key =
      numbering === null
        ? `plain|${look}`
        : numbering.depth > 1
          ? `decimal|${numbering.depth}`
          : `${numbering.kind}|${look}`
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { size: title.size, weight: weightOf(title), members: [at], numbering })
    else known.members.push(at)
  })
  const ranks = [...byKey.values()]
  const merged = ranks.filter((plain) => {
    if (plain.numbering !== null) return true
    const look = lookOf(titles[plain.members[0]!]!)
    const numbered = ranks.find((other) => other.numbering !== null && lookOf(titles[other.members[0]!]!) === look)
    numbered?.members.push(...plain.members)
    numbered?.members.sort((a, b) => a - b)
    return numbered === undefined
  })
  const holds = holdersOf(merged, titles)
  // Equals: who comes first contains the others.
  return {
    ranks: settleOrder(
      merged.sort((a, b) => b.size - a.size || b.weight - a.weight || a.members[0]! - b.members[0]!),
      holds,
    ),
    holds,
  }
}

/** Takes, again and again, the weightiest of the ranks that no other of the rest holds. */
function settleOrder(ranks: readonly Rank[], holds: IsParentRank): Rank[] {
  const rest = [...ranks]
  const order: Rank[] = []
  while (rest.length > 0) {
    const free = rest.findIndex((one) => !rest.some((other) => holds(other, one)))
    order.push(...rest.splice(Math.max(0, free), 1))
  }
  return order
}

/** By numbers, or at one size by standing right above. */
function holdersOf(ranks: readonly Rank[], titles: readonly RankedHeading[]): IsParentRank {
  const rankOf = new Map(ranks.flatMap((one) => one.members.map((at) => [at, one] as const)))
  const numbered = new Map<Rank, Map<Rank, number>>()
  const stacked = new Map<Rank, Map<Rank, number>>()
  const note = (votes: Map<Rank, Map<Rank, number>>, outer: Rank | undefined, inner: Rank | undefined): void => {
    if (outer === undefined || inner === undefined || outer === inner) return
    let row = votes.get(outer)
    if (row === undefined) {
      row = new Map()
      votes.set(outer, row)
    }
    row.set(inner, (row.get(inner) ?? 0) + 1)
  }
  const inOrder = [...rankOf.keys()].sort((a, b) => a - b)
  for (const { outer, inner } of nestNumbers(inOrder.map((at) => titles[at]!.numbering)))
    note(numbered, rankOf.get(inOrder[outer]!), rankOf.get(inOrder[inner]!))
  for (const at of inOrder) if (titles[at]!.stacked) note(stacked, rankOf.get(at - 1), rankOf.get(at))
  const count = (votes: Map<Rank, Map<Rank, number>>, outer: Rank, inner: Rank): number =>
    votes.get(outer)?.get(inner) ?? 0
  return (outer, inner) => {
    const told = count(numbered, outer, inner) - count(numbered, inner, outer)
    if (told !== 0) return told > 0
    return outer.size === inner.size && count(stacked, outer, inner) >= STACKED && count(stacked, inner, outer) === 0
  }
}
