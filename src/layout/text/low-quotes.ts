/** TeX without low quotation marks (OT1 fonts) lowers the closing ones: “”Trie“” becomes “„Trie“”. */
import { unionAll } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'

const lowered: Readonly<Record<string, string>> = { '”': '„', '’': '‚' }
/** Depth of a mark below the baseline of the next word, and the maximum gap between them, in em. */
const DEPTH_EM = { least: 0.4, most: 0.75 } as const
const MAX_GAP_EM = 0.2
/** Minimum size of the next word relative to the mark; a raised number is smaller. */
const MIN_SIZE_RATIO = 0.9

export function mapLowQuotes(spans: readonly Span[]): readonly Span[] {
  if (!spans.some((span, at) => isLowered(span, spans[at + 1]))) return spans
  const result: Span[] = []
  for (const [at, span] of spans.entries()) {
    const mark = spans[at - 1]
    if (isLowered(span, spans[at + 1])) continue
    result.push(mark !== undefined && isLowered(mark, span) ? withMark(mark, span) : span)
  }
  return result
}

function isLowered({ text, box, baseline, size, rotation, vertical }: Span, next: Span | undefined): boolean {
  if (lowered[text] === undefined || next === undefined || rotation !== 0 || vertical || next.rotation !== 0)
    return false
  const depth = (baseline - next.baseline) / size
  return (
    depth >= DEPTH_EM.least &&
    depth <= DEPTH_EM.most &&
    next.size >= MIN_SIZE_RATIO * size &&
    Math.abs(next.box.x0 - box.x1) <= MAX_GAP_EM * size
  )
}

function withMark({ text, box }: Span, word: Span): Span {
  return {
    ...word,
    text: `${lowered[text]}${word.text}`,
    box: { ...unionAll([box, word.box]), y0: word.box.y0, y1: word.box.y1 },
    ...(word.edges === undefined ? {} : { edges: Float32Array.from([box.x0, ...word.edges]) }),
  }
}
