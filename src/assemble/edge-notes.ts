/** Rotated notes along the side of a page: "Downloaded from …", the stamp of an archive, the name of a journal. */
import type { Block, DocumentPage } from '../model/document.ts'
import { height, width } from '../model/geometry.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** Maximum distance of a note from the edge of the page, relative to its width. */
const EDGE_ZONE = 0.15
/** Shorter text along the side may label a section or a row. */
const MIN_CHARS = 24
/** Minimum height of a note relative to its width, and per character in em. Lines of vertical scripts have less text. */
const MIN_ASPECT_RATIO = 3
const MIN_CHAR_EM = 0.25
/** Maximum line spacing, in em. */
const MAX_LEADING_EM = 2.2
/** Minimum text of the page relative to a note: pages may be turned as a whole. */
const MIN_TEXT_RATIO = 4

/** Indices of the notes, which are outside of everything else on the page. */
export function findEdgeNotes({ blocks, width: pageWidth }: DocumentPage): number[] {
  const isNote = blocks.map((block) => isTextual(block) && isRotatedNote(block))
  if (!isNote.includes(true)) return []
  const others = blocks.filter((_, at) => !isNote[at])
  const left = Math.min(...others.map(({ box }) => box.x0), pageWidth)
  const right = Math.max(...others.map(({ box }) => box.x1), 0)
  const chars = others.reduce((sum, block) => sum + lengthOf(block), 0)
  return [...blocks.keys()].filter((at) => {
    const { box } = blocks[at]!
    const isOutside =
      (box.x1 <= left && box.x1 < pageWidth * EDGE_ZONE) || (box.x0 >= right && box.x0 > pageWidth * (1 - EDGE_ZONE))
    return isNote[at] && isOutside && chars >= lengthOf(blocks[at]!) * MIN_TEXT_RATIO
  })
}

function isRotatedNote({ type, text, style, box }: TextualBlock): boolean {
  return (
    (type === 'text' || type === 'title') &&
    text.length >= MIN_CHARS &&
    /\p{L}{2}/u.test(text) &&
    height(box) > MIN_ASPECT_RATIO * width(box) &&
    height(box) * style.lineCount > MIN_CHAR_EM * style.size * text.length &&
    width(box) <= MAX_LEADING_EM * style.size * style.lineCount
  )
}

function lengthOf(block: Block): number {
  return isTextual(block) ? block.text.length : 0
}
