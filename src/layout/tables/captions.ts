import { type Box, overlapX } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { rowText } from './cell-text.ts'
import { MAX_LINE_LEADING_EM } from './tolerances.ts'
import type { TextRow } from './types.ts'

/** Maximum gap to the caption; LaTeX classes leave one or two lines, and notes may be between. */
const MAX_GAP_ABOVE_EM = 4
const MAX_GAP_BELOW_EM = 2.5
const MAX_CAPTION_LINES = 10
const MIN_LEADING_EM = 0.7

/** Excludes "Table of contents". */
const tableCaption =
  /^(?:[Tt](?:able|ab\.|abelle|ableau|abla|abela|abella)|TAB(?:LE|\.|ELLE|LEAU)|[Ee]xhibit|EXHIBIT|[CcQq]uadro|表)\s*(?:\d|[A-Z]{1,5}(?=[\s.:)–—-]|\d|$))/

export function startsCaption({ words }: TextRow): boolean {
  return /^(table|tab\.|exhibit|figure|fig\.|tabelle|tableau|tabla|cuadro|quadro|表|图)\s*(?:[\dIVX]|[A-Z]\.?\d)/i.test(
    rowText(words),
  )
}

/** Whether a caption right above or below names a table. See test/layout/tables/scoring/table-score.test.ts. */
export function isCaptioned(box: Box, lines: readonly Line[], size: number): boolean {
  return lines.some((line) => {
    const { box: own, text } = line
    if (own.x1 < box.x0 || own.x0 > box.x1 || !tableCaption.test(text)) return false
    const below = own.y0 - box.y1
    if (below > -size && below < MAX_GAP_BELOW_EM * size) return true
    const above = box.y0 - endOfCaption(line, lines, box.y0 + 0.5 * size)
    return above > -size && above < MAX_GAP_ABOVE_EM * size
  })
}

function endOfCaption(first: Line, lines: readonly Line[], bottom: number): number {
  let last = first
  for (let count = 1; count < MAX_CAPTION_LINES; count++) {
    const next = lines.find((line) => {
      const step = line.baseline - last.baseline
      return (
        step > MIN_LEADING_EM * last.size &&
        step <= MAX_LINE_LEADING_EM * last.size &&
        line.box.y1 <= bottom &&
        overlapX(line.box, first.box) > 0
      )
    })
    if (next === undefined) break
    last = next
  }
  return last.box.y1
}
