import type { Block, TextBlock, TitleBlock } from '../model/document.ts'
import { mergeLinks } from '../model/hyperlinks.ts'
import { mergeFormulas } from '../model/inline-formulas.ts'
import { addWeight, mostFrequent } from '../model/statistics.ts'

export type TextualBlock = TextBlock | TitleBlock

export function isTextual(block: Block): block is TextualBlock {
  return block.kind === 'text' || block.kind === 'title'
}

export function isSideBySide(one: Block, other: Block): boolean {
  return one.box.y0 < other.box.y1 && one.box.y1 > other.box.y0
}

/** Everything that a text and a title have in common. */
export function contentOf(block: TextualBlock): Omit<TitleBlock, 'kind' | 'type' | 'level' | 'exact'> {
  const { box, confidence, source, text, style } = block
  return { box, confidence, source, text, style, ...inlineContentOf(block) }
}

/** Images, formulas and links of joined blocks, in text order. */
export function inlineContentOf(
  ...blocks: readonly TextualBlock[]
): Pick<TextBlock, 'inlinePictures' | 'inlineFormulas' | 'links'> {
  const pictures = blocks.flatMap(({ inlinePictures }) => inlinePictures ?? [])
  return {
    ...(pictures.length === 0 ? {} : { inlinePictures: pictures }),
    ...mergeLinks(...blocks),
    ...mergeFormulas(...blocks),
  }
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
