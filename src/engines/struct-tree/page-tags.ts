import { cached } from '../../model/cached.ts'
import { type Box, unionAll } from '../../model/geometry.ts'
import type { TagElement, TagGrid } from '../../model/tags.ts'
import type { PageHandle } from '../mupdf/document.ts'
import { calcSheetGrid } from './calc-sheet.ts'
import type { MarkedContent } from './marked-content-ids.ts'
import { mergePlaceholders, placeCells, type TreeCell } from './table-grid.ts'
import type { TreeNodes } from './tree-nodes.ts'

const MAX_DEPTH = 64
const MAX_EMPTY_DEPTH = 3
/** Maximum figures without content in one element. */
const MAX_EMPTY_FIGURES = 1000

interface TaggedPageContent {
  readonly pageNumber: number
  readonly owners: readonly number[]
  readonly onPage: ReadonlySet<number>
  readonly content: MarkedContent
  readonly toPage: (box: readonly number[]) => Box
}

export class PageTagBuilder {
  readonly #nodes: TreeNodes
  readonly #page: TaggedPageContent
  readonly #unlisted = new Map<number, Set<number>>()
  readonly #built = new Set<number>()

  constructor(nodes: TreeNodes, page: TaggedPageContent) {
    this.#nodes = nodes
    this.#page = page
    page.owners.forEach((owner, mcid) => {
      if (page.onPage.has(owner)) cached(this.#unlisted, owner, () => new Set()).add(mcid)
    })
  }

  /** Child lists may be cyclic, so each element is built once. */
  build(id: number, depth = 0): TagElement {
    this.#built.add(id)
    const children: (TagElement | number)[] = []
    const unlisted = this.#unlisted.get(id)
    for (const { element, mcid, page } of this.#nodes.childrenFor(id, this.#page.pageNumber, this.#page.onPage)) {
      if (element > 0) {
        if (this.#built.has(element) || depth >= MAX_DEPTH) continue
        if (this.#page.onPage.has(element)) children.push(this.build(element, depth + 1))
        else if (this.#nodes.pageOf(element) === this.#page.pageNumber)
          children.push(...this.#figuresIn(element, 0).slice(0, MAX_EMPTY_FIGURES))
      } else if ((page === 0 || page === this.#page.pageNumber) && unlisted?.delete(mcid)) children.push(mcid)
    }
    if (unlisted !== undefined) children.push(...[...unlisted].sort((a, b) => a - b))
    return this.#element(id, children)
  }

  /** Images of figures without content are drawn outside, but their box is known. */
  #figuresIn(id: number, depth: number): TagElement[] {
    if (this.#nodes.role(id) === 'Figure') return [this.#element(id, [])]
    if (depth >= MAX_EMPTY_DEPTH) return []
    return this.#nodes.children(id).flatMap(({ element }) => (element > 0 ? this.#figuresIn(element, depth + 1) : []))
  }

  #element(id: number, children: readonly (TagElement | number)[]): TagElement {
    const role = this.#nodes.role(id)
    const drawings =
      role === 'Figure'
        ? children.flatMap((child) => (typeof child === 'number' ? (this.#page.content.drawings.get(child) ?? []) : []))
        : []
    const alt = role === 'Figure' || role === 'Formula' ? this.#nodes.alt(id) : null
    const box = role === 'Figure' ? this.#nodes.attributes(id).box : null
    const grid = role === 'Table' ? this.#grid(id) : null
    return {
      id,
      role,
      name: this.#nodes.type(id),
      children,
      ...(alt === null ? {} : { alt }),
      ...(box === null ? {} : { box: this.#page.toPage(box) }),
      ...(drawings.length === 0 ? {} : { drawings }),
      ...(grid === null ? {} : { grid }),
    }
  }

  #grid(table: number): TagGrid | null {
    const rows = this.#nodes.rowsOf(table)
    const page = this.#page.pageNumber
    if (this.#nodes.isSheet(table)) {
      const pageOf = (id: number): number => (this.#page.onPage.has(id) ? page : this.#nodes.pageOf(id))
      return calcSheetGrid(
        rows.map(({ cells }) => cells),
        { page, pageOf },
      )
    }
    const onPage = (id: number): boolean => this.#page.onPage.has(id) || this.#nodes.pageOf(id) === page
    const isRowOnPage = rows.map(({ id, cells }) => onPage(id) || cells.some((cell) => onPage(cell.id)))
    const firstRow = isRowOnPage.indexOf(true)
    if (firstRow < 0) return null
    const grid = placeCells(
      mergePlaceholders(
        rows.map(({ cells }): readonly TreeCell[] => cells),
        (id) => this.#drawnBox(id),
      ),
    )
    return { ...grid, firstRow, lastRow: isRowOnPage.lastIndexOf(true) }
  }

  #drawnBox(id: number): Box | null {
    const boxes = this.#page.owners.flatMap((owner, mcid) =>
      owner === id ? (this.#page.content.drawings.get(mcid) ?? []) : [],
    )
    return boxes.length === 0 ? null : unionAll(boxes)
  }
}

/** From default user space to points from the page's top left corner. */
export function pageTransform({ mupdf, pointer, frame }: PageHandle): (box: readonly number[]) => Box {
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
