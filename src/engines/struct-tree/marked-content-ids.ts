/**
 * The marked-content id (MCID) of every character of a page. MuPDF reports the structure element of a character, not
 * its MCID, and loses elements that continue on another page. So the document's tree is replaced by a synthetic one
 * with one element per MCID (`synthetic-tree.ts`): the position of the reported element in it is the MCID.
 *
 *     content stream           synthetic tree              structured text
 *     /P <</MCID 70>> BDC  →   branch 1, leaf 6 (64 + 6) →  struct 1 > struct 6 > characters: MCID 70
 */
import { lowerBound } from '../../model/binary-search.ts'
import { cached } from '../../model/cached.ts'
import type { Box } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import { addWeight, mostFrequent } from '../../model/statistics.ts'
import type { MarkedContentRun } from '../../model/tags.ts'
import type { Mupdf, PageFrame, Pointer } from '../mupdf/mupdf.ts'
import { blockKind, quadAt, StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import { BRANCH_SIZE } from './synthetic-tree.ts'

const TEXT_OPTIONS = 'structured,clip'
const DRAWING_OPTIONS = `${TEXT_OPTIONS},vectors,preserve-images`

/** Characters with their MCIDs (−1: none), and boxes of images and paths by MCID. */
export interface MarkedContent {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly mcid: Int32Array
  readonly drawings: ReadonlyMap<number, readonly Box[]>
}

/** Expects a `SyntheticTree`. Returns `null` if the text is nested more deeply. */
export function readMarkedContent(
  mupdf: Mupdf,
  page: Pointer,
  { frame, withDrawings }: { frame: PageFrame; withDrawings: boolean },
): MarkedContent | null {
  return mupdf.withStructuredText(page, withDrawings ? DRAWING_OPTIONS : TEXT_OPTIONS, (stext) =>
    new MarkedContentReader(new StextMemory(mupdf.module, stext), frame).read(),
  )
}

interface TreePosition {
  readonly mcid: number
  readonly depth: 0 | 1 | 2
  readonly base: number
}

class MarkedContentReader {
  readonly #memory: StextMemory
  readonly #frame: PageFrame
  readonly #x: number[] = []
  readonly #y: number[] = []
  readonly #mcid: number[] = []
  readonly #drawings = new Map<number, Box[]>()
  #isUnexpected = false

  constructor(memory: StextMemory, frame: PageFrame) {
    this.#memory = memory
    this.#frame = frame
  }

  read(): MarkedContent | null {
    this.#readBlocks(this.#memory.firstBlock, { mcid: -1, depth: 0, base: 0 })
    if (this.#isUnexpected) return null
    return {
      x: new Float32Array(this.#x),
      y: new Float32Array(this.#y),
      mcid: new Int32Array(this.#mcid),
      drawings: this.#drawings,
    }
  }

  #readBlocks(first: Pointer, position: TreePosition): void {
    const memory = this.#memory
    const { mcid } = position
    for (let block = first; block !== 0 && !this.#isUnexpected; block = memory.nextBlock(block)) {
      const kind = memory.blockKind(block)
      if (kind === blockKind.text) this.#readText(block, mcid)
      else if (kind === blockKind.struct) this.#readStruct(block, position)
      else if (mcid >= 0) cached(this.#drawings, mcid, () => []).push(memory.box(block, this.#frame))
    }
  }

  #readStruct(block: Pointer, { depth, base }: TreePosition): void {
    const struct = this.#memory.struct(block)
    if (struct === null) return
    const { index, firstBlock, isLinked } = struct
    if (depth > 1 || index < 0 || !isLinked) this.#isUnexpected = true
    else if (depth === 0) this.#readBlocks(firstBlock, { mcid: -1, depth: 1, base: index * BRANCH_SIZE })
    else this.#readBlocks(firstBlock, { mcid: base + index, depth: 2, base })
  }

  #readText(block: Pointer, mcid: number): void {
    const memory = this.#memory
    memory.eachChar(block, (char) => {
      const left = Math.min(memory.quad(char, quadAt.upperLeftX), memory.quad(char, quadAt.lowerRightX))
      this.#x.push(left - this.#frame.x)
      this.#y.push(memory.originY(char) - this.#frame.y)
      this.#mcid.push(mcid)
    })
  }
}

const MAX_BASELINE_DISTANCE_EM = 0.5

/** Spans come from another extraction, so characters are matched by position. */
export function markedContentRuns(spans: readonly Span[], content: MarkedContent): MarkedContentRun[][] {
  const columns = columnsOf(content)
  const mcidAt = (key: number, y: number, maxDistance: number): number | null => {
    const column = columns.get(key)
    const index = column === undefined ? undefined : nearest(column, content.y, y)
    return index === undefined || Math.abs(content.y[index]! - y) > maxDistance ? null : content.mcid[index]!
  }
  const mostFrequentIn = createVote(content)
  return spans.map((span): MarkedContentRun[] => {
    const { unitExtents, text, baseline, size } = span
    const edges = span.edges ?? unitExtents?.filter((_, index) => index % 2 === 0)
    if (edges === undefined) return [{ start: 0, mcid: mostFrequentIn(span.box) }]
    const edgeKeys = toKeys(edges)
    const runs: MarkedContentRun[] = []
    for (let at = 0; at < text.length; at++) {
      if (text[at] === ' ') continue
      const mcid = mcidAt(edgeKeys[at]!, baseline, MAX_BASELINE_DISTANCE_EM * size)
      if (mcid === null && runs.length > 0) continue
      if (runs.at(-1)?.mcid !== (mcid ?? -1)) runs.push({ start: runs.length === 0 ? 0 : at, mcid: mcid ?? -1 })
    }
    return runs.length === 0 ? [{ start: 0, mcid: -1 }] : runs
  })
}

/** Indices of the characters at each x, from top to bottom. The last one at a position counts. */
function columnsOf({ x, y }: MarkedContent): Map<number, number[]> {
  const keys = toKeys(x)
  const columns = Map.groupBy(keys.keys(), (index) => keys[index]!)
  for (const [key, column] of columns) {
    if (column.length === 1) continue
    column.sort((a, b) => y[a]! - y[b]! || a - b)
    columns.set(
      key,
      column.filter((index, at) => at === column.length - 1 || y[column[at + 1]!] !== y[index]),
    )
  }
  return columns
}

function nearest(column: readonly number[], ys: Float32Array, y: number): number | undefined {
  const at = lowerBound(column, (index) => ys[index]! >= y)
  const [above, below] = [column[at - 1], column[at]]
  if (above === undefined || below === undefined) return above ?? below
  const difference = ys[below]! - y - (y - ys[above]!)
  return difference < 0 || (difference === 0 && below > above) ? below : above
}

/** Maximum characters that decide about a rotated span. */
const MAX_VOTES = 2000

/** For rotated spans, which have no edges. */
function createVote({ x, y, mcid }: MarkedContent): (box: Box) => number {
  let byX: Uint32Array | undefined
  return (box) => {
    byX ??= Uint32Array.from(x, (_, index) => index).sort((a, b) => x[a]! - x[b]!)
    const counts = new Map<number, number>()
    const first = lowerBound(byX, (index) => x[index]! >= box.x0 - 1)
    for (const index of byX.subarray(first, first + MAX_VOTES)) {
      if (x[index]! > box.x1 + 1) break
      if (y[index]! >= box.y0 - 1 && y[index]! <= box.y1 + 1) addWeight(counts, mcid[index]!, 1)
    }
    return mostFrequent(counts, -1)
  }
}

function toKeys(values: Float32Array): Int32Array {
  return new Int32Array(values.map((value) => value + 0).buffer)
}
