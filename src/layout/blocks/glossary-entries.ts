/** Entries of glossaries and option lists: a hanging indent, a gap after the term, or its bold font. */
import { cached } from '../../model/cached.ts'
import { type Box, centerX, overlapY } from '../../model/geometry.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { Row } from '../state.ts'
import { readMarker } from '../text/list-markers.ts'

/** In points. */
const INDENT_TOLERANCE = 2
/** Indents of the first line of a paragraph, or of its others. */
export const INDENT_EM = { least: 0.7, most: 5 } as const
const MAX_LEADING_EM = 1.6
/** Minimum entries of three or more lines; two may be the start of a paragraph. */
const MIN_ENTRIES = 2
/** Minimum ratio to single indented lines, which begin paragraphs. */
const MIN_ENTRY_RATIO = 0.5
/** Minimum gap between a term and its definition or value, or between the first two columns of a list. */
const MIN_GAP_EM = 1.5
/** Minimum ratio between the gaps of a row in three or more columns. */
const MIN_GAP_RATIO = 2
const EDGE_TOLERANCE_EM = 0.5
/** Maximum length of the last pages of an index entry. */
const MAX_PAGES_CHARS = 12

/** Number of a note, without a period, before a sentence. */
const numbered = /^(\d{1,3})\s+["“„«([]?\p{Lu}/u
/** The end of "Name, 5" and "Name, 12, 15–17": a word and the pages of an index. */
const indexPages = /,\s\d{1,4}(?:[-–]\d{1,4})?$/
const sentenceEnd = /[.!?:;。”"»)\]]$/u

export function startsNextNote(first: Row, above: Row, row: Row): boolean {
  if (Math.abs(first.box.x0 - row.box.x0) > EDGE_TOLERANCE_EM * row.size || !sentenceEnd.test(above.text)) return false
  const [before, next] = [numbered.exec(first.text), numbered.exec(row.text)]
  return before !== null && next !== null && Number(next[1]) === Number(before[1]) + 1
}

/** The most frequent hanging indent of the rows in points, or `null`. */
export function hangingIndent(rows: readonly Row[]): number | null {
  const seen = new Map<number, { entries: number; single: number }>()
  let index = 1
  while (index < rows.length) {
    const indent = rows[index]!.box.x0 - rows[index - 1]!.box.x0
    const { size } = rows[index]!
    if (
      indent < INDENT_EM.least * size ||
      indent > INDENT_EM.most * size ||
      !isNextLine(rows[index - 1]!, rows[index]!)
    ) {
      index += 1
      continue
    }
    let end = index + 1
    while (
      end < rows.length &&
      Math.abs(rows[end]!.box.x0 - rows[index]!.box.x0) < INDENT_TOLERANCE &&
      isNextLine(rows[end - 1]!, rows[end]!)
    )
      end += 1
    const counts = cached(seen, Math.round(indent / INDENT_TOLERANCE), () => ({ entries: 0, single: 0 }))
    if (end - index > 1) counts.entries += 1
    else counts.single += 1
    index = end
  }
  const [key, counts] = [...seen].sort(([, a], [, b]) => b.entries - a.entries)[0] ?? []
  if (key === undefined || counts === undefined) return null
  return counts.entries >= Math.max(MIN_ENTRIES, MIN_ENTRY_RATIO * counts.single) ? key * INDENT_TOLERANCE : null
}

function isNextLine(above: Row, row: Row): boolean {
  const step = row.baseline - above.baseline
  return step > 0 && step <= MAX_LEADING_EM * row.size
}

/** In points. */
export function isHangingIndent(indent: number, hanging: number | null): boolean {
  return hanging !== null && Math.abs(hanging - indent) <= INDENT_TOLERANCE
}

/** Text on both sides of an image has gaps, too. See test/layout/blocks/glossary-entries.test.ts. */
export function areGlossaryEntries(above: Row, row: Row, objects: readonly Box[]): boolean {
  const [first, second] = above.lines
  const [term, rest] = row.lines
  if (first === undefined || second === undefined || term === undefined || rest === undefined) return false
  if (readMarker(row.text) !== null) return false
  const isAligned = (a: number, b: number): boolean => Math.abs(a - b) <= EDGE_TOLERANCE_EM * row.size
  if (!isAligned(first.box.x0, term.box.x0) || !isAligned(second.box.x0, rest.box.x0)) return false
  return [above, row].every(
    (each) =>
      each.lines[1]!.box.x0 - each.lines[0]!.box.x1 >= MIN_GAP_EM * each.size &&
      !isStretched(each) &&
      !objects.some((object) => isInGap(object, each)),
  )
}

function isInGap(object: Box, { lines, box }: Row): boolean {
  const x = centerX({ ...box, x0: lines[0]!.box.x1, x1: lines[1]!.box.x0 })
  return object.x0 < x && object.x1 > x && overlapY(object, box) > 0
}

/** The gaps of a justified line are equal. */
function isStretched({ lines }: Row): boolean {
  const gaps = lines.slice(1).map(({ box }, at) => box.x0 - lines[at]!.box.x1)
  return gaps.length > 1 && maxOf(gaps) < MIN_GAP_RATIO * minOf(gaps)
}

/** Whether both rows begin with a bold term, and their definitions are not bold. */
export function areBoldTerms(above: Row, row: Row): boolean {
  if (Math.abs(above.box.x0 - row.box.x0) > EDGE_TOLERANCE_EM * row.size) return false
  return [above, row].every(({ lines }) => {
    const [first, last] = [lines[0]?.spans[0], lines.at(-1)?.spans.at(-1)]
    return first !== undefined && last !== undefined && first.font.bold && !last.font.bold
  })
}

export function areIndexEntries(above: Row, row: Row): boolean {
  return [above, row].every(({ text }) => indexPages.test(text.slice(-MAX_PAGES_CHARS)) && /^\P{N}.*\p{L}/u.test(text))
}
