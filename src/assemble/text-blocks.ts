/** The blocks that are words, text of any label and titles, and what their words tell. */
import type { Block, TextBlock, TitleBlock } from '../model/document.ts'

export type TextualBlock = TextBlock | TitleBlock

export function isTextual(block: Block): block is TextualBlock {
  return block.kind === 'text' || block.kind === 'title'
}

/** Side by side: their heights overlap. */
export function isSideBySide(one: Block, other: Block): boolean {
  return one.box.y0 < other.box.y1 && one.box.y1 > other.box.y0
}

/** What a block of words keeps when it becomes another kind. */
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

/** Ends of sentences in any script, then closing quotes and brackets. Colons and semicolons end what a new line may follow. */
const sentenceEnd = /[\p{Sentence_Terminal}:;：；…]["'”’»)\]）」』]*$/u

export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text)
}
