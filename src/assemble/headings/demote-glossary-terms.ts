/**
 * Demotes terms of definition lists: function names, glossary entries. Their explanations are indented, while running text starts at the
 * left edge of the terms. Below a heading both start at one edge.
 */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { relabel } from './relabel.ts'
import { caselessStyleKey } from './style-key.ts'

/** Indentation of an explanation, in em of the term: more than a first-line indent, less than another column. */
const INDENT_EM = { min: 1.4, max: 6 }
/** Tolerance of a left edge, in em. */
const EDGE_EM = 0.5
/** Maximum size of a term relative to its explanation. */
const MAX_SIZE_RATIO = 1.1
/** Minimum number of terms of one style, and their fraction of the headings of that style with text below. */
const MIN_TERMS = 3
const MIN_TERM_RATIO = 0.75

interface TermStyle {
  readonly headings: TitleBlock[]
  withText: number
  withIndentedText: number
  atTextEdge: number
}

export function demoteGlossaryTerms(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const styles = new Map<string, TermStyle>()
  for (const { blocks } of pages) {
    const textEdges = blocks.flatMap((block) => (isPlainText(block) && block.style.lineCount > 1 ? [block.box.x0] : []))
    blocks.forEach((block, at) => {
      if (block.kind !== 'title' || block.exact === true || parseNumbering(block.text) !== null) return
      const key = caselessStyleKey(block.style)
      const style = styles.get(key) ?? { headings: [], withText: 0, withIndentedText: 0, atTextEdge: 0 }
      styles.set(key, style)
      style.headings.push(block)
      const next = blocks[at + 1]
      if (next === undefined || next.box.y0 < block.box.y0 || !(next.kind === 'title' || isPlainText(next))) return
      style.withText++
      if (isIndented(next, block)) style.withIndentedText++
      if (textEdges.some((edge) => Math.abs(edge - block.box.x0) <= EDGE_EM * block.style.size)) style.atTextEdge++
    })
  }
  const terms = [...styles.values()].filter(
    ({ withText, withIndentedText, atTextEdge }) =>
      withIndentedText >= MIN_TERMS &&
      withIndentedText >= MIN_TERM_RATIO * withText &&
      atTextEdge * 2 >= withIndentedText,
  )
  return relabel(pages, new Set<Block>(terms.flatMap(({ headings }) => headings)), 'demoteGlossaryTerms')
}

function isPlainText(block: Block): block is Extract<Block, { kind: 'text' }> {
  return block.kind === 'text' && block.type === 'text' && block.items === undefined
}

function isIndented(next: Extract<Block, { kind: 'text' | 'title' }>, { box, style }: TitleBlock): boolean {
  const indent = (next.box.x0 - box.x0) / style.size
  return indent >= INDENT_EM.min && indent <= INDENT_EM.max && style.size <= next.style.size * MAX_SIZE_RATIO
}
