import { type Box, centerY, height } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'

/** Maximum distance of a leader's center below the word's box, in word heights. */
const MAX_BELOW = 0.3
/** Maximum gap between a word and its leader, in word heights. */
const MAX_GAP = 4

/** Restores erased dot leaders as words of dots. Boxes are in pixels of the recognized raster. */
export function restoreLeaders(
  result: OcrResult,
  leaders: readonly { readonly box: Box; readonly dotCount: number }[],
): OcrResult {
  if (leaders.length === 0) return result
  const words = [...result.words]
  for (const { box, dotCount } of leaders) {
    const before = words.findLastIndex((word) => result.lines[word.line]?.angle === 0 && isLeftOf(word, box))
    const word = words[before]
    if (word === undefined) continue
    words.splice(before + 1, 0, {
      text: '.'.repeat(dotCount),
      box: { ...box, y1: Math.max(box.y1, box.y0 + 1) },
      confidence: word.confidence,
      line: word.line,
    })
  }
  return { ...result, words }
}

function isLeftOf({ box }: OcrWord, leader: Box): boolean {
  const leaderY = centerY(leader)
  const wordHeight = height(box)
  return (
    leaderY > box.y0 &&
    leaderY < box.y1 + wordHeight * MAX_BELOW &&
    box.x1 <= leader.x0 + wordHeight &&
    leader.x0 - box.x1 < wordHeight * MAX_GAP
  )
}
