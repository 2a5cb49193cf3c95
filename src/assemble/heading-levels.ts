/**
 * Titles of a document, in order → their levels 1–6. Titles of one look and numbering are a rank; a rank stands one level below
 * the larger ranks that precede it. Decimal numbers count for themselves; the document's own title stands alone on level 1.
 */
import type { BlockStyle } from '../model/document.ts'
import { type Numbering, readNumbering } from '../model/numbering.ts'

export interface Heading {
  readonly text: string
  readonly style: BlockStyle
  /** Set in the middle of its column; `null` where the page has no text to tell the column by. */
  readonly centred: boolean | null
  /** On the first page that has text. */
  readonly onFirstPage: boolean
  /** Running text stands between the title before and this one. */
  readonly afterText: boolean
  /** Its page has no paragraph: a cover. */
  readonly onCover: boolean
}

const MAX_LEVEL = 6
/** Sizes that differ by less, in points, are one size. */
const SAME_SIZE = 0.3
/** Capitals of a word or an acronym may belong to any style. */
const SHORT_CAPS = 8
/** One title that stands otherwise than at least two of its type was measured wrongly. */
const ODD_ONE_OF = 3
/** What makes type weigh more at one size: bold and capitals, then the middle; italics are lighter. */
const WEIGHTS = { bold: 2, caps: 2, centred: 1, italic: -1 }

interface Rank {
  readonly size: number
  readonly weight: number
  /** Indices of its titles. */
  readonly members: number[]
  readonly numbering: Numbering | null
}

interface Titled extends Heading {
  readonly size: number
  readonly numbering: Numbering | null
  readonly caps: boolean
}

/** One level for each of the headings. */
export function levelsByRank(headings: readonly Heading[]): number[] {
  const titles = prepare(headings)
  const lead = documentTitle(titles)
  const subtitles = lead === null ? new Set<number>() : subtitlesOf(titles, lead)
  const apart = new Set([
    ...subtitles,
    ...(lead === null ? [] : titles.flatMap(({ text }, at) => (text === titles[lead]!.text && sameLook(titles[at]!, titles[lead]!) ? [at] : []))),
  ])
  const ranks = rank(titles, apart)
  const levels = assign(ranks, lead === null ? 1 : 2)
  return titles.map((_, at) => (at === lead || (apart.has(at) && !subtitles.has(at)) ? 1 : subtitles.has(at) ? 2 : (levels.get(at) ?? 1)))
}

/** Sizes that are nearly one become one; capitals of a short word are those of the other titles of its look. */
function prepare(headings: readonly Heading[]): Titled[] {
  const sizes = [...new Set(headings.map(({ style }) => style.size))].sort((a, b) => b - a)
  const bySize = new Map<number, number>()
  let current = Infinity
  for (const size of sizes) {
    if (current - size > SAME_SIZE) current = size
    bySize.set(size, current)
  }
  const titles = headings.map(
    (heading): Titled => ({ ...heading, size: bySize.get(heading.style.size)!, numbering: readNumbering(heading.text), caps: heading.style.caps }),
  )
  const capsSettled = titles.map((title) => {
    if (!title.caps || letterCount(title) > SHORT_CAPS) return title
    const alike = titles.filter((other) => other.size === title.size && other.style.bold === title.style.bold && other.style.font === title.style.font)
    return alike.some(({ caps }) => !caps) && !alike.some((other) => other.caps && letterCount(other) > SHORT_CAPS) ? { ...title, caps: false } : title
  })
  return capsSettled.map((title) => ({ ...title, centred: settleCentred(title, capsSettled) }))
}

/** As the other titles of its type stand, where the page does not tell or where it would be the only one. */
function settleCentred(title: Titled, titles: readonly Titled[]): boolean {
  const alike = titles.filter((other) => other.centred !== null && typeOf(other) === typeOf(title))
  const centred = alike.filter((other) => other.centred).length
  if (title.centred === null) return centred * 2 > alike.length
  const same = title.centred ? centred : alike.length - centred
  // The first title of all may well be the only one of its kind.
  return alike.length >= ODD_ONE_OF && same === 1 && title !== titles[0] ? !title.centred : title.centred
}

function letterCount({ text }: Titled): number {
  return text.replace(/\P{L}/gu, '').length
}

function sameLook(a: Titled, b: Titled): boolean {
  return lookOf(a) === lookOf(b)
}

function typeOf({ size, style, caps }: Titled): string {
  return `${size}|${style.bold ? 'b' : ''}${style.italic ? 'i' : ''}${caps ? 'c' : ''}`
}

/** Type and place. */
function lookOf(title: Titled): string {
  return `${typeOf(title)}${title.centred ? 'm' : ''}`
}

function weightOf({ style, caps, centred }: Titled): number {
  return (style.bold ? WEIGHTS.bold : 0) + (caps ? WEIGHTS.caps : 0) + (centred ? WEIGHTS.centred : 0) + (style.italic ? WEIGHTS.italic : 0)
}

/** Index of the title that the whole document has, or `null`: the largest on the first page, unlike all later ones, or alone on a cover. */
function documentTitle(titles: readonly Titled[]): number | null {
  const first = titles.findIndex(({ onFirstPage }) => onFirstPage)
  if (first < 0 || titles.length < 2) return null
  let best = first
  titles.forEach((title, at) => {
    if (title.onFirstPage && title.size > titles[best]!.size && !title.afterText) best = at
  })
  const title = titles[best]!
  if (title.numbering !== null) return null
  const others = titles.filter((other, at) => at !== best && other.text !== title.text)
  if (others.some(({ size }) => size > title.size)) return null
  const alike = others.filter((other) => sameLook(other, title))
  if (alike.length === 0) return best
  return title.onCover && best === first && alike.every(({ onCover }) => !onCover) ? best : null
}

/** Titles right below the document's, smaller, of a look that no later title has. */
function subtitlesOf(titles: readonly Titled[], lead: number): Set<number> {
  const found = new Set<number>()
  for (let at = lead + 1; at < titles.length; at++) {
    const title = titles[at]!
    if (title.afterText || !title.onFirstPage || title.numbering !== null) break
    const later = titles.some((other, index) => index > at && !found.has(index) && sameLook(other, title) && (other.afterText || !other.onFirstPage))
    if (later) break
    found.add(at)
  }
  return found
}

/** Titles by look and kind of number, the weightiest rank first. */
function rank(titles: readonly Titled[], apart: ReadonlySet<number>): Rank[] {
  const byKey = new Map<string, Rank>()
  titles.forEach((title, at) => {
    if (apart.has(at)) return
    const { numbering } = title
    const look = lookOf(title)
    // Deep decimals are one rank however they look; a plain title is of the first numbered rank that looks like it.
    const key = numbering === null ? `plain|${look}` : numbering.depth > 1 ? `decimal|${numbering.depth}` : `${numbering.kind}|${look}`
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
  // Equals: who comes first contains the others.
  return merged.sort((a, b) => b.size - a.size || b.weight - a.weight || a.members[0]! - b.members[0]!)
}

/** Level by index of title. */
function assign(ranks: readonly Rank[], top: number): Map<number, number> {
  const levels = new Map<Rank, number>()
  const anchor = anchorOf(ranks)
  const settle = (one: Rank): number => {
    const known = levels.get(one)
    if (known !== undefined) return known
    const depth = one.numbering?.depth ?? 1
    let level = top
    if (depth > 1 && anchor !== null && anchor !== one) level = settle(anchor) + depth - 1
    else
      for (const larger of ranks.slice(0, ranks.indexOf(one))) {
        if ((larger.numbering?.depth ?? 1) > 1 && larger.numbering!.depth >= depth && one.numbering?.kind === 'decimal') continue
        if (contains(larger, one)) level = Math.max(level, settle(larger) + 1)
      }
    levels.set(one, Math.min(MAX_LEVEL, level))
    return levels.get(one)!
  }
  for (const one of ranks) settle(one)
  const byTitle = new Map(ranks.flatMap((one) => one.members.map((at) => [at, levels.get(one)!] as const)))
  return withoutGaps(ranks, byTitle, top)
}

/** The rank that decimals of depth 2 stand below: titles numbered "1", else chapters and articles. */
function anchorOf(ranks: readonly Rank[]): Rank | null {
  if (!ranks.some(({ numbering }) => numbering !== null && numbering.depth > 1)) return null
  const most = (list: readonly Rank[]): Rank | null =>
    list.reduce<Rank | null>((best, next) => (best === null || next.members.length > best.members.length ? next : best), null)
  return (
    most(ranks.filter(({ numbering }) => numbering?.kind === 'decimal' && numbering.depth === 1)) ??
    most(ranks.filter(({ numbering }) => numbering?.kind === 'chapter')) ??
    most(ranks.filter(({ numbering }) => numbering?.kind === 'article' || numbering?.kind === 'section' || numbering?.kind === 'roman'))
  )
}

/** Most titles of the smaller rank come after the first of the larger; a lone plain title is no part that holds numbered ones. */
function contains(larger: Rank, smaller: Rank): boolean {
  if (larger.members.length === 1 && larger.numbering === null && smaller.numbering !== null && smaller.members.length > 1) return false
  const after = smaller.members.filter((at) => at > larger.members[0]!).length
  return after * 2 >= smaller.members.length
}

/** No rank may stand more than one level below the deepest of the titles right before its own. */
function withoutGaps(ranks: readonly Rank[], byTitle: Map<number, number>, top: number): Map<number, number> {
  const order = [...byTitle.keys()].sort((a, b) => a - b)
  const place = new Map(order.map((at, index) => [at, index]))
  for (const { members } of [...ranks].sort((a, b) => byTitle.get(a.members[0]!)! - byTitle.get(b.members[0]!)!)) {
    const level = byTitle.get(members[0]!)!
    const before = members.map((at) => {
      const index = place.get(at)!
      return index === 0 ? top - 1 : byTitle.get(order[index - 1]!)!
    })
    const most = Math.max(...before) + 1
    if (most < level) for (const at of members) byTitle.set(at, most)
  }
  return byTitle
}
