/** Promotes a title that layout missed, on a cover or in a document without prominent headings. */

import { countLetters } from '../../model/character-classes.ts'
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { centerX, centerY } from '../../model/geometry.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import { isColumnText, isParagraph } from '../running-text.ts'
import { mostFrequentSize } from '../text-blocks.ts'
import { headingsIn } from './candidates.ts'
import { relabel } from './relabel.ts'

const MAX_LINES = 3
/** Relative to the page height. */
const MAX_TITLE_POSITION = 0.5
/** Relative to the body, in general and on a cover. */
const MIN_SIZE_RATIO = 1.1
const MIN_COVER_SIZE_RATIO = 1.35
/** Maximum offset from the text's center, and minimum from its left edge. */
const MAX_CENTER_OFFSET_EM = 1.5
const MIN_INSET_EM = 2

/** A cover has little text, so it is compared with the other pages. */
export function promoteCoverTitle(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const [cover, ...rest] = pages
  if (
    cover === undefined ||
    cover.blocks.some((block) => block.kind === 'title' || isParagraph(block)) ||
    !rest.some(({ blocks }) => blocks.some(({ kind }) => kind === 'title'))
  )
    return pages
  const lines = cover.blocks.filter(isPlainText)
  const largest = largestOf(lines)
  if (largest === null || !mayBeTitle(largest)) return pages
  if (lines.some((line) => line !== largest && line.style.size >= largest.style.size)) return pages
  const bodySize = maxOf(rest.map(bodySizeOf))
  // Titles of typescripts are bold or in uppercase, but hardly larger than the text.
  const isEmphasized = (largest.style.bold || largest.style.caps) && largest.style.size > bodySize
  if (largest.style.size < bodySize * MIN_COVER_SIZE_RATIO && !isEmphasized) return pages
  return relabel(pages, [largest], 'promoteCoverTitle')
}

export function promoteMissingTitle(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  if (pages.some((page) => page.blocks.some((block) => block.kind === 'title' && isProminent(block, page))))
    return pages
  const page = pages.length === 1 ? pages[0] : pages.find(({ blocks }) => blocks.some(isPlainText))
  if (page === undefined || !page.blocks.some(isParagraph)) return pages
  const found = findProminentLine(page) ?? (pages.length === 1 ? findTableTitle(page) : null)
  return found === null ? pages : relabel(pages, [found], 'promoteMissingTitle')
}

/** Word tags the title of a document as a paragraph. */
export function promoteTaggedTitle(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const first = pages[0]?.blocks.find(isPlainText)
  const sizes = headingsIn(pages).map(({ style }) => style.size)
  if (first === undefined || sizes.length === 0 || first.plain !== true) return pages
  if (!hasTitleForm(first) || first.style.size <= maxOf(sizes)) return pages
  return relabel(pages, [first], 'promoteTaggedTitle')
}

function isProminent({ style, text }: TitleBlock, page: DocumentPage): boolean {
  return style.size > bodySizeOf(page) || style.bold || style.caps || parseNumbering(text) === null
}

function findProminentLine(page: DocumentPage): TextBlock | null {
  const texts = page.blocks.filter(isPlainText)
  const beforeText = page.blocks.slice(0, Math.max(0, page.blocks.findIndex(isParagraph))).filter(isPlainText)
  const candidates = beforeText.filter((block) => mayBeTitle(block) && block.box.y1 < page.height * MAX_TITLE_POSITION)
  const largest = largestOf(candidates)
  if (largest !== null && largest.style.size >= bodySizeOf(page) * MIN_SIZE_RATIO) return largest
  const first = texts[0]
  if (first === undefined || first !== candidates[0] || first.style.lineCount > 1) return null
  return first.style.bold || first.style.caps || isCentered(first, page) ? first : null
}

/** The first of two centered lines above a table that fills a single page. */
function findTableTitle(page: DocumentPage): TextBlock | null {
  if (page.blocks.some((block) => block.kind === 'text' && isParagraph(block))) return null
  const [first, second] = page.blocks.filter(
    (block): block is TextBlock => block.kind === 'text' && block.type === 'header',
  )
  if (first === undefined || second === undefined || second.box.y0 < centerY(first.box)) return null
  return first.style.lineCount === 1 && mayBeTitle(first) && isCentered(first, page) && isCentered(second, page)
    ? first
    : null
}

function isPlainText(block: Block): block is TextBlock {
  return block.kind === 'text' && block.type === 'text'
}

function largestOf(lines: readonly TextBlock[]): TextBlock | null {
  return lines.reduce<TextBlock | null>(
    (best, line) => (best === null || line.style.size > best.style.size ? line : best),
    null,
  )
}

function mayBeTitle(block: TextBlock): boolean {
  return block.plain !== true && hasTitleForm(block) && !/^\p{Ll}/u.test(block.text)
}

function hasTitleForm({ text, style, items }: TextBlock): boolean {
  return (
    items === undefined &&
    style.lineCount <= MAX_LINES &&
    countLetters(text) * 2 > text.length &&
    !/[.,;:，。；：]$/.test(text) &&
    !/\S@\S|https?:|www\./i.test(text)
  )
}

function bodySizeOf({ blocks }: DocumentPage): number {
  return mostFrequentSize(blocks.filter(isPlainText)) ?? 10
}

function isCentered({ box, style }: TextBlock, { blocks, width }: DocumentPage): boolean {
  const columns = blocks.filter((block) => isColumnText(block) || block.kind === 'table')
  const left = Math.min(width / 2, minOf(columns.map((block) => block.box.x0)))
  const right = Math.max(width / 2, maxOf(columns.map((block) => block.box.x1)))
  const offset = Math.abs(centerX(box) - (left + right) / 2)
  return offset < MAX_CENTER_OFFSET_EM * style.size && box.x0 > left + MIN_INSET_EM * style.size
}
