/**
 * Merges monospaced lines whose columns are aligned with spaces into one line per row, and keeps the spaces: program
 * output, records of a file, tables drawn with characters. All their characters are on the grid of the font, unlike
 * table columns. Ruled tables and tables with a caption stay unchanged.
 */
import { unionAll } from '../../model/geometry.ts'
import { median } from '../../model/statistics.ts'
import type { Line, PageObjects, Ruling } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { isProgramOutput } from '../text/program-output.ts'
import { isCaptioned } from './captions.ts'

/**
 * Maximum distance from the grid, in character widths, and minimum part of the segments that fit. Columns set
 * elsewhere fit by chance one time in three.
 */
const offGrid = 0.15
const fitRatio = 0.85
/**
 * Minimum number of rows with holes that show a grid, or of rows of one type in a run with a single hole: no table
 * has one row.
 */
const minHoleRows = 2
const minRun = 3
/** Minimum number of letters in a word. */
const minWord = 3
/** Maximum difference between character widths (they differ by rounding only) and between font sizes, as ratios. */
const samePitch = 0.03
const sameSize = 0.06
/** Maximum step within a run, one blank line, and tolerance of a baseline, in em. */
const maxStepEm = 2.7
const baselineEm = 0.2
/** Maximum gap within a row, in characters. Segments with a wider gap are separate objects. */
const maxHole = 60
/** Maximum number of runs compared with each row before finished runs are removed, which bounds the work. */
const fewRuns = 64
/** Minimum part of the width between two rows, or of the height between two columns, that rulings of a table cover. */
const ruledRatio = 0.5

interface MonospacedRow {
  /** Indices into the lines, left to right. */
  readonly at: readonly number[]
  readonly x0: number
  readonly x1: number
  readonly baseline: number
  readonly size: number
  /** Width of a character, in points. */
  readonly pitch: number
}

/** Joins the segments of monospaced rows; marks all rows of their run. */
export function mergeMonospacedRows(draft: PageObjects): PageObjects {
  const { lines } = draft
  const rows = rowsOf(lines)
  if (rows.length < minHoleRows || isTypescript(lines)) return draft
  const drawn = draft.rulings.filter(({ shading }) => shading !== true)
  const marked = new Map<number, Line | null>()
  for (const run of runsOf(rows)) {
    if (!isOnGrid(run, lines) || isTable(run, lines, drawn)) continue
    for (const { at, pitch } of run) {
      const pieces = at.map((index) => lines[index]!)
      for (const index of at) marked.set(index, null)
      marked.set(at[0]!, joined(pieces, pitch))
    }
  }
  if (marked.size === 0) return draft
  return { ...draft, lines: lines.flatMap((line, index) => (marked.has(index) ? (marked.get(index) ?? []) : [line])) }
}

/**
 * Whether the page is a letter or a report in a monospaced font throughout, whose tables are aligned with spaces too.
 * A page number may have another font.
 */
function isTypescript(lines: readonly Line[]): boolean {
  const others = lines.filter((line) => !isTypewritten(line))
  return (
    others.every(({ text }) => (text.match(/\p{L}/gu)?.length ?? 0) < minWord) &&
    !isProgramOutput(lines.map(({ text }) => text).join(''))
  )
}

/**
 * Rows of monospaced segments. The segments of one row were written one after the other; text in two columns was not.
 * Adjacent words in another font make the row a table row; line numbers may have any font.
 */
function rowsOf(lines: readonly Line[]): MonospacedRow[] {
  const rows: MonospacedRow[] = []
  const isBeside = (at: number, other: number): boolean => {
    const [line, next] = [lines[at], lines[other]]
    return line !== undefined && next !== undefined && Math.abs(line.baseline - next.baseline) <= baselineEm * line.size
  }
  const isWord = (at: number): boolean => /\p{L}/u.test(lines[at]?.text ?? '')
  for (let start = 0; start < lines.length; start++) {
    if (!isTypewritten(lines[start]!)) continue
    let end = start + 1
    while (
      end < lines.length &&
      isTypewritten(lines[end]!) &&
      isBeside(start, end) &&
      lines[end]!.box.x0 >= lines[end - 1]!.box.x1
    )
      end++
    const isMixed = [start - 1, end].some((at) => isBeside(start, at) && isWord(at) && !isTypewritten(lines[at]!))
    if (!isMixed) rows.push(rowOf(lines.slice(start, end), start))
    start = end - 1
  }
  return rows
}

function isTypewritten({ spans, formula }: Line): boolean {
  return (
    formula === undefined &&
    spans.every(({ font, rotation, vertical, source }) => font.mono && rotation === 0 && !vertical && source !== 'ocr')
  )
}

function rowOf(own: readonly Line[], start: number): MonospacedRow {
  const box = unionAll(own.map((line) => line.box))
  const spans = own.flatMap((line) => line.spans)
  const chars = spans.reduce((sum, { text }) => sum + text.length, 0)
  const wide = spans.reduce((sum, span) => sum + span.box.x1 - span.box.x0, 0)
  return {
    at: own.map((_, index) => start + index),
    x0: box.x0,
    x1: box.x1,
    baseline: own[0]!.baseline,
    size: own[0]!.size,
    pitch: wide / Math.max(1, chars),
  }
}

interface Run {
  readonly rows: MonospacedRow[]
  x0: number
  x1: number
}

/** Groups rows of one type below each other, with at most one blank line between them. */
function runsOf(rows: readonly MonospacedRow[]): MonospacedRow[][] {
  const runs: Run[] = []
  let open: Run[] = []
  let limit = fewRuns
  for (const row of rows.toSorted((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const home = open.findLast((run) => {
      const last = run.rows.at(-1)!
      const step = row.baseline - last.baseline
      return (
        step > baselineEm * row.size &&
        step <= maxStepEm * row.size &&
        isAlike(last, row) &&
        row.x0 < run.x1 &&
        row.x1 > run.x0
      )
    })
    if (home === undefined) {
      const run = { rows: [row], x0: row.x0, x1: row.x1 }
      runs.push(run)
      open.push(run)
    } else {
      home.rows.push(row)
      home.x0 = Math.min(home.x0, row.x0)
      home.x1 = Math.max(home.x1, row.x1)
    }
    if (open.length > limit) {
      // No further row can belong to a run that ended that far above.
      open = open.filter(
        (run) => row.baseline - run.rows.at(-1)!.baseline <= maxStepEm * (1 + sameSize) * run.rows.at(-1)!.size,
      )
      limit = Math.max(fewRuns, 2 * open.length)
    }
  }
  return runs.map((run) => run.rows)
}

function isAlike(a: MonospacedRow, b: MonospacedRow): boolean {
  return Math.abs(a.size - b.size) <= sameSize * a.size && Math.abs(a.pitch - b.pitch) <= samePitch * a.pitch
}

function isOnGrid(run: readonly MonospacedRow[], lines: readonly Line[]): boolean {
  const pitch = median(run.map((row) => row.pitch)) ?? 0
  const holes = run.map(({ at }) =>
    at.slice(1).map((index, place) => (lines[index]!.box.x0 - lines[at[place]!]!.box.x1) / pitch),
  )
  const all = holes.flat()
  const rows = holes.filter((own) => own.length > 0).length
  if (pitch <= 0 || rows === 0 || (rows < minHoleRows && run.length < minRun) || all.some((hole) => hole > maxHole))
    return false
  return all.filter((hole) => Math.abs(hole - Math.round(hole)) <= offGrid).length >= fitRatio * all.length
}

/**
 * Whether a run has rulings between its rows or columns, or a table caption. A frame around the whole run gives no
 * signal.
 */
function isTable(run: readonly MonospacedRow[], lines: readonly Line[], drawn: readonly Ruling[]): boolean {
  const box = unionAll(run.flatMap(({ at }) => at.map((index) => inkBox(lines[index]!))))
  const reaches = ({ from, to }: Ruling, low: number, high: number): boolean =>
    Math.min(to, high) - Math.max(from, low) >= ruledRatio * (high - low)
  const [first, last] = [run[0]!, run.at(-1)!]
  const isBetweenRows = (ruling: Ruling): boolean =>
    ruling.horizontal &&
    ruling.position > first.baseline &&
    ruling.position < last.baseline - last.size / 2 &&
    reaches(ruling, box.x0, box.x1)
  const isBetweenColumns = (ruling: Ruling): boolean =>
    !ruling.horizontal &&
    ruling.position > box.x0 + first.pitch &&
    ruling.position < box.x1 - first.pitch &&
    reaches(ruling, box.y0, box.y1)
  return (
    drawn.some((ruling) => isBetweenRows(ruling) || isBetweenColumns(ruling)) ||
    isCaptioned(box, lines, { size: first.size })
  )
}

function joined(pieces: readonly Line[], pitch: number): Line {
  const [first, ...rest] = pieces as [Line, ...Line[]]
  let text = first.text
  let right = first.box.x1
  for (const { box, text: next } of rest) {
    // A pitch that shrinks from row to row could give a hole any number of characters.
    text += ' '.repeat(Math.min(2 * maxHole, Math.max(1, Math.round((box.x0 - right) / pitch)))) + next
    right = box.x1
  }
  return {
    ...first,
    spans: pieces.flatMap(({ spans }) => spans),
    box: unionAll(pieces.map(({ box }) => box)),
    text,
    typed: true,
  }
}
