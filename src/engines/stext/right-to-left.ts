/**
 * Reads right-to-left scripts, which MuPDF orders in part: applies the bidirectional algorithm (UAX #9) to the visual
 * order.
 */
/// <reference path="./bidi-js.d.ts" />

import createBidi from 'bidi-js'
import { lowerBound } from '../../model/binary-search.ts'

export interface LineChar {
  readonly code: number
  readonly x0: number
  readonly x1: number
}

interface Cluster {
  text: string
  readonly x0: number
  readonly x1: number
}

const TOLERANCE_EM = 0.02
const MIN_WORD_GAP_EM = 0.15
/** Minimum gap between words where the text layer has a space. */
const MIN_MARKED_GAP_EM = 0.05

const bidi = createBidi()

export function isRightToLeft(code: number): boolean {
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefe)
}

const isPresentationForm = (code: number): boolean =>
  (code >= 0xfb1d && code < 0xfdf0) || (code >= 0xfe70 && code <= 0xfefc)

/** NFKC puts a space under a lone vowel sign. */
export function toPlainLetters(code: number): string {
  const char = String.fromCodePoint(code)
  return isPresentationForm(code) ? char.normalize('NFKC').trim() : char
}

/** Extent and both edges of each UTF-16 unit are in points. */
interface RightToLeftText {
  readonly text: string
  readonly unitExtents: readonly number[]
  readonly x0: number
  readonly x1: number
}

/**
 * Splits the line at gaps wider than `columnGap`. `chars` are in MuPDF's order; `spaces` are centers of the text
 * layer's spaces; all in points.
 */
export function readRightToLeft(
  chars: readonly LineChar[],
  spaces: readonly number[],
  { size, columnGap }: { readonly size: number; readonly columnGap: number },
): RightToLeftText[] {
  const clusters = toClusters(chars, TOLERANCE_EM * size).sort((a, b) => a.x0 + a.x1 - b.x0 - b.x1)
  const parts: { visual: Cluster[]; x0: number; x1: number }[] = []
  for (const cluster of clusters) {
    const part = parts.at(-1)
    if (part === undefined || cluster.x0 - part.x1 > columnGap) {
      parts.push({ visual: [cluster], x0: cluster.x0, x1: cluster.x1 })
      continue
    }
    const gap = cluster.x0 - part.x1
    const isMarked = gap > MIN_MARKED_GAP_EM * size && spaces.some((x) => x > part.x1 && x < cluster.x0)
    if (isMarked || gap > MIN_WORD_GAP_EM * size) part.visual.push({ text: ' ', x0: part.x1, x1: cluster.x0 })
    part.visual.push(cluster)
    part.x1 = Math.max(part.x1, cluster.x1)
  }
  return parts.map(({ visual, x0, x1 }) => ({ ...toReadingOrder(visual), x0, x1 }))
}

/**
 * MuPDF puts further letters of a glyph at the right edge of the first; reversed, they precede it, the last one first.
 */
function toClusters(chars: readonly LineChar[], tolerance: number): Cluster[] {
  const clusters: Cluster[] = []
  const marks: LineChar[] = []
  let narrow: LineChar[] = []
  const attachNarrow = (next: Cluster | undefined): void => {
    const [first] = narrow
    if (first === undefined) return
    const last = clusters.at(-1)
    const lettersOf = (rest: readonly LineChar[]): string => rest.map(({ code }) => toPlainLetters(code)).join('')
    if (next !== undefined && Math.abs(first.x0 - next.x1) <= tolerance) next.text += lettersOf(narrow.toReversed())
    else if (last !== undefined && Math.abs(first.x0 - last.x1) <= tolerance) last.text += lettersOf(narrow)
    else clusters.push({ text: lettersOf(narrow), x0: first.x0, x1: first.x1 })
    narrow = []
  }
  for (const char of chars) {
    const text = toPlainLetters(char.code)
    if (/^\p{M}/u.test(text)) marks.push(char)
    else if (char.x1 - char.x0 <= tolerance) {
      if (narrow.length > 0 && Math.abs(narrow[0]!.x0 - char.x0) > tolerance) attachNarrow(undefined)
      narrow.push(char)
    } else {
      const cluster = { text, x0: char.x0, x1: char.x1 }
      attachNarrow(cluster)
      clusters.push(cluster)
    }
  }
  attachNarrow(undefined)
  return attachMarks(clusters, marks, tolerance)
}

function attachMarks(clusters: Cluster[], marks: readonly LineChar[], tolerance: number): Cluster[] {
  const sorted = clusters.toSorted((a, b) => a.x0 - b.x0)
  for (const { code, x0, x1 } of marks) {
    const base = nearest(sorted, (x0 + x1) / 2, tolerance)
    const mark = toPlainLetters(code)
    if (base === undefined) clusters.push({ text: mark, x0, x1 })
    else if (!base.text.includes(mark)) base.text += mark
  }
  for (const cluster of clusters) cluster.text = cluster.text.normalize('NFC')
  return clusters
}

function nearest(sorted: readonly Cluster[], x: number, tolerance: number): Cluster | undefined {
  const next = lowerBound(sorted, ({ x0 }) => x0 >= x - tolerance)
  const cluster = sorted[next - 1] ?? sorted[next]
  return cluster !== undefined && x >= cluster.x0 - tolerance && x <= cluster.x1 + tolerance ? cluster : undefined
}

function toReadingOrder(visual: readonly Cluster[]): { text: string; unitExtents: number[] } {
  // The algorithm sees one UTF-16 unit per cluster.
  const units = visual.map(({ text }) => text[0]!).join('')
  const embedding = bidi.getEmbeddingLevels(units, 'rtl')
  const order = visual.map((_, index) => index)
  for (const [start, end] of bidi.getReorderSegments(units, embedding)) {
    const reversed = order.slice(start, end + 1).reverse()
    order.splice(start, reversed.length, ...reversed)
  }
  const texts = order.map((index) => visual[index]!.text)
  // Some producers map a mirrored bracket to the character that it looks like.
  const mirrored = order.map((index, at) =>
    embedding.levels[index]! % 2 === 1 ? (bidi.getMirroredCharacter(texts[at]!) ?? texts[at]!) : texts[at]!,
  )
  const isMirrored = !hasPairedBrackets(texts.join('')) && hasPairedBrackets(mirrored.join(''))
  const unitExtents = order.flatMap((index) => {
    const { text, x0, x1 } = visual[index]!
    return Array.from({ length: 2 * text.length }, (_, at) => (at % 2 === 0 ? x0 : x1))
  })
  return { text: (isMirrored ? mirrored : texts).join(''), unitExtents }
}

function hasPairedBrackets(text: string): boolean {
  let open = 0
  for (const char of text) {
    if ('([{'.includes(char)) open++
    else if (')]}'.includes(char) && --open < 0) return false
  }
  return true
}
