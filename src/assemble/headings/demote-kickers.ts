/** Lines that go with a title and pass for one: what it belongs to, in small type right above. */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { contentOf } from '../text-blocks.ts'
import { styleKey } from './promote-by-style.ts'

/** A title is larger than its byline or kicker by this. */
export const TITLE_RATIO = 1.2
/** One small line above a title may be anything. */
const KICKERS = 2

/** Makes text of small lines of one look that stand above larger titles, all of them. */
export function demoteKickers(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const byLook = new Map<string, { readonly titles: TitleBlock[]; above: number }>()
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (block.kind !== 'title') return
      const key = styleKey(block.style)
      let look = byLook.get(key)
      if (look === undefined) {
        look = { titles: [], above: 0 }
        byLook.set(key, look)
      }
      look.titles.push(block)
      if (isKicker(block, blocks[at + 1])) look.above++
    })
  const kickers = [...byLook.values()].filter(({ titles, above }) => above >= KICKERS && above === titles.length)
  return kickers.length === 0 ? pages : withText(pages, new Set(kickers.flatMap(({ titles }) => titles)))
}

/** In capitals, shorter than a line, without a number ("CHAPTER 2" belongs to its title). */
function isKicker({ style, text, exact }: TitleBlock, below: Block | undefined): boolean {
  if (exact === true || below?.kind !== 'title' || !style.caps || style.lineCount > 1 || parseNumbering(text) !== null)
    return false
  return below.style.size >= style.size * TITLE_RATIO && styleKey(below.style) !== styleKey(style)
}

/** The pages with these titles as text. */
export function withText(pages: readonly DocumentPage[], demoted: ReadonlySet<Block>): DocumentPage[] {
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block): Block => {
      if (block.kind !== 'title' || !demoted.has(block)) return block
      return { kind: 'text', type: 'text', ...contentOf(block) }
    }),
  }))
}
