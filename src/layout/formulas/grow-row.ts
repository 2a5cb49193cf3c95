/** Grows rows of a formula from a seed: bars, lines, scripts and limits. */
import { type Box, centerX, gapX, gapY, height, overlapX, overlapY, union, width } from '../../model/geometry.ts'
import { minOf } from '../../model/statistics.ts'
import type { Line } from '../state.ts'
import { compareLines } from '../text/lines.ts'
import { numberOf } from './formula-numbers.ts'
import { isRadicalOf } from './fractions.ts'
import { areStretchy } from './glyphs.ts'
import { mayJoin } from './is-formula.ts'
import { glyphsIn, inkOf, sizeOf } from './line-ink.ts'
import { hasBracketPart } from './math-symbols.ts'
import { splitDisplay } from './split-display.ts'
import type { Bar, FormulaRow, Glyph } from './types.ts'

/** Maximum gap between parts of one row. */
const MAX_GAP_EM = 3
/** Maximum gap to the condition of a case. */
const MAX_CASE_GAP_EM = 20
/** Maximum gap to words that make the row a part of running text. */
const MAX_WORD_GAP_EM = 1.2
/** Maximum gap between a bar and adjacent lines, and overlap, because ink is an estimate. */
const MAX_BAR_GAP_EM = 0.75
const MAX_BAR_OVERLAP_EM = 0.35
/** Maximum distance of a bar from the baseline of an adjacent line. */
const MAX_SIDE_EM = 4
const MAX_LIMIT_GAP_EM = 0.45
/** Maximum size of a limit or script relative to the row. */
const MAX_SCRIPT_RATIO = 0.86
/** Minimum overlap of a line with the row, relative to its height, and for tall brackets in em. */
const MIN_ROW_OVERLAP = 0.5
const MIN_TALL_OVERLAP_EM = 0.15
/** Maximum gap between parts of one bracket, which are stacked without overlap. */
const MAX_PART_GAP_EM = 0.1
const MIN_NUMBER_GAP_EM = 0.5
/** Maximum distance of baselines from the seed. */
const MAX_DISTANCE_EM = 20
const MAX_LINES = 160

interface OpenRow {
  readonly size: number
  readonly lines: Set<Line>
  readonly bars: Set<Bar>
  readonly numbers: Set<Line>
  box: Box
}

/** Returns rows that overlap from top to bottom, and no rows if they contain text. */
export function growRows(
  seed: Line,
  page: { readonly lines: readonly Line[]; readonly bars: readonly Bar[] },
): readonly FormulaRow[] {
  const size = sizeOf(seed)
  const row: OpenRow = { size, lines: new Set([seed]), bars: new Set(), numbers: new Set(), box: inkOf(seed) }
  const near = page.lines.filter(
    (line) => Math.abs(line.baseline - seed.baseline) < MAX_DISTANCE_EM * size && line.spans[0]?.rotation === 0,
  )
  for (let count = 0; count < row.lines.size && row.lines.size < MAX_LINES; ) {
    count = row.lines.size
    for (const bar of page.bars) addBar(bar, row, near)
    for (const line of near) {
      if (row.lines.has(line) || row.numbers.has(line)) continue
      const role = roleOf(line, row)
      if (role === 'text') return []
      if (role === 'number') row.numbers.add(line)
      else if (role === 'part') addLine(line, row)
    }
  }
  const lines = [...row.lines].sort(compareLines)
  const numbers = [...row.numbers]
  const number = numbers.at(-1)
  const whole = { lines, bars: [...row.bars], box: row.box, size, ...(number === undefined ? {} : { number }) }
  return splitDisplay(whole, numbers)
}

function addLine(line: Line, row: OpenRow): void {
  row.lines.add(line)
  row.box = union(row.box, inkOf(line))
}

function addBar(bar: Bar, row: OpenRow, near: readonly Line[]): void {
  const { box, size } = row
  const overlap = MAX_BAR_OVERLAP_EM * size
  if (row.bars.has(bar) || bar.y > box.y1 + overlap || gapX(bar, box) > MAX_GAP_EM * size) return
  if (bar.y < box.y0 - overlap && ![...row.lines].some((line) => isRootBar(bar, line))) return
  const sides = sidesOf(bar, near, size)
  if (sides === null) return
  row.bars.add(bar)
  row.box = union(box, bar)
  for (const line of sides) addLine(line, row)
}

function sidesOf(bar: Bar, lines: readonly Line[], size: number): Line[] | null {
  const isNear = (gap: number): boolean => gap < MAX_BAR_GAP_EM * size && gap > -MAX_BAR_OVERLAP_EM * size
  const near = lines.filter(
    ({ box, baseline }) => overlapX(box, bar) > 0 && Math.abs(baseline - bar.y) < MAX_SIDE_EM * size,
  )
  const has = (line: Line, test: (glyph: Glyph) => boolean): boolean =>
    glyphsIn(line).some((glyph) => centerX(glyph) > bar.x0 && centerX(glyph) < bar.x1 && test(glyph))
  const above = near.filter((line) => has(line, ({ baseline, y1 }) => baseline < bar.y && isNear(bar.y - y1)))
  const below = near.filter((line) => has(line, ({ baseline, y0 }) => baseline > bar.y && isNear(y0 - bar.y)))
  if (above.length > 0 && below.length > 0) return [...above, ...below]
  const isRoot = lines.some((line) => isRootBar(bar, line))
  const isAccent =
    width(bar) < 3 * size &&
    lines.some(
      ({ box, baseline }) => baseline > bar.y && baseline - bar.y < 1.2 * size && box.x0 < bar.x1 && box.x1 > bar.x0,
    )
  return isRoot || isAccent ? [] : null
}

function isRootBar(bar: Bar, line: Line): boolean {
  return line.text.includes('√') && glyphsIn(line).some((glyph) => isRadicalOf(glyph, bar))
}

function roleOf(line: Line, row: OpenRow): 'number' | 'part' | 'text' | 'else' {
  const { box, size } = row
  const ink = inkOf(line)
  if (continuesBracket(line, row)) return 'part'
  const minOverlap = isTall(line) ? MIN_TALL_OVERLAP_EM * size : MIN_ROW_OVERLAP * height(ink)
  if (overlapY(ink, box) >= minOverlap) {
    if (numberOf(line.text) !== null && gapAtHeight(line, row) > MIN_NUMBER_GAP_EM * size) return 'number'
    const gap = gapX(ink, box)
    if (gap <= MAX_CASE_GAP_EM * size && isCase(line, row)) return 'part'
    if (gap <= MAX_GAP_EM * size && mayJoin(line)) return 'part'
    if (gap <= MAX_WORD_GAP_EM * size) return 'text'
  }
  return isLimit(line, { box, size }) ? 'part' : 'else'
}

/** Gap to the lines of the row at the same height. */
function gapAtHeight(line: Line, { lines }: OpenRow): number {
  const ink = inkOf(line)
  const sameHeight = [...lines].filter((other) => overlapY(inkOf(other), ink) > 0.3 * height(ink))
  return minOf(sameHeight.map((other) => gapX(other.box, line.box)))
}

export function isLimit(line: Line, { box, size }: Pick<OpenRow, 'box' | 'size'>): boolean {
  const reach = MAX_LIMIT_GAP_EM * size
  const ink = inkOf(line)
  return (
    sizeOf(line) < size * MAX_SCRIPT_RATIO &&
    overlapX(ink, box) > 0 &&
    overlapY(ink, { ...box, y0: box.y0 - reach, y1: box.y1 + reach }) > 0 &&
    mayJoin(line)
  )
}

/** Brackets and operators of variable size are taller than their row. */
function isTall(line: Line): boolean {
  return hasBracketPart(line.text) || areStretchy(line.spans)
}

/** Whether a line has the next part of a bracket of the row. */
function continuesBracket(line: Line, { lines, size }: OpenRow): boolean {
  if (!hasBracketPart(line.text)) return false
  const ink = inkOf(line)
  return [...lines].some(
    (other) =>
      hasBracketPart(other.text) &&
      overlapX(inkOf(other), ink) > 0 &&
      gapY(inkOf(other), ink) <= MAX_PART_GAP_EM * size,
  )
}

/** Whether a line is to the right of a tall brace; such lines have words ("if", "otherwise"). */
function isCase(line: Line, { lines }: OpenRow): boolean {
  return [...lines].some((other) => /[⎧⎨⎩]/.test(other.text) && other.box.x0 < line.box.x0)
}
