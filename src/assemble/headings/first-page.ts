/**
 * First pages: a document that has no title anywhere gets its most prominent first line for one, and on a cover only the
 * title and what looks like later headings stay titles: the rest is date, author, publisher.
 */
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { isColumnText, isParagraph } from '../running-text.ts'
import { contentOf } from '../text-blocks.ts'

const MAX_LINES = 3
const MAX_CHARS = 120
/** A title stands in the upper part of its page. */
const UPPER_PART = 0.5
/** The line that a document begins with stands higher. */
const TOP_PART = 0.25
/** Larger than the text by this, a line is a title wherever it stands up there. */
const LARGER = 1.1
/** A cover's title is display type. */
const COVER_LARGER = 1.35
/** In the middle of the text, or of the page, within this. */
const CENTER_EM = 1.5
/** On a cover, what is nearly as large as the title is part of it. */
const COVER_SIZE = 0.7

/** Nothing changes in documents that have a title which stands out; those that only their numbers tell may have one above them. */
export function promoteUntitled(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  if (pages.some((page) => page.blocks.some((block) => block.kind === 'title' && standsOut(block, page)))) return pages
  const page =
    pages.length === 1
      ? pages[0]
      : pages.find(({ blocks }) => blocks.some(({ kind, type }) => kind === 'text' && type === 'text'))
  // A page that is no text has no title either.
  if (page === undefined || !page.blocks.some(isParagraph)) return pages
  const found = prominent(page) ?? (pages.length === 1 ? headline(page) : null)
  return found === null ? pages : withTitle(pages, { page, found })
}

function withTitle(
  pages: readonly DocumentPage[],
  { page, found }: { readonly page: DocumentPage; readonly found: TextBlock },
): DocumentPage[] {
  return pages.map((other) =>
    other === page
      ? { ...page, blocks: page.blocks.map((block) => (block === found ? toTitle(found) : block)) }
      : other,
  )
}

/** Two lines in the middle above a table that fills a single page: what it is called, and of what. Running heads are one line, and stand above text. */
function headline(page: DocumentPage): TextBlock | null {
  if (page.blocks.some((block) => block.kind === 'text' && isParagraph(block))) return null
  const [first, second] = page.blocks.filter(
    (block): block is TextBlock => block.kind === 'text' && block.type === 'header',
  )
  if (first === undefined || second === undefined || second.box.y0 < (first.box.y0 + first.box.y1) / 2) return null
  return first.style.lineCount === 1 && mayBeTitle(first) && isCenterd(first, page) && isCenterd(second, page)
    ? first
    : null
}

/**
 * The line that a document begins with is its title where it stands in the middle above text that does not, though its type is the
 * text's. Larger titles on its page are the document's own.
 */
export function promoteTopLine(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const [page] = pages
  if (page === undefined || page.pageIndex !== 0) return pages
  const first = page.blocks.find(({ kind, type }) => kind !== 'figure' && type !== 'header' && type !== 'footer')
  if (
    first?.kind !== 'text' ||
    first.type !== 'text' ||
    first.style.lineCount > 1 ||
    !mayBeTitle(first) ||
    first.box.y1 > page.height * TOP_PART
  )
    return pages
  if (first.style.size < bodySizeOf(page) || !isCenterd(first, page) || !page.blocks.some(isParagraph)) return pages
  if (
    page.blocks.some((block) => block.kind === 'title' && (block.exact === true || block.style.size > first.style.size))
  )
    return pages
  return withTitle(pages, { page, found: first })
}

/** In size, weight or capitals, or without a number to tell it. */
function standsOut({ style, text }: TitleBlock, page: DocumentPage): boolean {
  return style.size > bodySizeOf(page) || style.bold || style.caps || parseNumbering(text) === null
}

/** A cover of few lines has nothing to compare its largest one with: the other pages' text tells that it is a title. */
export function promoteCoverTitle(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const [cover, ...rest] = pages
  if (
    cover === undefined ||
    cover.blocks.some(({ kind }) => kind === 'title') ||
    cover.blocks.some(isParagraph) ||
    !rest.some(({ blocks }) => blocks.some(({ kind }) => kind === 'title'))
  )
    return pages
  const lines = cover.blocks.filter((block): block is TextBlock => block.kind === 'text' && block.type === 'text')
  const largest = lines.reduce<TextBlock | null>(
    (best, next) => (best === null || next.style.size > best.style.size ? next : best),
    null,
  )
  const body = Math.max(...rest.map(bodySizeOf))
  const alone = lines.every((line) => line === largest || line.style.size < (largest?.style.size ?? 0))
  if (largest === null || !alone || !mayBeTitle(largest)) return pages
  // Lines of a cover are hardly larger than text in typescripts: there the first is bold or in capitals.
  const heads = largest === lines[0] && (largest.style.bold || largest.style.caps) && largest.style.size > body
  if (largest.style.size < body * COVER_LARGER && !heads) return pages
  return [{ ...cover, blocks: cover.blocks.map((block) => (block === largest ? toTitle(largest) : block)) }, ...rest]
}

function prominent(page: DocumentPage): TextBlock | null {
  const body = bodySizeOf(page)
  const texts = page.blocks.filter((block): block is TextBlock => block.kind === 'text' && block.type === 'text')
  const inFront = texts.filter((block) => page.blocks.indexOf(block) < page.blocks.findIndex(isParagraph))
  const able = inFront.filter((block) => mayBeTitle(block) && block.box.y1 < page.height * UPPER_PART)
  const largest = able.reduce<TextBlock | null>(
    (best, next) => (best === null || next.style.size > best.style.size ? next : best),
    null,
  )
  if (largest !== null && largest.style.size >= body * LARGER) return largest
  const first = texts[0]
  if (first === undefined || first !== able[0] || first.style.lineCount > 1) return null
  return first.style.bold || first.style.caps || isCenterd(first, page) ? first : null
}

function mayBeTitle({ text, style, items, plain }: TextBlock): boolean {
  return (
    plain !== true &&
    items === undefined &&
    style.lineCount <= MAX_LINES &&
    text.length <= MAX_CHARS &&
    (text.match(/\p{L}/gu)?.length ?? 0) * 2 > text.length &&
    !/^\p{Ll}/u.test(text) &&
    !/[.,;:，。；：]$/.test(text) &&
    !/\S@\S|https?:|www\./i.test(text)
  )
}

function bodySizeOf({ blocks }: DocumentPage): number {
  const weights = new Map<number, number>()
  for (const block of blocks)
    if (block.kind === 'text' && block.type === 'text')
      weights.set(block.style.size, (weights.get(block.style.size) ?? 0) + block.text.length)
  return [...weights].reduce((best, next) => (next[1] > best[1] ? next : best), [10, 0] as const)[0]
}

function isCenterd({ box, style }: TextBlock, { blocks, width }: DocumentPage): boolean {
  const columns = blocks.filter((block) => isColumnText(block) || block.kind === 'table')
  const left = Math.min(width / 2, ...columns.map((block) => block.box.x0))
  const right = Math.max(width / 2, ...columns.map((block) => block.box.x1))
  const offset = Math.abs((box.x0 + box.x1) / 2 - (left + right) / 2)
  return offset < CENTER_EM * style.size && box.x0 > left + 2 * style.size
}

function toTitle(block: TextBlock): TitleBlock {
  return { kind: 'title', type: 'title', level: 1, ...contentOf(block) }
}

/** A cover: a first page without running text before pages that have it. */
export function demoteOnCover(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const [cover, ...rest] = pages
  if (cover === undefined || cover.blocks.some(isParagraph) || !rest.some(({ blocks }) => blocks.some(isParagraph)))
    return pages
  const titles = cover.blocks.filter((block): block is TitleBlock => block.kind === 'title')
  const largest = Math.max(...titles.map(({ style }) => style.size))
  const later = new Set(
    rest.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [lookOf(block)] : []))),
  )
  const blocks = cover.blocks.map((block): Block => {
    if (
      block.kind !== 'title' ||
      block.exact === true ||
      block.style.size >= largest * COVER_SIZE ||
      later.has(lookOf(block))
    )
      return block
    return { kind: 'text', type: 'text', ...contentOf(block) }
  })
  return [{ ...cover, blocks }, ...rest]
}

function lookOf({ style: { size, bold, caps } }: TitleBlock): string {
  return `${size}|${bold}|${caps}`
}
