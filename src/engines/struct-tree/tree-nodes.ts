/**
 * Elements of a structure tree by object number: roles, kids, parents, attributes, read when asked for and kept.
 * Elements that are no indirect objects can't be told apart and are passed over.
 */
import type { Pointer } from '../mupdf/mupdf.ts'
import type { PdfObjects } from '../mupdf/pdf-objects.ts'
import type { TreeCell } from './table-grid.ts'

/** A kid: an element's number, or marked content (`element` 0) and its page's object number, 0 when it does not say. */
export interface TreeKid {
  readonly element: number
  readonly mark: number
  readonly page: number
}

export interface Attributes {
  readonly rowSpan: number
  readonly colSpan: number
  /** Whether it says how wide it is: what nothing is drawn of says nothing. */
  readonly sized: boolean
  /** In default user space. */
  readonly box: readonly number[] | null
}

export interface TreeRow {
  readonly id: number
  readonly cells: readonly TreeCell[]
}

/** Longer lists of kids are indexed: a flat tree has all paragraphs of a document in one. */
const fewKids = 64
/** Deeper trees are loops or nonsense. */
const maxDepth = 64
/** Role maps may map to mapped roles; longer chains are loops. */
const maxMappings = 8
/** Spans of cells beyond this are nonsense. */
const maxSpan = 1000

/** Places in a list of kids by object number of the page, and by element. */
interface KidIndex {
  readonly byPage: ReadonlyMap<number, readonly number[]>
  readonly places: ReadonlyMap<number, number>
}

export class TreeNodes {
  readonly root: number
  readonly #objects: PdfObjects
  readonly #roleMap = new Map<string, string>()
  readonly #names = new Map<number, string>()
  readonly #kids = new Map<number, readonly TreeKid[]>()
  readonly #indexes = new Map<number, KidIndex>()
  readonly #parents = new Map<number, number>()
  readonly #pages = new Map<number, number>()
  readonly #rows = new Map<number, readonly TreeRow[]>()

  constructor(objects: PdfObjects, root: number) {
    this.#objects = objects
    this.root = root
  }

  /** The element's own name for what it is; '' when it has none. */
  name(id: number): string {
    return remember(this.#names, id, () =>
      this.#read(id, (element) => this.#objects.toName(this.#objects.get(element, 'S')) ?? ''),
    )
  }

  /** The standard role behind the name. */
  role(id: number): string {
    const name = this.name(id)
    return remember(this.#roleMap, name, () =>
      this.#read(this.root, (root) => this.#mapped(name, this.#objects.get(root, 'RoleMap'))),
    )
  }

  #mapped(name: string, roleMap: Pointer): string {
    let role = name
    for (let step = 0; step < maxMappings; step++) {
      const next = this.#objects.toName(this.#objects.getForeign(roleMap, role))
      if (next === null || next === role) break
      role = next
    }
    return role
  }

  kids(id: number): readonly TreeKid[] {
    return remember(this.#kids, id, () =>
      this.#read(id, (element) => {
        const page = this.#objects.number(this.#objects.get(element, 'Pg'))
        return this.#objects.items(this.#objects.get(element, 'K')).flatMap((kid) => this.#kid(kid, page) ?? [])
      }),
    )
  }

  /**
   * Those of the kids that can matter to a page: marked content of it, elements that say that they stand on it, and those of `onPage`.
   * Short lists come whole. The work grows with the page, not with the document.
   */
  kidsFor(id: number, page: number, onPage: ReadonlySet<number>): readonly TreeKid[] {
    const kids = this.kids(id)
    if (kids.length <= fewKids) return kids
    const { byPage, places } = remember(this.#indexes, id, () => this.#index(kids))
    const wanted = new Set([...(byPage.get(page) ?? []), ...(byPage.get(0) ?? [])])
    for (const element of onPage) {
      const place = places.get(element)
      if (place !== undefined) wanted.add(place)
    }
    return [...wanted].sort((a, b) => a - b).map((place) => kids[place]!)
  }

  #index(kids: readonly TreeKid[]): KidIndex {
    const byPage = new Map<number, number[]>()
    const places = new Map<number, number>()
    kids.forEach(({ element, page }, place) => {
      if (element > 0 && !places.has(element)) places.set(element, place)
      const own = element > 0 ? this.pageOf(element) : page
      // Marked content without a page is the element's own; elements without one are found by what is on the page.
      if (element > 0 && own === 0) return
      const list = byPage.get(own)
      if (list === undefined) byPage.set(own, [place])
      else list.push(place)
    })
    return { byPage, places }
  }

  #kid(kid: Pointer, page: number): TreeKid | null {
    const objects = this.#objects
    if (objects.isInteger(kid)) return { element: 0, mark: objects.toNumber(kid) ?? -1, page }
    if (!objects.isDictionary(kid)) return null
    const mark = objects.toNumber(objects.get(kid, 'MCID'))
    if (mark !== null) return { element: 0, mark, page: objects.number(objects.get(kid, 'Pg')) || page }
    const element = objects.number(kid)
    return element !== 0 && objects.isName(objects.get(kid, 'S')) ? { element, mark: -1, page: 0 } : null
  }

  /** Object number of the page that an element says it stands on; 0 when it does not say. */
  pageOf(id: number): number {
    return remember(this.#pages, id, () =>
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
      const span = (key: string): number =>
        Math.min(maxSpan, Math.max(1, Math.round(objects.toNumber(first(key)) ?? 1)))
      const box = objects.items(first('BBox')).flatMap((item) => objects.toNumber(item) ?? [])
      return {
        rowSpan: span('RowSpan'),
        colSpan: span('ColSpan'),
        sized: first('Width') !== 0,
        box: box.length === 4 ? box : null,
      }
    })
  }

  /** A table's rows, through its head, body and foot, with their cells. */
  rowsOf(table: number): readonly TreeRow[] {
    return remember(this.#rows, table, () => {
      const rows: TreeRow[] = []
      const visit = (parent: number, head: boolean): void => {
        for (const { element } of this.kids(parent)) {
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

  /** Calc has a role of its own for a sheet, around its table. */
  isSheet(table: number): boolean {
    return this.name(this.#parentOf(table)) === 'Worksheet'
  }

  #cellsOf(row: number, head: boolean): TreeCell[] {
    return this.kids(row).flatMap(({ element }): TreeCell[] => {
      const role = element === 0 ? '' : this.role(element)
      if (role !== 'TH' && role !== 'TD') return []
      const { rowSpan, colSpan, sized } = this.attributes(element)
      return [
        {
          id: element,
          rowSpan,
          colSpan,
          header: head || role === 'TH',
          hollow: !sized && this.kids(element).length === 0,
        },
      ]
    })
  }

  /** Object numbers of the elements that own a page's marked content, by its number; 0 for none. `null`: the page is not in the tree. */
  ownersOf(key: number): number[] | null {
    return this.#read(this.root, (root) => {
      const entry = this.#lookUp(this.#objects.get(root, 'ParentTree'), key, 0)
      return this.#objects.isArray(entry)
        ? this.#objects.items(entry).map((owner) => this.#objects.number(owner))
        : null
    })
  }

  /** Number trees: PDF 32000-1, 7.9.7. */
  #lookUp(node: Pointer, key: number, depth: number): Pointer {
    const objects = this.#objects
    if (!objects.isDictionary(node) || depth > maxDepth) return 0
    const numbers = objects.get(node, 'Nums')
    for (let index = 0; index + 1 < objects.length(numbers); index += 2)
      if (objects.toNumber(objects.at(numbers, index)) === key) return objects.at(numbers, index + 1)
    for (const kid of objects.items(objects.get(node, 'Kids'))) {
      const limits = objects.get(kid, 'Limits')
      const [low, high] =
        objects.length(limits) === 2
          ? [objects.toNumber(objects.at(limits, 0)), objects.toNumber(objects.at(limits, 1))]
          : [null, null]
      if ((low !== null && key < low) || (high !== null && key > high)) continue
      const found = this.#lookUp(kid, key, depth + 1)
      if (found !== 0) return found
    }
    return 0
  }

  /** The owners and all that is above them, up to the root. Owners whose way up does not end there are left out. */
  climb(owners: readonly number[]): Set<number> {
    const above = new Set<number>()
    for (const owner of new Set(owners)) {
      const way: number[] = []
      let id = owner
      while (id !== 0 && id !== this.root && !above.has(id) && way.length < maxDepth) {
        way.push(id)
        id = this.#parentOf(id)
      }
      if (id === this.root || above.has(id)) for (const step of way) above.add(step)
    }
    return above
  }

  #parentOf(id: number): number {
    return remember(this.#parents, id, () =>
      this.#read(id, (element) => this.#objects.number(this.#objects.get(element, 'P'))),
    )
  }

  #read<result>(id: number, use: (element: Pointer) => result): result {
    return this.#objects.withIndirect(id, use)
  }
}

function remember<key, value>(known: Map<key, value>, key: key, read: () => value): value {
  const found = known.get(key)
  if (found !== undefined) return found
  const value = read()
  known.set(key, value)
  return value
}
