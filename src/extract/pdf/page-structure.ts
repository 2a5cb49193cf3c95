import type { PageHandle } from '../../engines/mupdf/document.ts'
import { MupdfError } from '../../engines/mupdf/mupdf-errors.ts'
import { readOutline } from '../../engines/struct-tree/bookmarks.ts'
import { StructTree } from '../../engines/struct-tree/struct-tree.ts'
import type { Span } from '../../model/raw-page.ts'
import type { OutlineEntry, PageTags } from '../../model/tags.ts'

interface DocumentStructure {
  readonly tree: StructTree | null
  readonly outline: ReadonlyMap<number, readonly OutlineEntry[]>
}

/** A document is opened again after a trap. */
const structures = new WeakMap<PageHandle['document'], DocumentStructure>()

/** Call it before any page is read: all are read in the same way. */
export function documentStructure(page: PageHandle): DocumentStructure {
  const existing = structures.get(page.document)
  if (existing !== undefined) return existing
  const structure = {
    tree: optional(() => StructTree.of(page)) ?? null,
    outline: optional(() => readOutline(page)) ?? new Map(),
  }
  structures.set(page.document, structure)
  return structure
}

function optional<result>(read: () => result): result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof MupdfError) return undefined
    throw error
  }
}

export interface PageStructure {
  readonly tags?: PageTags
  readonly outline?: readonly OutlineEntry[]
}

export function readPageStructure(
  { tree, outline }: DocumentStructure,
  { page, pageIndex, spans }: { page: PageHandle; pageIndex: number; spans: readonly Span[] },
): PageStructure {
  const tags = spans.length === 0 ? null : (tree?.readPage(page, pageIndex, spans) ?? null)
  const entries = outline.get(pageIndex)
  return { ...(tags === null ? {} : { tags }), ...(entries === undefined ? {} : { outline: entries }) }
}
