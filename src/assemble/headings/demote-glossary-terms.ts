/**
 * Terms of definition lists that pass for titles → text: names of functions, entries of a glossary. What explains them is set in under them, while the
 * text that sections hold begins at the edge where the terms stand; below a heading both begin at one edge.
 */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { withText } from './demote-kickers.ts'
import { styleKey } from './promote-by-style.ts'

/** An explanation is set in by so much, in em of the term; first lines of paragraphs less, another column more. */
const SET_IN = { from: 1.4, to: 6 }
/** Edges that differ by less, in em, are one. */
const EDGE_EM = 0.5
/** Terms are set in the text's size, and hardly apart from what explains them: larger ones and wider white head something. */
const LARGER = 1.1
/** So many terms of one look, and so many of those with text below them, make a list. */
const TERMS = 3
const TERMS_RATIO = 0.75

/** Makes text of such titles. */
export function demoteGlossaryTerms(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const looks = new Map<string, { readonly titles: TitleBlock[]; seen: number; setIn: number; flush: number }>()
  for (const { blocks } of pages) {
    const edges = blocks.flatMap((block) => (isRunning(block) ? [block.box.x0] : []))
    blocks.forEach((block, at) => {
      if (block.kind !== 'title' || block.exact === true || parseNumbering(block.text) !== null) return
      const key = styleKey({ ...block.style, caps: false })
      const look = looks.get(key) ?? { titles: [], seen: 0, setIn: 0, flush: 0 }
      looks.set(key, look)
      look.titles.push(block)
      const next = blocks[at + 1]
      if (next === undefined || next.box.y0 < block.box.y0 || !isText(next)) return
      look.seen++
      if (isSetIn(block, next)) look.setIn++
      if (edges.some((edge) => Math.abs(edge - block.box.x0) <= EDGE_EM * block.style.size)) look.flush++
    })
  }
  const terms = [...looks.values()].filter(
    ({ seen, setIn, flush }) => setIn >= TERMS && setIn >= TERMS_RATIO * seen && flush * 2 >= setIn,
  )
  return terms.length === 0 ? pages : withText(pages, new Set(terms.flatMap(({ titles }) => titles)))
}

function isText(block: Block): block is Extract<Block, { kind: 'text' | 'title' }> {
  return block.kind === 'title' || (block.kind === 'text' && block.type === 'text' && block.items === undefined)
}

function isSetIn({ box, style }: TitleBlock, next: Extract<Block, { kind: 'text' | 'title' }>): boolean {
  const by = (next.box.x0 - box.x0) / style.size
  return by >= SET_IN.from && by <= SET_IN.to && style.size <= next.style.size * LARGER
}

/** Running text, whose left edge may be that of the terms. */
function isRunning(block: Block): boolean {
  return block.kind === 'text' && block.type === 'text' && block.items === undefined && block.style.lineCount > 1
}
