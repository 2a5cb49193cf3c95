/** Moves parts of inline formulas into their line: numerators, denominators, and tall symbols, which TeX lowers. */
import { lowerBound } from '../../model/binary-search.ts'
import { type Box, centerY, gapX, overlapX, unionAll, unionOf, width } from '../../model/geometry.ts'
import { isHorizontal, type Span } from '../../model/raw-page.ts'
import { isFromImage } from '../../model/text-source.ts'
import type { Line, PageObjects } from '../state.ts'
import { wholeSpan } from '../text/split-spans.ts'
import { joinSpans } from '../text/word-spacing.ts'
import { AXIS_EM } from './fractions.ts'
import { areStretchy, barsOf, glyphsOf } from './glyphs.ts'
import { mainSpan } from './math-score.ts'
import { isMathFont } from './math-symbols.ts'
import type { Bar } from './types.ts'

/** Maximum size of a numerator relative to the line. */
const MAX_PART_RATIO = 0.86
/** Maximum size of a numerator in an exponent relative to the line. */
const MAX_NESTED_RATIO = 0.62
/** Maximum distance of a fraction bar from the math axis. */
const MAX_AXIS_SHIFT_EM = { inline: 0.15, script: 0.6 }
/** Maximum distance of a part's baseline from the bar. */
const MAX_PART_SHIFT_EM = { above: 0.75, below: 0.95 }
const MAX_GAP_EM = 0.6
/** Maximum distance of the end of a line from the end of a fraction bar. */
const MAX_END_GAP_EM = 0.2
/** Maximum height of a fraction bar above the baseline, in points. */
const MAX_BAR_HEIGHT = 20
/** Maximum distance between the baselines of neighboring lines. */
const MAX_BASELINE_SHIFT_EM = 0.1
const MAX_SPANS = 12

export function gatherInlineParts(state: PageObjects): PageObjects {
  if (!state.raw.spans.some(({ font }) => isMathFont(font))) return state
  const bars = barsOf(state.raw)
  const parts = state.lines.filter(isPart)
  const hosts = state.lines.filter(isHost).map(toHost)
  hosts.sort((a, b) => a.baseline - b.baseline)
  const hostOf = new Map<Line, Line>()
  for (const part of parts) {
    const host = findHost(part, hosts, bars)
    if (host !== undefined) hostOf.set(part, host)
  }
  const partsOf = groupByHost(hostOf)
  for (const line of linesSplitAtBar(bars, hosts)) if (!partsOf.has(line) && !hostOf.has(line)) partsOf.set(line, [])
  if (partsOf.size === 0) return state
  const moved = new Set([...partsOf.values()].flat())
  const replaced = new Map<Line, Line | null>([...moved].map((line) => [line, null]))
  const withParts = (line: Line): Line[] => [line, ...(partsOf.get(line) ?? [])]
  for (const host of partsOf.keys()) {
    if (replaced.has(host)) continue
    const lines = withParts(host)
    const next = (): Line | undefined =>
      neighborsOf(lines, hosts).find(
        (line) => !replaced.has(line) && gapX(unionOf(withParts(line)), unionOf(lines)) < MAX_GAP_EM * host.size,
      )
    for (let line = next(); line !== undefined; line = next()) {
      lines.push(...withParts(line))
      replaced.set(line, null)
    }
    replaced.set(host, joinLines(toHost(host), lines))
  }
  return { ...state, lines: state.lines.flatMap((line) => (replaced.has(line) ? (replaced.get(line) ?? []) : [line])) }
}

/** The host of a numerator may be the denominator's line, which has a host. */
function groupByHost(hostOf: ReadonlyMap<Line, Line>): Map<Line, Line[]> {
  const partsOf = new Map<Line, Line[]>()
  for (const [part, first] of hostOf) {
    const second = hostOf.get(first)
    const host = second ?? first
    // Lines that are hosts of each other stay.
    if (!hostOf.has(host)) partsOf.set(host, [...(partsOf.get(host) ?? []), part])
  }
  return partsOf
}

const isTextLayer = ({ spans, formula }: Line): boolean =>
  formula === undefined && spans.every((span) => isHorizontal(span) && !isFromImage(span))

function isPart(line: Line): boolean {
  return line.spans.length <= MAX_SPANS && isTextLayer(line)
}

function isHost(line: Line): boolean {
  return isTextLayer(line) && line.text !== ''
}

/** Scripts may outnumber the symbols of a line, and decide its baseline. */
interface Host {
  readonly line: Line
  readonly box: Box
  readonly baseline: number
  readonly size: number
}

function toHost(line: Line): Host {
  const { baseline, size } = mainSpan(line) ?? line
  return { line, box: line.box, baseline, size }
}

function findHost(part: Line, hosts: readonly Host[], bars: readonly Bar[]): Line | undefined {
  const glyphs = areStretchy(part.spans) ? glyphsOf(part.spans) : []
  const isTall = glyphs.length > 0
  // The numerators of neighboring fractions are one line.
  const own = isTall ? [] : bars.filter((bar) => overlapX(bar, part.box) > 0.6 * Math.min(width(bar), width(part.box)))
  const covered = own.reduce((sum, bar) => sum + overlapX(bar, part.box), 0)
  if (!isTall && (own.length === 0 || covered < 0.4 * width(part.box))) return undefined
  const ink = isTall ? unionAll(glyphs) : unionAll([part.box, ...own])
  let best: Line | undefined
  let least = Infinity
  for (let at = firstFrom(hosts, part.baseline - 3 * part.size); at < hosts.length; at++) {
    const host = hosts[at] as Host
    if (host.baseline > part.baseline + 3 * part.size) break
    if (host.line === part || gapX(ink, host.box) > MAX_GAP_EM * host.size) continue
    const distance = isTall ? tallDistance(ink, host) : barDistance(part, host, own)
    if (distance < least) [best, least] = [host.line, distance]
  }
  return best
}

/** The numerator of a fraction may end a line, and its denominator begin the next one on the same baseline. */
function linesSplitAtBar(bars: readonly Bar[], hosts: readonly Host[]): Line[] {
  return bars.flatMap((bar) => {
    const lines: Host[] = []
    for (let at = firstFrom(hosts, bar.y); at < hosts.length; at++) {
      const line = hosts[at] as Host
      if (line.baseline > bar.y + MAX_BAR_HEIGHT) break
      const shift = Math.abs(bar.y - (line.baseline - AXIS_EM * line.size)) / line.size
      if (shift < MAX_AXIS_SHIFT_EM.inline && line.box.x1 > bar.x0 && line.box.x0 < bar.x1) lines.push(line)
    }
    const last = lines.find(({ box, size }) => box.x0 < bar.x0 && box.x1 < bar.x1 + MAX_END_GAP_EM * size)
    const next = lines.find(({ box, size }) => box.x1 > bar.x1 && box.x0 > bar.x0 - MAX_END_GAP_EM * size)
    return last === undefined || next === undefined ? [] : [last.line]
  })
}

/** Returns em, or Infinity. */
function tallDistance(ink: Box, { baseline, size }: Host): number {
  const distance = Math.abs(centerY(ink) - (baseline - AXIS_EM * size)) / size
  return distance < 0.7 ? distance : Infinity
}

function barDistance(part: Line, { baseline, size }: Host, bars: readonly Bar[]): number {
  if (toHost(part).size > size * MAX_PART_RATIO) return Infinity
  const maxAxisShift = part.size > size * MAX_NESTED_RATIO ? MAX_AXIS_SHIFT_EM.inline : MAX_AXIS_SHIFT_EM.script
  const bar = bars.find(({ y }) => {
    const shift = (part.baseline - y) / size
    return (
      Math.abs(y - (baseline - AXIS_EM * size)) < maxAxisShift * size &&
      shift > -MAX_PART_SHIFT_EM.above &&
      shift < MAX_PART_SHIFT_EM.below
    )
  })
  return bar === undefined ? Infinity : Math.abs(bar.y - (baseline - AXIS_EM * size)) / size
}

function neighborsOf(lines: readonly Line[], hosts: readonly Host[]): Line[] {
  const { baseline, size } = toHost(lines[0] as Line)
  const from = firstFrom(hosts, baseline - MAX_BASELINE_SHIFT_EM * size)
  const to = firstFrom(hosts, baseline + MAX_BASELINE_SHIFT_EM * size)
  return hosts.slice(from, to).flatMap(({ line }) => (lines.includes(line) ? [] : [line]))
}

function joinLines({ line: host, baseline, size }: Host, lines: readonly Line[]): Line {
  const spans: Span[] = lines.flatMap((line) => line.spans).sort((a, b) => a.box.x0 - b.box.x0)
  const sides = lines.filter((line) => Math.abs(toHost(line).baseline - baseline) < MAX_BASELINE_SHIFT_EM * size)
  const { y0, y1 } = unionOf(sides)
  const all = unionOf(lines)
  const overhang = { above: y0 - all.y0, below: all.y1 - y1 }
  return {
    ...host,
    baseline,
    size,
    spans,
    box: { x0: all.x0, y0, x1: all.x1, y1 },
    text: joinSpans(spans.map(wholeSpan)),
    overhang,
  }
}

function firstFrom(hosts: readonly Host[], baseline: number): number {
  return lowerBound(hosts, (host) => host.baseline >= baseline)
}
