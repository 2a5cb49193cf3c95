/** Infers text areas from pages of one size, which have equal margins: even a short line within is text. */
import type { Block, DocumentPage } from '../model/document.ts'
import { maxOf, minOf } from '../model/statistics.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** Tolerance of the edges of a text area, relative to the page height. */
const EDGE_TOLERANCE = 0.004
/** Maximum relative difference of page sizes that count as one. */
const PAGE_SIZE_TOLERANCE = 0.01
/** Minimum other pages with text at a height; a single one may be a cover. */
const MIN_PAGES = 2
/** Minimum lines of a block that shows the text area; a single line may be furniture. */
const MIN_LINES = 2

/** Relative to the page height. */
interface TextArea {
  readonly top: number
  readonly bottom: number
  readonly page: DocumentPage
}

/** Whether other pages have text at the height of a block on page `at`. */
export function inferTextAreas(
  pages: readonly DocumentPage[],
  furniture: readonly ReadonlyMap<number, unknown>[],
): (at: number, block: TextualBlock) => boolean {
  const areas = pages.map((page, at) => textAreaOf(page, furniture[at]!))
  return (at, block) => {
    const page = pages[at]!
    const others = areas.filter(
      (area, index): area is TextArea => area !== null && index !== at && hasSameSize(area.page, page),
    )
    const [y0, y1] = [block.box.y0 / page.height, block.box.y1 / page.height]
    const covering = others.filter(({ top, bottom }) => top <= y0 + EDGE_TOLERANCE && bottom >= y1 - EDGE_TOLERANCE)
    return covering.length > 0 && covering.length >= Math.min(MIN_PAGES, others.length)
  }
}

function textAreaOf(page: DocumentPage, furniture: ReadonlyMap<number, unknown>): TextArea | null {
  const text = page.blocks.filter((block, index) => showsTextArea(block) && !furniture.has(index))
  if (text.length === 0) return null
  return {
    top: minOf(text.map(({ box }) => box.y0)) / page.height,
    bottom: maxOf(text.map(({ box }) => box.y1)) / page.height,
    page,
  }
}

/** The first row of a table may be a page header. */
function showsTextArea(block: Block): boolean {
  return isTextual(block) && (block.type === 'text' || block.type === 'code') && block.style.lineCount >= MIN_LINES
}

function hasSameSize(one: DocumentPage, other: DocumentPage): boolean {
  return (
    Math.abs(one.width - other.width) <= PAGE_SIZE_TOLERANCE * other.width &&
    Math.abs(one.height - other.height) <= PAGE_SIZE_TOLERANCE * other.height
  )
}
