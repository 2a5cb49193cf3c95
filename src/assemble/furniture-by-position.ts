/** Furniture by position, style and text alone, for documents of one page and headers that change from page to page. */
import type { Block, DocumentPage } from '../model/document.ts'
import { centerY, unionAll, width } from '../model/geometry.ts'
import { parseNumbering } from '../model/numbering.ts'
import { MAX_CHARS, MAX_LINES } from './repeated-blocks.ts'
import { isSideBySide, isTextual, type TextualBlock } from './text-blocks.ts'

/** Maximum distance from the edge of the page, relative to its height: headers, separated headers, footers, page numbers. */
const HEADER_ZONE = 0.085
const SEPARATED_HEADER_ZONE = 0.11
const FOOTER_ZONE = 0.085
const NUMBER_ZONE = 0.12
/** The same for page numbers far from the text, and headers next to them: wide margins. */
const OUTLYING_ZONE = 0.2
const OUTLYING_HEADER_ZONE = 0.15
/** Minimum gap between furniture and text, in em: separated, far separated, of a page number aligned with the text, of any page number. */
const MIN_GAP_EM = 0.85
const MIN_FAR_GAP_EM = 2.2
const MIN_ALIGNED_NUMBER_GAP_EM = 1.2
const MIN_NUMBER_GAP_EM = 1.8
/** Tolerance of alignment with the text, in em. */
const ALIGNMENT_EM = 1
/** Maximum size relative to the body, also for widely spaced lines in italics or uppercase letters. */
const MAX_SIZE_RATIO = 1.12
const MAX_LIGHT_SIZE_RATIO = 1.25
/** Minimum fullness of a page with furniture: on covers and cards, lines at the edge are content. */
const MIN_FULLNESS = 4
/** Blocks of at least this many lines fill a page like `LONG_BLOCK_FULLNESS` lines; so do tables and figures. */
const MIN_LONG_LINES = 8
const LONG_BLOCK_FULLNESS = 3
/** Minimum width of a slide relative to its height. */
const MIN_SLIDE_RATIO = 1.2
/** The kicker of a slide: its zone relative to the page height, its gap and offset to the title in em, the title's relative size. */
const KICKER_ZONE = 0.15
const MAX_KICKER_GAP_EM = 1.5
const MAX_KICKER_OFFSET_EM = 0.5
const MIN_KICKER_TITLE_RATIO = 1.3
/** Minimum words of a sentence; shorter headers may end in a period. */
const MIN_SENTENCE_WORDS = 5
/** A font size used for this fraction of the text may be the body's. */
const MIN_BODY_RATIO = 0.2

/** Kinds of numbers that no header starts with. */
const innerNumbers: ReadonlySet<string | undefined> = new Set(['inner', 'cjk', 'cjkInner'])

export const pageNumber =
  /^[\s\-–—|•·.[(]*(?:(?:page|seite|página|p\.|第)\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*页)?(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4})?[\s\-–—|•·.\])]*$/i

/** A number alone or between dashes. Four digits may be the year on a cover. */
const bareNumber = /^[-–—]?\s*(?:\d{1,3}|[ivxl]{1,6})\s*[-–—]?$/

/** A header or footer with the page number at one end: "76 Study on …", "Chapter 3 | 35". */
const textWithNumber =
  /^(?:(?:\d{1,4}|[ivxl]{1,6})\s*[|•·—–-]?\s+\p{L}.{2,}|\p{L}.{2,}\s[|•·—–-]?\s*(?:\d{1,4}|[ivxl]{1,6}))$/iu

export interface EdgeContext {
  readonly page: DocumentPage
  readonly edge: 'header' | 'footer'
  /** Gap to the body, in points. */
  readonly gap: number
  readonly body: PageBody
  /** On the same row as a page number. */
  readonly isNextToNumber: boolean
}

export function looksLikeFurniture(
  block: TextualBlock,
  { page, edge, gap, body, isNextToNumber }: EdgeContext,
): boolean {
  const { style, text, box } = block
  const isTop = edge === 'header'
  const depth = isTop ? box.y1 / page.height : 1 - box.y0 / page.height
  if (pageNumber.test(text)) return depth <= NUMBER_ZONE || isOutlyingNumber(page, page.blocks.indexOf(block), edge)
  if (text.length > MAX_CHARS || style.lineCount > MAX_LINES || innerNumbers.has(parseNumbering(text)?.kind))
    return false
  if (isTop && !isNextToNumber && (isSubheading(block) || isSentence(block, body))) return false
  const gapEm = gap / style.size
  const isLine = style.lineCount === 1
  const isLight = !style.bold && (style.italic || style.caps) && isLine && gapEm >= MIN_FAR_GAP_EM
  if (style.size > body.size * (isLight ? MAX_LIGHT_SIZE_RATIO : MAX_SIZE_RATIO)) return false
  const hasNumber = isNextToNumber || textWithNumber.test(text)
  if (isLine && hasNumber && depth <= NUMBER_ZONE && gapEm >= MIN_GAP_EM * 0.7) return true
  if (isLine && isNextToNumber && depth <= OUTLYING_HEADER_ZONE && gapEm >= MIN_ALIGNED_NUMBER_GAP_EM) return true
  if (fullnessOf(page) < MIN_FULLNESS) return false
  const differs = style.size < body.size * 0.97 || style.italic || style.caps || style.font !== body.font
  if (!isTop) return depth <= FOOTER_ZONE && gapEm >= (differs ? MIN_GAP_EM * 0.6 : MIN_ALIGNED_NUMBER_GAP_EM)
  if (depth <= HEADER_ZONE && gapEm >= MIN_GAP_EM) return true
  const minGap = differs ? MIN_GAP_EM : MIN_FAR_GAP_EM
  return depth <= SEPARATED_HEADER_ZONE && isLine && !style.bold && gapEm >= minGap
}

/** "4.1.3 Pumps" as a heading: headers with section numbers change seldom, so they repeat. */
function isSubheading({ kind, text, style }: TextualBlock): boolean {
  const numbering = parseNumbering(text)
  return kind === 'title' && style.bold && numbering?.kind === 'decimal' && numbering.depth > 1
}

/** A sentence in body style. */
function isSentence({ style, text }: TextualBlock, body: PageBody): boolean {
  if (style.italic || style.caps || style.size < body.size || style.font !== body.font) return false
  return /^\p{Lu}.*\p{Ll}[.!?。]$/u.test(text) && text.split(/\s+/).length >= MIN_SENTENCE_WORDS
}

/** Number of blocks on the page, where long blocks, tables and figures count several times. */
function fullnessOf({ blocks }: DocumentPage): number {
  const isLong = (block: Block): boolean => !isTextual(block) || block.style.lineCount >= MIN_LONG_LINES
  return blocks.reduce((sum, block) => sum + (isLong(block) ? LONG_BLOCK_FULLNESS : 1), 0)
}

/** Gap between a block and the body inside of it, in points; negative if part of the body is further outside. `found`: indices of furniture. */
export function gapToBody(
  page: DocumentPage,
  index: number,
  { edge, found }: { edge: 'header' | 'footer'; found: ReadonlySet<number> },
): number {
  const block = page.blocks[index]!
  const { box } = block
  const isTop = edge === 'header'
  let gap = Infinity
  page.blocks.forEach((other, at) => {
    const isSameRow = isSideBySide(other, block)
    const distance = isSameRow
      ? isTextual(other)
        ? Infinity
        : 0
      : isTop
        ? other.box.y0 - box.y1
        : box.y0 - other.box.y1
    if (distance >= gap || at === index || found.has(at)) return
    // Lines of one header are close together; the gap between the last of them and the body counts.
    const isInZone = isTop ? other.box.y1 <= page.height * HEADER_ZONE : other.box.y0 >= page.height * (1 - FOOTER_ZONE)
    if (!isSameRow && isTextual(other) && isInZone) return
    gap = distance
  })
  return gap
}

/** A number outside of everything else: far from it, or less far but aligned with the text. */
export function isOutlyingNumber(page: DocumentPage, index: number, edge: 'header' | 'footer'): boolean {
  const block = page.blocks[index]!
  if (!isTextual(block) || !bareNumber.test(block.text)) return false
  const { box, style } = block
  const isTop = edge === 'header'
  if (isTop ? box.y1 > page.height * OUTLYING_HEADER_ZONE : box.y0 < page.height * (1 - OUTLYING_ZONE)) return false
  const others = page.blocks.filter((other, at) => at !== index && !isSideBySide(other, block))
  const gap = others.reduce(
    (min, other) => Math.min(min, isTop ? other.box.y0 - box.y1 : box.y0 - other.box.y1),
    Infinity,
  )
  if (others.length === 0 || gap < MIN_ALIGNED_NUMBER_GAP_EM * style.size) return false
  return gap >= MIN_NUMBER_GAP_EM * style.size || isAligned(block, others, page.width)
}

/** Centered on the page, the text or the widest block, or flush with a side of the text. */
function isAligned({ box, style }: TextualBlock, others: readonly Block[], pageWidth: number): boolean {
  const tolerance = ALIGNMENT_EM * style.size
  const text = unionAll(others.map((other) => other.box))
  const widest = others.reduce<Block | null>(
    (best, other) => (isTextual(other) && (best === null || width(other.box) > width(best.box)) ? other : best),
    null,
  )
  const isCentered = (left: number, right: number): boolean => Math.abs(left + right - box.x0 - box.x1) / 2 <= tolerance
  return (
    isCentered(0, pageWidth) ||
    isCentered(text.x0, text.x1) ||
    (widest !== null && isCentered(widest.box.x0, widest.box.x1)) ||
    Math.abs(text.x0 - box.x0) <= tolerance ||
    Math.abs(text.x1 - box.x1) <= tolerance
  )
}

/** The kicker of a slide: the chapter's name in small type right above the title. On portrait pages it may be the first line of the title. */
export function isSlideKicker(page: DocumentPage, index: number): boolean {
  const block = page.blocks[index]
  if (block === undefined || !isTextual(block)) return false
  const { box, style, text } = block
  if (page.width < page.height * MIN_SLIDE_RATIO || fullnessOf(page) < MIN_FULLNESS) return false
  if (style.lineCount > 1 || text.length > MAX_CHARS || box.y1 > page.height * KICKER_ZONE) return false
  if (parseNumbering(text) !== null) return false
  const others = page.blocks.filter((other) => other !== block)
  const below = others.filter((other) => other.box.y0 > centerY(box))
  if (others.some((other) => !below.includes(other) && isSideBySide(other, block))) return false
  const title = below.reduce<Block | null>(
    (top, other) => (top === null || other.box.y0 < top.box.y0 ? other : top),
    null,
  )
  return (
    title?.kind === 'title' &&
    title.style.size >= style.size * MIN_KICKER_TITLE_RATIO &&
    title.box.y0 - box.y1 < MAX_KICKER_GAP_EM * style.size &&
    Math.abs(title.box.x0 - box.x0) < MAX_KICKER_OFFSET_EM * style.size
  )
}

export interface PageBody {
  readonly size: number
  readonly font: string
}

/** The font of most text and the largest size of a good part of it: notes can outweigh a short text. */
export function pageBodyOf(page: DocumentPage): PageBody {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  let total = 0
  for (const block of page.blocks) {
    if (!isTextual(block)) continue
    sizes.set(block.style.size, (sizes.get(block.style.size) ?? 0) + block.text.length)
    fonts.set(block.style.font, (fonts.get(block.style.font) ?? 0) + block.text.length)
    total += block.text.length
  }
  const common = [...sizes].filter(([, weight]) => weight >= total * MIN_BODY_RATIO).map(([size]) => size)
  const font = [...fonts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as const)[0]
  return { size: common.length > 0 ? Math.max(...common) : 10, font }
}
