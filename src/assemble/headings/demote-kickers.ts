/**
 * Demotes kickers: small lines in uppercase letters right above larger headings. Fixture: levels/html-three-columns.
 */
import { cached } from '../../model/cached.ts'
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { relabel } from './relabel.ts'
import { styleKey } from './style-key.ts'

const MIN_SIZE_RATIO = 1.2
const MIN_KICKERS = 2

/** Demotes a style if all headings in it are kickers. */
export function demoteKickers(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const byStyle = new Map<string, { readonly headings: TitleBlock[]; kickers: number }>()
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (block.kind !== 'title') return
      const style = cached(byStyle, styleKey(block.style), () => ({ headings: [], kickers: 0 }))
      style.headings.push(block)
      if (isKicker(block, blocks[at + 1])) style.kickers++
    })
  const demoted = [...byStyle.values()].flatMap(({ headings, kickers }) =>
    kickers >= MIN_KICKERS && kickers === headings.length ? headings : [],
  )
  return relabel(pages, demoted, 'demoteKickers')
}

/** A numbered line such as "CHAPTER 2" is part of its heading. */
function isKicker({ style, text, exact }: TitleBlock, below: Block | undefined): boolean {
  if (exact === true || below?.kind !== 'title' || !style.caps || parseNumbering(text) !== null) return false
  return below.style.size >= style.size * MIN_SIZE_RATIO
}
