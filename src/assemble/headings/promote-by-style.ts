/**
 * Styles over the whole document → titles that single pages could not tell: a style whose short lines stand apart and head text,
 * wherever they are, is a heading's; numbers that count through the document head their paragraphs; one that also sets running text is none.
 */
import type { Block, BlockStyle, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { isNonHeadingText } from '../../model/non-heading-text.ts'
import { contentOf } from '../text-blocks.ts'
import { findCountedHeadings } from './counted-headings.ts'

type TextualBlock = TextBlock | TitleBlock

const MAX_LINES = 2
const MAX_CHARS = 90
/** A style with titles in it: its other short lines are titles when it is used for them at least this often and much. */
const KNOWN_TITLES = 2
const KNOWN_RATIO = 0.6
/** A style that no page took for a heading's needs more lines that behave so, and hardly any that do not. */
const BEHAVING = 2
const BEHAVING_RATIO = 0.85
const HEADING_RATIO = 0.75
/** Running text below a heading has more than a line, or a long one, or is a sentence in the text's own type. */
const TEXT_CHARS = 60
/** Type smaller than this against the text heads nothing (labels in forms, notes). */
const LEAST_SIZE = 0.84
/** White above a heading, against its size; blocks are font boxes, so that lines of one paragraph touch or overlap. */
const ROOM_EM = 0.3
/** So many titles show a manner. */
const SMALL_TITLES = 3

interface Usage {
  titles: number
  /** Short lines that could be headings, titles among them. */
  short: number
  /** … that stand apart … */
  apart: number
  /** … and that head text; of those where a text could be seen below. */
  heads: number
  seen: number
  /** Short lines right below a title: of authors, places, dates. */
  belowTitle: number
  /** Everything else in this style. */
  others: number
  readonly texts: Set<string>
}

interface Body {
  readonly size: number
  readonly mono: boolean
  readonly style: string
}

/** Makes titles of texts; takes none back. */
export function promoteTitles(pages: readonly DocumentPage[]): DocumentPage[] {
  const body = bodyOf(pages)
  const small = headsInSmallLetters(pages)
  const usages = new Map<string, Usage>()
  for (const [page, { blocks }] of pages.entries()) {
    const lastBody = blocks.findLastIndex(isBody)
    const onNextPage = pages[page + 1]?.blocks.find(isBody)
    blocks.forEach((block, at) => {
      if (!isWords(block)) return
      const key = styleKey(block.style)
      let usage = usages.get(key)
      if (usage === undefined) {
        usage = { titles: 0, short: 0, apart: 0, heads: 0, seen: 0, belowTitle: 0, others: 0, texts: new Set() }
        usages.set(key, usage)
      }
      count(usage, block, { blocks, at, body, small, lastBody, onNextPage })
    })
  }
  const counted = findCountedHeadings(pages)
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block): Block => {
      if (block.kind !== 'text' || !mayBeTitle(block, small)) return block
      const usage = usages.get(styleKey(block.style))
      if (!counted.has(block) && (usage === undefined || !isHeadingStyle(usage, block.style, body))) return block
      return { kind: 'title', type: 'title', level: 1, ...contentOf(block) }
    }),
  }))
}

/** Most of the titles begin with small letters: a manner of the document. */
function headsInSmallLetters(pages: readonly DocumentPage[]): boolean {
  const titles = pages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'title')) as TitleBlock[]
  return titles.length >= SMALL_TITLES && titles.filter(({ text }) => /^\p{Ll}/u.test(text)).length * 2 > titles.length
}

export function styleKey({ size, bold, italic, caps, font, color }: BlockStyle): string {
  return `${size}|${bold}|${italic}|${caps}|${font}|${color}`
}

function isWords(block: Block): block is TextualBlock {
  return block.kind === 'title' || (block.kind === 'text' && (block.type === 'text' || block.type === 'footnote'))
}

/** What most of the document's running text is set in. */
export function bodyOf(pages: readonly DocumentPage[]): Body {
  const weights = new Map<string, { weight: number; size: number; mono: boolean }>()
  for (const { blocks } of pages)
    for (const block of blocks) {
      if (block.kind !== 'text' || block.type !== 'text') continue
      const key = styleKey({ ...block.style, caps: false })
      const known = weights.get(key)
      const weight = block.text.length * (block.style.lineCount > MAX_LINES ? 2 : 1)
      if (known === undefined) weights.set(key, { weight, size: block.style.size, mono: block.style.mono })
      else known.weight += weight
    }
  const [style, { size, mono }] = [...weights].reduce(
    (best, next) => (next[1].weight > best[1].weight ? next : best),
    ['', { weight: 0, size: 10, mono: false }],
  )
  return { size, mono, style }
}

interface Surroundings {
  readonly blocks: readonly Block[]
  readonly at: number
  readonly body: Body
  readonly small: boolean
  /** Index of the page's last block that is neither head, foot nor note. */
  readonly lastBody: number
  /** The first such block of the next page. */
  readonly onNextPage: Block | undefined
}

function count(
  usage: Usage,
  block: TextualBlock,
  { blocks, at, body, small, lastBody, onNextPage }: Surroundings,
): void {
  if (block.kind === 'title') usage.titles++
  if (block.kind === 'text' && !mayBeTitle(block, small)) {
    usage.others++
    return
  }
  usage.short++
  usage.texts.add(block.text)
  if (blocks[at - 1]?.kind === 'title') usage.belowTitle++
  const em = block.style.size
  const above = lastAbove(blocks, at)
  if (above === undefined || block.box.y0 - above.box.y1 >= ROOM_EM * em) usage.apart++
  const next = blocks[at + 1]
  const below = next !== undefined && isBody(next) ? next : at < lastBody ? undefined : onNextPage
  if (below === undefined) return
  usage.seen++
  if (below.kind === 'title' ? styleKey(below.style) !== styleKey(block.style) : holdsText(below, body)) usage.heads++
}

function isBody({ type }: Block): boolean {
  return type !== 'footer' && type !== 'header' && type !== 'footnote'
}

/** The block nearest before one, in reading order, that stands above it. */
function lastAbove(blocks: readonly Block[], at: number): Block | undefined {
  const block = blocks[at]!
  for (let before = at - 1; before >= 0; before--) if (isAbove(blocks[before]!, block)) return blocks[before]
  return undefined
}

/** In the same column. */
function isAbove(other: Block, block: Block): boolean {
  return other.box.y0 < block.box.y0 && other.box.x0 < block.box.x1 && other.box.x1 > block.box.x0
}

function holdsText(block: Block, body: Body): boolean {
  if (block.kind !== 'text') return true
  if (block.type === 'code' || block.items !== undefined) return true
  return (
    block.type === 'text' &&
    Math.abs(block.style.size - body.size) <= body.size * (1 - LEAST_SIZE) &&
    (block.style.lineCount > 1 ||
      block.text.length >= TEXT_CHARS ||
      (styleKey({ ...block.style, caps: false }) === body.style && /[.!?。]$/.test(block.text)))
  )
}

function isHeadingStyle(
  { titles, short, apart, heads, seen, belowTitle, others, texts }: Usage,
  style: BlockStyle,
  body: Body,
): boolean {
  if (titles >= KNOWN_TITLES && titles >= KNOWN_RATIO * (short + others)) return true
  if (styleKey({ ...style, caps: false }) === body.style && !style.caps) return false
  if (style.size < body.size * LEAST_SIZE || (style.mono && !body.mono)) return false
  // Authors under headlines.
  if (style.size < body.size && belowTitle * 2 > short) return false
  const all = short + others
  return (
    short >= BEHAVING &&
    short >= BEHAVING_RATIO * all &&
    apart >= BEHAVING_RATIO * all &&
    seen >= BEHAVING &&
    heads >= HEADING_RATIO * seen &&
    texts.size >= BEHAVING
  )
}

/** `small`: the document's titles begin with small letters. */
export function mayBeTitle(block: TextBlock, small = false): boolean {
  return (
    block.type === 'text' &&
    block.plain !== true &&
    block.items === undefined &&
    block.style.lineCount <= MAX_LINES &&
    block.text.length <= MAX_CHARS &&
    /\p{L}{2}/u.test(block.text) &&
    !/[.,;，。；]$/.test(block.text) &&
    (small || !/^\p{Ll}/u.test(block.text) || /^[a-z]\)\s/.test(block.text)) &&
    !isNonHeadingText(block.text)
  )
}
