import { charsOf } from '../../model/character-classes.ts'
import { clamp, minOf } from '../../model/statistics.ts'
import type { Row } from '../state.ts'
import { spansOf } from '../text/text-style.ts'

/** Typical character width of monospaced fonts. */
const MONO_EM = 0.6
/** Maximum empty lines between two lines of code. */
const MAX_EMPTY_LINES = 2

/** Keeps line breaks, empty lines and indentation. */
export function codeText(rows: readonly Row[]): string {
  const left = minOf(rows.map(({ box }) => box.x0))
  const steps = rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline)
  const leading = minOf(steps.filter((step) => step > 0))
  const charWidth = characterWidthOf(rows)
  return rows
    .map((row, index) => {
      const above = rows[index - 1]
      const gap =
        above === undefined ? 0 : clamp(Math.round((row.baseline - above.baseline) / leading) - 1, 0, MAX_EMPTY_LINES)
      return '\n'.repeat(gap) + rowText(row, { left, charWidth: charWidth ?? row.size * MONO_EM })
    })
    .join('\n')
}

/** In points, or `null` without monospaced text. */
function characterWidthOf(rows: readonly Row[]): number | null {
  const spans = spansOf(rows).filter(({ font }) => font.mono)
  const chars = charsOf(spans)
  return chars === 0 ? null : spans.reduce((sum, { box }) => sum + box.x1 - box.x0, 0) / chars
}

function rowText(row: Row, { left, charWidth }: { left: number; charWidth: number }): string {
  let text = ''
  for (const line of row.lines) {
    const column = Math.round((line.box.x0 - left) / charWidth)
    text = text.padEnd(Math.max(column, text === '' ? 0 : text.length + 1)) + line.text
  }
  return text
}
