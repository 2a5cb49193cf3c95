import { cached } from '../../model/cached.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import { isHorizontal, type RawPage, type Span } from '../../model/raw-page.ts'
import type { PageTags } from '../../model/tags.ts'
import { toRow } from '../order/layout-items.ts'
import type { Line, Row } from '../state.ts'
import { mergeLines } from '../text/lines.ts'
import { subspan } from '../text/split-spans.ts'
import { restoreLineBreaks } from './line-breaks.ts'
import { markedContentIn } from './tagged-items.ts'

const BASELINE_TOLERANCE_EM = 0.2

export class TaggedContent {
  readonly #raw: RawPage
  readonly #byMark = new Map<number, Span[]>()
  /** The program that wrote the tags knew the structure, and kept spaces at line ends. */
  readonly exact: boolean
  /** By list of MCIDs, because items are checked and then read. */
  readonly #rows = new Map<readonly number[], readonly Row[]>()
  readonly untagged: readonly Span[]
  readonly tagged: readonly Span[]

  constructor(raw: RawPage, tags: PageTags) {
    this.#raw = raw
    this.exact = tags.exact === true
    const known = new Set(markedContentIn(tags.root))
    const untagged: Span[] = []
    const tagged: Span[] = []
    raw.spans.forEach((span, index) => {
      const runs = tags.markedContent[index] ?? []
      runs.forEach(({ start, mcid }, at) => {
        const part = subspan(span, start, runs[at + 1]?.start ?? span.text.length)
        if (part.text.trim() === '') {
          // Whitespace shows whether a word ends here.
          if (known.has(mcid)) this.#add(mcid, part)
          return
        }
        if (!known.has(mcid)) {
          untagged.push(part)
          return
        }
        tagged.push(part)
        this.#add(mcid, part)
      })
    })
    this.untagged = untagged
    this.tagged = tagged
  }

  get images(): RawPage['images'] {
    return this.#raw.images
  }

  #add(mark: number, span: Span): void {
    cached(this.#byMark, mark, () => []).push(span)
  }

  spansOf(marks: readonly number[]): Span[] {
    return marks.flatMap((mark) => this.#byMark.get(mark) ?? [])
  }

  linesOf(spans: readonly Span[]): readonly Line[] {
    return mergeLines({ ...this.#raw, spans })
  }

  rowsOf(marks: readonly number[]): readonly Row[] {
    return cached(this.#rows, marks, () => this.#makeRows(marks))
  }

  #makeRows(marks: readonly number[]): Row[] {
    const spans = this.spansOf(marks)
    const rows = groupAdjacent(this.linesOf(spans), isOnSameRow).map(toRow)
    return this.exact ? restoreLineBreaks(rows, spans) : rows
  }
}

function isOnSameRow(line: Line, last: Line): boolean {
  const [first] = line.spans
  return (
    first !== undefined &&
    isHorizontal(first) &&
    Math.abs(last.baseline - line.baseline) <= BASELINE_TOLERANCE_EM * line.size &&
    line.box.x0 >= last.box.x1 - BASELINE_TOLERANCE_EM * line.size
  )
}
