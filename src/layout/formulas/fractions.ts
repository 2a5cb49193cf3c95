/** Reads bars: fractions, roots, and lines over symbols. */
import type { Formula } from '../../model/formula.ts'
import { centerX, centerY, unionAll, width } from '../../model/geometry.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import { isComposite, isStretchy, mainBaseline, mainSize } from './part-metrics.ts'
import type { Bar, Composite, Glyph, Part, Reader } from './types.ts'

/** Height of the math axis above the baseline, as in cmsy10. */
export const AXIS_EM = 0.25
/** Maximum distance of a part beyond the end of its bar. */
const MAX_OVERHANG_EM = 0.2
/** Maximum gap between a radical sign and its bar. */
const MAX_RADICAL_GAP_EM = 0.3
const MAX_RADICAL_HEIGHT_EM = 3
/** Maximum gap between a letter and a bar; a denominator is further away. */
const MAX_ACCENT_GAP_EM = 0.35
/** Size of scripts, and distance of their axis from that of the row. */
export const SCRIPT_RATIO = 0.7
const SCRIPT_SHIFT_EM = { min: 0.25, max: 1 }
/** Maximum size of a root's index relative to the row. */
const MAX_INDEX_RATIO = 0.8

interface FractionContext {
  readonly parts: readonly Part[]
  readonly baseline: number
  /** Unread bars, all shorter than the current one. */
  readonly bars: readonly Bar[]
  readonly size: number
  readonly read: Reader
}

interface Replacement {
  readonly composite: Composite
  readonly parts: ReadonlySet<Part>
  readonly bars: ReadonlySet<Bar>
}

/** Widest bar first. */
export function extractFractions(parts: readonly Part[], bars: readonly Bar[], read: Reader): readonly Part[] {
  const size = mainSize(parts)
  const baseline = mainBaseline(parts)
  let current = parts
  let remaining: readonly Bar[] = [...bars].sort((a, b) => width(b) - width(a) || a.y - b.y)
  for (let bar = remaining[0]; bar !== undefined; bar = remaining[0]) {
    remaining = remaining.slice(1)
    const replacement = readBar(bar, { parts: current, bars: remaining, size, baseline, read })
    if (replacement === null) continue
    current = [...current.filter((part) => !replacement.parts.has(part)), replacement.composite]
    remaining = remaining.filter((other) => !replacement.bars.has(other))
  }
  return current
}

function readBar(bar: Bar, context: FractionContext): Replacement | null {
  const { parts, bars, size, read } = context
  const overhang = MAX_OVERHANG_EM * size
  const isWithin = (part: Part | Bar): boolean => {
    const x = centerX(part)
    return x >= bar.x0 - overhang && x <= bar.x1 + overhang
  }
  const radical = parts.find((part): part is Glyph => isRadicalOf(part, bar))
  const within = parts.filter((part) => part !== radical && isWithin(part) && !reachesOver(part, bar))
  const above = within.filter((part) => centerY(part) < bar.y)
  const below = within.filter((part) => centerY(part) >= bar.y)
  const barsAbove = bars.filter((other) => isWithin(other) && other.y < bar.y - 0.5)
  const barsBelow = bars.filter((other) => isWithin(other) && other.y > bar.y + 0.5)
  const radicand = below.filter((part) => centerX(part) <= bar.x1)
  if (radical !== undefined && radicand.length > 0) {
    const index = parts.filter((part) => part !== radical && isIndexOf(part, radical, size))
    const body = read(radicand, barsBelow)
    const node: Formula = index.length > 0 ? { kind: 'root', body, index: read(index, []) } : { kind: 'root', body }
    return compose([radical, ...index, ...radicand], barsBelow, { node, baseline: mainBaseline(radicand), size })
  }
  if (isFraction(bar, { above, below, size })) {
    const node: Formula = { kind: 'fraction', above: read(above, barsAbove), below: read(below, barsBelow) }
    const own = isScript(bar, [...above, ...below], context) ? size * SCRIPT_RATIO : size
    const baseline = bar.y + AXIS_EM * own
    return compose([...above, ...below], [...barsAbove, ...barsBelow], { node, baseline, size: own })
  }
  return readLine(bar, below, context)
}

/** A tall radical sign is built of parts, of which the text layer has the lowest. */
export function isRadicalOf(part: Part, bar: Bar): part is Glyph {
  return (
    !isComposite(part) &&
    part.text === '√' &&
    Math.abs(part.x1 - bar.x0) < MAX_RADICAL_GAP_EM * part.size &&
    bar.y >= part.y0 - (part.stretchy ? MAX_RADICAL_HEIGHT_EM : MAX_RADICAL_GAP_EM) * part.size &&
    bar.y <= part.y1
  )
}

function isIndexOf(part: Part, radical: Glyph, size: number): boolean {
  return (
    part.size < size * MAX_INDEX_RATIO &&
    part.x1 <= radical.x1 &&
    part.x0 >= radical.x0 - 0.2 * size &&
    part.baseline < centerY(radical)
  )
}

function isScript({ y }: Bar, parts: readonly Part[], { size, baseline }: FractionContext): boolean {
  const shift = Math.abs(y - (baseline - AXIS_EM * size)) / size
  return (
    maxOf(parts.map((part) => part.size)) < MAX_INDEX_RATIO * size &&
    shift > SCRIPT_SHIFT_EM.min &&
    shift < SCRIPT_SHIFT_EM.max
  )
}

/** Whether both sides are within a line of the bar. */
function isFraction(
  bar: Bar,
  { above, below, size }: { above: readonly Part[]; below: readonly Part[]; size: number },
): boolean {
  return (
    above.length > 0 &&
    below.length > 0 &&
    bar.y - maxOf(above.map(({ y1 }) => y1)) < size &&
    minOf(below.map(({ y0 }) => y0)) - bar.y < size
  )
}

function readLine(bar: Bar, below: readonly Part[], { size, read }: FractionContext): Replacement | null {
  const under = below.filter(({ y0 }) => y0 - bar.y < size)
  if (minOf(under.map(({ y0 }) => y0)) - bar.y >= MAX_ACCENT_GAP_EM * size) return null
  const accent = under.length === 1 ? 'bar' : 'overline'
  const node: Formula = { kind: 'accent', accent, body: read(under, []) }
  return compose(under, [], { node, baseline: mainBaseline(under), size })
}

function compose(
  parts: readonly Part[],
  bars: readonly Bar[],
  own: { node: Formula; baseline: number; size: number },
): Replacement {
  return { composite: { ...own, ...unionAll([...parts, ...bars]) }, parts: new Set(parts), bars: new Set(bars) }
}

/** Tall brackets and operators next to a fraction extend over its bar. */
function reachesOver(part: Part, bar: Bar): boolean {
  const reach = part.size * 0.3
  return (
    isStretchy(part) &&
    (part.x0 < bar.x0 - 0.5 || part.x1 > bar.x1 + 0.5) &&
    part.y0 < bar.y - reach &&
    part.y1 > bar.y + reach
  )
}
