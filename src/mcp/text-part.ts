import type { CountTokens } from '../render/types.ts'

const MAX_TOKEN_CHARACTERS = 16

/** Text from `offset` that fits into `maxTokens`, and the offset of the next part; `null` at the end. */
export function textPart(
  text: string,
  { offset, maxTokens, countTokens }: { offset: number; maxTokens: number; countTokens: CountTokens },
): { part: string; nextOffset: number | null } {
  const rest = text.slice(offset, offset + maxTokens * MAX_TOKEN_CHARACTERS)
  let fitting = 1
  let excess = rest.length + 1
  while (excess - fitting > 1) {
    const middle = (fitting + excess) >> 1
    if (countTokens(rest.slice(0, middle)) <= maxTokens) fitting = middle
    else excess = middle
  }
  if (offset + fitting >= text.length) return { part: rest, nextOffset: null }
  // A part ends with a line if possible, and never inside a surrogate pair.
  const line = rest.lastIndexOf('\n', fitting - 1) + 1
  const isInPair = /[\ud800-\udbff]/.test(rest[fitting - 1] ?? '')
  const end = line > fitting / 2 ? line : fitting + (isInPair ? 1 : 0)
  return { part: rest.slice(0, end), nextOffset: offset + end }
}
