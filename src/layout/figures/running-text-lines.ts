/** Running text is prose, long lines in its font, and continuations; the rest are labels. */
import type { Line } from '../state.ts'
import { findProse } from '../text/prose.ts'
import { roundSize } from '../text/text-style.ts'
import { fontFamilyOf } from './captioned-drawings.ts'

/** Minimum length of a line in its own paragraph; shorter ones may be labels in the same font. */
const MIN_CHARS = 40
const MAX_LEADING_EM = 1.5
const EDGE_TOLERANCE_EM = 1.5

export function findRunningTextLines(lines: readonly Line[]): ReadonlySet<number> {
  const prose = findProse(lines)
  const fontKeys = new Set([...prose].map((index) => fontKey(lines[index]!)))
  if (fontKeys.size === 0) return prose
  const text = new Set(prose)
  /** Last line of text by font and left edge. */
  const last = new Map<string, Line>()
  for (const [index, line] of [...lines.entries()].sort(([, a], [, b]) => a.baseline - b.baseline)) {
    const key = fontKey(line)
    if (!fontKeys.has(key)) continue
    const edge = Math.round(line.box.x0 / (EDGE_TOLERANCE_EM * line.size))
    const isNext = [edge - 1, edge, edge + 1].some((near) => {
      const above = last.get(`${key} ${near}`)
      return above !== undefined && line.baseline - above.baseline <= MAX_LEADING_EM * line.size
    })
    if (!text.has(index) && line.text.length < MIN_CHARS && !isNext) continue
    text.add(index)
    last.set(`${key} ${edge}`, line)
  }
  return text
}

function fontKey(line: Line): string {
  return `${fontFamilyOf(line)} ${roundSize(line.size)}`
}
