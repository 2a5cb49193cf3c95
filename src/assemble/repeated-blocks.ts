/**
 * Blocks that recur over the pages: at the edges at one height (running heads, page numbers, logos), or in the middle at one place
 * on most pages (watermarks). Two pages suffice for words at the edges; left and right pages may alternate.
 */
import type { Block, DocumentPage } from '../model/document.ts'
import { parseNumbering } from '../model/numbering.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** Repeated text counts as furniture within this share of the page's height from its edge. */
export const REPEAT_ZONE = 0.16
/** Text at the same height on two pages: margins are set once, so that a hundredth of the page is generous. */
const SAME_HEIGHT = 0.012
/** Running heads are short; a paragraph that happens to be at the edge is not furniture. */
export const MAX_CHARS = 160
export const MAX_LINES = 3
/** Longer ones (an address, a notice of rights) are told by their very words on so many pages, and have an end, too. */
const LONG_PAGES = 3
const LONG_CHARS = 500
const LONG_LINES = 6
/** A logo stands at one place, to about so many points, on so many pages, and on this share of them. */
const LOGO_SLACK = 2
const LOGO_PAGES = 3
const LOGO_RATIO = 0.3
/** A watermark stands on at least so many pages, and on this share of them … */
const WATERMARK_PAGES = 3
const WATERMARK_RATIO = 0.6
/** … in type at least this large against the page's text, or so light a gray. */
const WATERMARK_SIZE = 1.5
const WATERMARK_GREY = 0x90
/** White words stand on something dark: they are meant to be read. */
const WHITE = 0xf8

interface Sighting {
  readonly page: number
  /** The page's place in the document. */
  readonly pageIndex: number
  readonly block: number
  /** Middle of the block, as a share of the page's height. */
  readonly y: number
  readonly number: number
  readonly text: string
  /** A numbered title. */
  readonly numbered: boolean
}

/** Per page the indices of blocks at its edges that recur on a page nearby, at the same height. */
export function findRepeated(pages: readonly DocumentPage[]): Set<number>[] {
  const sightings = new Map<string, Sighting[]>()
  pages.forEach((page, at) => {
    page.blocks.forEach((block, index) => {
      if (
        !isTextual(block) ||
        block.text.length > LONG_CHARS ||
        block.style.lineCount > LONG_LINES ||
        !isAtEdge(block, page)
      )
        return
      const key = isLong(block) ? block.text : normalize(block.text)
      const list = sightings.get(key) ?? []
      list.push({
        page: at,
        pageIndex: page.pageIndex,
        block: index,
        y: (block.box.y0 + block.box.y1) / 2 / page.height,
        number: Number(/\d+/.exec(block.text)?.[0] ?? NaN),
        text: block.text,
        numbered: block.kind === 'title' && parseNumbering(block.text) !== null,
      })
      sightings.set(key, list)
    })
  })
  const repeated = pages.map(() => new Set<number>())
  for (const [key, list] of sightings) {
    if (list.length < LONG_PAGES && list.some(({ page, block }) => isLong(pages[page]!.blocks[block] as TextualBlock)))
      continue
    list.forEach((one, index) => {
      // The list is in page order: the next pages' sightings follow. Left and right pages alternate, hence two.
      for (let next = index + 1; next < list.length; next++) {
        const other = list[next]!
        const apart = other.pageIndex - one.pageIndex
        if (apart > 2) break
        if (apart === 0 || Math.abs(other.y - one.y) > SAME_HEIGHT) continue
        // Headings that open their pages and differ by their numbers are no running head.
        if (other.text !== one.text && one.numbered && other.numbered) continue
        // Bare numbers repeat by chance (table cells): as page numbers they count with the pages.
        if (key === '#' && other.number - one.number !== apart) continue
        repeated[one.page]!.add(one.block)
        repeated[other.page]!.add(other.block)
      }
    })
  }
  return repeated
}

function isAtEdge({ box }: Block, { height }: DocumentPage): boolean {
  return box.y1 <= height * REPEAT_ZONE || box.y0 >= height * (1 - REPEAT_ZONE)
}

function isLong({ text, style }: TextualBlock): boolean {
  return text.length > MAX_CHARS || style.lineCount > MAX_LINES
}

/** Per page the indices of pictures at its edges, the same on many pages and at the same place: logos, ornaments, bars of slides. */
export function findLogos(pages: readonly DocumentPage[]): Set<number>[] {
  const found = pages.map(() => new Set<number>())
  const places = new Map<string, { page: number; block: number }[]>()
  pages.forEach((page, at) => {
    page.blocks.forEach((block, index) => {
      // Pages that were never drawn have no places.
      if (
        block.kind !== 'figure' ||
        block.type !== 'figure' ||
        block.source === 'document' ||
        block.captions.length > 0 ||
        !isAtEdge(block, page)
      )
        return
      // Of those that nobody looked at, nobody knows that they show the same.
      if (block.fingerprint === undefined) return
      const { x0, y0, x1, y1 } = block.box
      const key = [
        ...[x0, y0, x1, y1].map((side) => Math.round(side / LOGO_SLACK)),
        block.fingerprint,
        normalize(block.text),
      ].join('|')
      const list = places.get(key)
      if (list === undefined) places.set(key, [{ page: at, block: index }])
      else list.push({ page: at, block: index })
    })
  })
  for (const list of places.values())
    if (list.length >= Math.max(LOGO_PAGES, pages.length * LOGO_RATIO))
      for (const { page, block } of list) found[page]!.add(block)
  return found
}

/** Digits count as equal, and so do roman page numbers. */
function normalize(text: string): string {
  const flat = text.toLowerCase().replace(/\s+/g, ' ').trim()
  return /^[ivxl]{1,6}$/.test(flat) ? 'roman' : flat.replace(/\d+/g, '#')
}

/** Per page the indices of blocks in its middle that stand at one place on most pages, in large or light type. */
export function findWatermarks(pages: readonly DocumentPage[]): Set<number>[] {
  const found = pages.map(() => new Set<number>())
  if (pages.length < WATERMARK_PAGES) return found
  const places = new Map<string, { page: number; block: number }[]>()
  pages.forEach((page, at) => {
    const textSize = textSizeOf(page)
    page.blocks.forEach((block, index) => {
      if (
        !isTextual(block) ||
        block.style.lineCount > MAX_LINES ||
        block.text.length > MAX_CHARS ||
        !isMark(block, textSize)
      )
        return
      const [x, y] = [(block.box.x0 + block.box.x1) / 2 / page.width, (block.box.y0 + block.box.y1) / 2 / page.height]
      const key = `${block.text}|${Math.round(x / SAME_HEIGHT)}|${Math.round(y / SAME_HEIGHT)}`
      const list = places.get(key)
      if (list === undefined) places.set(key, [{ page: at, block: index }])
      else if (list.at(-1)!.page !== at) list.push({ page: at, block: index })
    })
  })
  for (const list of places.values())
    if (list.length >= Math.max(WATERMARK_PAGES, pages.length * WATERMARK_RATIO))
      for (const { page, block } of list) found[page]!.add(block)
  return found
}

/** In light type, or much larger than the page's text. */
function isMark({ style }: TextualBlock, textSize: number): boolean {
  const { size, color } = style
  const channels = [color >> 16, (color >> 8) & 255, color & 255]
  if (Math.min(...channels) >= WATERMARK_GREY && Math.max(...channels) < WHITE) return true
  return size >= textSize * WATERMARK_SIZE
}

/** The largest type that a page sets texts of several lines in; 0 without any. */
function textSizeOf({ blocks }: DocumentPage): number {
  return blocks.reduce(
    (largest, block) =>
      isTextual(block) && block.style.lineCount > MAX_LINES ? Math.max(largest, block.style.size) : largest,
    0,
  )
}
