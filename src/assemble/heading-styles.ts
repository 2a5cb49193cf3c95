/**
 * Styles over the whole document → titles that single pages could not tell: a style whose short lines stand apart and head text,
 * wherever they are, is a heading's; numbers that count through the document head their paragraphs; one that also sets running text is none.
 */
import type { Block, BlockStyle, DocumentPage, TextBlock, TitleBlock } from '../model/document.ts'
import { readNumbering } from '../model/numbering.ts'

type Words = TextBlock | TitleBlock

const MAX_LINES = 2
const MAX_CHARS = 90
/** A style with titles in it: its other short lines are titles when it is used for them at least this often and much. */
const KNOWN_TITLES = 2
const KNOWN_SHARE = 0.6
/** A style that no page took for a heading's needs more lines that behave so, and hardly any that do not. */
const BEHAVING = 2
const BEHAVING_SHARE = 0.85
const HEADING_SHARE = 0.75
/** Running text below a heading has more than a line, or a long one. */
const TEXT_CHARS = 60
/** Type smaller than this against the text heads nothing (labels in forms, notes). */
const LEAST_SIZE = 0.84
/** White above a heading, against its size; blocks are font boxes, so that lines of one paragraph touch or overlap. */
const ROOM_EM = 0.3
/** Numbered headings that count from the first one. */
const COUNTING = 3
const COUNTED_CHARS = 40
const COUNTED_CJK_CHARS = 24

interface Usage {
  titles: number
  /** Short lines that could be headings, titles among them. */
  short: number
  /** … that stand apart … */
  apart: number
  /** … and that head text; of those where a text could be seen below. */
  heads: number
  seen: number
  /** Everything else in this style. */
  others: number
  readonly texts: Set<string>
}

interface Body {
  readonly size: number
  readonly style: string
}

/** Makes titles of texts; takes none back. */
export function promoteTitles(pages: readonly DocumentPage[]): DocumentPage[] {
  const body = bodyOf(pages)
  const usages = new Map<string, Usage>()
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (!isWords(block)) return
      const key = styleKey(block.style)
      let usage = usages.get(key)
      if (usage === undefined) {
        usage = { titles: 0, short: 0, apart: 0, heads: 0, seen: 0, others: 0, texts: new Set() }
        usages.set(key, usage)
      }
      count(usage, block, { blocks, at, body })
    })
  const counted = countingTitles(pages)
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block): Block => {
      if (block.kind !== 'text' || !mayBeTitle(block)) return block
      const usage = usages.get(styleKey(block.style))
      if (!counted.has(block) && (usage === undefined || !isHeadingStyle(usage, block.style, body))) return block
      const { box, confidence, source, text, style } = block
      return { kind: 'title', type: 'title', level: 1, box, confidence, source, text, style }
    }),
  }))
}

function styleKey({ size, bold, italic, caps, font, color }: BlockStyle): string {
  return `${size}|${bold}|${italic}|${caps}|${font}|${color}`
}

function isWords(block: Block): block is Words {
  return block.kind === 'title' || (block.kind === 'text' && (block.type === 'text' || block.type === 'footnote'))
}

/** What most of the document's running text is set in. */
function bodyOf(pages: readonly DocumentPage[]): Body {
  const weights = new Map<string, { weight: number; size: number }>()
  for (const { blocks } of pages)
    for (const block of blocks) {
      if (block.kind !== 'text' || block.type !== 'text') continue
      const key = styleKey({ ...block.style, caps: false })
      const known = weights.get(key)
      const weight = block.text.length * (block.style.lineCount > MAX_LINES ? 2 : 1)
      if (known === undefined) weights.set(key, { weight, size: block.style.size })
      else known.weight += weight
    }
  const [style, { size }] = [...weights].reduce((best, next) => (next[1].weight > best[1].weight ? next : best), ['', { weight: 0, size: 10 }])
  return { size, style }
}

function count(usage: Usage, block: Words, { blocks, at, body }: { blocks: readonly Block[]; at: number; body: Body }): void {
  if (block.kind === 'title') usage.titles++
  if (block.kind === 'text' && !mayBeTitle(block)) {
    usage.others++
    return
  }
  usage.short++
  usage.texts.add(block.text)
  const em = block.style.size
  const above = blocks.slice(0, at).findLast((other) => isAbove(other, block))
  if (above === undefined || block.box.y0 - above.box.y1 >= ROOM_EM * em) usage.apart++
  const below = blocks[at + 1]
  if (below === undefined || (below.kind === 'text' && (below.type === 'footer' || below.type === 'header' || below.type === 'footnote'))) return
  usage.seen++
  if (below.kind === 'title' ? styleKey(below.style) !== styleKey(block.style) : holdsText(below, body)) usage.heads++
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
    (block.style.lineCount > 1 || block.text.length >= TEXT_CHARS)
  )
}

function isHeadingStyle({ titles, short, apart, heads, seen, others, texts }: Usage, style: BlockStyle, body: Body): boolean {
  if (titles >= KNOWN_TITLES && titles >= KNOWN_SHARE * (short + others)) return true
  if (styleKey({ ...style, caps: false }) === body.style && !style.caps) return false
  if (style.size < body.size * LEAST_SIZE || style.mono) return false
  const all = short + others
  return (
    short >= BEHAVING &&
    short >= BEHAVING_SHARE * all &&
    apart >= BEHAVING_SHARE * all &&
    seen >= BEHAVING &&
    heads >= HEADING_SHARE * seen &&
    texts.size >= BEHAVING
  )
}

function mayBeTitle(block: TextBlock): boolean {
  return (
    block.type === 'text' &&
    block.plain !== true &&
    block.items === undefined &&
    block.style.lineCount <= MAX_LINES &&
    block.text.length <= MAX_CHARS &&
    /\p{L}{2}/u.test(block.text) &&
    !/[.,;，。；]$/.test(block.text) &&
    !/^\p{Ll}/u.test(block.text)
  )
}

/** Short numbered lines of one kind and style that count 1, 2, 3 … over the document, each with text below it. */
function countingTitles(pages: readonly DocumentPage[]): Set<Block> {
  const found = new Set<Block>()
  const runs = new Map<string, { next: number; blocks: Block[] }>()
  const settle = (run: { blocks: Block[] }): void => {
    if (run.blocks.length >= COUNTING) for (const block of run.blocks) found.add(block)
  }
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (block.kind !== 'text' || !mayBeTitle(block) || block.style.lineCount > 1) return
      const numbering = readNumbering(block.text)
      if (numbering === null || numbering.depth > 1) return
      const ordinal = ordinalOf(block.text)
      const isCjk = numbering.kind === 'cjk' || numbering.kind === 'cjkInner'
      if (ordinal === 0 || block.text.length > (isCjk ? COUNTED_CJK_CHARS : COUNTED_CHARS)) return
      const below = blocks[at + 1]
      const isFollowed = below === undefined || below.kind !== 'text' || (below.type === 'text' && below.style.lineCount > 1)
      const key = `${numbering.kind}|${styleKey({ ...block.style, caps: false })}`
      const run = runs.get(key)
      if (run !== undefined && isFollowed && ordinal === run.next) {
        run.blocks.push(block)
        run.next++
        return
      }
      if (run !== undefined) settle(run)
      runs.delete(key)
      if (isFollowed && ordinal === 1) runs.set(key, { next: 2, blocks: [block] })
    })
  for (const run of runs.values()) settle(run)
  return found
}

const cjkDigits = '一二三四五六七八九十'

/** Value of a number up to ten; 0 for others. */
function ordinalOf(text: string): number {
  const digits = /^\d{1,2}/.exec(text)
  if (digits !== null) return Number(digits[0])
  const cjk = /^[（(第]?([一二三四五六七八九十])[、．）)章节節条條]/u.exec(text)
  if (cjk !== null) return cjkDigits.indexOf(cjk[1]!) + 1
  const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']
  return romans.indexOf(/^[IVX]+/.exec(text)?.[0] ?? '') + 1
}
