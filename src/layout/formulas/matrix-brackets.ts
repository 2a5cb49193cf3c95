/** Brackets of variable size: their parts are joined, and an opening one finds its closing one. */
import { type Box, centerY, height, union } from '../../model/geometry.ts'
import { bracketOfPart, isBracketPair, isClosing, isOpening } from './math-symbols.ts'
import { isComposite, mainSize } from './part-metrics.ts'
import type { Glyph, Part } from './types.ts'

/** Maximum vertical offset of paired brackets. */
const MAX_CENTER_OFFSET_EM = 0.6
/** Minimum height of a bracket around several rows. */
const MIN_TALL_BRACKET_EM = 1.7

export function closingOf(open: Glyph, brackets: readonly Glyph[]): Glyph | undefined {
  let depth = 0
  for (const other of brackets) {
    if (other.x0 < open.x1 - 0.5) continue
    if (Math.abs(centerY(other) - centerY(open)) > MAX_CENTER_OFFSET_EM * open.size) continue
    if (open.text === '|' ? other.text === '|' : isClosing(other.text)) {
      if (depth === 0) return open.text === '|' || isBracketPair(open.text, other.text) ? other : undefined
      depth -= 1
    } else if (isOpening(other.text)) depth += 1
  }
  return undefined
}

/** Some fonts have no recognizable name for tall brackets, so all sizes count. */
export function isBracket(part: Part): part is Glyph {
  return !isComposite(part) && (isOpening(part.text) || isClosing(part.text) || (part.text === '|' && part.stretchy))
}

/** Tall bars are built of short ones. */
function barOfPart({ text, stretchy }: Glyph): string | undefined {
  return stretchy && '|∣∥‖'.includes(text) ? text : undefined
}

export function joinBracketParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const bracket = isComposite(part) ? undefined : (bracketOfPart(part.text) ?? barOfPart(part))
    if (isComposite(part) || bracket === undefined) {
      joined.push(part)
      continue
    }
    const at = joined.findIndex(
      (other) =>
        !isComposite(other) &&
        other.stretchy &&
        Math.abs(other.x0 - part.x0) < part.size * 0.3 &&
        (other.text === bracket || bracket === '|' || other.text === '|'),
    )
    const sameBracket = joined[at] as Glyph | undefined
    if (sameBracket === undefined) joined.push({ ...part, text: bracket, stretchy: true })
    else {
      const { y0, y1 } = union(sameBracket, part)
      joined[at] = { ...sameBracket, text: sameBracket.text === '|' ? bracket : sameBracket.text, y0, y1 }
    }
  }
  return joined
}

/** Parts between tall brackets may be rows of a matrix. */
export function insideTallBrackets(parts: readonly Part[]): (part: Box) => boolean {
  const size = mainSize(parts)
  const brackets = parts.filter(isBracket)
  const tall = brackets
    .filter((bracket) => bracket.stretchy && height(bracket) > MIN_TALL_BRACKET_EM * size)
    .map((open) => ({ open, right: closingOf(open, brackets)?.x0 ?? (open.text === '{' ? Infinity : open.x1) }))
  return (part) => {
    const y = centerY(part)
    return tall.some(({ open, right }) => part.x0 >= open.x1 - 1 && part.x1 <= right + 1 && y > open.y0 && y < open.y1)
  }
}
