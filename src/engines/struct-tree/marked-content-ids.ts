/**
 * Which characters and pictures of a page belong to which marked content. MuPDF tells the element of the structure tree that a
 * character lies in, but loses elements that go on over pages; so while we read, the tree is one of our own making that has
 * an element for every number, and the number comes back as the element's place in it.
 */
import type { Box } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import type { MarkedContentRun } from '../../model/tags.ts'
import type { Mupdf, PageFrame, Pointer } from '../mupdf/mupdf.ts'
import type { PdfObjects } from '../mupdf/pdf-objects.ts'
import { blockAt, blockKind, charAt, lineAt, structsMatch } from '../mupdf/unsafe/stext-memory.ts'

const textOptions = 'structured,clip'
const artOptions = `${textOptions},vectors,preserve-images`
/** In `fz_stext_block`, for kind 2: the struct below and the place among its siblings; in `fz_stext_struct` the way back and the first block. */
const structKind = 2
const structAt = { down: 24, index: 28, up: 0, firstBlock: 8 } as const
/** Elements per branch of our tree: MuPDF looks for an element among its siblings one by one. */
const branchSize = 64

/**
 * The tree of our own making, in place of the document's. It stands there from the start: elements can replace the text of what they hold, and a page must
 * not read otherwise when another was read before it. Grows with the largest page.
 */
export class MarkTree {
  readonly #objects: PdfObjects
  readonly #root: number
  readonly #elements: number
  readonly #parents: number
  #size = 0

  /** Takes the place of the document's own tree, which the caller must have looked up before. */
  constructor(objects: PdfObjects) {
    this.#objects = objects
    this.#elements = this.#add(objects.newArray())
    this.#parents = this.#add(objects.newDictionary())
    this.#root = this.#add(objects.newDictionary())
    objects.withIndirect(this.#root, (root) => {
      objects.putName(root, 'Type', 'StructTreeRoot')
      objects.own(objects.newArray(), (kids) => objects.put(root, 'K', kids))
      objects.withIndirect(this.#parents, (parents) => objects.put(root, 'ParentTree', parents))
      objects.put(objects.root, 'StructTreeRoot', root)
    })
  }

  /** Makes numbers below `count` known for the page whose key in the parent tree is `key`. */
  prepare(key: number, count: number): void {
    const objects = this.#objects
    while (this.#size < count) this.#addBranch()
    objects.withIndirect(this.#parents, (parents) =>
      objects.own(objects.newArray(), (numbers) => {
        objects.pushInteger(numbers, key)
        objects.withIndirect(this.#elements, (elements) => objects.push(numbers, elements))
        objects.put(parents, 'Nums', numbers)
      }),
    )
  }

  #addBranch(): void {
    const objects = this.#objects
    const element = (parent: Pointer, role: string): Pointer => {
      const made = objects.newDictionary()
      objects.putName(made, 'Type', 'StructElem')
      objects.putName(made, 'S', role)
      objects.put(made, 'P', parent)
      return made
    }
    objects.withIndirect(this.#root, (root) => {
      // MuPDF passes over roles that it does not know.
      const branch = this.#add(element(root, 'Div'))
      objects.withIndirect(branch, (parent) => {
        objects.push(objects.get(root, 'K'), parent)
        objects.own(objects.newArray(), (kids) => {
          for (let index = 0; index < branchSize; index++) {
            const leaf = this.#add(element(parent, 'P'))
            objects.withIndirect(leaf, (reference) => {
              objects.putInteger(reference, 'K', this.#size)
              objects.push(kids, reference)
              objects.withIndirect(this.#elements, (elements) => objects.push(elements, reference))
            })
            this.#size += 1
          }
          objects.put(parent, 'K', kids)
        })
      })
    })
  }

  /** Makes an indirect object of a new one; its number. */
  #add(object: Pointer): number {
    const objects = this.#objects
    return objects.own(object, () => objects.own(objects.add(object), (reference) => objects.number(reference)))
  }
}

/** The page's characters with the numbers of their marked content, −1 for none; boxes of its pictures and drawings. */
export interface MarkedPage {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly mark: Int32Array
  readonly art: ReadonlyMap<number, readonly Box[]>
}

/**
 * Reads a page while a `MarkTree` is in place; `null` when MuPDF's structs are not where we expect them. `withArt`: pictures and
 * drawings, too.
 */
export function readMarks(
  mupdf: Mupdf,
  page: Pointer,
  { frame, withArt }: { frame: PageFrame; withArt: boolean },
): MarkedPage | null {
  return mupdf.withStructuredText(page, withArt ? artOptions : textOptions, (stext) => {
    const first = mupdf.module._wasm_stext_page_get_first_block(stext)
    return structsMatch(mupdf.module, first) ? new MarkReader(mupdf, frame).read(first) : null
  })
}

/** Where in our tree a reader is: in no branch (0), in one whose numbers begin at `base` (1), or in a leaf (2). */
interface Place {
  readonly mark: number
  readonly depth: 0 | 1 | 2
  readonly base: number
}

class MarkReader {
  readonly #words: Int32Array
  readonly #floats: Float32Array
  readonly #frame: PageFrame
  readonly #x: number[] = []
  readonly #y: number[] = []
  readonly #mark: number[] = []
  readonly #art = new Map<number, Box[]>()
  #broken = false

  constructor(mupdf: Mupdf, frame: PageFrame) {
    this.#words = mupdf.module.HEAP32
    this.#floats = mupdf.module.HEAPF32
    this.#frame = frame
  }

  read(first: Pointer): MarkedPage | null {
    this.#readBlocks(first, { mark: -1, depth: 0, base: 0 })
    if (this.#broken) return null
    return {
      x: new Float32Array(this.#x),
      y: new Float32Array(this.#y),
      mark: new Int32Array(this.#mark),
      art: this.#art,
    }
  }

  #readBlocks(first: Pointer, place: Place): void {
    const words = this.#words
    const { mark } = place
    for (let block = first; block !== 0 && !this.#broken; block = words[(block + blockAt.next) >> 2]!) {
      const kind = words[(block + blockAt.kind) >> 2]
      if (kind === blockKind.text) this.#readText(block, mark)
      else if (kind === structKind) this.#readStruct(block, place)
      else if (mark >= 0 && (kind === blockKind.image || kind === blockKind.vector)) this.#readArt(block, mark)
    }
  }

  #readStruct(block: Pointer, { depth, base }: Place): void {
    const words = this.#words
    const down = words[(block + structAt.down) >> 2]!
    const index = words[(block + structAt.index) >> 2]!
    // Our tree has two levels, and every struct knows the block it hangs on: anything else is not what we think it is.
    if (down === 0) return
    if (depth > 1 || index < 0 || words[(down + structAt.up) >> 2] !== block) {
      this.#broken = true
      return
    }
    const inside: Place =
      depth === 0 ? { mark: -1, depth: 1, base: index * branchSize } : { mark: base + index, depth: 2, base }
    this.#readBlocks(words[(down + structAt.firstBlock) >> 2]!, inside)
  }

  #readText(block: Pointer, mark: number): void {
    const words = this.#words
    const floats = this.#floats
    for (let line = words[(block + blockAt.firstLine) >> 2]!; line !== 0; line = words[(line + lineAt.next) >> 2]!) {
      for (let char = words[(line + lineAt.firstChar) >> 2]!; char !== 0; char = words[(char + charAt.next) >> 2]!) {
        const quad = (char + charAt.quad) >> 2
        this.#x.push(Math.min(floats[quad]!, floats[quad + 6]!) - this.#frame.x)
        this.#y.push(floats[((char + charAt.origin) >> 2) + 1]! - this.#frame.y)
        this.#mark.push(mark)
      }
    }
  }

  #readArt(block: Pointer, mark: number): void {
    const at = (block + blockAt.box) >> 2
    const { x, y } = this.#frame
    const box = {
      x0: this.#floats[at]! - x,
      y0: this.#floats[at + 1]! - y,
      x1: this.#floats[at + 2]! - x,
      y1: this.#floats[at + 3]! - y,
    }
    const boxes = this.#art.get(mark)
    if (boxes === undefined) this.#art.set(mark, [box])
    else boxes.push(box)
  }
}

/** Two characters at one x stand on one line when their baselines are nearer than this share of the size. */
const sameLineEm = 0.5

/** The runs of marked content in each span. Spans and characters come from two readings of one page, so they meet by place. */
export function marksOfSpans(spans: readonly Span[], page: MarkedPage): MarkedContentRun[][] {
  // Chains of characters with one x, in the page's order: the first of each, and from each the next.
  const keys = keysOf(page.x)
  const first = new Map<number, number>()
  const next = new Int32Array(keys.length)
  for (let index = keys.length - 1; index >= 0; index--) {
    next[index] = first.get(keys[index]!) ?? -1
    first.set(keys[index]!, index)
  }
  const markAt = (key: number, y: number, reach: number): number | null => {
    let best: number | null = null
    let least = reach
    for (let index = first.get(key) ?? -1; index >= 0; index = next[index]!) {
      const distance = Math.abs(page.y[index]! - y)
      if (distance > least) continue
      least = distance
      best = page.mark[index]!
    }
    return best
  }
  return spans.map((span): MarkedContentRun[] => {
    const { edges, text, baseline, size } = span
    if (edges === undefined) return [{ start: 0, mcid: mostInside(span.box, page) }]
    const places = keysOf(edges)
    const runs: MarkedContentRun[] = []
    for (let at = 0; at < text.length; at++) {
      if (text[at] === ' ') continue
      const mark = markAt(places[at]!, baseline, sameLineEm * size)
      // What is not found again (second halves of astral characters) goes with what stands before it.
      if (mark === null && runs.length > 0) continue
      if (runs.at(-1)?.mcid !== (mark ?? -1)) runs.push({ start: runs.length === 0 ? 0 : at, mcid: mark ?? -1 })
    }
    return runs.length === 0 ? [{ start: 0, mcid: -1 }] : runs
  })
}

/** A whole number for each place, the same for equal ones: maps find those faster than numbers with a fraction. */
function keysOf(places: Float32Array): Int32Array {
  // 0 and −0 are one place; sums are never −0 but of two such.
  const positive = places.map((place) => place + 0)
  return new Int32Array(positive.buffer)
}

/** Turned and right-to-left spans come without edges: the number that most of the characters inside have. */
function mostInside(box: Box, page: MarkedPage): number {
  const counts = new Map<number, number>()
  page.x.forEach((x, index) => {
    const y = page.y[index]!
    if (x < box.x0 - 1 || x > box.x1 + 1 || y < box.y0 - 1 || y > box.y1 + 1) return
    const mark = page.mark[index]!
    counts.set(mark, (counts.get(mark) ?? 0) + 1)
  })
  let best = -1
  let most = 0
  for (const [mark, count] of counts) {
    if (count <= most) continue
    most = count
    best = mark
  }
  return best
}
