/**
 * Bars of a formula → fractions, roots and lines over or under signs, each taken off as one part with a baseline of its own.
 * A bar with nothing above and nothing below it is left out.
 */
import type { Formula } from '../../model/formula.ts'
import type { Bar, Glyph } from './glyphs.ts'
import { inkOfGlyphs } from './glyphs.ts'
import type { Reader } from './read-formula.ts'

/** A part of a formula that was read already; it stands in its row like a sign. */
export interface Composite {
  readonly node: Formula
  readonly x0: number
  readonly x1: number
  readonly top: number
  readonly bottom: number
  readonly baseline: number
  readonly size: number
}

export type Part = Glyph | Composite

export const isComposite = (part: Part): part is Composite => 'node' in part

/** Height of the mathematical axis, on which fraction bars lie, above the baseline. Ems (cmsy10: 0.25). */
const axisEm = 0.25
/** A sign belongs to a bar when its middle is not further out than this. Ems. */
const overhangEm = 0.2
/** A radical sign ends where its bar begins. Ems. */
const radicalGapEm = 0.3
/** An accent's bar lies this near over its letter; a denominator stands further off. Ems. */
const accentGapEm = 0.35

/** Takes off what stands on bars, widest bar first. */
export function extractFractions(signs: readonly Part[], bars: readonly Bar[], read: Reader): Part[] {
  if (bars.length === 0) return [...signs]
  let parts: Part[] = [...signs]
  let left = [...bars].sort((a, b) => b.x1 - b.x0 - (a.x1 - a.x0) || a.y - b.y)
  const size = mainSizeOf(signs)
  while (left.length > 0) {
    const [bar, ...rest] = left as [Bar, ...Bar[]]
    left = rest
    const taken = takeBar(bar, { parts, bars: left, size, read })
    if (taken === null) continue
    parts = [...parts.filter((part) => !taken.parts.has(part)), taken.composite]
    left = left.filter((other) => !taken.bars.has(other))
  }
  return parts
}

interface Taken {
  readonly composite: Composite
  readonly parts: ReadonlySet<Part>
  readonly bars: ReadonlySet<Bar>
}

function takeBar(
  bar: Bar,
  { parts, bars, size, read }: { parts: readonly Part[]; bars: readonly Bar[]; size: number; read: Reader },
): Taken | null {
  const over = overhangEm * size
  const inside = (x0: number, x1: number): boolean => (x0 + x1) / 2 >= bar.x0 - over && (x0 + x1) / 2 <= bar.x1 + over
  const within = parts.filter((part) => inside(part.x0, part.x1) && !crosses(part, bar))
  const radical = parts.find(
    (glyph): glyph is Glyph =>
      !isComposite(glyph) &&
      glyph.text === '√' &&
      Math.abs(glyph.x1 - bar.x0) < radicalGapEm * size &&
      reaches(glyph, bar),
  )
  const above = within.filter((glyph) => middle(glyph) < bar.y && glyph !== radical)
  const below = within.filter((glyph) => middle(glyph) >= bar.y && glyph !== radical)
  const barsAbove = bars.filter((other) => inside(other.x0, other.x1) && other.y < bar.y - 0.5)
  const barsBelow = bars.filter((other) => inside(other.x0, other.x1) && other.y > bar.y + 0.5)
  if (radical !== undefined && below.length > 0) {
    const index = parts.filter(
      (glyph) =>
        glyph !== radical &&
        glyph.size < size * 0.8 &&
        glyph.x1 <= radical.x1 &&
        glyph.x0 >= radical.x0 - 0.2 * size &&
        glyph.baseline < middle(radical),
    )
    const body = read(below, barsBelow)
    const node: Formula = index.length > 0 ? { kind: 'root', body, index: read(index, []) } : { kind: 'root', body }
    return take([radical, ...index, ...below], barsBelow, { node, baseline: baselineOf(below), size })
  }
  if (above.length > 0 && below.length > 0 && isFraction(bar, { above, below, size })) {
    const node: Formula = { kind: 'fraction', above: read(above, barsAbove), below: read(below, barsBelow) }
    return take([...above, ...below], [...barsAbove, ...barsBelow], { node, baseline: bar.y + axisEm * size, size })
  }
  return takeLine(bar, { above, below, size, read })
}

/** Both sides come within a line of the bar, and neither side is a line away from it alone. */
function isFraction(
  bar: Bar,
  { above, below, size }: { above: readonly Part[]; below: readonly Part[]; size: number },
): boolean {
  const over = bar.y - Math.max(...above.map(({ bottom }) => bottom))
  const under = Math.min(...below.map(({ top }) => top)) - bar.y
  return over < size && under < size
}

/** A bar close over or under signs. */
function takeLine(
  bar: Bar,
  { above, below, size, read }: { above: readonly Part[]; below: readonly Part[]; size: number; read: Reader },
): Taken | null {
  const near = (glyph: Part): boolean => glyph.top - bar.y < size
  const under = below.filter(near)
  const gap = under.length === 0 ? Infinity : Math.min(...under.map(({ top }) => top)) - bar.y
  if (gap < accentGapEm * size) {
    const accent = under.length === 1 ? 'bar' : 'overline'
    return take(under, [], {
      node: { kind: 'accent', accent, body: read(under, []) },
      baseline: baselineOf(under),
      size,
    })
  }
  const gapAbove = above.length === 0 ? Infinity : bar.y - Math.max(...above.map(({ bottom }) => bottom))
  if (gapAbove < accentGapEm * size)
    return take(above, [], {
      node: { kind: 'accent', accent: 'underline', body: read(above, []) },
      baseline: baselineOf(above),
      size,
    })
  return null
}

function take(
  glyphs: readonly Part[],
  bars: readonly Bar[],
  part: { node: Formula; baseline: number; size: number },
): Taken {
  const { x0, y0, x1, y1 } = inkOfGlyphs(glyphs, bars)
  return { composite: { ...part, x0, x1, top: y0, bottom: y1 }, parts: new Set(glyphs), bars: new Set(bars) }
}

function reaches(radical: Glyph, bar: Bar): boolean {
  return bar.y >= radical.top - radical.size * 0.4 && bar.y <= radical.bottom
}

/** Tall brackets and operators beside a fraction reach over its bar. */
function crosses(part: Part, bar: Bar): boolean {
  const beside = part.x0 < bar.x0 - 0.5 || part.x1 > bar.x1 + 0.5
  return (
    beside &&
    !isComposite(part) &&
    part.loose &&
    part.top < bar.y - part.size * 0.3 &&
    part.bottom > bar.y + part.size * 0.3
  )
}

function middle(part: Part): number {
  return (part.top + part.bottom) / 2
}

/** Size of the largest signs that are set on a baseline. */
export function mainSizeOf(parts: readonly Part[]): number {
  let size = 0
  for (const part of parts) if (!('loose' in part && part.loose) && part.size > size) size = part.size
  return size || (parts[0]?.size ?? 10)
}

/** Baseline on which most of the large signs stand. */
export function baselineOf(parts: readonly Part[]): number {
  const size = mainSizeOf(parts)
  let best = 0
  let most = -1
  for (const part of parts) {
    if (('loose' in part && part.loose) || part.size < size * 0.85) continue
    // What stands on one baseline, by width: a relation outweighs a stray mark.
    const width = parts.reduce(
      (sum, other) =>
        sum +
        (Math.abs(other.baseline - part.baseline) < size * 0.12 &&
        other.size >= size * 0.85 &&
        !('loose' in other && other.loose)
          ? other.x1 - other.x0
          : 0),
      0,
    )
    if (width > most + 0.01) {
      most = width
      best = part.baseline
    }
  }
  return most < 0 ? (parts[0]?.baseline ?? 0) : best
}
