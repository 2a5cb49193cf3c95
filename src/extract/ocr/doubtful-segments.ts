/** Finds words whose page segmentation is probably wrong, mostly in tables. */
import { type Box, height, unionOf } from '../../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../model/ocr-result.ts'
import { meanConfidence } from './detect-orientation.ts'

/** Maximum mean confidence of a segment, and of words that are rotated or have the height of two lines. */
const MAX_CONFIDENCE = 0.6
const MAX_UNUSUAL_CONFIDENCE = 0.75
/** Minimum height of a word over two lines, and minimum gap between segments, in letter heights. */
const MIN_TWO_LINES_HEIGHT = 2.5
const MIN_GAP = 1.5

/** Words of a line without a wide gap between them. */
export interface Segment {
  readonly words: readonly OcrWord[]
  readonly box: Box
}

/** A column of short labels may be taken for vertical text. */
export function findRotatedWords({ words, lines }: OcrResult): OcrWord[] {
  const byLine = Map.groupBy(
    words.filter(({ line }) => isRotated(lines[line])),
    ({ line }) => line,
  )
  return [...byLine.values()].filter((own) => meanConfidence(own) < MAX_UNUSUAL_CONFIDENCE).flat()
}

/** Two lines of a cell may be taken for one, because the line in the next cell is between them. */
export function findDoubtfulSegments({ words, lines }: OcrResult, letterHeight: number): Segment[] {
  const byLine = Map.groupBy(
    words.filter(({ line }) => !isRotated(lines[line])),
    ({ line }) => line,
  )
  return [...byLine.values()]
    .flatMap((own) => splitAtGaps(own, letterHeight * MIN_GAP))
    .filter((segment) => isDoubtful(segment.words, letterHeight))
}

function isRotated(line: OcrLine | undefined): boolean {
  return (line?.angle ?? 0) % 180 !== 0
}

function isDoubtful(words: readonly OcrWord[], letterHeight: number): boolean {
  const isOverTwoLines = ({ box, confidence }: OcrWord): boolean =>
    height(box) >= letterHeight * MIN_TWO_LINES_HEIGHT && confidence < MAX_UNUSUAL_CONFIDENCE
  return meanConfidence(words) < MAX_CONFIDENCE || words.some(isOverTwoLines)
}

function splitAtGaps(words: readonly OcrWord[], gap: number): Segment[] {
  const segments: OcrWord[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of words.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    if (word.box.x0 - end > gap) segments.push([word])
    else segments.at(-1)!.push(word)
    end = Math.max(end, word.box.x1)
  }
  return segments.map(segmentOf)
}

function segmentOf(words: readonly OcrWord[]): Segment {
  return { words, box: unionOf(words) }
}
