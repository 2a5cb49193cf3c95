/** Joins blocks that a page break splits, on the first of their pages. */
import type { Block, DocumentPage } from '../model/document.ts'

/** Furniture, notes, captions and figures may interrupt a paragraph or table. */
export function isBody(block: Block): boolean {
  return (
    !['header', 'footer', 'footnote', 'sider', 'figure_caption', 'table_caption'].includes(block.type) &&
    block.kind !== 'figure'
  )
}

/** `join` returns both pages, or `null` if nothing continues on the second. */
export function joinAcrossPages(
  pages: readonly DocumentPage[],
  join: (before: DocumentPage, page: DocumentPage) => readonly [DocumentPage, DocumentPage] | null,
): readonly DocumentPage[] {
  const joined = [...pages]
  // Backwards: a block over three pages is joined on the first.
  for (let at = joined.length - 1; at > 0; at--) {
    const [before, page] = [joined[at - 1]!, joined[at]!]
    const both = page.pageIndex === before.pageIndex + 1 ? join(before, page) : null
    if (both === null) continue
    joined[at - 1] = both[0]
    joined[at] = { ...both[1], mergeFromPrevious: true }
  }
  return joined
}
