/**
 * Dot leaders were taken out of a page before it was read: here they come back as words of dots, each in the line that it lies in.
 * Rows of dots that lie in no line were rules and stay out.
 */
import { type Box, centerY, height, width } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/recognition.ts'

/** A word and a leader stand in one line when the leader's middle lies within the word's height and so much below it: dots stand on the baseline. */
const BELOW = 0.3
/** What a leader leads to or comes from stands nearer than this, heights of the word. */
const NEAR = 4

/** The recognition with a word for each leader, between those beside it. Boxes in the pixels that were read. */
export function restoreLeaders(
  recognition: OcrResult,
  leaders: readonly { readonly box: Box; readonly dots: number }[],
): OcrResult {
  if (leaders.length === 0) return recognition
  const words = [...recognition.words]
  for (const { box, dots } of leaders) {
    const beside = words.findLastIndex((word) => recognition.lines[word.line]?.angle === 0 && isBeside(word, box))
    const word = words[beside]
    if (word === undefined) continue
    const own = {
      text: '.'.repeat(dots),
      box: { ...box, y1: Math.max(box.y1, box.y0 + 1) },
      confidence: word.confidence,
      line: word.line,
    }
    words.splice(beside + 1, 0, own)
  }
  return { ...recognition, words }
}

/** The word stands left of the leader, near it. */
function isBeside({ box }: OcrWord, leader: Box): boolean {
  const middle = centerY(leader)
  const high = height(box)
  return (
    middle > box.y0 &&
    middle < box.y1 + high * BELOW &&
    box.x1 <= leader.x0 + high &&
    leader.x0 - box.x1 < high * NEAR &&
    width(leader) > 0
  )
}
