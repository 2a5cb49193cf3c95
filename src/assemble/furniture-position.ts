/**
 * Furniture by place and style alone, for documents of one page and heads that change from page to page: how deep a block stands,
 * how much white there is between it and the text, what it says.
 */
import type { Block, DocumentPage } from '../model/document.ts'
import { unionAll, width } from '../model/geometry.ts'
import { parseNumbering } from '../model/numbering.ts'
import { MAX_CHARS, MAX_LINES } from './repeated-blocks.ts'
import { isSideBySide, isTextual, type TextualBlock } from './text-blocks.ts'

/** Numbers that no running head begins with. */
const innerNumbers: ReadonlySet<string> = new Set(['inner', 'cjk', 'cjkInner'])
/** Without repetition: a running head ends above the usual inch of margin … */
const HEAD_ZONE = 0.085
/** … or a little lower, if it stands well apart. */
const HEAD_ZONE_APART = 0.11
const FOOT_ZONE = 0.085
/** Page numbers are unmistakable, and allowed further in. */
const NUMBER_ZONE = 0.12
/** Wide margins put them further in yet: then they stand apart from the text, in the middle of its width or flush with its side … */
const OUTLYING_ZONE = 0.2
const OUTLYING_HEAD_ZONE = 0.15
const ALIGNED_EM = 1
/** … by more than paragraphs do, or anywhere by more than sections do. */
const OUTLYING_EM = 1.2
const FAR_OUTLYING_EM = 1.8
/** Furniture stands apart by nearly its own size of ink-free space (blocks are font boxes: the eye sees more). */
const APART_EM = 0.85
const FAR_APART_EM = 2.2
/** Heads set larger than this against the page's body are titles … */
const MAX_SIZE_RATIO = 1.12
/** … and italics or capitals that stand far apart, when larger than this. */
const LIGHT_SIZE_RATIO = 1.25
/** Slides are wider than high; so are few other pages. */
const SLIDE_RATIO = 1.2
/** The line above a slide's title stands in the upper part of the page, right above the title and flush with it … */
const KICKER_ZONE = 0.15
const KICKER_GAP_EM = 1.5
const KICKER_EDGE_EM = 0.5
/** … which is at least this much larger. */
const KICKER_TITLE_RATIO = 1.3
/** A text of so many lines fills a page as several blocks would. */
const LONG_LINES = 8

/** Heads of fewer words may end in a full stop. */
const SENTENCE_WORDS = 5

export const pageNumber =
  /^[\s\-–—|•·.[(]*(?:(?:page|seite|página|p\.|第)\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*页)?(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4})?[\s\-–—|•·.\])]*$/i

/** The number alone, perhaps between dashes; four figures may be the year at the foot of a cover. */
const bareNumber = /^[-–—]?\s*(?:\d{1,3}|[ivxl]{1,6})\s*[-–—]?$/

/** A running head or foot with the page's number at one end: "76 Study on …", "Chapter 3 | 35". */
const withPageNumber =
  /^(?:(?:\d{1,4}|[ivxl]{1,6})\s*[|•·—–-]?\s+\p{L}.{2,}|\p{L}.{2,}\s[|•·—–-]?\s*(?:\d{1,4}|[ivxl]{1,6}))$/iu

/** White space between the block and the body inside of it; negative when something of the body lies outside. */
export function gapInside(
  page: DocumentPage,
  index: number,
  { top, found }: { top: boolean; found: ReadonlySet<number> },
): number {
  const { box } = page.blocks[index]!
  let gap = Infinity
  page.blocks.forEach((other, at) => {
    const isLevel = other.box.y0 < box.y1 && other.box.y1 > box.y0
    const distance = isLevel ? (isTextual(other) ? Infinity : 0) : top ? other.box.y0 - box.y1 : box.y0 - other.box.y1
    // Most blocks are further away than the nearest: they need no further look.
    if (distance >= gap || at === index || found.has(at)) return
    // Lines of one head lie close together; what counts is the white between the last of them and the body.
    if (
      !isLevel &&
      isTextual(other) &&
      (top ? other.box.y1 <= page.height * HEAD_ZONE : other.box.y0 >= page.height * (1 - FOOT_ZONE))
    )
      return
    gap = distance
  })
  return gap
}

/** A bare number beyond everything else: far apart from it, or less far in the middle of the text's width or flush with one of its sides. */
export function isOutlyingNumber(page: DocumentPage, index: number, top: boolean): boolean {
  const block = page.blocks[index]!
  if (!isTextual(block) || !bareNumber.test(block.text)) return false
  const { box, style } = block
  if (top ? box.y1 > page.height * OUTLYING_HEAD_ZONE : box.y0 < page.height * (1 - OUTLYING_ZONE)) return false
  const others = page.blocks.filter((other, at) => at !== index && !isSideBySide(other, block))
  const gap = others.reduce(
    (least, other) => Math.min(least, top ? other.box.y0 - box.y1 : box.y0 - other.box.y1),
    Infinity,
  )
  if (others.length === 0 || gap < OUTLYING_EM * style.size) return false
  return gap >= FAR_OUTLYING_EM * style.size || isAligned(block, others, page.width)
}

function isAligned({ box, style }: TextualBlock, others: readonly Block[], pageWidth: number): boolean {
  const slack = ALIGNED_EM * style.size
  const isCentered = (left: number, right: number): boolean => Math.abs(left + right - box.x0 - box.x1) / 2 <= slack
  const text = unionAll(others.map((other) => other.box))
  const widest = others.reduce<Block | null>(
    (best, other) => (isTextual(other) && (best === null || width(other.box) > width(best.box)) ? other : best),
    null,
  )
  if (
    isCentered(0, pageWidth) ||
    isCentered(text.x0, text.x1) ||
    (widest !== null && isCentered(widest.box.x0, widest.box.x1))
  )
    return true
  return Math.abs(text.x0 - box.x0) <= slack || Math.abs(text.x1 - box.x1) <= slack
}

export interface Place {
  readonly page: DocumentPage
  readonly top: boolean
  readonly gap: number
  readonly body: Body
  /** A page number stands beside it. */
  readonly hasNumber: boolean
}

/** Position and style alone, for documents of one page and heads that change from page to page. */
export function looksLikeFurniture(block: TextualBlock, { page, top, gap, body, hasNumber }: Place): boolean {
  const { style, text, box } = block
  const depth = top ? box.y1 / page.height : 1 - box.y0 / page.height
  if (pageNumber.test(text)) return depth <= NUMBER_ZONE || isOutlyingNumber(page, page.blocks.indexOf(block), top)
  if (text.length > MAX_CHARS || style.lineCount > MAX_LINES || innerNumbers.has(parseNumbering(text)?.kind ?? ''))
    return false
  if (top && !hasNumber && (isSubheading(block) || isSentence(block, body))) return false
  const gapEm = gap / style.size
  // A page's only small line at its very edge, slanted or in capitals, may be set as large as the captions around are small.
  const isLight = !style.bold && (style.italic || style.caps) && style.lineCount === 1 && gapEm >= FAR_APART_EM
  if (style.size > body.size * (isLight ? LIGHT_SIZE_RATIO : MAX_SIZE_RATIO)) return false
  if (
    style.lineCount === 1 &&
    (hasNumber || withPageNumber.test(text)) &&
    depth <= NUMBER_ZONE &&
    gapEm >= APART_EM * 0.7
  )
    return true
  if (style.lineCount === 1 && hasNumber && depth <= OUTLYING_HEAD_ZONE && gapEm >= OUTLYING_EM) return true
  // A page of three blocks is a cover or a card: its lines at the edge are its content.
  if (fullness(page) < 4) return false
  const differs = style.size < body.size * 0.97 || style.italic || style.caps || style.font !== body.font
  if (!top) return depth <= FOOT_ZONE && gapEm >= (differs ? APART_EM * 0.6 : OUTLYING_EM)
  if (depth <= HEAD_ZONE && gapEm >= APART_EM) return true
  return (
    depth <= HEAD_ZONE_APART && style.lineCount === 1 && !style.bold && gapEm >= (differs ? APART_EM : FAR_APART_EM)
  )
}

/**
 * The name of the chapter in small type right above a slide's title. On upright pages such a line may be the first half of a title
 * ("Chapter 3"), so only slides have them.
 */
export function isKicker(page: DocumentPage, index: number): boolean {
  const block = page.blocks[index]
  if (block === undefined || !isTextual(block) || page.width < page.height * SLIDE_RATIO || fullness(page) < 4)
    return false
  const { box, style, text } = block
  if (
    style.lineCount > 1 ||
    text.length > MAX_CHARS ||
    box.y1 > page.height * KICKER_ZONE ||
    parseNumbering(text) !== null
  )
    return false
  const below = page.blocks.filter((other, at) => at !== index && other.box.y0 > (box.y0 + box.y1) / 2)
  const beside = page.blocks.some((other, at) => at !== index && !below.includes(other) && isSideBySide(other, block))
  const title = below.reduce<Block | null>(
    (top, other) => (top === null || other.box.y0 < top.box.y0 ? other : top),
    null,
  )
  return (
    !beside &&
    title?.kind === 'title' &&
    title.style.size >= style.size * KICKER_TITLE_RATIO &&
    title.box.y0 - box.y1 < KICKER_GAP_EM * style.size &&
    Math.abs(title.box.x0 - box.x0) < KICKER_EDGE_EM * style.size
  )
}

/** "4.1.3 Pumps", a title by its type: the heads that name a section so change seldom, and those repeat. */
function isSubheading({ kind, text, style }: TextualBlock): boolean {
  const numbering = parseNumbering(text)
  return kind === 'title' && style.bold && numbering?.kind === 'decimal' && numbering.depth > 1
}

/** A sentence in the text's own type. */
function isSentence({ style, text }: TextualBlock, body: Body): boolean {
  if (style.italic || style.caps || style.size < body.size || style.font !== body.font) return false
  return /^\p{Lu}.*\p{Ll}[.!?。]$/u.test(text) && text.split(/\s+/).length >= SENTENCE_WORDS
}

/** Blocks on the page; a table or figure holds as much as several. */
function fullness(page: DocumentPage): number {
  return page.blocks.reduce((sum, block) => sum + (!isTextual(block) || block.style.lineCount >= LONG_LINES ? 3 : 1), 0)
}

export interface Body {
  readonly size: number
  readonly font: string
}

/** What the page is set in: the largest size (notes can outweigh a short text) that a good part of it has. */
export function bodyOf(page: DocumentPage): Body {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  let total = 0
  for (const block of page.blocks) {
    if (!isTextual(block)) continue
    sizes.set(block.style.size, (sizes.get(block.style.size) ?? 0) + block.text.length)
    fonts.set(block.style.font, (fonts.get(block.style.font) ?? 0) + block.text.length)
    total += block.text.length
  }
  const common = [...sizes].filter(([, weight]) => weight >= total * 0.2).map(([size]) => size)
  const font = [...fonts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as const)[0]
  return { size: common.length > 0 ? Math.max(...common) : 10, font }
}
