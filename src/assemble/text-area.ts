/**
 * The part of a page that a document's text fills, as its other pages show it: margins are set once, so that what stands where
 * the text of other pages stands is text, however short its line and however much white follows it.
 */
import type { Block, DocumentPage } from '../model/document.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** A line among text has its edge within this share of the page's height of the text's own. */
const SLACK = 0.004
/** Pages of one size, within this share. */
const SAME_SIZE = 0.01
/** So many other pages have to have text there: one may be a cover, or a page of its own kind. */
const MIN_PAGES = 2
/** A paragraph, not a lone line at the edge that was passed over. */
const MIN_LINES = 2

/** Upper and lower end of a page's text, as shares of its height; null on a page without any. */
interface TextArea {
  readonly top: number
  readonly bottom: number
  readonly page: DocumentPage
}

/** `(page's place in the list, block) → whether other pages have text at its height`. `furniture` holds, per page, the blocks that are no text. */
export function inferTextAreas(
  pages: readonly DocumentPage[],
  furniture: readonly ReadonlyMap<number, unknown>[],
): (at: number, block: TextualBlock) => boolean {
  const areas = pages.map((page, at) => areaOf(page, furniture[at]!))
  return (at, block) => {
    const page = pages[at]!
    const others = areas.filter(
      (area, index): area is TextArea => area !== null && index !== at && isSameSize(area.page, page),
    )
    const [y0, y1] = [block.box.y0 / page.height, block.box.y1 / page.height]
    const covering = others.filter(({ top, bottom }) => top <= y0 + SLACK && bottom >= y1 - SLACK)
    return covering.length > 0 && covering.length >= Math.min(MIN_PAGES, others.length)
  }
}

function areaOf(page: DocumentPage, furniture: ReadonlyMap<number, unknown>): TextArea | null {
  const text = page.blocks.filter((block, index) => isBody(block) && !furniture.has(index))
  if (text.length === 0) return null
  return {
    top: Math.min(...text.map(({ box }) => box.y0)) / page.height,
    bottom: Math.max(...text.map(({ box }) => box.y1)) / page.height,
    page,
  }
}

/** Paragraphs, lists and listings; tables may hold a running head that was taken for their first row. */
function isBody(block: Block): boolean {
  return isTextual(block) && (block.type === 'text' || block.type === 'code') && block.style.lineCount >= MIN_LINES
}

function isSameSize(one: DocumentPage, other: DocumentPage): boolean {
  return (
    Math.abs(one.width - other.width) <= SAME_SIZE * other.width &&
    Math.abs(one.height - other.height) <= SAME_SIZE * other.height
  )
}
