/** Joins paragraphs over page breaks on the first page (`enable_text_cross_page`). */
import type { Block, DocumentPage, TextBlock } from '../model/document.ts'
import { joinContinuation } from '../model/join-text.ts'
import type { ParseOptions } from '../model/options.ts'
import { isBody, joinAcrossPages } from './page-breaks.ts'
import { removeBlock, replaceBlock } from './reindex.ts'
import { endsSentence, inlineContentOf, joinedConfidence } from './text-blocks.ts'

/** In points. */
const SIZE_TOLERANCE = 0.5

export function joinParagraphs(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (!options.features.enable_text_cross_page) return pages
  return joinAcrossPages(pages, (before, page) => {
    const head = findProse([...before.blocks.entries()].reverse())
    const tail = findProse([...page.blocks.entries()])
    if (head === null || tail === null || tail.block.items !== undefined || !continues(head, tail)) return null
    return [replaceBlock(before, head.index, append(head.block, tail.block)), removeBlock(page, tail.index)]
  })
}

interface ProseBlock {
  readonly block: TextBlock
  readonly index: number
  readonly isBehindTable: boolean
}

function findProse(blocks: readonly (readonly [number, Block])[]): ProseBlock | null {
  let isBehindTable = false
  for (const [index, block] of blocks) {
    if (block.kind === 'table') isBehindTable = true
    else if (isBody(block)) return isProse(block) ? { block, index, isBehindTable } : null
  }
  return null
}

function isProse(block: Block): block is TextBlock {
  return block.kind === 'text' && (block.type === 'text' || block.type === 'reference')
}

function continues(headProse: ProseBlock, tailProse: ProseBlock): boolean {
  const { block: head } = headProse
  const { block: tail } = tailProse
  if (head.element !== undefined && tail.element !== undefined) return head.element === tail.element
  if (
    head.type !== tail.type ||
    Math.abs(head.style.size - tail.style.size) > SIZE_TOLERANCE ||
    head.style.bold !== tail.style.bold
  )
    return false
  const startsLowercase = /^\p{Ll}/u.test(tail.text)
  if (/\p{L}[-\u2010]$/u.test(head.text)) return startsLowercase || (head.style.caps && tail.style.caps)
  if (endsSentence(head.text)) return false
  if (startsLowercase) return true
  // "… in New\nYork": text alone is not sufficient, so lists and interrupted text end.
  return (
    !headProse.isBehindTable &&
    !tailProse.isBehindTable &&
    head.items === undefined &&
    head.style.lineCount > 1 &&
    head.style.font === tail.style.font &&
    /[\p{L}\p{N},،、，]$/u.test(head.text) &&
    /^[\p{L}\p{N}("“«「『（]/u.test(tail.text)
  )
}

/** The box remains that of `head`. */
export function append(head: TextBlock, tail: TextBlock): TextBlock {
  const items = head.items?.map((item, at, { length }) =>
    at === length - 1 ? { ...item, text: joinContinuation(item.text, tail.text) } : item,
  )
  const weighted = ({ confidence, text }: TextBlock) => ({ confidence, length: text.length })
  return {
    ...head,
    text: joinContinuation(head.text, tail.text),
    style: { ...head.style, lineCount: head.style.lineCount + tail.style.lineCount },
    confidence: joinedConfidence(weighted(head), weighted(tail)),
    ...(items === undefined ? {} : { items }),
    ...inlineContentOf(head, tail),
  }
}
