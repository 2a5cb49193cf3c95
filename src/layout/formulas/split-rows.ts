/** Splits parts into rows. The baseline of a row has glyphs that are neither above nor below a fraction bar. */
import { type Box, centerX, centerY, gapY, height } from '../../model/geometry.ts'
import { AXIS_EM } from './fractions.ts'
import { BASELINE_TOLERANCE_EM, isStretchy, MIN_BASE_RATIO, mainSize } from './part-metrics.ts'
import type { Bar, Part } from './types.ts'

/** Minimum distance of baselines. */
const MIN_ROW_STEP_EM = 0.85
/** Distance of a fraction bar from the axis of the parts above and below it. */
const BAR_DISTANCE_EM = { min: 0.2, max: 3 }
/** Maximum gap between a fraction bar and the ink of its numerator and denominator. */
const MAX_BAR_GAP_EM = 0.75
/** Maximum distance of the center of a part from its fraction bar, relative to its height. */
const MAX_SIDE_RATIO = 1.2
/** Maximum comparisons of parts and bars; more are noise. */
const MAX_COMPARISONS = 200_000

export interface RowParts {
  readonly parts: readonly Part[]
  readonly bars: readonly Bar[]
}

interface RowOptions {
  /** All bars of the formula (default: those of the parts). */
  readonly around?: readonly Bar[]
  /** Parts that do not show rows. */
  readonly ignored?: (part: Part) => boolean
}

export interface Rows {
  readonly count: number
  readonly ofBar: (bar: Bar) => number
  /** Brackets of variable size have no baseline. */
  readonly of: (part: Box & { readonly baseline?: number }) => number
}

/** Returns the rows from top to bottom. */
export function splitRows(parts: readonly Part[], bars: readonly Bar[], options: RowOptions = {}): readonly RowParts[] {
  const rows = baselineRows(parts, bars, options)
  if (rows.count === 1) return [{ parts, bars }]
  return Array.from({ length: rows.count }, (_, row) => ({
    parts: parts.filter((part) => rows.of(isStretchy(part) ? withoutBaseline(part) : part) === row),
    bars: bars.filter((bar) => rows.ofBar(bar) === row),
  }))
}

function withoutBaseline({ x0, y0, x1, y1 }: Part): Box {
  return { x0, y0, x1, y1 }
}

export function baselineRows(
  parts: readonly Part[],
  bars: readonly Bar[],
  { around = bars, ignored = () => false }: RowOptions,
): Rows {
  const size = mainSize(parts)
  const isNoise = parts.length * (around.length + 1) > MAX_COMPARISONS
  const fractionBars = isNoise ? [] : around.filter((bar) => isFractionBar(bar, parts, size))
  const baselines = isNoise ? [] : findBaselines(parts, { bars: fractionBars, size, ignored })
  const cuts = baselines.slice(1).map((low, index) => findCut(parts, baselines[index] as number, low, size))
  const rowAt = (y: number): number => cuts.filter((cut) => cut < y).length
  const rowWith = (y: number): number => baselines.findIndex((row) => Math.abs(row - y) < BASELINE_TOLERANCE_EM * size)
  const rowOfBar = ({ y }: Bar): number => {
    const row = rowWith(y + AXIS_EM * size)
    return row < 0 ? rowAt(y) : row
  }
  return {
    count: cuts.length + 1,
    ofBar: rowOfBar,
    of: (part) => {
      const row = part.baseline === undefined ? -1 : rowWith(part.baseline)
      if (row >= 0 || cuts.length === 0) return Math.max(0, row)
      const bar = nearestBar(part, fractionBars)
      return bar === undefined ? rowAt(centerY(part)) : rowOfBar(bar)
    },
  }
}

/** Returns the fraction bar above or below a part. */
function nearestBar(part: Box, bars: readonly Bar[]): Bar | undefined {
  const distance = (bar: Bar): number => Math.abs(bar.y - centerY(part))
  const own = bars.filter((bar) => isOver(bar, part) && distance(bar) < MAX_SIDE_RATIO * height(part))
  return own.reduce<Bar | undefined>((best, bar) => (best && distance(best) <= distance(bar) ? best : bar), undefined)
}

interface BaselineContext {
  /** Fraction bars. */
  readonly bars: readonly Bar[]
  readonly size: number
  readonly ignored: (part: Part) => boolean
}

/** Baselines by the width of their glyphs, which are no fractions, scripts and brackets of variable size. */
function findBaselines(parts: readonly Part[], { bars, size, ignored }: BaselineContext): number[] {
  const bases = parts.filter(
    (part) => !isStretchy(part) && part.size >= MIN_BASE_RATIO * size && !ignored(part) && !isInFraction(part, bars),
  )
  const groups: { baseline: number; width: number }[] = []
  for (const { baseline, x0, x1 } of bases) {
    const group = groups.find((other) => Math.abs(other.baseline - baseline) < BASELINE_TOLERANCE_EM * size)
    if (group === undefined) groups.push({ baseline, width: x1 - x0 })
    else group.width += x1 - x0
  }
  const rows: number[] = []
  for (const { baseline } of groups.sort((a, b) => b.width - a.width))
    if (rows.every((row) => Math.abs(row - baseline) >= MIN_ROW_STEP_EM * size)) rows.push(baseline)
  return rows.sort((a, b) => a - b)
}

function isFractionBar(bar: Bar, parts: readonly Part[], size: number): boolean {
  const near = parts.filter((part) => isOver(bar, part) && gapY(bar, part) < MAX_BAR_GAP_EM * size)
  return near.some((part) => centerY(part) < bar.y) && near.some((part) => centerY(part) > bar.y)
}

function isInFraction(part: Part, bars: readonly Bar[]): boolean {
  const axis = part.baseline - AXIS_EM * part.size
  return bars.some((bar) => {
    const distance = Math.abs(bar.y - axis) / part.size
    return isOver(bar, part) && distance > BAR_DISTANCE_EM.min && distance < BAR_DISTANCE_EM.max
  })
}

function isOver(bar: Bar, part: Box): boolean {
  const x = centerX(part)
  return x > bar.x0 && x < bar.x1
}

/** Returns the height with the least ink between two rows; the middle of the largest such gap. */
function findCut(parts: readonly Part[], above: number, below: number, size: number): number {
  const [top, bottom] = [above - AXIS_EM * size, below - AXIS_EM * size]
  const between = parts.filter((part) => part.y1 > top && part.y0 < bottom)
  const edges = [top, bottom, ...between.flatMap(({ y0, y1 }) => [y0, y1])]
    .filter((y) => y >= top && y <= bottom)
    .sort((a, b) => a - b)
  let best = { y: (top + bottom) / 2, ink: Infinity, gap: 0 }
  for (const [index, from] of edges.entries()) {
    const to = edges[index + 1] ?? from
    if (to - from < 0.01 * size) continue
    const y = (from + to) / 2
    const ink = between.reduce((sum, part) => (part.y0 < y && part.y1 > y ? sum + part.x1 - part.x0 : sum), 0)
    if (ink < best.ink || (ink === best.ink && to - from > best.gap)) best = { y, ink, gap: to - from }
  }
  return best.y
}
