/**
 * Headers, footers and page numbers: text at a page's edge that repeats over the document, or that stands apart there
 * in the way only furniture does. Labels first (`labelFurniture`); dropping is a rule of its own, the last one.
 */
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { reindex } from './reindex.ts'

type Words = TextBlock | TitleBlock
type Edge = 'header' | 'footer'

/** Repeated text counts as furniture within this share of the page's height from its edge. */
const REPEAT_ZONE = 0.16
/** Text at the same height on two pages: margins are set once, so that a hundredth of the page is generous. */
const SAME_HEIGHT = 0.012
/** Without repetition: a running head ends above the usual inch of margin … */
const HEAD_ZONE = 0.085
/** … or a little lower, if it stands well apart. */
const HEAD_ZONE_APART = 0.11
const FOOT_ZONE = 0.085
/** Page numbers are unmistakable, and allowed further in. */
const NUMBER_ZONE = 0.12
/** Furniture stands apart by nearly its own size of ink-free space (blocks are font boxes: the eye sees more). */
const APART_EM = 0.85
const FAR_APART_EM = 2.2
/** Running heads are short; a paragraph that happens to be at the edge is not furniture. */
const MAX_CHARS = 160
const MAX_LINES = 3
/** Display type: a head set so is a title, if there is another line of furniture outside of it. */
const DISPLAY_RATIO = 1.2
/** Heads set larger than this against the page's body are titles … */
const MAX_SIZE_RATIO = 1.12
/** … and italics or capitals that stand far apart, when larger than this. */
const LIGHT_SIZE_RATIO = 1.25
/** A text of so many lines fills a page as several blocks would. */
const LONG_LINES = 8
/** Blocks whose edges differ by less, in points, are on one row. */
const SAME_ROW = 3

const pageNumber =
  /^[\s\-–—|•·.[(]*(?:(?:page|seite|página|p\.|第)\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*页)?(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4})?[\s\-–—|•·.\])]*$/i

/** A running head or foot with the page's number at one end: "76 Study on …", "Chapter 3 | 35". */
const withPageNumber = /^(?:(?:\d{1,4}|[ivxl]{1,6})\s*[|•·—–-]?\s+\p{L}.{2,}|\p{L}.{2,}\s[|•·—–-]?\s*(?:\d{1,4}|[ivxl]{1,6}))$/iu

export function labelFurniture(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const repeated = findRepeated(pages)
  const headingStyles = stylesOfHeadings(pages)
  return pages.map((page, at) => {
    const edges = new Map<number, Edge>()
    for (const edge of ['header', 'footer'] as const) for (const index of atEdge(page, edge, { repeated: repeated[at]!, headingStyles })) edges.set(index, edge)
    return edges.size === 0 ? page : relabel(page, edges)
  })
}

export function dropFurniture(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (options.features.keep_header_footer) return pages
  return pages.map((page) => {
    const order = page.blocks.flatMap(({ type }, index) => (type === 'header' || type === 'footer' ? [] : [index]))
    return order.length === page.blocks.length ? page : reindex(page, order)
  })
}

function isWords(block: Block): block is Words {
  return block.kind === 'text' || block.kind === 'title'
}

interface Sighting {
  readonly page: number
  readonly block: number
  /** Middle of the block, as a share of the page's height. */
  readonly y: number
  readonly number: number
}

/** Per page the indices of blocks that recur on a page nearby, at the same height. */
function findRepeated(pages: readonly DocumentPage[]): Set<number>[] {
  const sightings = new Map<string, Sighting[]>()
  pages.forEach((page, at) => {
    page.blocks.forEach((block, index) => {
      if (!isWords(block) || block.text.length > MAX_CHARS || block.style.lineCount > MAX_LINES) return
      if (block.box.y1 > page.height * REPEAT_ZONE && block.box.y0 < page.height * (1 - REPEAT_ZONE)) return
      const key = normalize(block.text)
      const list = sightings.get(key) ?? []
      list.push({ page: at, block: index, y: (block.box.y0 + block.box.y1) / 2 / page.height, number: Number(/\d+/.exec(block.text)?.[0] ?? NaN) })
      sightings.set(key, list)
    })
  })
  const repeated = pages.map(() => new Set<number>())
  for (const [key, list] of sightings) {
    list.forEach((one, index) => {
      // The list is in page order: the next pages' sightings follow. Left and right pages alternate, hence two.
      for (let next = index + 1; next < list.length; next++) {
        const other = list[next]!
        const apart = pages[other.page]!.pageIndex - pages[one.page]!.pageIndex
        if (apart > 2) break
        if (apart === 0 || Math.abs(other.y - one.y) > SAME_HEIGHT) continue
        // Bare numbers repeat by chance (table cells): as page numbers they count with the pages.
        if (key === '#' && other.number - one.number !== apart) continue
        repeated[one.page]!.add(one.block)
        repeated[other.page]!.add(other.block)
      }
    })
  }
  return repeated
}

/** Digits count as equal, and so do roman page numbers. */
function normalize(text: string): string {
  const flat = text.toLowerCase().replace(/\s+/g, ' ').trim()
  return /^[ivxl]{1,6}$/.test(flat) ? 'roman' : flat.replace(/\d+/g, '#')
}

interface Known {
  /** Indices of this page's repeated blocks. */
  readonly repeated: ReadonlySet<number>
  /** Styles that head something in the middle of a page. */
  readonly headingStyles: ReadonlySet<string>
}

function styleKey({ style: { size, bold, italic, caps, font } }: Words): string {
  return `${size}|${bold}|${italic}|${caps}|${font}`
}

function stylesOfHeadings(pages: readonly DocumentPage[]): Set<string> {
  const styles = new Set<string>()
  for (const { blocks, height } of pages) {
    for (const block of blocks)
      if (block.kind === 'title' && block.box.y0 > height * REPEAT_ZONE && block.box.y1 < height * (1 - REPEAT_ZONE)) styles.add(styleKey(block))
  }
  return styles
}

function isBeside(one: Block, other: Block): boolean {
  return one.box.y0 < other.box.y1 && one.box.y1 > other.box.y0
}

/** Blocks at one edge of the page, from the outside in, until the first that is not furniture. */
function atEdge(page: DocumentPage, edge: Edge, { repeated, headingStyles }: Known): number[] {
  const top = edge === 'header'
  const order = page.blocks.map((_, index) => index).sort((a, b) => outsideFirst(page.blocks[a]!, page.blocks[b]!, top))
  const body = bodyOf(page)
  const found: number[] = []
  for (const index of order) {
    const block = page.blocks[index]!
    const inZone = top ? block.box.y1 <= page.height * REPEAT_ZONE : block.box.y0 >= page.height * (1 - REPEAT_ZONE)
    if (!inZone) break
    if (!isWords(block)) continue
    if (block.type !== 'text' && block.type !== 'title') break
    const gap = gapInside(page, index, { top, found })
    if (gap < 0) continue
    const isNumber = pageNumber.test(block.text)
    const heads = !isNumber && (headingStyles.has(styleKey(block)) || (found.length > 0 && block.style.size > body.size * DISPLAY_RATIO))
    const beside = found.some((other) => isBeside(page.blocks[other]!, block))
    // A heading that happens to open the page: furniture only if it repeats and nothing stands outside of it.
    const hasNumber = found.some((other) => isBeside(page.blocks[other]!, block) && pageNumber.test((page.blocks[other] as Words).text))
    const isFurniture = repeated.has(index)
      ? beside || !heads || found.length === 0
      : (beside || !heads) && looksLikeFurniture(block, { page, top, gap, body, hasNumber })
    if (isFurniture) found.push(index)
    // Something of the body at the edge: what lies further in is body too, unless it is beside it.
    else if (!beside) break
  }
  return found
}

/** From the page's edge inwards; on one row page numbers first, since what stands beside them is judged by them. */
function outsideFirst(a: Block, b: Block, top: boolean): number {
  const distance = top ? a.box.y0 - b.box.y0 : b.box.y1 - a.box.y1
  if (Math.abs(distance) > SAME_ROW) return distance
  const rankOf = (block: Block): number => (isWords(block) && pageNumber.test(block.text) ? 0 : 1)
  return rankOf(a) - rankOf(b) || distance
}

/** White space between the block and the body inside of it; negative when something of the body lies outside. */
function gapInside(page: DocumentPage, index: number, { top, found }: { top: boolean; found: readonly number[] }): number {
  const { box } = page.blocks[index]!
  let gap = Infinity
  page.blocks.forEach((other, at) => {
    if (at === index || found.includes(at)) return
    if (other.box.y0 < box.y1 && other.box.y1 > box.y0) {
      if (!isWords(other)) gap = Math.min(gap, 0)
      return
    }
    // Lines of one head lie close together; what counts is the white between the last of them and the body.
    if (isWords(other) && (top ? other.box.y1 <= page.height * HEAD_ZONE : other.box.y0 >= page.height * (1 - FOOT_ZONE))) return
    const distance = top ? other.box.y0 - box.y1 : box.y0 - other.box.y1
    gap = Math.min(gap, distance)
  })
  return gap
}

interface Place {
  readonly page: DocumentPage
  readonly top: boolean
  readonly gap: number
  readonly body: Body
  /** A page number stands beside it. */
  readonly hasNumber: boolean
}

/** Position and style alone, for documents of one page and heads that change from page to page. */
function looksLikeFurniture(block: Words, { page, top, gap, body, hasNumber }: Place): boolean {
  const { style, text, box } = block
  const depth = top ? box.y1 / page.height : 1 - box.y0 / page.height
  if (pageNumber.test(text)) return depth <= NUMBER_ZONE
  if (text.length > MAX_CHARS || style.lineCount > MAX_LINES) return false
  const gapEm = gap / style.size
  // A page's only small line at its very edge, slanted or in capitals, may be set as large as the captions around are small.
  const isLight = !style.bold && (style.italic || style.caps) && style.lineCount === 1 && gapEm >= FAR_APART_EM
  if (style.size > body.size * (isLight ? LIGHT_SIZE_RATIO : MAX_SIZE_RATIO)) return false
  if (style.lineCount === 1 && (hasNumber || withPageNumber.test(text)) && depth <= NUMBER_ZONE && gapEm >= APART_EM * 0.7) return true
  // A page of three blocks is a cover or a card: its lines at the edge are its content.
  if (fullness(page) < 4) return false
  if (!top) return depth <= FOOT_ZONE && gapEm >= APART_EM * 0.6
  if (depth <= HEAD_ZONE && gapEm >= APART_EM) return true
  const differs = style.size < body.size * 0.97 || style.italic || style.caps || style.font !== body.font
  return depth <= HEAD_ZONE_APART && style.lineCount === 1 && !style.bold && gapEm >= (differs ? APART_EM : FAR_APART_EM)
}

/** Blocks on the page; a table or figure holds as much as several. */
function fullness(page: DocumentPage): number {
  return page.blocks.reduce((sum, block) => sum + (!isWords(block) || block.style.lineCount >= LONG_LINES ? 3 : 1), 0)
}

interface Body {
  readonly size: number
  readonly font: string
}

/** What the page is set in: the largest size (notes can outweigh a short text) that a good part of it has. */
function bodyOf(page: DocumentPage): Body {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  let total = 0
  for (const block of page.blocks) {
    if (!isWords(block)) continue
    sizes.set(block.style.size, (sizes.get(block.style.size) ?? 0) + block.text.length)
    fonts.set(block.style.font, (fonts.get(block.style.font) ?? 0) + block.text.length)
    total += block.text.length
  }
  const common = [...sizes].filter(([, weight]) => weight >= total * 0.2).map(([size]) => size)
  const font = [...fonts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as const)[0]
  return { size: common.length > 0 ? Math.max(...common) : 10, font }
}

/** Gives the blocks their labels and moves headers to the front, footers to the end. */
function relabel(page: DocumentPage, edges: ReadonlyMap<number, Edge>): DocumentPage {
  const blocks = page.blocks.map((block, index): Block => {
    const edge = edges.get(index)
    if (edge === undefined || !isWords(block)) return block
    const { box, confidence, source, text, style } = block
    return { kind: 'text', type: edge, box, confidence, source, text, style }
  })
  const of = (edge: Edge): number[] =>
    [...edges.entries()]
      .filter(([, value]) => value === edge)
      .map(([index]) => index)
      .sort((a, b) => rank(blocks[a]!) - rank(blocks[b]!) || blocks[a]!.box.x0 - blocks[b]!.box.x0)
  const body = blocks.flatMap((_, index) => (edges.has(index) ? [] : [index]))
  return reindex({ ...page, blocks }, [...of('header'), ...body, ...of('footer')])
}

/** Rows of furniture top to bottom: heights within half a line are one row. */
function rank({ box }: Block): number {
  return Math.round((box.y0 + box.y1) / 2 / 6)
}
