/**
 * Titles of a document, in order → their levels 1–6. Titles of one look and numbering are a rank; a rank stands one level below
 * the larger ranks that precede it. Decimal numbers count for themselves; the document's own title stands alone on level 1.
 */
import { type Heading, prepare, type Rank, type RankedHeading, type Ranking, rankTitles, sameLook } from './ranks.ts'

const MAX_LEVEL = 6

/** One level for each of the headings. */
export function levelsByRank(headings: readonly Heading[]): number[] {
  const titles = prepare(headings)
  const lead = documentTitle(titles)
  const subtitles = lead === null ? new Set<number>() : subtitlesOf(titles, lead)
  const apart = new Set([
    ...subtitles,
    ...(lead === null
      ? []
      : titles.flatMap(({ text }, at) =>
          text === titles[lead]!.text && sameLook(titles[at]!, titles[lead]!) ? [at] : [],
        )),
  ])
  const levels = assign(rankTitles(titles, apart), lead === null ? 1 : 2)
  return titles.map((_, at) =>
    at === lead || (apart.has(at) && !subtitles.has(at)) ? 1 : subtitles.has(at) ? 2 : (levels.get(at) ?? 1),
  )
}

/** Index of the title that the whole document has, or `null`: the largest on the first page, unlike all later ones, or alone on a cover. */
function documentTitle(titles: readonly RankedHeading[]): number | null {
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
  // In one type throughout: what stands right above "1", where all others are numbered, is what they are the parts of.
  const next = titles[best + 1]
  const isAbovePartOne = next?.numbering?.depth === 1 && next.numbering.path[0] === 1 && next.stacked
  if (best === first && isAbovePartOne && others.length > 1 && others.every(({ numbering }) => numbering !== null))
    return best
  return title.onCover && best === first && alike.every(({ onCover }) => !onCover) ? best : null
}

/** Titles right below the document's, smaller, of a look that no later title has. */
function subtitlesOf(titles: readonly RankedHeading[], lead: number): Set<number> {
  const found = new Set<number>()
  for (let at = lead + 1; at < titles.length; at++) {
    const title = titles[at]!
    if (title.afterText || !title.onFirstPage || title.numbering !== null) break
    const later = titles.some(
      (other, index) =>
        index > at && !found.has(index) && sameLook(other, title) && (other.afterText || !other.onFirstPage),
    )
    if (later) break
    found.add(at)
  }
  return found
}

/** Level by index of title. */
function assign({ ranks, holds }: Ranking, top: number): Map<number, number> {
  const levels = new Map<Rank, number>()
  const anchor = anchorOf({ ranks, holds })
  // A rank that is being settled stands below nothing that waits for it.
  const open = new Set<Rank>()
  const waits = (rank: Rank): boolean =>
    open.has(rank) || (anchor !== null && open.has(anchor) && (rank.numbering?.depth ?? 1) > 1)
  const settle = (one: Rank): number => {
    const known = levels.get(one)
    if (known !== undefined) return known
    open.add(one)
    const depth = one.numbering?.depth ?? 1
    let level = top
    if (depth > 1 && anchor !== null && anchor !== one) level = settle(anchor) + depth - 1
    else
      for (const larger of ranks.slice(0, ranks.indexOf(one))) {
        if ((larger.numbering?.depth ?? 1) > 1 && larger.numbering!.depth >= depth && one.numbering?.kind === 'decimal')
          continue
        if (waits(larger)) continue
        if (holds(larger, one) || contains(larger, one)) level = Math.max(level, settle(larger) + 1)
      }
    open.delete(one)
    levels.set(one, Math.min(MAX_LEVEL, level))
    return levels.get(one)!
  }
  for (const one of ranks) settle(one)
  const byTitle = new Map(ranks.flatMap((one) => one.members.map((at) => [at, levels.get(one)!] as const)))
  return withoutGaps(ranks, byTitle, top)
}

/** The rank that decimals of depth 2 stand below: what their numbers tell, else titles numbered "1", else chapters and articles. */
function anchorOf({ ranks, holds }: Ranking): Rank | null {
  const deep =
    ranks.find(({ numbering }) => numbering?.depth === 2) ??
    ranks.find(({ numbering }) => numbering !== null && numbering.depth > 1)
  if (deep === undefined) return null
  const most = (list: readonly Rank[]): Rank | null =>
    list.reduce<Rank | null>(
      (best, next) => (best === null || next.members.length > best.members.length ? next : best),
      null,
    )
  const single = ranks.filter(({ numbering }) => numbering?.depth === 1)
  return (
    most(single.filter((one) => holds(one, deep))) ??
    most(single.filter(({ numbering }) => numbering?.kind === 'decimal')) ??
    most(single.filter(({ numbering }) => numbering?.kind === 'chapter')) ??
    most(
      single.filter(
        ({ numbering }) =>
          numbering?.kind === 'article' || numbering?.kind === 'section' || numbering?.kind === 'roman',
      ),
    )
  )
}

/**
 * Most titles of the smaller rank come after the first of the larger. A lone plain title is no part that holds numbered ones, and
 * nothing that also stands before it: what is large once may be no heading at all.
 */
function contains(larger: Rank, smaller: Rank): boolean {
  const isLone = larger.members.length === 1 && larger.numbering === null
  if (isLone && smaller.numbering !== null && smaller.members.length > 1) return false
  const after = smaller.members.filter((at) => at > larger.members[0]!).length
  return isLone ? after === smaller.members.length : after * 2 >= smaller.members.length
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
