/**
 * Lines around a region → whether a caption names it a table. A caption above is measured from the last of its lines, however many it has.
 * It looks at the words that captions begin with and at places; which caption belongs to which table is settled elsewhere.
 */
import type { Box } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { rowText } from './cell-text.ts'
import type { TextRow } from './types.ts'

/** White between a table and its caption above it, and below it. Ems: document classes leave one or two lines; notes may stand between. */
const maxAboveEm = 4
const maxBelowEm = 2.5
/** Lines of one caption follow each other at most this far apart. Baselines, ems. A caption is seldom longer than so many lines. */
const captionLeadingEm = 1.75
const maxCaptionLines = 10
/** Blanks of a justified line stretch to this at most. Ems. */
const maxBlankEm = 1
/** Lines of running text follow each other this closely, and are at least this wide. Ems: captions stand further off. */
const maxTextLeadingEm = 1.4
const minTextEm = 20
/** “Table 3”, “TABLE II”, “Exhibit A.1”; not “Table of contents”. */
const captionStart =
  /^(?:[Tt](?:able|ab\.|abelle|ableau|abla|abela|abella)|TAB(?:LE|\.|ELLE|LEAU)|[Ee]xhibit|EXHIBIT|[CcQq]uadro|表)\s*(?:\d|[A-Z]{1,5}(?=[\s.:)–—-]|\d|$))/

/** A paragraph right above or below that begins like a table's caption, and stands no nearer to one of the tables `found` before. */
export function isCaptioned(
  box: Box,
  lines: readonly Line[],
  { size, found = [] }: { size: number; found?: readonly Box[] | undefined },
): boolean {
  return lines.some((line) => {
    const { box: own, text } = line
    if (
      own.x1 < box.x0 ||
      own.x0 > box.x1 ||
      !captionStart.test(text) ||
      found.some((other) => isNearer(other, box, own))
    )
      return false
    const below = own.y0 - box.y1
    if (below > -size && below < maxBelowEm * size) return true
    const above = box.y0 - endOfCaption(line, lines, box.y0 + 0.5 * size)
    return above > -size && above < maxAboveEm * size && !goesOnFrom(line, lines)
  })
}

function isNearer(other: Box, box: Box, caption: Box): boolean {
  const gap = ({ y0, y1 }: Box): number => Math.max(y0 - caption.y1, caption.y0 - y1)
  return other.x0 < caption.x1 && other.x1 > caption.x0 && gap(other) < gap(box)
}

/** A sentence within running text that mentions a table: a long line stands closely above. */
function goesOnFrom(first: Line, lines: readonly Line[]): boolean {
  return lines.some(({ baseline, box, size }) => {
    const step = first.baseline - baseline
    const isUnder = box.x0 < first.box.x1 && box.x1 > first.box.x0
    return (
      isUnder &&
      step > 0.7 * size &&
      step <= maxTextLeadingEm * size &&
      Math.abs(size - first.size) <= 0.12 * size &&
      box.x1 - box.x0 >= minTextEm * size
    )
  })
}

/** The lower edge of a caption that begins with a line: of the last line that follows it closely, above a height. */
function endOfCaption(first: Line, lines: readonly Line[], bottom: number): number {
  let last = first
  for (let count = 1; count < maxCaptionLines; count++) {
    const next = lines.find(({ baseline, box, spans }) => {
      const step = baseline - last.baseline
      // Pieces set apart are a row of the table.
      if (spans.some((span, at) => at > 0 && span.box.x0 - spans[at - 1]!.box.x1 > maxBlankEm * span.size)) return false
      return (
        step > 0.7 * last.size &&
        step <= captionLeadingEm * last.size &&
        box.y1 <= bottom &&
        box.x0 < first.box.x1 &&
        box.x1 > first.box.x0
      )
    })
    if (next === undefined) break
    last = next
  }
  return last.box.y1
}

/** Begins as captions of tables and figures do. */
export function startsCaption({ words }: TextRow): boolean {
  return /^(table|tab\.|figure|fig\.|tabelle|tableau|tabla|表|图)\s*[\dIVX]/i.test(rowText(words))
}
