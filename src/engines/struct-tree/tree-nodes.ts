/** Structure tree elements by object number, cached. Skips direct objects, which have no identity. */

import { cached } from '../../model/cached.ts'
import { clamp } from '../../model/statistics.ts'
import type { Pointer } from '../mupdf/mupdf.ts'
import type { PdfObjects } from '../mupdf/pdf-objects.ts'
import { standardRole } from './roles.ts'
import type { TreeCell } from './table-grid.ts'

/** `element` is 0 for marked content; `page` is an object number, 0 if unknown. */
interface TreeChild {
  readonly element: number
  readonly mcid: number
  readonly page: number
}

export interface Attributes {
  readonly rowSpan: number
  readonly colSpan: number
  readonly hasWidth: boolean
  readonly box: readonly number[] | null
}

interface TreeRow {
  readonly id: number
  readonly cells: readonly TreeCell[]
}

/** Shorter lists get no index. A flat tree has one list of all paragraphs. */
const MIN_INDEXED_CHILDREN = 64
const MAX_DEPTH = 64
/** Maximum rows or columns that a cell spans, against hostile files. */
const MAX_SPAN = 1000

interface ChildIndex {
  readonly byPage: ReadonlyMap<number, readonly number[]>
  readonly positions: ReadonlyMap<number, number>
}

export class TreeNodes {
  readonly root: number
  readonly #objects: PdfObjects
  /** By namespace and name. */
  readonly #roles = new Map<string, string>()
  readonly #types = new Map<number, string>()
  readonly #children = new Map<number, readonly TreeChild[]>()
  readonly #indexes = new Map<number, ChildIndex>()
  readonly #parents = new Map<number, number>()
  readonly #pages = new Map<number, number>()
  readonly #rows = new Map<number, readonly TreeRow[]>()

  constructor(objects: PdfObjects, root: number) {
    this.#objects = objects
    this.root = root
  }

  type(id: number): string {
    return cached(this.#types, id, () =>
      this.#read(id, (element) => this.#objects.toName(this.#objects.get(element, 'S')) ?? ''),
    )
  }

  role(id: number): string {
    const objects = this.#objects
    return this.#read(id, (element) => {
      const namespace = objects.get(element, 'NS')
      const name = this.type(id)
      return cached(this.#roles, `${objects.number(namespace)} ${name}`, () =>
        this.#read(this.root, (root) => standardRole(name, { namespace, root, objects })),
      )
    })
  }

  children(id: number): readonly TreeChild[] {
    return cached(this.#children, id, () =>
      this.#read(id, (element) => {
        const page = this.#objects.number(this.#objects.get(element, 'Pg'))
        return this.#objects.items(this.#objects.get(element, 'K')).flatMap((child) => this.#toChild(child, page) ?? [])
      }),
    )
  }

  /** Marked content of a page, elements that name it, and those of `onPage`; short lists whole. */
  childrenFor(id: number, page: number, onPage: ReadonlySet<number>): readonly TreeChild[] {
    const children = this.children(id)
    if (children.length <= MIN_INDEXED_CHILDREN) return children
    const { byPage, positions } = cached(this.#indexes, id, () => this.#index(children))
    const wanted = new Set([...(byPage.get(page) ?? []), ...(byPage.get(0) ?? [])])
    for (const element of onPage) {
      const position = positions.get(element)
      if (position !== undefined) wanted.add(position)
    }
    return [...wanted].sort((a, b) => a - b).map((position) => children[position]!)
  }

  #index(children: readonly TreeChild[]): ChildIndex {
    const byPage = new Map<number, number[]>()
    const positions = new Map<number, number>()
    children.forEach(({ element, page }, position) => {
      if (element > 0 && !positions.has(element)) positions.set(element, position)
      const elementPage = element > 0 ? this.pageOf(element) : page
      if (element === 0 || elementPage > 0) cached(byPage, elementPage, () => []).push(position)
    })
    return { byPage, positions }
  }

  #toChild(child: Pointer, page: number): TreeChild | null {
    const objects = this.#objects
    if (objects.isInteger(child)) return { element: 0, mcid: objects.toNumber(child) ?? -1, page }
    if (!objects.isDictionary(child)) return null
    const mcid = objects.toNumber(objects.get(child, 'MCID'))
    if (mcid !== null) return { element: 0, mcid, page: objects.number(objects.get(child, 'Pg')) || page }
    const element = objects.number(child)
    return element !== 0 && objects.isName(objects.get(child, 'S')) ? { element, mcid: -1, page: 0 } : null
  }

  pageOf(id: number): number {
    return cached(this.#pages, id, () =>
      this.#read(id, (element) => this.#objects.number(this.#objects.get(element, 'Pg'))),
    )
  }

  alt(id: number): string | null {
    const text = this.#read(id, (element) => this.#objects.toText(this.#objects.get(element, 'Alt')))
    return text === null || text.trim() === '' ? null : text.trim()
  }

  attributes(id: number): Attributes {
    const objects = this.#objects
    return this.#read(id, (element) => {
      const owners = objects.items(objects.get(element, 'A')).filter((owner) => objects.isDictionary(owner))
      const first = (key: string): Pointer =>
        owners.map((owner) => objects.get(owner, key)).find((value) => value !== 0) ?? 0
      const span = (key: string): number => clamp(Math.round(objects.toNumber(first(key)) ?? 1), 1, MAX_SPAN)
      const box = objects.items(first('BBox')).flatMap((item) => objects.toNumber(item) ?? [])
      return {
        rowSpan: span('RowSpan'),
        colSpan: span('ColSpan'),
        hasWidth: first('Width') !== 0,
        box: box.length === 4 ? box : null,
      }
    })
  }

  rowsOf(table: number): readonly TreeRow[] {
    return cached(this.#rows, table, () => {
      const rows: TreeRow[] = []
      const visit = (parent: number, head: boolean): void => {
        for (const { element } of this.children(parent)) {
          if (element === 0) continue
          const role = this.role(element)
          if (role === 'TR') rows.push({ id: element, cells: this.#cellsOf(element, head) })
          else if (parent === table && (role === 'THead' || role === 'TBody' || role === 'TFoot'))
            visit(element, role === 'THead')
        }
      }
      visit(table, false)
      return rows
    })
  }

  /** Calc wraps the table of a worksheet in an element of its own type. */
  isSheet(table: number): boolean {
    return this.type(this.#parentOf(table)) === 'Worksheet'
  }

  #cellsOf(row: number, head: boolean): TreeCell[] {
    return this.children(row).flatMap(({ element }): TreeCell[] => {
      const role = element === 0 ? '' : this.role(element)
      if (role !== 'TH' && role !== 'TD') return []
      const { rowSpan, colSpan, hasWidth } = this.attributes(element)
      return [
        {
          id: element,
          rowSpan,
          colSpan,
          header: head || role === 'TH',
          isPlaceholder: !hasWidth && this.children(element).length === 0,
        },
      ]
    })
  }

  /** Owners of marked content by MCID (0: none); `null` if the page is not in the tree. */
  ownersOf(key: number): number[] | null {
    return this.#read(this.root, (root) => {
      const entry = this.#lookUpNumber(this.#objects.get(root, 'ParentTree'), key, 0)
      return this.#objects.isArray(entry)
        ? this.#objects.items(entry).map((owner) => this.#objects.number(owner))
        : null
    })
  }

  /** Number tree (PDF 32000-1, 7.9.7). */
  #lookUpNumber(node: Pointer, key: number, depth: number): Pointer {
    const objects = this.#objects
    if (!objects.isDictionary(node) || depth > MAX_DEPTH) return 0
    const numbers = objects.get(node, 'Nums')
    for (let index = 0; index + 1 < objects.length(numbers); index += 2)
      if (objects.toNumber(objects.at(numbers, index)) === key) return objects.at(numbers, index + 1)
    for (const child of objects.items(objects.get(node, 'Kids'))) {
      const limits = objects.get(child, 'Limits')
      const [low, high] =
        objects.length(limits) === 2
          ? [objects.toNumber(objects.at(limits, 0)), objects.toNumber(objects.at(limits, 1))]
          : [null, null]
      if ((low !== null && key < low) || (high !== null && key > high)) continue
      const found = this.#lookUpNumber(child, key, depth + 1)
      if (found !== 0) return found
    }
    return 0
  }

  withAncestors(owners: readonly number[]): Set<number> {
    const above = new Set<number>()
    for (const owner of new Set(owners)) {
      const path: number[] = []
      let id = owner
      while (id !== 0 && id !== this.root && !above.has(id) && path.length < MAX_DEPTH) {
        path.push(id)
        id = this.#parentOf(id)
      }
      if (id === this.root || above.has(id)) for (const step of path) above.add(step)
    }
    return above
  }

  #parentOf(id: number): number {
    return cached(this.#parents, id, () =>
      this.#read(id, (element) => this.#objects.number(this.#objects.get(element, 'P'))),
    )
  }

  #read<result>(id: number, use: (element: Pointer) => result): result {
    return this.#objects.withIndirect(id, use)
  }
}
