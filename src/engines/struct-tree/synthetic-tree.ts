import type { Pointer } from '../mupdf/mupdf.ts'
import type { PdfObjects } from '../mupdf/pdf-objects.ts'

/** MuPDF searches the siblings of an element linearly. */
export const BRANCH_SIZE = 64

/**
 * Replaces the structure tree (see `marked-content-ids.ts`): element n is leaf n % 64 of branch n / 64. Precedes the
 * reading of pages, because elements can replace their text.
 */
export class SyntheticTree {
  readonly #objects: PdfObjects
  readonly #root: number
  readonly #elements: number
  readonly #parentTree: number
  #size = 0

  constructor(objects: PdfObjects) {
    this.#objects = objects
    this.#elements = this.#add(objects.newArray())
    this.#parentTree = this.#add(objects.newDictionary())
    this.#root = this.#add(objects.newDictionary())
    objects.withIndirect(this.#root, (root) => {
      objects.putName(root, 'Type', 'StructTreeRoot')
      objects.own(objects.newArray(), (kids) => objects.put(root, 'K', kids))
      objects.withIndirect(this.#parentTree, (parentTree) => objects.put(root, 'ParentTree', parentTree))
      objects.put(objects.root, 'StructTreeRoot', root)
    })
  }

  /** Provides elements for ids below `count` and the page with this `StructParents` key. */
  prepare(key: number, count: number): void {
    const objects = this.#objects
    while (this.#size < count) this.#addBranch()
    objects.withIndirect(this.#parentTree, (parentTree) =>
      objects.own(objects.newArray(), (numbers) => {
        objects.pushInteger(numbers, key)
        objects.withIndirect(this.#elements, (elements) => objects.push(numbers, elements))
        objects.put(parentTree, 'Nums', numbers)
      }),
    )
  }

  #addBranch(): void {
    const objects = this.#objects
    objects.withIndirect(this.#root, (root) => {
      const branch = this.#add(this.#newElement(root, 'Div'))
      objects.withIndirect(branch, (parent) => {
        objects.push(objects.get(root, 'K'), parent)
        objects.own(objects.newArray(), (kids) => {
          for (let index = 0; index < BRANCH_SIZE; index++) this.#addLeaf(parent, kids)
          objects.put(parent, 'K', kids)
        })
      })
    })
  }

  #addLeaf(parent: Pointer, kids: Pointer): void {
    const objects = this.#objects
    objects.withIndirect(this.#add(this.#newElement(parent, 'P')), (leaf) => {
      objects.putInteger(leaf, 'K', this.#size)
      objects.push(kids, leaf)
      objects.withIndirect(this.#elements, (elements) => objects.push(elements, leaf))
    })
    this.#size += 1
  }

  #newElement(parent: Pointer, role: string): Pointer {
    const objects = this.#objects
    const element = objects.newDictionary()
    objects.putName(element, 'Type', 'StructElem')
    objects.putName(element, 'S', role)
    objects.put(element, 'P', parent)
    return element
  }

  #add(object: Pointer): number {
    const objects = this.#objects
    return objects.own(object, () => objects.own(objects.add(object), (reference) => objects.number(reference)))
  }
}
