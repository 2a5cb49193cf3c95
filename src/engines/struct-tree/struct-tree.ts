/** Reads the tags of a page from its marked content up to the root. Broken trees give `null`. */
import type { Span } from '../../model/raw-page.ts'
import { isHeadingRole, type PageTags, type TagCounts } from '../../model/tags.ts'
import type { PageHandle } from '../mupdf/document.ts'
import type { Pointer } from '../mupdf/mupdf.ts'
import { MupdfError } from '../mupdf/mupdf-errors.ts'
import { PdfObjects } from '../mupdf/pdf-objects.ts'
import { markedContentRuns, readMarkedContent } from './marked-content-ids.ts'
import { PageTagBuilder, pageTransform } from './page-tags.ts'
import { separateMarkedContent } from './separate-marked-content.ts'
import { SyntheticTree } from './synthetic-tree.ts'
import { TreeNodes } from './tree-nodes.ts'

/** Content streams of a page; larger ones are drawings, whose tags are useless. */
const MAX_CONTENT_BYTES = 4 * 1024 * 1024
const MAX_COUNTED_ELEMENTS = 3000
/** Enough for full pages of a spreadsheet. */
const MAX_MCIDS = 16_384

/** Must be created before any page is read: it changes the document in memory. */
export class StructTree {
  readonly #objects: PdfObjects
  readonly #nodes: TreeNodes
  readonly #synthetic: SyntheticTree
  #counts: TagCounts | null = null
  #exact: boolean | null = null
  readonly #separated = new Set<number>()

  private constructor(objects: PdfObjects, root: number) {
    this.#objects = objects
    this.#nodes = new TreeNodes(objects, root)
    this.#synthetic = new SyntheticTree(objects)
  }

  static of({ mupdf, document }: PageHandle): StructTree | null {
    return mupdf.call(() => {
      const objects = PdfObjects.of(mupdf, document)
      if (objects === null) return null
      const root = objects.number(objects.get(objects.root, 'StructTreeRoot'))
      return root === 0 ? null : new StructTree(objects, root)
    })
  }

  readPage(page: PageHandle, pageIndex: number, spans: readonly Span[]): PageTags | null {
    const { mupdf } = page
    try {
      return mupdf.call(() => this.#readPage(page, pageIndex, spans))
    } catch (error) {
      if (error instanceof MupdfError) return null
      throw error
    }
  }

  #readPage(page: PageHandle, pageIndex: number, spans: readonly Span[]): PageTags | null {
    const objects = this.#objects
    const pageObject = objects.page(pageIndex)
    const key = objects.toNumber(objects.get(pageObject, 'StructParents'))
    if (key === null) return null
    const owners = this.#nodes.ownersOf(key)
    if (owners === null || owners.length > MAX_MCIDS) return null
    this.#counts ??= this.#countElements()
    const onPage = this.#nodes.withAncestors(owners)
    if (onPage.size === 0) return null

    this.#separate(pageObject, pageIndex, owners.length)
    this.#synthetic.prepare(key, owners.length + 1)
    const withDrawings = [...onPage].some(
      (id) => this.#nodes.role(id) === 'Figure' || (this.#nodes.role(id) === 'Table' && this.#hasPlaceholders(id)),
    )
    const content = readMarkedContent(page.mupdf, page.pointer, { frame: page.frame, withDrawings })
    if (content === null) return null
    const builder = new PageTagBuilder(this.#nodes, {
      pageNumber: objects.number(pageObject),
      owners,
      onPage,
      content,
      toPage: pageTransform(page),
    })
    return {
      root: builder.build(this.#nodes.root),
      markedContent: markedContentRuns(spans, content),
      counts: this.#counts,
      ...(this.#isExact() ? { exact: true as const } : {}),
    }
  }

  #separate(page: Pointer, pageIndex: number, separatorId: number): void {
    if (this.#separated.has(pageIndex)) return
    this.#separated.add(pageIndex)
    const objects = this.#objects
    const streams: Uint8Array[] = []
    let length = 0
    for (const stream of objects.items(objects.get(page, 'Contents'))) {
      if (!objects.isStream(stream)) continue
      const bytes = objects.loadStream(stream, MAX_CONTENT_BYTES - length)
      if (bytes === null) return
      streams.push(bytes)
      length += bytes.length + 1
    }
    const joined = new Uint8Array(length).fill(10)
    let at = 0
    for (const part of streams) {
      joined.set(part, at)
      at += part.length + 1
    }
    const separated = separateMarkedContent(joined, ` /Artifact <</MCID ${separatorId}>> BDC EMC\n`)
    if (separated !== null) objects.own(objects.addStream(separated), (stream) => objects.put(page, 'Contents', stream))
  }

  /** Drawn boxes determine the spans of such tables. */
  #hasPlaceholders(table: number): boolean {
    return (
      !this.#nodes.isSheet(table) &&
      this.#nodes.rowsOf(table).some(({ cells }) => cells.some(({ isPlaceholder }) => isPlaceholder))
    )
  }

  /** LibreOffice derives the tree from the document's styles. */
  #isExact(): boolean {
    this.#exact ??=
      this.#objects.toText(this.#objects.get(this.#objects.info, 'Producer'))?.startsWith('LibreOffice') === true
    return this.#exact
  }

  #countElements(): TagCounts {
    const counts = { elements: 0, paragraphs: 0, headings: 0, lists: 0, tables: 0 }
    const open = [this.#nodes.root]
    for (let id = open.pop(); id !== undefined && counts.elements < MAX_COUNTED_ELEMENTS; id = open.pop()) {
      const role = this.#nodes.role(id)
      counts.elements += 1
      if (role === 'P') counts.paragraphs += 1
      else if (isHeadingRole(role)) counts.headings += 1
      else if (role === 'L') counts.lists += 1
      else if (role === 'Table') counts.tables += 1
      const children = this.#nodes.children(id)
      for (let index = children.length - 1; index >= 0; index--)
        if (children[index]!.element > 0) open.push(children[index]!.element)
    }
    return counts
  }
}
