/**
 * Entries of a glossary, a card of keys or a list of options: lines under the first are set in, or what is said of a term stands
 * apart from it. Tells them from paragraphs whose first line is set in, and from lines that were broken for want of room.
 */
import type { Row } from '../state.ts'
import { readMarker } from '../text/list-markers.ts'

/** Indents that differ by less are one. Points: rounding does not grow with the type. */
const SAME_INDENT = 2
/** An indent: at least a thin em, at most what looks like another column. Ems. */
const INDENT_EM = { least: 0.7, most: 5 } as const
/** Lines of one entry follow each other as those of a paragraph do. Ems. */
const LEADING_EM = 1.6
/** Entries of three lines and more that show how they are set: of two lines one can't be told from a paragraph's first. */
const LEAST_ENTRIES = 2
/** Against single lines set in, which begin paragraphs. */
const ENTRY_RATIO = 0.5
/** A term, and what is said of it; lines stretched to fill their column have more gaps than one. */
const PIECES = 2
/** White between a term and what is said of it: no sentence has such a gap. Ems. */
const APART_EM = 1.5
/** What stands under each other begins or ends at one edge, within this. Ems. */
const EDGE_EM = 0.5

/** A note begins with its number, without a dot, and a sentence. */
const numbered = /^(\d{1,3})\s+["“„«([]?\p{Lu}/u
const sentenceEnd = /[.!?:;。”"»)\]]$/u

/** Whether the row counts on from the first of the paragraph above it: the next note, however full the line before it is. */
export function countsOn(first: Row, above: Row, row: Row): boolean {
  if (Math.abs(first.box.x0 - row.box.x0) > EDGE_EM * row.size || !sentenceEnd.test(above.text)) return false
  const [before, next] = [numbered.exec(first.text), numbered.exec(row.text)]
  return before !== null && next !== null && Number(next[1]) === Number(before[1]) + 1
}

/** An entry of an index ends in the numbers of pages. */
const pages = /,\s\d{1,4}(?:[-–]\d{1,4})?$/
/** Rows of a column that do, for an index: the others are words that stand over several entries, and lines that go on. */
const MIN_INDEXED = 6
const INDEX_RATIO = 0.4

/** Whether the rows of a column are those of an index. */
export function isIndex(rows: readonly Row[]): boolean {
  const indexed = rows.filter(({ text }) => pages.test(text)).length
  return indexed >= MIN_INDEXED && indexed >= INDEX_RATIO * rows.length
}

/** Whether an entry of an index ends with this row; `full`: the next word found no room in it. */
export function endsIndexEntry({ text }: Row, full: boolean): boolean {
  return !text.endsWith(',') && (pages.test(text) || !full)
}

/** How far, in points, lines under the first of an entry are set in, in rows of one column; `null` where no entries hang. */
export function hangingIndent(rows: readonly Row[]): number | null {
  const seen = new Map<number, { entries: number; single: number }>()
  let index = 1
  while (index < rows.length) {
    const indent = rows[index]!.box.x0 - rows[index - 1]!.box.x0
    const { size } = rows[index]!
    if (indent < INDENT_EM.least * size || indent > INDENT_EM.most * size || !follows(rows[index - 1]!, rows[index]!)) {
      index += 1
      continue
    }
    let end = index + 1
    while (
      end < rows.length &&
      Math.abs(rows[end]!.box.x0 - rows[index]!.box.x0) < SAME_INDENT &&
      follows(rows[end - 1]!, rows[end]!)
    )
      end += 1
    const key = Math.round(indent / SAME_INDENT)
    const counts = seen.get(key) ?? { entries: 0, single: 0 }
    if (end - index > 1) counts.entries += 1
    else counts.single += 1
    seen.set(key, counts)
    index = end
  }
  const [key, counts] = [...seen].sort(([, a], [, b]) => b.entries - a.entries)[0] ?? []
  if (
    key === undefined ||
    counts === undefined ||
    counts.entries < LEAST_ENTRIES ||
    counts.entries < ENTRY_RATIO * counts.single
  )
    return null
  return key * SAME_INDENT
}

function follows(above: Row, row: Row): boolean {
  const step = row.baseline - above.baseline
  return step > 0 && step <= LEADING_EM * row.size
}

/** Whether a line set in by so much, in points, goes on with an entry. */
export function hangsAt(indent: number, hanging: number | null): boolean {
  return hanging !== null && Math.abs(hanging - indent) <= SAME_INDENT
}

/** Whether both rows are a term and, apart from it, what is said of it, the terms and the rest under each other. */
export function areEntries(above: Row, row: Row): boolean {
  if (above.lines.length !== PIECES || row.lines.length !== PIECES || readMarker(row.text) !== null) return false
  const [first, last] = [above.lines[0]!, above.lines[1]!]
  const [term, rest] = [row.lines[0]!, row.lines[1]!]
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= EDGE_EM * row.size
  if (!near(first.box.x0, term.box.x0) || !(near(last.box.x0, rest.box.x0) || near(last.box.x1, rest.box.x1)))
    return false
  return [above, row].every(({ lines, size }) => lines[1]!.box.x0 - lines[0]!.box.x1 >= APART_EM * size)
}
