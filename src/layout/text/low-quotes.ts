/** TeX lowers closing quotation marks where OT1 fonts lack low ones: `”Trie“` is printed as `„Trie“`. */
import { isHorizontal, type RawPage, type Span } from '../../model/raw-page.ts'
import { prependCharacter } from './prepend-character.ts'

const lowered: Readonly<Record<string, string>> = { '”': '„', '’': '‚' }
/** Depth of a mark below the baseline of the next word, and the maximum gap between them, in em. */
const DEPTH_EM = { least: 0.4, most: 0.75 } as const
const MAX_GAP_EM = 0.2
/** Minimum size of the next word relative to the mark; a raised number is smaller. */
const MIN_SIZE_RATIO = 0.9

/** Joins each mark with the next word. Tags refer to the spans as they are. */
export function mapLowQuotes(page: RawPage): RawPage {
  const { spans, tags } = page
  if (tags !== undefined || !spans.some((span, at) => isLowered(span, spans[at + 1]))) return page
  const joined: Span[] = []
  for (const [at, span] of spans.entries()) {
    const mark = spans[at - 1]
    if (isLowered(span, spans[at + 1])) continue
    const isNext = mark !== undefined && isLowered(mark, span)
    joined.push(isNext ? prependCharacter(span, lowered[mark.text]!, mark.box.x0) : span)
  }
  return { ...page, spans: joined }
}

function isLowered(mark: Span, next: Span | undefined): boolean {
  const { text, box, baseline, size } = mark
  if (lowered[text] === undefined || next === undefined || !isHorizontal(mark) || next.rotation !== 0) return false
  const depth = (baseline - next.baseline) / size
  return (
    depth >= DEPTH_EM.least &&
    depth <= DEPTH_EM.most &&
    next.size >= MIN_SIZE_RATIO * size &&
    Math.abs(next.box.x0 - box.x1) <= MAX_GAP_EM * size
  )
}
