/** Grows a row of a formula from its seed: bars, lines, scripts and limits. */
import { cached } from '../../model/cached.ts'
import { type Box, gapX, gapY, height, overlapX, overlapY, union, unionAll, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { compareLines, inkBox } from '../text/lines.ts'
import { areStretchy, glyphsOf } from './glyphs.ts'
import { mayJoin, numberOf } from './is-formula.ts'
import { mainSpan } from './math-score.ts'
import { hasBracketPart } from './math-symbols.ts'
import type { Bar, FormulaRow } from './types.ts'

/** Maximum gap between parts of one row. */
const MAX_GAP_EM = 3
/** Maximum gap to words that make the row a part of running text. */
const MAX_WORD_GAP_EM = 1.2
/** Maximum gap between a bar and adjacent lines, and overlap, because ink is an estimate. */
const MAX_BAR_GAP_EM = 0.75
const MAX_BAR_OVERLAP_EM = 0.35
const MAX_LIMIT_GAP_EM = 0.45
/** Maximum size of a limit or script relative to the row. */
const MAX_SCRIPT_RATIO = 0.86
/** Minimum overlap of a line with the row, relative to its height, and for tall brackets in em. */
const MIN_ROW_OVERLAP = 0.5
const MIN_TALL_OVERLAP_EM = 0.15
/** Maximum gap between parts of one bracket, which are stacked without overlap. */
const MAX_PART_GAP_EM = 0.1
const MIN_NUMBER_GAP_EM = 0.5
const MAX_LINES = 80

interface OpenRow {
  readonly size: number
  readonly lines: Set<Line>
  readonly bars: Set<Bar>
  box: Box
  number: Line | undefined
}

/** Returns `null` if the row contains text. */
export function growRow(
  seed: Line,
  page: { readonly lines: readonly Line[]; readonly bars: readonly Bar[] },
): FormulaRow | null {
  const size = sizeOf(seed)
  const row: OpenRow = { size, lines: new Set([seed]), bars: new Set(), box: inkOf(seed), number: undefined }
  const near = page.lines.filter(
    (line) => Math.abs(line.baseline - seed.baseline) < 8 * size && line.spans[0]?.rotation === 0,
  )
  for (let count = 0; count < row.lines.size && row.lines.size < MAX_LINES; ) {
    count = row.lines.size
    for (const bar of page.bars) addBar(bar, row, near)
    for (const line of near) {
      if (row.lines.has(line) || line === row.number) continue
      const role = roleOf(line, row)
      if (role === 'text') return null
      if (role === 'number') row.number = line
      else if (role === 'part') addLine(line, row)
    }
  }
  const { box, number } = row
  const lines = [...row.lines].sort(compareLines)
  return { lines, bars: [...row.bars], box, size, ...(number === undefined ? {} : { number }) }
}

function addLine(line: Line, row: OpenRow): void {
  row.lines.add(line)
  row.box = union(row.box, inkOf(line))
}

function addBar(bar: Bar, row: OpenRow, near: readonly Line[]): void {
  const { box, size } = row
  const overlap = MAX_BAR_OVERLAP_EM * size
  if (row.bars.has(bar) || bar.y < box.y0 - overlap || bar.y > box.y1 + overlap) return
  if (gapX(bar, box) > MAX_GAP_EM * size) return
  const sides = sidesOf(bar, near, size)
  if (sides === null) return
  row.bars.add(bar)
  row.box = union(box, bar)
  for (const line of sides) addLine(line, row)
}

function sidesOf(bar: Bar, lines: readonly Line[], size: number): Line[] | null {
  const isNear = (gap: number): boolean => gap < MAX_BAR_GAP_EM * size && gap > -MAX_BAR_OVERLAP_EM * size
  const sides = lines.filter(({ box }) => overlapX(box, bar) > 0.5 * Math.min(width(box), width(bar)))
  const above = sides.filter((line) => line.baseline < bar.y && isNear(bar.y - inkOf(line).y1))
  const below = sides.filter((line) => line.baseline > bar.y && isNear(inkOf(line).y0 - bar.y))
  if (above.length > 0 && below.length > 0) return [...above, ...below]
  const isRoot = lines.some(
    ({ text, box, baseline }) =>
      text.includes('√') && box.x1 > bar.x0 - size && box.x0 < bar.x1 && Math.abs(baseline - bar.y) < 3 * size,
  )
  const isAccent =
    width(bar) < 3 * size &&
    lines.some(
      ({ box, baseline }) => baseline > bar.y && baseline - bar.y < 1.2 * size && box.x0 < bar.x1 && box.x1 > bar.x0,
    )
  return isRoot || isAccent ? [] : null
}

function roleOf(line: Line, row: OpenRow): 'number' | 'part' | 'text' | 'else' {
  const { box, size } = row
  const ink = inkOf(line)
  if (continuesBracket(line, row)) return 'part'
  const minOverlap = isTall(line) ? MIN_TALL_OVERLAP_EM * size : MIN_ROW_OVERLAP * height(ink)
  if (overlapY(ink, box) >= minOverlap) {
    if (gapX(line.box, box) > MIN_NUMBER_GAP_EM * size && numberOf(line.text) !== null) return 'number'
    const gap = gapX(ink, box)
    if (gap <= MAX_GAP_EM * size && (mayJoin(line) || isCase(line, row))) return 'part'
    if (gap <= MAX_WORD_GAP_EM * size) return 'text'
  }
  return isLimit(line, { box, size }) ? 'part' : 'else'
}

function isLimit(line: Line, { box, size }: Pick<OpenRow, 'box' | 'size'>): boolean {
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

export function sizeOf(line: Line): number {
  return mainSpan(line)?.size ?? line.size
}

const inkByLine = new WeakMap<Line, Box>()

function inkOf(line: Line): Box {
  return cached(inkByLine, line, () => {
    const glyphs = glyphsOf(line.spans)
    return glyphs.length === 0 ? inkBox(line) : unionAll(glyphs)
  })
}
