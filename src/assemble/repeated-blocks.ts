import { cached } from '../model/cached.ts'
import type { Block, DocumentPage } from '../model/document.ts'
import { centerX, centerY, longSide, shortSide } from '../model/geometry.ts'
import { parseNumbering } from '../model/numbering.ts'
import { maxOf, minOf } from '../model/statistics.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** Height of the zones of furniture, relative to the page height. */
export const REPEAT_ZONE = 0.16
/** Maximum difference between equal positions, relative to the page size. */
export const POSITION_TOLERANCE = 0.012
export const MAX_CHARS = 160
const MAX_LINES = 3
/** Limits of a long header or footer, such as an address, and minimum number of pages. */
const MAX_LONG_CHARS = 500
const MAX_LONG_LINES = 6
const MIN_LONG_PAGES = 3
/** Maximum distance in pages, because left and right pages may alternate. */
const MAX_PAGE_DISTANCE = 2
/** Maximum equal blocks of one page that are compared. */
const MAX_EQUAL_BLOCKS = 60
/** Tolerance of a logo's position in points; minimum number and fraction of pages. */
const LOGO_TOLERANCE = 2
const MIN_LOGO_PAGES = 3
const MIN_LOGO_RATIO = 0.3
/** Watermarks: minimum number and fraction of pages, size relative to the text, and color channel. */
const MIN_WATERMARK_PAGES = 3
const MIN_WATERMARK_RATIO = 0.6
const MIN_WATERMARK_SIZE_RATIO = 1.5
const MIN_WATERMARK_GRAY = 0x90
const MIN_DIAGONAL_EM = 2
/** Minimum ratio of the sides of its box: a slope of about 17 degrees. */
const MIN_DIAGONAL_RATIO = 0.3
/** Minimum brightest channel of white text, which is ordinary text on dark backgrounds. */
const MIN_WHITE = 0xf8

interface Occurrence {
  readonly page: number
  readonly pageIndex: number
  readonly block: number
  /** Relative to the page height. */
  readonly y: number
  /** First number in the text, or NaN. */
  readonly number: number
  readonly text: string
  readonly isNumberedHeading: boolean
}

/** Returns, per page, indices of text at the edges that repeats nearby at the same height. */
export function findRepeated(pages: readonly DocumentPage[]): Set<number>[] {
  const occurrences = new Map<string, Occurrence[]>()
  pages.forEach((page, at) => {
    page.blocks.forEach((block, index) => {
      if (!isTextual(block) || !isAtEdge(block, page)) return
      if (block.text.length > MAX_LONG_CHARS || block.style.lineCount > MAX_LONG_LINES) return
      const key = isLong(block) ? block.text : normalize(block.text)
      if (occurrences.get(key)?.at(-MAX_EQUAL_BLOCKS)?.page === at) return
      cached(occurrences, key, () => []).push({
        page: at,
        pageIndex: page.pageIndex,
        block: index,
        y: centerY(block.box) / page.height,
        number: Number(/\d+/.exec(block.text)?.[0] ?? NaN),
        text: block.text,
        isNumberedHeading: block.kind === 'title' && parseNumbering(block.text) !== null,
      })
    })
  })
  const repeated = pages.map(() => new Set<number>())
  for (const [key, list] of occurrences) {
    const hasLong = list.some(({ page, block }) => isLong(pages[page]!.blocks[block] as TextualBlock))
    if (hasLong && list.length < MIN_LONG_PAGES) continue
    list.forEach((one, at) => {
      for (let next = at + 1; next < list.length; next++) {
        const other = list[next]!
        if (other.pageIndex - one.pageIndex > MAX_PAGE_DISTANCE) break
        if (!isRepetition(one, other, key)) continue
        repeated[one.page]!.add(one.block)
        repeated[other.page]!.add(other.block)
      }
    })
  }
  return repeated
}

function isRepetition(one: Occurrence, other: Occurrence, key: string): boolean {
  const distance = other.pageIndex - one.pageIndex
  if (distance === 0 || Math.abs(other.y - one.y) > POSITION_TOLERANCE) return false
  // Numbered headings at the top of their pages differ only in the number.
  if (other.text !== one.text && one.isNumberedHeading) return false
  // Bare numbers in table cells repeat by chance, but page numbers increase.
  return key !== '#' || other.number - one.number === distance
}

function isAtEdge({ box }: Block, { height }: DocumentPage): boolean {
  return box.y1 <= height * REPEAT_ZONE || box.y0 >= height * (1 - REPEAT_ZONE)
}

function isLong({ text, style }: TextualBlock): boolean {
  return text.length > MAX_CHARS || style.lineCount > MAX_LINES
}

/** Texts that differ only in a page number become equal. */
export function normalize(text: string): string {
  const flat = text.toLowerCase().replace(/\s+/g, ' ').trim()
  return /^[ivxl]{1,6}$/.test(flat) ? 'roman' : flat.replace(/\d+/g, '#')
}

/** Returns, per page, indices of logos, ornaments and slide decoration at the edges. */
export function findLogos(pages: readonly DocumentPage[]): Set<number>[] {
  const positions = new Map<string, BlockIndex[]>()
  pages.forEach((page, at) => {
    page.blocks.forEach((block, index) => {
      if (block.kind !== 'figure' || block.type !== 'figure' || block.captions.length > 0) return
      // Structured formats have no positions.
      if (block.source === 'document' || block.fingerprint === undefined || !isAtEdge(block, page)) return
      const { x0, y0, x1, y1 } = block.box
      const position = [x0, y0, x1, y1].map((side) => Math.round(side / LOGO_TOLERANCE))
      const key = [...position, block.fingerprint, normalize(block.text)].join('|')
      cached(positions, key, () => []).push({ page: at, block: index })
    })
  })
  return indicesOfFrequent(pages, positions, Math.max(MIN_LOGO_PAGES, pages.length * MIN_LOGO_RATIO))
}

/** Returns, per page, indices of diagonal text, and of large or light text at one position of most pages. */
export function findWatermarks(pages: readonly DocumentPage[]): Set<number>[] {
  const positions = new Map<string, BlockIndex[]>()
  const diagonal: BlockIndex[] = []
  pages.forEach((page, at) => {
    const textSize = largestTextSize(page)
    page.blocks.forEach((block, index) => {
      if (!isTextual(block) || isLong(block) || !looksLikeWatermark(block, textSize)) return
      if (isDiagonal(block)) diagonal.push({ page: at, block: index })
      const [x, y] = [centerX(block.box) / page.width, centerY(block.box) / page.height]
      const key = `${block.text}|${Math.round(x / POSITION_TOLERANCE)}|${Math.round(y / POSITION_TOLERANCE)}`
      if (positions.get(key)?.at(-1)?.page !== at) cached(positions, key, () => []).push({ page: at, block: index })
    })
  })
  const found = indicesOfFrequent(pages, positions, Math.max(MIN_WATERMARK_PAGES, pages.length * MIN_WATERMARK_RATIO))
  for (const { page, block } of diagonal) found[page]!.add(block)
  return found
}

/** A line with a large number is higher than its text, but not nearly as high as wide. */
function isDiagonal({ box, style }: TextualBlock): boolean {
  const [less, more] = [shortSide(box), longSide(box)]
  return style.lineCount === 1 && less >= MIN_DIAGONAL_EM * style.size && less >= MIN_DIAGONAL_RATIO * more
}

interface BlockIndex {
  readonly page: number
  readonly block: number
}

function indicesOfFrequent(
  pages: readonly DocumentPage[],
  positions: ReadonlyMap<string, readonly BlockIndex[]>,
  minCount: number,
): Set<number>[] {
  const found = pages.map(() => new Set<number>())
  for (const list of positions.values())
    if (list.length >= minCount) for (const { page, block } of list) found[page]!.add(block)
  return found
}

function looksLikeWatermark({ style: { size, color } }: TextualBlock, textSize: number): boolean {
  const channels = [color >> 16, (color >> 8) & 255, color & 255]
  const isLight = minOf(channels) >= MIN_WATERMARK_GRAY && maxOf(channels) < MIN_WHITE
  // Without text of several lines there is no size to compare with.
  return isLight || (textSize > 0 && size >= textSize * MIN_WATERMARK_SIZE_RATIO)
}

/** Returns points, or 0. */
function largestTextSize({ blocks }: DocumentPage): number {
  const sizes = blocks.flatMap((block) =>
    isTextual(block) && block.style.lineCount > MAX_LINES ? [block.style.size] : [],
  )
  return Math.max(0, maxOf(sizes))
}
