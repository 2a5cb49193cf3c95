import { imagePlaceholder } from '../../../model/document.ts'
import { type Inline, isWordless, withNumber } from '../inline-text.ts'
import { BULLET, type Marker, numberOf, type PageWriter } from '../page-writer.ts'

export type ParagraphRole = 'text' | 'caption' | 'contents' | 'code'

export interface FlowParagraph {
  readonly inline: Inline
  /** 0–9 for the title and headings; `null` for body text. */
  readonly level: number | null
  readonly role: ParagraphRole
  readonly marker: Marker | null
}

/** `displayed` is the number or the bullet that a program has stored. */
export function listMarker(displayed: string, { level, list }: Pick<Marker, 'level' | 'list'>): Marker | null {
  const text = displayed.trim()
  if (text === '') return null
  const isBullet = text === 'o' || !/[\p{L}\p{N}]/u.test(text)
  return { text: isBullet ? BULLET : text, level, list }
}

/** A paragraph of a list without a marker continues the item before it. */
export function writeParagraph({ inline, level, role, marker }: FlowParagraph, writer: PageWriter): void {
  const isItem = marker !== null && marker.text !== ''
  const hasWords = !isWordless(inline.text)
  if (role === 'code' && !isItem) writer.codeLine(inline.text.replaceAll(imagePlaceholder, ''))
  else if (level !== null && hasWords) writer.title(level, withNumber(inline, numberOf(marker?.text)))
  else if (isItem && hasWords) writer.item(marker, inline)
  else if (role === 'caption') writer.caption(inline)
  else if (marker === null || !writer.continueItem(inline))
    writer.text(inline, role === 'contents' ? 'cate_item' : 'text')
}
