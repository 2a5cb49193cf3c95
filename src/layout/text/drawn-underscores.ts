/** TeX draws the underscore of its OT1 fonts as a short rule on the baseline: `\_` in plain TeX and LaTeX. */
import { height, width } from '../../model/geometry.ts'
import { isHorizontal, type Path, type RawPage, type Span } from '../../model/raw-page.ts'
import { maxOf } from '../../model/statistics.ts'
import { prependCharacter } from './prepend-character.ts'

/** Width and maximum height of the rule, maximum distance to the baseline, and gap to the next letter, in em. */
const WIDTH_EM = { least: 0.25, most: 0.5 } as const
const MAX_HEIGHT_EM = 0.07
const BASELINE_EM = 0.07
const MAX_GAP_EM = 0.2
const MAX_OVERLAP_EM = 0.05
/** Maximum rules on one baseline relative to the number of spans there; more are a dashed line. */
const MAX_RULES_PER_SPAN = 4
/** Maximum short rules; more are a drawing. */
const MAX_RULES = 1000

interface Rule {
  readonly path: Path
  readonly spans: number[]
}

/** Adds each rule between or next to letters to its word. Tags refer to the characters of spans as they are. */
export function mapDrawnUnderscores(page: RawPage): RawPage {
  if (page.tags !== undefined) return page
  const rules = findRules(page)
  if (rules.length === 0) return page
  const spans = [...page.spans]
  const used = new Set<Path>()
  const fromLeft = rules.toSorted((a, b) => a.path.box.x0 - b.path.box.x0)
  // A rule next to another one finds it in the word.
  for (const { path, spans: onBaseline } of fromLeft.toReversed()) {
    const right = onBaseline.find((at) => startsAt(spans[at]!, path.box.x1))
    if (right === undefined) continue
    spans[right] = prependCharacter(spans[right]!, '_', path.box.x0)
    used.add(path)
  }
  for (const { path, spans: onBaseline } of fromLeft) {
    const left = onBaseline.find((at) => endsAt(spans[at]!, path.box.x0))
    if (left === undefined || used.has(path)) continue
    spans[left] = withUnderscoreAfter(spans[left]!, path)
    used.add(path)
  }
  return used.size === 0 ? page : { ...page, spans, paths: page.paths.filter((path) => !used.has(path)) }
}

function findRules({ paths, spans }: RawPage): Rule[] {
  const byBaseline = Map.groupBy(
    spans.flatMap((span, at) => (isHorizontal(span) && span.source === 'text_layer' ? [at] : [])),
    (at) => Math.round(spans[at]!.baseline),
  )
  const largest = maxOf(spans.map(({ size }) => size))
  const short = paths.filter(
    ({ box }) => height(box) <= MAX_HEIGHT_EM * largest && width(box) > 0 && width(box) <= WIDTH_EM.most * largest,
  )
  if (short.length > MAX_RULES) return []
  const rules = short.flatMap((path): Rule[] => {
    const nearest = Math.round(path.box.y1)
    const near = [nearest - 1, nearest, nearest + 1].flatMap((key) => byBaseline.get(key) ?? [])
    const onBaseline = near.filter((at) => isUnderscoreOf(path, spans[at]!))
    return onBaseline.length === 0 ? [] : [{ path, spans: onBaseline }]
  })
  const perRow = Map.groupBy(rules, ({ path }) => Math.round(path.box.y1))
  return rules.filter(
    ({ path, spans: row }) => perRow.get(Math.round(path.box.y1))!.length <= MAX_RULES_PER_SPAN * row.length,
  )
}

function isUnderscoreOf({ box }: Path, { baseline, size }: Span): boolean {
  return (
    height(box) <= MAX_HEIGHT_EM * size &&
    width(box) >= WIDTH_EM.least * size &&
    width(box) <= WIDTH_EM.most * size &&
    Math.abs(box.y1 - baseline) <= BASELINE_EM * size
  )
}

/** No radical sign, whose bar is as thin. */
function startsAt({ text, box, size }: Span, x: number): boolean {
  return isNextTo(x, box.x0, size) && /^[\p{L}\p{N}_$*.]/u.test(text)
}

function endsAt({ text, box, size }: Span, x: number): boolean {
  return isNextTo(box.x1, x, size) && /[\p{L}\p{N}_$*.]\s*$/u.test(text)
}

function isNextTo(right: number, left: number, size: number): boolean {
  return left - right >= -MAX_OVERLAP_EM * size && left - right <= MAX_GAP_EM * size
}

function withUnderscoreAfter(span: Span, { box }: Path): Span {
  const text = span.text.trimEnd()
  return {
    ...span,
    text: `${text}_`,
    box: { ...span.box, x1: box.x1 },
    ...(span.edges === undefined
      ? {}
      : { edges: Float32Array.from([...span.edges.subarray(0, text.length), box.x0, box.x1]) }),
  }
}
