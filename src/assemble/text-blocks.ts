import type { Block, TextBlock, TitleBlock } from '../model/document.ts'
import { addWeight, mostFrequent } from '../model/statistics.ts'

export type TextualBlock = TextBlock | TitleBlock

export function isTextual(block: Block): block is TextualBlock {
  return block.kind === 'text' || block.kind === 'title'
}

export function isSideBySide(one: Block, other: Block): boolean {
  return one.box.y0 < other.box.y1 && one.box.y1 > other.box.y0
}

export function contentOf({
  box,
  confidence,
  source,
  text,
  style,
  links,
}: TextualBlock): Pick<TextualBlock, 'box' | 'confidence' | 'source' | 'text' | 'style' | 'links'> {
  return { box, confidence, source, text, style, ...(links === undefined ? {} : { links }) }
}

/** Sentence ends of any script. A line may also end after a colon or semicolon. */
const sentenceEnd = /[\p{Sentence_Terminal}:;：；…]["'”’»)\]）」』]*$/u

export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text)
}

/** Size in points of most of the text; `null` without text. */
export function mostFrequentSize(blocks: readonly TextualBlock[]): number | null {
  const weights = new Map<number, number>()
  for (const { style, text } of blocks) addWeight(weights, style.size, text.length)
  return mostFrequent(weights, null)
}

interface WeightedConfidence {
  readonly confidence: number
  /** Characters. */
  readonly length: number
}

export function joinedConfidence(head: WeightedConfidence, tail: WeightedConfidence): number {
  const [headWeight, tailWeight] = [Math.max(1, head.length), Math.max(1, tail.length)]
  const mean = (head.confidence * headWeight + tail.confidence * tailWeight) / (headWeight + tailWeight)
  return Math.round(mean * 1000) / 1000
}
