/** Extracts margin notes and line numbers before reading order, and inserts them as `sider` blocks. */

import { type Box, centerX, height, overlapX, overlapY, type Size, unionOf, width } from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import { median } from '../../model/statistics.ts'
import { toRow } from '../order/layout-items.ts'
import type { Group, Line, PageGroups, PageObjects, TextGroup } from '../state.ts'
import { compareLines, inkBox } from '../text/lines.ts'
import { findProse } from '../text/prose.ts'
import { mostFrequentSize } from '../text/text-style.ts'
import { makeGroup, withWhitespace } from './paragraphs.ts'

/** Minimum lines of prose on a page with margin notes. */
const MIN_PROSE_LINES = 8
const MAX_NOTE_WIDTH_RATIO = 0.2
const MIN_MARGIN_GAP_EM = 0.5
const MAX_NOTE_SIZE_RATIO = 0.92
/** Zones of page furniture, relative to the page height. */
const FURNITURE_ZONE = 0.07
/** Line numbers count every line, or every fifth or tenth one. */
const countingSteps: ReadonlySet<number> = new Set([1, 5, 10])
const MIN_LINE_NUMBERS = 5
/** Maximum line spacing (double). */
const MAX_NUMBER_SPACING_EM = 2.6
const MAX_NOTE_LEADING_EM = 1.7

export function extractMarginalia(state: PageObjects): PageObjects {
  if (!mayHaveMarginalia(state)) return state
  const prose = findProse(state.lines)
  if (prose.size < MIN_PROSE_LINES) return state
  const body = state.lines.filter((_, index) => prose.has(index))
  const frame = unionOf(body)
  const inMargin = state.lines.filter(
    (line, index) =>
      !prose.has(index) &&
      isInMargin(line, frame, state.raw) &&
      (isNumber(line.text) || overlapY(inkBox(line), frame) > 0),
  )
  if (inMargin.length === 0) return state
  const bodySize = mostFrequentSize(body, 10)
  const numbers = findLineNumbers(inMargin, bodySize)
  const notes = inMargin.filter((line) => /\p{L}{2}/u.test(line.text) && line.size <= bodySize * MAX_NOTE_SIZE_RATIO)
  const claimed = new Set([...notes, ...numbers])
  return claimed.size === 0
    ? state
    : { ...state, marginalia: [...claimed], lines: state.lines.filter((line) => !claimed.has(line)) }
}

/** A fast check: most pages have no narrow line outside of all wide lines. */
function mayHaveMarginalia({ lines, raw }: PageObjects): boolean {
  let [left, right] = [Infinity, -Infinity]
  for (const { box } of lines) {
    if (width(box) <= MAX_NOTE_WIDTH_RATIO * raw.width) continue
    if (box.x0 < left) left = box.x0
    if (box.x1 > right) right = box.x1
  }
  return lines.some(({ box }) => box.x1 < left || box.x0 > right)
}

/** Inserts notes after the paragraph next to them, and numbers at the end of the page. */
export function insertMarginalia(state: PageGroups): PageGroups {
  const { marginalia } = state
  if (marginalia === undefined) return state
  const groups: Group[] = [...state.groups]
  const region = state.regions.length
  const numbers = marginalia.filter(({ text }) => isNumber(text))
  for (const note of groupNotes(marginalia.filter((line) => !numbers.includes(line)))) {
    const group = toMarginalNote(note, region)
    const at = groups.findIndex(
      (other) => other.kind === 'text' && other.type !== 'sider' && overlapY(other.box, group.box) > 0,
    )
    // Notes next to one paragraph stay in order.
    const next = groups.findIndex((other, index) => index > at && !(other.kind === 'text' && other.type === 'sider'))
    groups.splice(at < 0 || next < 0 ? groups.length : next, 0, group)
  }
  if (numbers.length > 0) groups.push(toMarginalNote(numbers, region))
  return {
    ...state,
    groups: withWhitespace(groups),
    regions: [...state.regions, unionOf(marginalia)],
  }
}

function toMarginalNote(lines: readonly Line[], region: number): TextGroup {
  return {
    ...makeGroup(
      lines.map((line) => toRow([line])),
      region,
    ),
    type: 'sider',
  }
}

function isInMargin(line: Line, frame: Box, page: Size): boolean {
  const { box, size, formula } = line
  const first = line.spans[0]
  if (formula !== undefined || first === undefined || !isHorizontal(first)) return false
  if (box.x1 > frame.x0 - MIN_MARGIN_GAP_EM * size && box.x0 < frame.x1 + MIN_MARGIN_GAP_EM * size) return false
  if (width(box) > MAX_NOTE_WIDTH_RATIO * page.width || height(box) === 0) return false
  return box.y1 >= FURNITURE_ZONE * page.height && box.y0 <= (1 - FURNITURE_ZONE) * page.height
}

const isNumber = (text: string): boolean => /^\d{1,4}$/.test(text)

function findLineNumbers(lines: readonly Line[], bodySize: number): Line[] {
  const found: Line[] = []
  const columns = new Map<number, Line[]>()
  for (const line of lines.filter(({ text }) => isNumber(text))) {
    // Numbers are aligned left or right, so their centers are within an em.
    const key = [...columns.keys()].find((x) => Math.abs(x - centerX(line.box)) < line.size * 1.5) ?? centerX(line.box)
    columns.set(key, [...(columns.get(key) ?? []), line])
  }
  for (const column of columns.values()) {
    const sorted = column.sort((a, b) => a.baseline - b.baseline)
    for (const { run, step } of findCountingRuns(sorted)) {
      const distances = run.slice(1).map((line, index) => line.baseline - (run[index] as Line).baseline)
      const lineSpacing = median(distances) ?? Infinity
      if (run.length >= MIN_LINE_NUMBERS && lineSpacing <= MAX_NUMBER_SPACING_EM * bodySize * step) found.push(...run)
    }
  }
  return found
}

function findCountingRuns(column: readonly Line[]): { run: Line[]; step: number }[] {
  const runs: { run: Line[]; step: number }[] = []
  for (const line of column) {
    const current = runs.at(-1)
    const step = Number(line.text) - Number(current?.run.at(-1)?.text)
    if (current !== undefined && (current.run.length === 1 ? countingSteps.has(step) : step === current.step)) {
      current.run.push(line)
      current.step = step
    } else runs.push({ run: [line], step: 0 })
  }
  return runs
}

function groupNotes(lines: readonly Line[]): Line[][] {
  const notes: Line[][] = []
  for (const line of [...lines].sort(compareLines)) {
    const note = notes.find((other) => {
      const last = other.at(-1) as Line
      return overlapX(last.box, line.box) > 0 && line.baseline - last.baseline < MAX_NOTE_LEADING_EM * line.size
    })
    if (note === undefined) notes.push([line])
    else note.push(line)
  }
  return notes
}
