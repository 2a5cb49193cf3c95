/**
 * A paragraph cut by a page break → one paragraph on the page where it began (`enable_text_cross_page`).
 * Joins only what can't be two paragraphs: an unfinished line above, its like below.
 */

import type { Block, DocumentPage, TextBlock } from '../model/document.ts'
import { mergeLinks } from '../model/hyperlinks.ts'
import { joinContinuation } from '../model/join-text.ts'
import type { ParseOptions } from '../model/options.ts'
import { removeBlock, replaceBlock } from './reindex.ts'
import { endsSentence } from './text-blocks.ts'

/** Sizes of one paragraph agree but for rounding, in points. */
const SAME_SIZE = 0.5

export function joinText(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (!options.features.enable_text_cross_page) return pages
  const joined = [...pages]
  // From the end, so that a paragraph over three pages gathers on the first.
  for (let at = joined.length - 1; at > 0; at--) {
    const before = joined[at - 1]!
    const page = joined[at]!
    if (page.pageIndex !== before.pageIndex + 1) continue
    const head = lastText(before)
    const tail = firstText(page)
    if (head === null || tail === null || !continues(head, tail)) continue
    joined[at - 1] = replaceBlock(before, head.index, append(head.block, tail.block))
    joined[at] = { ...removeBlock(page, tail.index), mergeFromPrevious: true }
  }
  return joined
}

/** What a reader's eye skips between two halves of a paragraph is not body. */
export function isBody(block: Block): boolean {
  return (
    !['header', 'footer', 'footnote', 'sider', 'figure_caption', 'table_caption'].includes(block.type) &&
    block.kind !== 'figure'
  )
}

interface Candidate {
  readonly block: TextBlock
  readonly index: number
  /** A table stands between the text and the page break: it floats, or the text has ended. */
  readonly overTable: boolean
}

function lastText({ blocks }: DocumentPage): Candidate | null {
  let overTable = false
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]!
    if (block.kind === 'table') overTable = true
    else if (isBody(block)) return isProse(block) ? { block, index, overTable } : null
  }
  return null
}

function firstText({ blocks }: DocumentPage): Candidate | null {
  let overTable = false
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'table') overTable = true
    else if (isBody(block)) return isProse(block) && block.items === undefined ? { block, index, overTable } : null
  }
  return null
}

function isProse(block: Block): block is TextBlock {
  return block.kind === 'text' && (block.type === 'text' || block.type === 'reference')
}

function continues(
  { block: head, overTable: headOver }: Candidate,
  { block: tail, overTable: tailOver }: Candidate,
): boolean {
  // Tags tell where a paragraph ends.
  if (head.element !== undefined && tail.element !== undefined) return head.element === tail.element
  if (
    head.type !== tail.type ||
    Math.abs(head.style.size - tail.style.size) > SAME_SIZE ||
    head.style.bold !== tail.style.bold
  )
    return false
  if (/\p{L}[-\u2010]$/u.test(head.text)) return /^\p{Ll}/u.test(tail.text) || (isCaps(head) && isCaps(tail))
  if (endsSentence(head.text)) return false
  if (/^\p{Ll}/u.test(tail.text)) return true
  // Beyond this point the words alone don't tell, so nothing may stand between, and no item of a list is continued.
  if (headOver || tailOver || head.items !== undefined) return false
  // A capital may go on with a sentence ("… in New\nYork") when the lines above filled the column.
  return (
    head.style.lineCount > 1 &&
    /[\p{L}\p{N},،、，]$/u.test(head.text) &&
    /^[\p{L}\p{N}("“«「『（]/u.test(tail.text) &&
    head.style.font === tail.style.font
  )
}

function isCaps({ style }: TextBlock): boolean {
  return style.caps
}

/** One block of the two; the box stays the first one's. */
export function append(head: TextBlock, tail: TextBlock): TextBlock {
  const pictures = [...(head.inlinePictures ?? []), ...(tail.inlinePictures ?? [])]
  const last = head.items?.at(-1)
  const weight = (block: TextBlock): number => Math.max(1, block.text.length)
  const confidence = (head.confidence * weight(head) + tail.confidence * weight(tail)) / (weight(head) + weight(tail))
  return {
    ...head,
    text: joinContinuation(head.text, tail.text),
    style: { ...head.style, lineCount: head.style.lineCount + tail.style.lineCount },
    confidence: Math.round(confidence * 1000) / 1000,
    ...(head.items === undefined || last === undefined
      ? {}
      : { items: [...head.items.slice(0, -1), { ...last, text: joinContinuation(last.text, tail.text) }] }),
    ...(pictures.length === 0 ? {} : { inlinePictures: pictures }),
    ...mergeLinks(head, tail),
  }
}
