/** Finds the lines that are text and not labels: prose, long lines in its style, and the lines that continue these. */
import type { Line } from '../state.ts'
import { findProse } from '../text/prose.ts'
import { roundSize } from '../text/text-style.ts'
import { faceOf } from './captioned-drawings.ts'

/** Shorter lines may be labels, in whatever type. Characters. */
const minLine = 40
/** The next line of a paragraph is this near below, and begins this near to its left edge. Ems. */
const leadingEm = 1.5
const edgeEm = 1.5

/** Indices of the lines. */
export function findText(lines: readonly Line[]): ReadonlySet<number> {
  const prose = findProse(lines)
  const types = new Set([...prose].flatMap((index) => (lines[index] === undefined ? [] : [typeOf(lines[index])])))
  if (types.size === 0) return prose
  const text = new Set(prose)
  const order = lines.map((_, index) => index).sort((a, b) => (lines[a]?.baseline ?? 0) - (lines[b]?.baseline ?? 0))
  /** By type and left edge: the last line that is text. */
  const last = new Map<string, Line>()
  for (const index of order) {
    const line = lines[index]
    if (line === undefined) continue
    const type = typeOf(line)
    if (!types.has(type)) continue
    const edge = Math.round(line.box.x0 / (edgeEm * line.size))
    const isNext = [edge - 1, edge, edge + 1].some((near) => {
      const above = last.get(`${type} ${near}`)
      return above !== undefined && line.baseline - above.baseline <= leadingEm * line.size
    })
    if (!text.has(index) && line.text.length < minLine && !isNext) continue
    text.add(index)
    last.set(`${type} ${edge}`, line)
  }
  return text
}

/** Face and size, which labels seldom share with the text. */
function typeOf(line: Line): string {
  return `${faceOf(line)} ${roundSize(line.size)}`
}
