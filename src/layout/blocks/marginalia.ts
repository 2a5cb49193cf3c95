/**
 * Margin notes and line numbers → `sider` blocks, taken out before the columns are read: beside a line of text they would be read
 * into it. Notes must be in smaller type, numbers must count; labels, terms and hanging numbers stay with what they stand beside.
 */
import { type Box, centerX, height, overlapX, overlapY, unionAll, width } from '../../model/geometry.ts'
import { toRow } from '../order/layout-items.ts'
import type { Group, Line, PageGroups, PageObjects, TextGroup } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { findProse } from '../text/prose.ts'
import { addWeight, heaviest, roundSize } from '../text/text-style.ts'
import { makeGroup, withWhitespace } from './paragraphs.ts'

/** So many lines of running text make a column that something can be beside of. */
const minProse = 8
/** Share of lines that begin with a small letter, where a text goes on from line to line. */
const withinRatio = 0.25
/** Margins are narrow. Share of the page. */
const maxNoteRatio = 0.2
/** White between column and margin. Ems of the note's type. */
const gapEm = 0.5
/** Notes are set at nine tenths of the text's size and less. */
const noteSize = 0.92
/** Strips at the page's head and foot hold furniture. Share of the page. */
const furnitureRatio = 0.07
/** Every line has its number, or every fifth or tenth. */
const usualSteps: ReadonlySet<number> = new Set([1, 5, 10])
/** Fewer numbers may be anything. */
const minNumbers = 5
/** Lines of double spacing, and a little: paragraphs with numbers in the margin stand further apart. Ems. */
const numberLeadingEm = 2.6
/** Lines of one note. Ems. */
const noteLeadingEm = 1.7

/** Takes margin notes and line numbers off the page's lines. */
export function extractMarginalia(draft: PageObjects): PageObjects {
  if (!mayHaveSiders(draft)) return draft
  const prose = findProse(draft.lines)
  // Text whose paragraphs are short is no stack of lines, but it too is written on from line to line.
  const running = prose.size >= minProse
  const body = draft.lines.filter((line, index) =>
    running ? prose.has(index) : width(line.box) > maxNoteRatio * draft.raw.width,
  )
  if (!running && !goesOn(body)) return draft
  const frame = unionAll(body.map(({ box }) => box))
  // Numbers go on beside titles, short lines and lines left empty, above and below the running text.
  const aside = draft.lines.filter(
    (line, index) =>
      !prose.has(index) &&
      isAside(line, frame, draft.raw) &&
      (isNumber(line.text) || overlapY(inkBox(line), frame) > 0),
  )
  if (aside.length === 0) return draft
  const sizes = new Map<number, number>()
  for (const line of body) addWeight(sizes, roundSize(line.size), line.text.length)
  const bodySize = heaviest(sizes, 10)
  const numbers = lineNumbers(aside, { bodySize, least: running ? minNumbers : minProse })
  const notes = running
    ? aside.filter((line) => !numbers.includes(line) && /\p{L}{2}/u.test(line.text) && line.size <= bodySize * noteSize)
    : []
  const taken = new Set([...notes, ...numbers])
  return taken.size === 0
    ? draft
    : { ...draft, marginalia: [...taken], lines: draft.lines.filter((line) => !taken.has(line)) }
}

/** Many lines begin within a sentence: entries of a list, which numbers may stand before, seldom do. */
function goesOn(lines: readonly Line[]): boolean {
  return (
    lines.length >= minProse && lines.filter(({ text }) => /^\p{Ll}/u.test(text)).length >= lines.length * withinRatio
  )
}

/** Something narrow stands outside all that is wide: told without looking for running text, since most pages have nothing there. */
function mayHaveSiders({ lines, raw }: PageObjects): boolean {
  let [left, right] = [Infinity, -Infinity]
  for (const { box } of lines) {
    if (width(box) <= maxNoteRatio * raw.width) continue
    if (box.x0 < left) left = box.x0
    if (box.x1 > right) right = box.x1
  }
  return lines.some(({ box }) => box.x1 < left || box.x0 > right)
}

/** Puts notes behind the paragraph that they stand beside, numbers at the page's end. */
export function insertMarginalia(draft: PageGroups): PageGroups {
  const { marginalia } = draft
  if (marginalia === undefined) return draft
  const groups: Group[] = [...draft.groups]
  const region = draft.regions.length
  const numbers = marginalia.filter(({ text }) => isNumber(text))
  for (const note of notesOf(marginalia.filter((line) => !numbers.includes(line)))) {
    const group = asSider(note, region)
    const at = groups.findIndex(
      (other) => other.kind === 'text' && other.type !== 'sider' && overlapY(other.box, group.box) > 0,
    )
    groups.splice(at < 0 ? groups.length : at + 1, 0, group)
  }
  if (numbers.length > 0) groups.push(asSider(numbers, region))
  return {
    ...draft,
    groups: withWhitespace(groups),
    regions: [...draft.regions, unionAll(marginalia.map(({ box }) => box))],
  }
}

function asSider(lines: readonly Line[], region: number): TextGroup {
  return {
    ...makeGroup(
      lines.map((line) => toRow([line])),
      region,
    ),
    type: 'sider',
  }
}

function isAside(line: Line, frame: Box, page: { width: number; height: number }): boolean {
  const { box, size, formula } = line
  const first = line.spans[0]
  if (formula !== undefined || first === undefined || first.rotation !== 0 || first.vertical) return false
  if (box.x1 > frame.x0 - gapEm * size && box.x0 < frame.x1 + gapEm * size) return false
  if (width(box) > maxNoteRatio * page.width || height(box) === 0) return false
  return box.y1 >= furnitureRatio * page.height && box.y0 <= (1 - furnitureRatio) * page.height
}

const isNumber = (text: string): boolean => /^\d{1,4}$/.test(text)

/** Numbers below each other that count in equal steps, about as close as the lines that they count. */
function lineNumbers(lines: readonly Line[], { bodySize, least }: { bodySize: number; least: number }): Line[] {
  const found: Line[] = []
  const columns = new Map<number, Line[]>()
  for (const line of lines.filter(({ text }) => isNumber(text))) {
    // Figures are flush right or left: the middle of numbers of one margin lies within an em.
    const key = [...columns.keys()].find((x) => Math.abs(x - centerX(line.box)) < line.size * 1.5) ?? centerX(line.box)
    columns.set(key, [...(columns.get(key) ?? []), line])
  }
  for (const column of columns.values()) {
    const sorted = column.sort((a, b) => a.baseline - b.baseline)
    for (const { run, step } of countingRuns(sorted)) {
      const pitches = run.slice(1).map((line, index) => line.baseline - (run[index] as Line).baseline)
      const pitch = pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? Infinity
      if (run.length >= least && pitch <= numberLeadingEm * bodySize * step) found.push(...run)
    }
  }
  return found
}

/** Cuts a column of numbers where it does not go on counting in one of the usual steps: a page number may stand below. */
function countingRuns(column: readonly Line[]): { run: Line[]; step: number }[] {
  const runs: { run: Line[]; step: number }[] = []
  for (const line of column) {
    const current = runs.at(-1)
    const step = Number(line.text) - Number(current?.run.at(-1)?.text)
    if (current !== undefined && (current.run.length === 1 ? usualSteps.has(step) : step === current.step)) {
      current.run.push(line)
      current.step = step
    } else runs.push({ run: [line], step: 0 })
  }
  return runs
}

/** Lines close below each other are one note. */
function notesOf(lines: readonly Line[]): Line[][] {
  const notes: Line[][] = []
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)) {
    const note = notes.find((other) => {
      const last = other.at(-1) as Line
      return overlapX(last.box, line.box) > 0 && line.baseline - last.baseline < noteLeadingEm * line.size
    })
    if (note === undefined) notes.push([line])
    else note.push(line)
  }
  return notes
}
