/**
 * The structure tree of a tagged PDF → the part of it that one page needs, read from below: from the page's marked content up to
 * the root, so that a page costs what it holds and not what the document holds. Broken trees give `null`, never an error.
 */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import type { PageTags, TagCounts, TagElement, TagGrid } from '../../model/tags.ts'
import type { PageHandle } from '../mupdf/document.ts'
import { MupdfError, type Pointer } from '../mupdf/mupdf.ts'
import { PdfObjects } from '../mupdf/pdf-objects.ts'
import { placeSheet } from './calc-sheet.ts'
import { type MarkedPage, MarkTree, marksOfSpans, readMarks } from './marked-content-ids.ts'
import { separateMarks } from './separate-marked-content.ts'
import { mergeHollow, placeCells, type TreeCell } from './table-grid.ts'
import { TreeNodes } from './tree-nodes.ts'

/** Content streams beyond this are drawings; taking them apart would cost more than their tags are worth. */
const maxContentBytes = 4 * 1024 * 1024
/** Elements looked at to learn what the document tags at all. */
const maxCounted = 3000
/** Pages have a few hundred pieces of marked content; a full page of a spreadsheet some thousand. */
const maxMarks = 16_384
/** Trees nested deeper than this are nonsense. */
const maxDepth = 64
/** Elements without content of their own are looked into this deep for figures. */
const maxEmptyDepth = 3

/**
 * A document's structure tree. One per open document, made before any page's text is read: it changes the document in memory, though not what is drawn.
 */
export class StructTree {
  readonly #objects: PdfObjects
  readonly #nodes: TreeNodes
  readonly #marks: MarkTree
  #uses: TagCounts | null = null
  #exact: boolean | null = null
  readonly #separated = new Set<number>()

  private constructor(objects: PdfObjects, root: number) {
    this.#objects = objects
    this.#nodes = new TreeNodes(objects, root)
    this.#marks = new MarkTree(objects)
  }

  /** `null` when the document is no PDF or has no tree. */
  static of({ mupdf, document }: PageHandle): StructTree | null {
    return mupdf.call(() => {
      const pdf = mupdf.module._wasm_pdf_document_from_fz_document(document.pointer)
      if (pdf === 0) return null
      const objects = new PdfObjects(mupdf, pdf)
      const root = objects.number(objects.get(objects.root, 'StructTreeRoot'))
      return root === 0 ? null : new StructTree(objects, root)
    })
  }

  /** The page's tags and which spans they hold; `null` when the page has none that can be read. */
  readPage(page: PageHandle, pageIndex: number, spans: readonly Span[]): PageTags | null {
    const { mupdf } = page
    try {
      return mupdf.call(() => this.#readPage(page, pageIndex, spans))
    } catch (error) {
      // Tags are a help: without them the page is read like any other.
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
    if (owners === null || owners.length > maxMarks) return null
    this.#uses ??= this.#countUses()
    const chains = this.#nodes.climb(owners)
    if (chains.size === 0) return null

    this.#separate(pageObject, pageIndex, owners.length)
    this.#marks.prepare(key, owners.length + 1)
    const withArt = [...chains].some(
      (id) => this.#nodes.role(id) === 'Figure' || (this.#nodes.role(id) === 'Table' && this.#hasHollow(id)),
    )
    const marked = readMarks(page.mupdf, page.pointer, { frame: page.frame, withArt })
    if (marked === null) return null
    const builder = new PageBuilder(this.#nodes, {
      pageNumber: objects.number(pageObject),
      owners,
      onPage: chains,
      marked,
      frame: frameOf(page),
    })
    return {
      root: builder.build(this.#nodes.root),
      markedContent: marksOfSpans(spans, marked),
      counts: this.#uses,
      ...(this.#isExact() ? { exact: true as const } : {}),
    }
  }

  /** Sets marked content off from what follows it, once for each page. */
  #separate(page: Pointer, pageIndex: number, stopMark: number): void {
    if (this.#separated.has(pageIndex)) return
    this.#separated.add(pageIndex)
    const objects = this.#objects
    const pieces: Uint8Array[] = []
    let length = 0
    for (const stream of objects.items(objects.get(page, 'Contents'))) {
      if (!objects.isStream(stream)) continue
      const bytes = objects.loadStream(stream, maxContentBytes - length)
      if (bytes === null) return
      pieces.push(bytes)
      length += bytes.length + 1
    }
    const content = new Uint8Array(length).fill(10)
    let at = 0
    for (const piece of pieces) {
      content.set(piece, at)
      at += piece.length + 1
    }
    const separated = separateMarks(content, ` /Artifact <</MCID ${stopMark}>> BDC EMC\n`)
    if (separated !== null) objects.own(objects.addStream(separated), (stream) => objects.put(page, 'Contents', stream))
  }

  /** Cells that others cover are told by how far those are drawn. */
  #hasHollow(table: number): boolean {
    return (
      !this.#nodes.isSheet(table) && this.#nodes.rowsOf(table).some(({ cells }) => cells.some(({ hollow }) => hollow))
    )
  }

  /** LibreOffice writes the tree from the document's own styles: nobody guessed. */
  #isExact(): boolean {
    this.#exact ??=
      this.#objects.toText(this.#objects.get(this.#objects.info, 'Producer'))?.startsWith('LibreOffice') === true
    return this.#exact
  }

  #countUses(): TagCounts {
    const uses = { elements: 0, paragraphs: 0, headings: 0, lists: 0, tables: 0 }
    const open = [this.#nodes.root]
    for (let id = open.pop(); id !== undefined && uses.elements < maxCounted; id = open.pop()) {
      const role = this.#nodes.role(id)
      uses.elements += 1
      if (role === 'P') uses.paragraphs += 1
      else if (isHeading(role)) uses.headings += 1
      else if (role === 'L') uses.lists += 1
      else if (role === 'Table') uses.tables += 1
      const kids = this.#nodes.kids(id)
      for (let index = kids.length - 1; index >= 0; index--)
        if (kids[index]!.element > 0) open.push(kids[index]!.element)
    }
    return uses
  }
}

function isHeading(role: string): boolean {
  return role === 'Title' || /^H[1-9]?$/.test(role)
}

/** User space → points from the page's top left corner. */
function frameOf({ mupdf, pointer, frame }: PageHandle): (box: readonly number[]) => Box {
  const { module } = mupdf
  const at = module._wasm_pdf_page_transform(module._wasm_pdf_page_from_fz_page(pointer)) >> 2
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = module.HEAPF32.slice(at, at + 6)
  return ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => {
    const xs = [a * x0 + c * y0 + e, a * x1 + c * y1 + e]
    const ys = [b * x0 + d * y0 + f, b * x1 + d * y1 + f]
    return {
      x0: Math.min(...xs) - frame.x,
      y0: Math.min(...ys) - frame.y,
      x1: Math.max(...xs) - frame.x,
      y1: Math.max(...ys) - frame.y,
    }
  }
}

interface PageContext {
  readonly pageNumber: number
  readonly owners: readonly number[]
  readonly onPage: ReadonlySet<number>
  readonly marked: MarkedPage
  readonly frame: (box: readonly number[]) => Box
}

/** Puts the page's part of the tree together. */
class PageBuilder {
  readonly #nodes: TreeNodes
  readonly #page: PageContext
  /** Marks by owner that no list of kids has named yet. */
  readonly #left = new Map<number, Set<number>>()
  readonly #built = new Set<number>()

  constructor(nodes: TreeNodes, page: PageContext) {
    this.#nodes = nodes
    this.#page = page
    page.owners.forEach((owner, mark) => {
      if (!page.onPage.has(owner)) return
      const marks = this.#left.get(owner)
      if (marks === undefined) this.#left.set(owner, new Set([mark]))
      else marks.add(mark)
    })
  }

  /** Every element once, wherever it is listed first: lists of kids may go round. */
  build(id: number, depth = 0): TagElement {
    this.#built.add(id)
    const kids: (TagElement | number)[] = []
    const left = this.#left.get(id)
    for (const { element, mark, page } of this.#nodes.kidsFor(id, this.#page.pageNumber, this.#page.onPage)) {
      if (element > 0) {
        if (this.#built.has(element) || depth >= maxDepth) continue
        if (this.#page.onPage.has(element)) kids.push(this.build(element, depth + 1))
        else if (this.#nodes.pageOf(element) === this.#page.pageNumber) kids.push(...this.#figuresIn(element, 0))
      } else if ((page === 0 || page === this.#page.pageNumber) && left?.delete(mark)) kids.push(mark)
    }
    // Marks that only the parent tree knows of.
    if (left !== undefined) kids.push(...[...left].sort((a, b) => a - b))
    return this.#element(id, kids)
  }

  /** Pictures drawn outside their element leave it empty, but it says where they stand. */
  #figuresIn(id: number, depth: number): TagElement[] {
    if (this.#nodes.role(id) === 'Figure') return [this.#element(id, [])]
    if (depth >= maxEmptyDepth) return []
    return this.#nodes.kids(id).flatMap(({ element }) => (element > 0 ? this.#figuresIn(element, depth + 1) : []))
  }

  #element(id: number, kids: readonly (TagElement | number)[]): TagElement {
    const role = this.#nodes.role(id)
    const art =
      role === 'Figure'
        ? kids.flatMap((kid) => (typeof kid === 'number' ? (this.#page.marked.art.get(kid) ?? []) : []))
        : []
    const alt = role === 'Figure' || role === 'Formula' ? this.#nodes.alt(id) : null
    const box = role === 'Figure' ? this.#nodes.attributes(id).box : null
    const grid = role === 'Table' ? this.#grid(id) : null
    return {
      id,
      role,
      name: this.#nodes.name(id),
      children: kids,
      ...(alt === null ? {} : { alt }),
      ...(box === null ? {} : { box: this.#page.frame(box) }),
      ...(art.length === 0 ? {} : { drawings: art }),
      ...(grid === null ? {} : { grid }),
    }
  }

  #grid(table: number): TagGrid | null {
    const rows = this.#nodes.rowsOf(table)
    const page = this.#page.pageNumber
    if (this.#nodes.isSheet(table)) {
      const pageOf = (id: number): number => (this.#page.onPage.has(id) ? page : this.#nodes.pageOf(id))
      return placeSheet(
        rows.map(({ cells }) => cells),
        { page, pageOf },
      )
    }
    const onPage = (id: number): boolean => this.#page.onPage.has(id) || this.#nodes.pageOf(id) === page
    const here = rows.map(({ id, cells }) => onPage(id) || cells.some((cell) => onPage(cell.id)))
    const firstRow = here.indexOf(true)
    if (firstRow < 0) return null
    const grid = placeCells(
      mergeHollow(
        rows.map(({ cells }): readonly TreeCell[] => cells),
        (id) => this.#drawnBox(id),
      ),
    )
    return { ...grid, firstRow, lastRow: here.lastIndexOf(true) }
  }

  /** What an element's own marked content draws, as one box. */
  #drawnBox(id: number): Box | null {
    const boxes = this.#page.owners.flatMap((owner, mark) =>
      owner === id ? (this.#page.marked.art.get(mark) ?? []) : [],
    )
    return boxes.length === 0 ? null : unionAll(boxes)
  }
}
