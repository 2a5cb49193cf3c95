import type { Block, TextBlock, TitleBlock } from '../model/document.ts'

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
