/** Merges monospaced segments that spaces align: their characters are on the grid of the font. */

import { charsOf, countLetters } from '../../model/character-classes.ts'
import { unionAll, unionOf } from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import { clamp, median } from '../../model/statistics.ts'
import { isFromImage } from '../../model/text-source.ts'
import { isDrawn } from '../rulings.ts'
import type { Line, PageObjects, Ruling } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { isProgramOutput } from '../text/program-text.ts'
import { isCaptioned } from './captions.ts'

/** Maximum distance from the grid in character widths; minimum fraction of segments on it. */
const GRID_TOLERANCE = 0.15
const MIN_GRID_RATIO = 0.85
/** Minimum rows with gaps, or rows of a run with a single gap. */
const MIN_GAP_ROWS = 2
const MIN_RUN_ROWS = 3
const MIN_WORD_LENGTH = 3
/** Maximum differences of character widths (from rounding) and font sizes. */
const MAX_WIDTH_DIFFERENCE_RATIO = 0.03
const MAX_SIZE_DIFFERENCE_RATIO = 0.06
/** Maximum step within a run (one empty line), and tolerance of a baseline. */
const MAX_ROW_STEP_EM = 2.7
const BASELINE_TOLERANCE_EM = 0.2
/** Wider gaps separate objects. */
const MAX_GAP_CHARS = 60
/** Number of open runs above which finished runs are removed. */
const MIN_OPEN_RUNS = 64
const MIN_RULED_RATIO = 0.5

interface MonospacedRow {
  readonly lineIndices: readonly number[]
  readonly x0: number
  readonly x1: number
  readonly baseline: number
  readonly size: number
  /** In points. */
  readonly charWidth: number
}

export function mergeMonospacedRows(state: PageObjects): PageObjects {
  const { lines } = state
  const rows = findRows(lines)
  if (rows.length < MIN_GAP_ROWS || isMonospacedPage(lines)) return state
  const rulings = state.rulings.filter(isDrawn)
  const marked = new Map<number, Line | null>()
  for (const run of groupIntoRuns(rows)) {
    if (!isOnGrid(run, lines) || isTable(run, lines, rulings)) continue
    for (const { lineIndices, charWidth } of run) {
      const segments = lineIndices.map((index) => lines[index]!)
      for (const index of lineIndices) marked.set(index, null)
      marked.set(lineIndices[0]!, joinSegments(segments, charWidth))
    }
  }
  if (marked.size === 0) return state
  return { ...state, lines: lines.flatMap((line, index) => (marked.has(index) ? (marked.get(index) ?? []) : [line])) }
}

/** Letters and reports in a monospaced font also align tables with spaces. */
function isMonospacedPage(lines: readonly Line[]): boolean {
  const hasOtherWord = ({ spans }: Line): boolean =>
    spans.reduce((sum, { font, text }) => sum + (font.mono ? 0 : countLetters(text)), 0) >= MIN_WORD_LENGTH
  return !lines.some(hasOtherWord) && !isProgramOutput(lines.map(({ text }) => text).join(''))
}

/** Segments of a row are consecutive in content order. Words in another font mean a table row. */
function findRows(lines: readonly Line[]): MonospacedRow[] {
  const rows: MonospacedRow[] = []
  const isNextTo = (at: number, other: number): boolean => {
    const [line, next] = [lines[at], lines[other]]
    return (
      line !== undefined &&
      next !== undefined &&
      Math.abs(line.baseline - next.baseline) <= BASELINE_TOLERANCE_EM * line.size
    )
  }
  const isWord = (at: number): boolean => /\p{L}/u.test(lines[at]?.text ?? '')
  for (let start = 0; start < lines.length; start++) {
    if (!isMonospaced(lines[start]!)) continue
    let end = start + 1
    while (
      end < lines.length &&
      isMonospaced(lines[end]!) &&
      isNextTo(start, end) &&
      lines[end]!.box.x0 >= lines[end - 1]!.box.x1
    )
      end++
    const isMixed = [start - 1, end].some((at) => isNextTo(start, at) && isWord(at) && !isMonospaced(lines[at]!))
    if (!isMixed) rows.push(toRow(lines.slice(start, end), start))
    start = end - 1
  }
  return rows
}

function isMonospaced({ spans, formula }: Line): boolean {
  return formula === undefined && spans.every((span) => span.font.mono && isHorizontal(span) && !isFromImage(span))
}

function toRow(lines: readonly Line[], start: number): MonospacedRow {
  const box = unionOf(lines)
  const spans = lines.flatMap((line) => line.spans)
  const chars = charsOf(spans)
  const totalWidth = spans.reduce((sum, span) => sum + span.box.x1 - span.box.x0, 0)
  return {
    lineIndices: lines.map((_, index) => start + index),
    x0: box.x0,
    x1: box.x1,
    baseline: lines[0]!.baseline,
    size: lines[0]!.size,
    charWidth: totalWidth / Math.max(1, chars),
  }
}

interface Run {
  readonly rows: MonospacedRow[]
  x0: number
  x1: number
}

function groupIntoRuns(rows: readonly MonospacedRow[]): MonospacedRow[][] {
  const runs: Run[] = []
  let openRuns: Run[] = []
  let limit = MIN_OPEN_RUNS
  for (const row of rows.toSorted((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const target = openRuns.findLast((run) => {
      const last = run.rows.at(-1)!
      const step = row.baseline - last.baseline
      return (
        step > BASELINE_TOLERANCE_EM * row.size &&
        step <= MAX_ROW_STEP_EM * row.size &&
        haveSameFont(last, row) &&
        row.x0 < run.x1 &&
        row.x1 > run.x0
      )
    })
    if (target === undefined) {
      const run = { rows: [row], x0: row.x0, x1: row.x1 }
      runs.push(run)
      openRuns.push(run)
    } else {
      target.rows.push(row)
      target.x0 = Math.min(target.x0, row.x0)
      target.x1 = Math.max(target.x1, row.x1)
    }
    if (openRuns.length > limit) {
      openRuns = openRuns.filter(
        (run) =>
          row.baseline - run.rows.at(-1)!.baseline <=
          MAX_ROW_STEP_EM * (1 + MAX_SIZE_DIFFERENCE_RATIO) * run.rows.at(-1)!.size,
      )
      limit = Math.max(MIN_OPEN_RUNS, 2 * openRuns.length)
    }
  }
  return runs.map((run) => run.rows)
}

function haveSameFont(a: MonospacedRow, b: MonospacedRow): boolean {
  return (
    Math.abs(a.size - b.size) <= MAX_SIZE_DIFFERENCE_RATIO * a.size &&
    Math.abs(a.charWidth - b.charWidth) <= MAX_WIDTH_DIFFERENCE_RATIO * a.charWidth
  )
}

function isOnGrid(run: readonly MonospacedRow[], lines: readonly Line[]): boolean {
  const charWidth = median(run.map((row) => row.charWidth)) ?? 0
  const gaps = run.map(({ lineIndices }) =>
    lineIndices.slice(1).map((next, index) => (lines[next]!.box.x0 - lines[lineIndices[index]!]!.box.x1) / charWidth),
  )
  const allGaps = gaps.flat()
  const rows = gaps.filter((gapsOfRow) => gapsOfRow.length > 0).length
  if (charWidth <= 0 || rows === 0 || (rows < MIN_GAP_ROWS && run.length < MIN_RUN_ROWS)) return false
  return (
    allGaps.filter((gap) => Math.abs(gap - Math.round(gap)) <= GRID_TOLERANCE).length >= MIN_GRID_RATIO * allGaps.length
  )
}

/** Inner rulings or a caption show a table; an outer frame does not. */
function isTable(run: readonly MonospacedRow[], lines: readonly Line[], rulings: readonly Ruling[]): boolean {
  const box = unionAll(run.flatMap(({ lineIndices }) => lineIndices.map((index) => inkBox(lines[index]!))))
  const covers = ({ from, to }: Ruling, low: number, high: number): boolean =>
    Math.min(to, high) - Math.max(from, low) >= MIN_RULED_RATIO * (high - low)
  const [first, last] = [run[0]!, run.at(-1)!]
  const isBetweenRows = (ruling: Ruling): boolean =>
    ruling.horizontal &&
    ruling.position > first.baseline &&
    ruling.position < last.baseline - last.size / 2 &&
    covers(ruling, box.x0, box.x1)
  const isBetweenColumns = (ruling: Ruling): boolean =>
    !ruling.horizontal &&
    ruling.position > box.x0 + first.charWidth &&
    ruling.position < box.x1 - first.charWidth &&
    covers(ruling, box.y0, box.y1)
  return (
    rulings.some((ruling) => isBetweenRows(ruling) || isBetweenColumns(ruling)) || isCaptioned(box, lines, first.size)
  )
}

function joinSegments(segments: readonly Line[], charWidth: number): Line {
  const [first, ...rest] = segments as [Line, ...Line[]]
  let text = first.text
  let end = first.box.x1
  for (const { box, text: next } of rest) {
    text += ' '.repeat(clamp(Math.round((box.x0 - end) / charWidth), 1, 2 * MAX_GAP_CHARS)) + next
    end = box.x1
  }
  return {
    ...first,
    spans: segments.flatMap(({ spans }) => spans),
    box: unionOf(segments),
    text,
    isMonospacedRow: true,
  }
}
