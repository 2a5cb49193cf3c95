/**
 * A PDF's structure tree and outline → what each raw page gets of them. Whether a page's tags are worth anything is layout's
 * to judge; a document without them costs two look-ups.
 */

import type { PageHandle } from '../../engines/mupdf/document.ts'
import { MupdfError } from '../../engines/mupdf/mupdf.ts'
import { readOutline } from '../../engines/struct-tree/bookmarks.ts'
import { StructTree } from '../../engines/struct-tree/struct-tree.ts'
import type { Span } from '../../model/raw-page.ts'
import type { OutlineEntry, PageTags } from '../../model/tags.ts'

export interface Guide {
  readonly tree: StructTree | null
  readonly outline: ReadonlyMap<number, readonly OutlineEntry[]>
}

/** By the document as MuPDF has it open: after a trap it is another one. */
const guides = new WeakMap<PageHandle['document'], Guide>()

/** What the whole document says; comes before the text of any of its pages is read, so that all of them are read alike. */
export function guideOf(page: PageHandle): Guide {
  const known = guides.get(page.document)
  if (known !== undefined) return known
  const guide = {
    tree: optional(() => StructTree.of(page)) ?? null,
    outline: optional(() => readOutline(page)) ?? new Map(),
  }
  guides.set(page.document, guide)
  return guide
}

/** A damaged tree or outline is none: the text is still there. */
function optional<result>(read: () => result): result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof MupdfError) return undefined
    throw error
  }
}

/** What the document itself says about a page. */
export interface PageGuide {
  readonly tags?: PageTags
  readonly outline?: readonly OutlineEntry[]
}

/** The page's structure, for these spans, and the bookmarks that lead to it. */
export function readGuide(
  { tree, outline }: Guide,
  { page, pageIndex, spans }: { page: PageHandle; pageIndex: number; spans: readonly Span[] },
): PageGuide {
  const tags = spans.length === 0 ? null : (tree?.readPage(page, pageIndex, spans) ?? null)
  const entries = outline.get(pageIndex)
  return { ...(tags === null ? {} : { tags }), ...(entries === undefined ? {} : { outline: entries }) }
}
