/**
 * Titles over the whole document: styles that head things are headings everywhere, and all titles get their levels 1–6,
 * from tags and outline where these tell them, else from looks and numbers (`heading-levels.ts`).
 */
import type { Block, BlockStyle, DocumentPage, TextBlock, TitleBlock } from '../model/document.ts'
import { type Box, width } from '../model/geometry.ts'
import { exactLevels } from './exact-levels.ts'
import { type Heading, levelsByRank } from './heading-levels.ts'
import { numberDepth } from './numbering.ts'

/** A style must have headed something this often before its other lines are promoted. */
const PROMOTE_TITLES = 2
/** … and be used for titles at least this much of the time. */
const PROMOTE_SHARE = 0.6
const MAX_PROMOTED_CHARS = 90

/** Running text: more lines than a heading has, or a long one. */
const PARAGRAPH_LINES = 3
const PARAGRAPH_CHARS = 120
/** Names and addresses set line by line have shorter lines than text. */
const LINE_CHARS = 30
/** A heading in the middle of its column: its own middle is the text's, within this, and it begins this far from the left edge. */
const CENTRE_EM = 1
const CENTRE_INSET_EM = 2

export function levelTitles(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const promoted = promote(pages)
  const levels = levelsOf(promoted)
  return promoted.map((page) => ({
    ...page,
    blocks: page.blocks.map((block): Block => (block.kind === 'title' && block.exact !== true ? { ...block, level: levels.get(block) ?? 1 } : block)),
  }))
}

function styleKey({ size, bold, italic, caps, font, color }: BlockStyle): string {
  return `${size}|${bold}|${italic}|${caps}|${font}|${color}`
}

/** Short lines in a style that is otherwise only used for titles are titles. */
function promote(pages: readonly DocumentPage[]): DocumentPage[] {
  const seen = new Map<string, { titles: number; others: number }>()
  for (const block of pages.flatMap(({ blocks }) => blocks)) {
    if (block.kind !== 'title' && block.kind !== 'text') continue
    if (block.type === 'header' || block.type === 'footer') continue
    const key = styleKey(block.style)
    const count = seen.get(key) ?? { titles: 0, others: 0 }
    if (block.kind === 'title') count.titles++
    else count.others++
    seen.set(key, count)
  }
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block): Block => {
      if (block.kind !== 'text' || !mayBeTitle(block)) return block
      const { titles, others } = seen.get(styleKey(block.style)) ?? { titles: 0, others: 0 }
      if (titles < PROMOTE_TITLES || titles < PROMOTE_SHARE * (titles + others)) return block
      const { box, confidence, source, text, style } = block
      return { kind: 'title', type: 'title', level: 1, box, confidence, source, text, style }
    }),
  }))
}

function mayBeTitle(block: TextBlock): boolean {
  return (
    block.type === 'text' &&
    block.plain !== true &&
    block.items === undefined &&
    block.style.lineCount <= 2 &&
    block.text.length <= MAX_PROMOTED_CHARS &&
    /\p{L}{2}/u.test(block.text) &&
    !/[.,;]$/.test(block.text) &&
    !/^\p{Ll}/u.test(block.text)
  )
}

/** The level of every title. */
function levelsOf(pages: readonly DocumentPage[]): Map<TitleBlock, number> {
  const titles = pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block] : [])))
  const guessed = levelsByRank(headingsOf(pages))
  const exact = exactLevels(titles, { lookOf: rankKey, numberDepth })
  return new Map(
    titles.map((title, at) => {
      const depth = numberDepth(title.text)
      const told = exact?.byLook.get(rankKey(title)) ?? (depth > 0 && exact?.numberedFrom != null ? Math.min(6, exact.numberedFrom + depth - 1) : undefined)
      return [title, told ?? guessed[at] ?? 1]
    }),
  )
}

/** What tags and outline say of one title holds for its like. */
function rankKey({ style: { size, bold, caps } }: TitleBlock): string {
  return `${Math.round(size * 2) / 2}|${bold ? 1 : 0}|${caps ? 1 : 0}`
}

/** The titles with what their place tells of them. */
function headingsOf(pages: readonly DocumentPage[]): Heading[] {
  const first = pages.find(({ blocks }) => blocks.some(isWords))
  let afterText = false
  return pages.flatMap((page) => {
    const onCover = !page.blocks.some(isParagraph)
    return page.blocks.flatMap((block): Heading[] => {
      if (block.kind === 'title') {
        const heading = {
          text: block.text,
          style: block.style,
          centred: isCentred(block, page.blocks),
          onFirstPage: page === first,
          onCover,
          afterText,
        }
        afterText = false
        return [heading]
      }
      if (isParagraph(block)) afterText = true
      return []
    })
  })
}

function isWords(block: Block): boolean {
  return (block.kind === 'text' || block.kind === 'title') && block.type !== 'header' && block.type !== 'footer'
}

function isParagraph(block: Block): boolean {
  if (block.kind === 'table') return true
  if (block.kind !== 'text' || !isWords(block)) return false
  const { lineCount } = block.style
  return block.items !== undefined || block.text.length >= PARAGRAPH_CHARS || (lineCount >= PARAGRAPH_LINES && block.text.length >= LINE_CHARS * lineCount)
}

/** Compared with the widest text of some lines above or below it; `null` without such a text. */
function isCentred({ box, style }: TitleBlock, blocks: readonly Block[]): boolean | null {
  let column: Box | null = null
  for (const block of blocks) {
    if (block.kind !== 'text' || block.style.lineCount < 2 || block.box.x0 >= box.x1 || block.box.x1 <= box.x0) continue
    if (column === null || width(block.box) > width(column)) column = block.box
  }
  if (column === null) return null
  const offset = Math.abs((box.x0 + box.x1) / 2 - (column.x0 + column.x1) / 2)
  return offset < CENTRE_EM * style.size && box.x0 > column.x0 + CENTRE_INSET_EM * style.size
}
