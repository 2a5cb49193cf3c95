/** Finds formulas within lines of text, but not in tables and figures, which have claimed their lines. */

import { unionOf } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import { markFormula } from '../../model/inline-formulas.ts'
import { isHorizontal, type Span } from '../../model/raw-page.ts'
import { isFromImage } from '../../model/text-source.ts'
import type { Line, PageObjects } from '../state.ts'
import { edgeAt, type SpanPart, wholeSpan } from '../text/split-spans.ts'
import { joinSpans } from '../text/word-spacing.ts'
import { barsOf, glyphsOf } from './glyphs.ts'
import { inlineRuns } from './inline-runs.ts'
import { type InlineToken, inlineTokens } from './inline-tokens.ts'
import { isMathFont } from './math-symbols.ts'
import { readFormula } from './read-formula.ts'
import type { Bar } from './types.ts'

/** Minimum spans in math fonts if single letters are variables. */
const MIN_MATH_SPANS = 3
const BAR_REACH_EM = { above: 1.3, below: 0.7 }

export function findInlineFormulas(state: PageObjects): PageObjects {
  const mathSpans = state.raw.spans.filter(({ font, text }) => isMathFont(font) && /[\p{L}\p{S}]/u.test(text)).length
  if (mathSpans === 0) return state
  const bars = barsOf(state.raw)
  const hasMath = mathSpans >= MIN_MATH_SPANS
  return { ...state, lines: state.lines.map((line) => markInline(line, { bars, hasMath })) }
}

function markInline(line: Line, { bars, hasMath }: { bars: readonly Bar[]; hasMath: boolean }): Line {
  const [first] = line.spans
  if (line.formula !== undefined || first === undefined || !isHorizontal(first)) return line
  if (line.spans.some(isFromImage) || line.spans.every(({ font }) => font.mono)) return line
  const own = bars.filter(
    ({ x0, x1, y }) =>
      x1 > line.box.x0 &&
      x0 < line.box.x1 &&
      y > line.baseline - BAR_REACH_EM.above * line.size &&
      y < line.baseline + BAR_REACH_EM.below * line.size,
  )
  const tokens = inlineTokens(line, own)
  const runs = inlineRuns(tokens, hasMath)
  if (runs.length === 0) return line
  const inlineFormulas = runs.map((run) => {
    const spans = spansOf(run)
    const box = unionOf(spans)
    return readFormula(
      glyphsOf(spans),
      own.filter(({ x0, x1 }) => x0 > box.x0 - line.size && x1 < box.x1 + line.size * 0.3),
    )
  })
  return { ...line, text: joinSpans(partsOf(line, tokens, runs)), inlineFormulas }
}

function partsOf(line: Line, tokens: readonly InlineToken[], runs: readonly (readonly InlineToken[])[]): SpanPart[] {
  const runOf = new Map(runs.flatMap((run) => run.map((token) => [token, run] as const)))
  const groups: (readonly InlineToken[])[] = []
  for (const token of tokens) {
    const run = runOf.get(token)
    const last = groups.at(-1)
    if (run !== undefined) {
      if (last !== run) groups.push(run)
    } else if (last !== undefined && !runs.includes(last) && last.at(-1)?.span === token.span)
      groups[groups.length - 1] = [...last, token]
    else groups.push([token])
  }
  return groups.flatMap((group): SpanPart[] => {
    if (!runs.includes(group)) return spansOf(group).map(wholeSpan)
    const spans = spansOf(group)
    const { edges: _, ...span } = spans[0] as Span
    const text = markFormula(joinSpans(spans.map(wholeSpan)))
    return [
      wholeSpan({
        ...span,
        text,
        box: unionOf(spans),
        size: line.size,
        baseline: line.baseline,
      }),
    ]
  })
}

function spansOf(tokens: readonly InlineToken[]): Span[] {
  return groupAdjacent(tokens, ({ span }, last) => span === last.span).map((group) => {
    const [first, last] = [group[0], group.at(-1)!]
    const { span } = first
    const { edges, ...rest } = span
    return {
      ...rest,
      text: span.text.slice(first.start, last.end),
      box: { ...span.box, x0: edgeAt(span, first.start), x1: edgeAt(span, last.end) },
      ...(edges !== undefined && { edges: edges.slice(first.start, last.end + 1) }),
    }
  })
}
