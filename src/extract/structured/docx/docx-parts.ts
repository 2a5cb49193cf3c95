import type { Formula } from '../../../model/formula.ts'
import type { Element } from '../../../xml/tree.ts'
import type { ChartTable } from '../chart-table.ts'
import type { Inline } from '../inline-text.ts'

export type TextPart = Inline & { readonly kind: 'text' }

export type ParagraphPart =
  | TextPart
  | { readonly kind: 'page break' }
  | { readonly kind: 'formula'; readonly tree: Formula }
  | { readonly kind: 'box'; readonly content: Element }
  | { readonly kind: 'figure'; readonly text: string }
  | { readonly kind: 'chart'; readonly table: ChartTable }

/** Word does not number empty paragraphs. */
export function hasContent(parts: readonly ParagraphPart[]): boolean {
  return parts.some((part) =>
    part.kind === 'text' ? part.text.trim() !== '' : ['formula', 'figure', 'chart'].includes(part.kind),
  )
}
