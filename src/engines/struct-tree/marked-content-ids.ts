/**
 * The marked-content id (MCID) of every character of a page. MuPDF reports the structure element of a character, not
 * its MCID, and loses elements that continue on another page. So the document's tree is replaced by a synthetic one
 * with one element per MCID (`synthetic-tree.ts`): the position of the reported element in it is the MCID.
 *
 *     content stream           synthetic tree              structured text
 *     /P <</MCID 70>> BDC  →   branch 1, leaf 6 (64 + 6) →  struct 1 > struct 6 > characters: MCID 70
 */
import type { Box } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
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
      else if (mcid >= 0) {
        const box = memory.box(block, this.#frame)
        const boxes = this.#drawings.get(mcid)
        if (boxes === undefined) this.#drawings.set(mcid, [box])
        else boxes.push(box)
      }
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
  const keys = toKeys(content.x)
  const first = new Map<number, number>()
  const next = new Int32Array(keys.length)
  for (let index = keys.length - 1; index >= 0; index--) {
    next[index] = first.get(keys[index]!) ?? -1
    first.set(keys[index]!, index)
  }
  const mcidAt = (key: number, y: number, maxDistance: number): number | null => {
    let best: number | null = null
    let least = maxDistance
    for (let index = first.get(key) ?? -1; index >= 0; index = next[index]!) {
      const distance = Math.abs(content.y[index]! - y)
      if (distance > least) continue
      least = distance
      best = content.mcid[index]!
    }
    return best
  }
  return spans.map((span): MarkedContentRun[] => {
    const { unitExtents, text, baseline, size } = span
    const edges = span.edges ?? unitExtents?.filter((_, index) => index % 2 === 0)
    if (edges === undefined) return [{ start: 0, mcid: mostFrequentIn(span.box, content) }]
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

function toKeys(values: Float32Array): Int32Array {
  return new Int32Array(values.map((value) => value + 0).buffer)
}

/** For a rotated span, which has no edges. */
function mostFrequentIn(box: Box, content: MarkedContent): number {
  const counts = new Map<number, number>()
  content.x.forEach((x, index) => {
    const y = content.y[index]!
    if (x < box.x0 - 1 || x > box.x1 + 1 || y < box.y0 - 1 || y > box.y1 + 1) return
    const mcid = content.mcid[index]!
    counts.set(mcid, (counts.get(mcid) ?? 0) + 1)
  })
  let best = -1
  let most = 0
  for (const [mcid, count] of counts) {
    if (count <= most) continue
    most = count
    best = mcid
  }
  return best
}
