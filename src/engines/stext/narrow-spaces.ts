/**
 * Finds word spaces narrower than .15 em, which MuPDF does not report: they differ from other gaps of a run, or follow
 * letters of some scripts.
 */
import { median } from '../../model/statistics.ts'
import type { GlyphEdges } from './letter-spacing.ts'

/** Minimum characters of a run whose gaps are compared. */
const MIN_RUN = 5
/** Minimum excess of a word space over the usual gap; larger than kerning. */
const MIN_EXCESS_EM = 0.1
const MAX_LETTER_EXCESS_EM = 0.06
const FIRST_OTHER_SCRIPT = 0x590

/** Letters after which MuPDF reports no space, without ideographs and kana. */
const unreportedAfter: readonly (readonly [first: number, last: number])[] = [
  [0x900, 0x1fff],
  [0x2c00, 0x2dff],
  [0xa4d0, 0xd7ff],
]

/** Whether MuPDF reports no space after the letter, however wide the gap (`may_add_space` in its stext-device.c). */
export function isSpaceUnreported(code: number): boolean {
  return unreportedAfter.some(([first, last]) => code >= first && code <= last)
}

/** Ascending indexes of the characters after a word space. */
export function findNarrowSpaces(text: string, edges: GlyphEdges): number[] {
  const found: number[] = []
  let from = 0
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && text[at] !== ' ') continue
    if (at - from >= MIN_RUN) found.push(...spacesOfRun(text, { from, to: at }, edges))
    from = at + 1
  }
  return found
}

function spacesOfRun(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  { lefts, rights, size }: GlyphEdges,
): number[] {
  const excess = (at: number): number => (lefts[at]! - rights[at - 1]!) / size
  let widest = 0
  for (let at = from + 1; at < to; at++) {
    if (text.charCodeAt(at) >= FIRST_OTHER_SCRIPT) return []
    widest = Math.max(widest, excess(at))
  }
  if (widest < MIN_EXCESS_EM - MAX_LETTER_EXCESS_EM) return []
  const gaps = Array.from({ length: to - from - 1 }, (_, index) => excess(from + 1 + index))
  const medianGap = median(gaps)!
  const spaces: number[] = []
  for (const [index, gap] of gaps.entries()) {
    if (gap - medianGap <= MAX_LETTER_EXCESS_EM) continue
    const at = from + 1 + index
    if (gap - medianGap < MIN_EXCESS_EM) return []
    // Digits may be grouped by thin spaces.
    if (!isDigit(text[at - 1]!) || !isDigit(text[at]!)) spaces.push(at)
  }
  return spaces
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9'
}
