/** Captions of tables: recognized by their first words, assigned by distance. */
import { type Box, overlapX, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { rowText } from './cell-text.ts'
import { LINE_LEADING } from './settings.ts'
import type { TextRow } from './types.ts'

/** Maximum gap between a table and its caption, in em. Document classes leave one or two lines; notes may be in between. */
const MAX_GAP_ABOVE = 4
const MAX_GAP_BELOW = 2.5
const MAX_CAPTION_LINES = 10
/** Minimum distance between two baselines, in em. */
const MIN_LEADING = 0.7
/** Maximum width of a space in justified text, in em. */
const MAX_SPACE = 1
/** Line spacing and width of running text, in em: captions have more space above. */
const MAX_PROSE_LEADING = 1.4
const MIN_PROSE_WIDTH = 20
const FONT_SIZE_TOLERANCE_RATIO = 0.12

/** "Table 3", "TABLE II", "Exhibit A.1"; not "Table of contents". */
const tableCaption =
  /^(?:[Tt](?:able|ab\.|abelle|ableau|abla|abela|abella)|TAB(?:LE|\.|ELLE|LEAU)|[Ee]xhibit|EXHIBIT|[CcQq]uadro|表)\s*(?:\d|[A-Z]{1,5}(?=[\s.:)–—-]|\d|$))/

/** Whether a row begins like the caption of a table or figure. */
export function startsCaption({ words }: TextRow): boolean {
  return /^(table|tab\.|figure|fig\.|tabelle|tableau|tabla|表|图)\s*[\dIVX]/i.test(rowText(words))
}

/** Whether a caption right above or below names a region a table. Captions closer to one of the `tables` are theirs. */
export function isCaptioned(
  box: Box,
  lines: readonly Line[],
  { size, tables = [] }: { size: number; tables?: readonly Box[] },
): boolean {
  return lines.some((line) => {
    const { box: own, text } = line
    if (own.x1 < box.x0 || own.x0 > box.x1 || !tableCaption.test(text)) return false
    if (tables.some((other) => isCloser(other, box, own))) return false
    const below = own.y0 - box.y1
    if (below > -size && below < MAX_GAP_BELOW * size) return true
    const above = box.y0 - endOfCaption(line, lines, box.y0 + 0.5 * size)
    return above > -size && above < MAX_GAP_ABOVE * size && !isInProse(line, lines)
  })
}

function isCloser(other: Box, box: Box, caption: Box): boolean {
  const gap = ({ y0, y1 }: Box): number => Math.max(y0 - caption.y1, caption.y0 - y1)
  return overlapX(other, caption) > 0 && gap(other) < gap(box)
}

/** Whether a long line directly above makes this a sentence that mentions a table. */
function isInProse(line: Line, lines: readonly Line[]): boolean {
  return lines.some(({ baseline, box, size }) => {
    const step = line.baseline - baseline
    return (
      step > MIN_LEADING * size &&
      step <= MAX_PROSE_LEADING * size &&
      overlapX(box, line.box) > 0 &&
      Math.abs(size - line.size) <= FONT_SIZE_TOLERANCE_RATIO * size &&
      width(box) >= MIN_PROSE_WIDTH * size
    )
  })
}

/** Bottom of the caption that begins with a line and ends above `bottom`. */
function endOfCaption(first: Line, lines: readonly Line[], bottom: number): number {
  let last = first
  for (let count = 1; count < MAX_CAPTION_LINES; count++) {
    const next = lines.find((line) => {
      const step = line.baseline - last.baseline
      return (
        step > MIN_LEADING * last.size &&
        step <= LINE_LEADING * last.size &&
        line.box.y1 <= bottom &&
        overlapX(line.box, first.box) > 0 &&
        !hasWideSpace(line)
      )
    })
    if (next === undefined) break
    last = next
  }
  return last.box.y1
}

/** Whether a line is a row of several cells. */
function hasWideSpace({ spans }: Line): boolean {
  return spans.some((span, at) => at > 0 && span.box.x0 - spans[at - 1]!.box.x1 > MAX_SPACE * span.size)
}
