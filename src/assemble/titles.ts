/**
 * Titles over the whole document: styles that head things are headings everywhere, and sizes, weights and numbering
 * give the levels 1–6. Works on labels and styles only; where a title stands was layout's business.
 */
import type { Block, BlockStyle, DocumentPage, TextBlock, TitleBlock } from '../model/document.ts'
import { type ExactLevels, exactLevels } from './exact-levels.ts'

/** A style must have headed something this often before its other lines are promoted. */
const PROMOTE_TITLES = 2
/** … and be used for titles at least this much of the time. */
const PROMOTE_SHARE = 0.6
const MAX_PROMOTED_CHARS = 90

export function levelTitles(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const promoted = promote(pages)
  const levels = levelsOf(promoted)
  return promoted.map((page) => ({
    ...page,
    blocks: page.blocks.map((block): Block => (block.kind === 'title' && block.exact !== true ? { ...block, level: levelOf(block, levels) } : block)),
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

interface Levels {
  /** Level by style, from the largest type down. */
  readonly byStyle: ReadonlyMap<string, number>
  /** Level of titles numbered "1", from which "1.1" and "1.1.1" follow; `null` when none are. */
  readonly numberedFrom: number | null
  /** What tags and outline tell, where there are any. */
  readonly exact: ExactLevels | null
}

/** Sizes and weights in order: each step down in size, or from bold to plain at one size, is a level. */
function rankKey({ size, bold, caps }: BlockStyle): string {
  return `${Math.round(size * 2) / 2}|${bold ? 1 : 0}|${caps ? 1 : 0}`
}

function levelsOf(pages: readonly DocumentPage[]): Levels {
  const styles = new Map<string, BlockStyle>()
  const numbered = new Map<string, number>()
  for (const block of pages.flatMap(({ blocks }) => blocks)) {
    if (block.kind !== 'title') continue
    const key = rankKey(block.style)
    if (!styles.has(key)) styles.set(key, block.style)
    if (numberDepth(block.text) === 1) numbered.set(key, (numbered.get(key) ?? 0) + 1)
  }
  const sorted = [...styles].sort(([, a], [, b]) => b.size - a.size || Number(b.bold) - Number(a.bold) || Number(b.caps) - Number(a.caps))
  const byStyle = new Map(sorted.map(([key], index) => [key, Math.min(6, index + 1)]))
  let numberedFrom: number | null = null
  let most = 0
  for (const [key, count] of numbered) {
    if (count <= most) continue
    most = count
    numberedFrom = byStyle.get(key) ?? null
  }
  const titles = pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block] : [])))
  return { byStyle, numberedFrom, exact: exactLevels(titles, { lookOf: ({ style }) => rankKey(style), numberDepth }) }
}

/** Depth of decimal numbering: 1 for "3 Results", 2 for "3.1 Data"; 0 without. */
export function numberDepth(text: string): number {
  const match = /^(?:[A-Z]\.)?(\d{1,2}(?:\.\d{1,2}){0,5})\.?\s+\S/.exec(text)
  return match === null ? 0 : match[1]!.split('.').length
}

function levelOf(title: TitleBlock, { byStyle, numberedFrom, exact }: Levels): number {
  const depth = numberDepth(title.text)
  const known = exact?.byLook.get(rankKey(title.style))
  if (known !== undefined) return known
  if (depth > 0 && exact?.numberedFrom != null) return Math.min(6, exact.numberedFrom + depth - 1)
  if (depth > 0 && numberedFrom !== null) return Math.min(6, numberedFrom + depth - 1)
  return byStyle.get(rankKey(title.style)) ?? 1
}
