/**
 * Headers, footers and page numbers: text at a page's edge that repeats over the document, or that stands apart there
 * in the way only furniture does. Labels first (`labelFurniture`); dropping is a rule of its own, the last one.
 */
import type { Block, DocumentPage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { bodyOf, gapInside, isKicker, isOutlyingNumber, looksLikeFurniture, pageNumber } from './furniture-position.ts'
import { reindex } from './reindex.ts'
import { findLogos, findRepeated, findWatermarks, REPEAT_ZONE } from './repeated-blocks.ts'
import { inferTextAreas } from './text-area.ts'
import { contentOf, isSideBySide, isTextual, type TextualBlock } from './text-blocks.ts'

type Edge = 'header' | 'footer'

/** Display type: a head set so is a title, if there is another line of furniture outside of it. */
const DISPLAY_RATIO = 1.2
/** Heads of a document stand at one height, within this share of the page. */
const HEAD_SLACK = 0.004
/** What stands below a list of references belongs to it, unless so far apart. */
const ENTRY_GAP_EM = 2
/** So many numbers in a margin count lines. */
const MANY_LINES = 10
/** What a note begins with; a page number stands apart from what follows it. */
const noteMark = /^(?:\d{1,2}(?=\p{L})|[*†‡§¶])/u
const programSign = /[{}<>;=\\]/
/** Blocks whose edges differ by less, in points, are on one row. */
const SAME_ROW = 3

export function labelFurniture(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const repeated = findRepeated(pages)
  const watermarks = findWatermarks(pages)
  const headingStyles = stylesOfHeadings(pages)
  const edgesOf = (page: DocumentPage, at: number, isAmongText: Known['isAmongText']): Map<number, Edge> => {
    const edges = new Map<number, Edge>()
    const hasHeads = pages.length === 1 || at > 0 || headsAbove(pages)
    for (const edge of ['header', 'footer'] as const)
      for (const index of atEdge(page, edge, {
        repeated: repeated[at]!,
        headingStyles,
        placed: edge === 'footer' || hasHeads,
        isAmongText,
      }))
        edges.set(index, edge)
    return edges
  }
  // Twice: only when the furniture of all pages is known does their text show where a line can't be furniture.
  const first = pages.map((page, at) => edgesOf(page, at, () => false))
  const isAmongText = inferTextAreas(pages, first)
  return pages.map((page, at) => {
    const isMistaken = [...first[at]!.keys()].some(
      (index) => !repeated[at]!.has(index) && isAmongText(at, page.blocks[index] as TextualBlock),
    )
    const edges = isMistaken ? edgesOf(page, at, (block) => isAmongText(at, block)) : first[at]!
    for (const index of watermarks[at]!) edges.set(index, edges.get(index) ?? 'header')
    return edges.size === 0 ? page : relabel(page, edges)
  })
}

/** Another page has a line as high up as the first page's highest: a line that only the first page has there begins its text. */
function headsAbove(pages: readonly DocumentPage[]): boolean {
  const [first, ...rest] = pages.map(({ blocks, height }) =>
    Math.min(...blocks.filter(isTextual).map(({ box }) => box.y1 / height)),
  )
  return first === undefined || rest.some((top) => Math.abs(top - first) <= HEAD_SLACK)
}

export function dropFurniture(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (options.features.keep_header_footer) return pages
  const logos = findLogos(pages)
  return pages.map((page, at) => {
    const isFurniture = (block: Block, index: number): boolean =>
      block.type === 'header' || block.type === 'footer' || isLineNumbers(block) || logos[at]!.has(index)
    const order = page.blocks.flatMap((block, index) => (isFurniture(block, index) ? [] : [index]))
    return order.length === page.blocks.length ? page : reindex(page, order)
  })
}

/** Numbers of the lines beside them, as many as no list in a margin has, or every fifth or tenth. They say where, not what. */
function isLineNumbers(block: Block): boolean {
  if (!isTextual(block) || block.type !== 'sider' || !/^\d+(?:\s\d+)+$/.test(block.text)) return false
  const [first = 0, second = 0, ...rest] = block.text.split(/\s/).map(Number)
  return second - first > 1 || rest.length + 2 >= MANY_LINES
}

interface Known {
  /** Indices of this page's repeated blocks. */
  readonly repeated: ReadonlySet<number>
  /** Styles that head something in the middle of a page. */
  readonly headingStyles: ReadonlySet<string>
  /** Furniture may be told by its place alone. */
  readonly placed: boolean
  /** Other pages have text where the block stands. */
  readonly isAmongText: (block: TextualBlock) => boolean
}

function styleKey({ style: { size, bold, italic, caps, font } }: TextualBlock): string {
  return `${size}|${bold}|${italic}|${caps}|${font}`
}

function stylesOfHeadings(pages: readonly DocumentPage[]): Set<string> {
  const styles = new Set<string>()
  for (const { blocks, height } of pages) {
    for (const block of blocks)
      if (block.kind === 'title' && block.box.y0 > height * REPEAT_ZONE && block.box.y1 < height * (1 - REPEAT_ZONE))
        styles.add(styleKey(block))
  }
  return styles
}

/** Blocks at one edge of the page, from the outside in, until the first that is not furniture. */
function atEdge(page: DocumentPage, edge: Edge, { repeated, headingStyles, placed, isAmongText }: Known): number[] {
  const top = edge === 'header'
  const order = page.blocks.map((_, index) => index).sort((a, b) => outsideFirst(page.blocks[a]!, page.blocks[b]!, top))
  const body = bodyOf(page)
  const found = new Set<number>()
  for (const index of order) {
    const block = page.blocks[index]!
    const inZone = top ? block.box.y1 <= page.height * REPEAT_ZONE : block.box.y0 >= page.height * (1 - REPEAT_ZONE)
    if (!inZone) {
      if (!top && found.size === 0 && isOutlyingNumber(page, index, false)) found.add(index)
      break
    }
    if (!isTextual(block)) continue
    // A running foot in small type looks like a note; notes seldom recur, and begin with their mark; a line of a listing is neither.
    const isNote =
      block.type === 'footnote' &&
      repeated.has(index) &&
      !top &&
      !noteMark.test(block.text) &&
      !programSign.test(block.text)
    if (block.type !== 'text' && block.type !== 'title' && block.type !== 'reference' && !isNote) break
    const gap = gapInside(page, index, { top, found })
    if (gap < 0) continue
    const isNumber = pageNumber.test(block.text)
    if (block.type === 'reference' && !isNumber && !repeated.has(index) && gap < ENTRY_GAP_EM * block.style.size) break
    const heads =
      !isNumber &&
      (headingStyles.has(styleKey(block)) || (found.size > 0 && block.style.size > body.size * DISPLAY_RATIO))
    const besides = [...found].filter((other) => isSideBySide(page.blocks[other]!, block))
    const beside = besides.length > 0
    // A heading that happens to open the page: furniture only if it repeats and nothing stands outside of it.
    const hasNumber = besides.some((other) => pageNumber.test((page.blocks[other] as TextualBlock).text))
    const mayBePlaced = placed && (beside || !heads) && (isNumber || hasNumber || !isAmongText(block))
    const isFurniture = repeated.has(index)
      ? beside || !heads || found.size === 0
      : (mayBePlaced && looksLikeFurniture(block, { page, top, gap, body, hasNumber })) ||
        (top && isKicker(page, index))
    if (isFurniture) found.add(index)
    // Something of the body at the edge: what lies further in is body too, unless it is beside it.
    else if (!beside) break
  }
  return [...found]
}

/** From the page's edge inwards; on one row page numbers first, since what stands beside them is judged by them. */
function outsideFirst(a: Block, b: Block, top: boolean): number {
  const distance = top ? a.box.y0 - b.box.y0 : b.box.y1 - a.box.y1
  if (Math.abs(distance) > SAME_ROW) return distance
  const rankOf = (block: Block): number => (isTextual(block) && pageNumber.test(block.text) ? 0 : 1)
  return rankOf(a) - rankOf(b) || distance
}

/** Gives the blocks their labels and moves headers to the front, footers to the end. */
function relabel(page: DocumentPage, edges: ReadonlyMap<number, Edge>): DocumentPage {
  const blocks = page.blocks.map((block, index): Block => {
    const edge = edges.get(index)
    if (edge === undefined || !isTextual(block)) return block
    return { kind: 'text', type: edge, ...contentOf(block) }
  })
  const of = (edge: Edge): number[] =>
    inRows(
      [...edges].flatMap(([index, value]) => (value === edge ? [index] : [])),
      blocks,
    )
  const body = blocks.flatMap((_, index) => (edges.has(index) ? [] : [index]))
  return reindex({ ...page, blocks }, [...of('header'), ...body, ...of('footer')])
}

/** Row by row from the top, each from left to right: what stands side by side is one row. */
function inRows(indices: readonly number[], blocks: readonly Block[]): number[] {
  const rows: number[][] = []
  let bottom = -Infinity
  for (const index of [...indices].sort((a, b) => blocks[a]!.box.y0 - blocks[b]!.box.y0)) {
    const { y0, y1 } = blocks[index]!.box
    if (y0 < bottom) rows.at(-1)!.push(index)
    else rows.push([index])
    bottom = y0 < bottom ? Math.max(bottom, y1) : y1
  }
  return rows.flatMap((row) => row.sort((a, b) => blocks[a]!.box.x0 - blocks[b]!.box.x0))
}
