/** Lengths are in em of the block or relative to the page. */

import { countDigits } from '../model/character-classes.ts'
import type { Block, DocumentPage } from '../model/document.ts'
import { unionOf, width } from '../model/geometry.ts'
import { parseNumbering } from '../model/numbering.ts'
import { clamp, median, minOf } from '../model/statistics.ts'
import { isRotated } from './edge-notes.ts'
import { isPageNumberLine, type PageBody, textWithNumber } from './page-edges.ts'
import { isParagraph } from './running-text.ts'
import { endsSentence, isSideBySide, isTextual, type TextualBlock } from './text-blocks.ts'

/** Caps of feature values. */
const MAX_EM = 8
const MAX_GAP_RATIO = 6
const MAX_COUNT = 12
const MAX_CHARS = 240
/** Height of the zone of page numbers, relative to the page height. */
const NUMBER_ZONE = 0.12

const separator = /[|•·▪■»]|\s[-–—/]{1,2}\s/u
const address = /https?:|www\.|\S@\S|\.(?:com|org|net)\b/i
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const year = /\b(?:19|20)\d\d\b/
const continuedMark =
  /[(（[](?:continued|cont[’'.]?d?\.?|suite|fortsetzung|forts\.|continuación|cont\.|続き?|續|续)[)）\]]/iu

/** Block found from the page edge inward. */
export interface EdgeCandidate {
  readonly page: DocumentPage
  readonly edge: 'header' | 'footer'
  readonly index: number
  /** Furniture further outside or on the same row. */
  readonly found: ReadonlySet<number>
  /** Gap to the body, in points. */
  readonly gap: number
  readonly body: PageBody
  readonly hasHeadingStyle: boolean
}

export type FurnitureFeatures = ReturnType<typeof furnitureFeatures>
export type FurnitureFeature = keyof FurnitureFeatures

export function furnitureFeatures(candidate: EdgeCandidate) {
  const { page, index, found } = candidate
  const block = page.blocks[index] as TextualBlock
  const others = page.blocks.filter((other, at) => at !== index && !found.has(at) && !isRotated(other))
  return {
    ...styleFeatures(block, candidate),
    ...textFeatures(block),
    ...positionFeatures(block, candidate, others),
    ...neighborFeatures(block, candidate, others),
    ...foundFeatures(block, candidate),
  }
}

function styleFeatures({ kind, type, style }: TextualBlock, { body, hasHeadingStyle }: EdgeCandidate) {
  return {
    isTitle: Number(kind === 'title'),
    isFootnote: Number(type === 'footnote' || type === 'reference'),
    isList: Number(kind === 'text' && type === 'text' && style.lineCount > 1),
    hasHeadingStyle: Number(hasHeadingStyle),
    sizeRatio: style.size / Math.max(1, body.size),
    isBold: Number(style.bold),
    isItalic: Number(style.italic),
    isCaps: Number(style.caps),
    hasOtherFont: Number(style.font !== body.font),
    lineCount: Math.min(MAX_COUNT, style.lineCount),
  }
}

function textFeatures({ text }: TextualBlock) {
  const numbering = parseNumbering(text)
  return {
    charCount: Math.min(MAX_CHARS, text.length),
    isPageNumber: Number(isPageNumberLine(text)),
    hasNumberAtEnd: Number(textWithNumber.test(text)),
    numberDepth: numbering === null ? 0 : numbering.kind === 'inner' ? -1 : numbering.depth,
    endsSentence: Number(endsSentence(text) && !/[)\]）」』]$/.test(text)),
    startsLowercase: Number(/^\p{Ll}/u.test(text)),
    digitRatio: countDigits(text) / Math.max(1, text.length),
    hasSeparator: Number(separator.test(text)),
    hasAddress: Number(address.test(text)),
    hasYear: Number(year.test(text)),
    isContinued: Number(continuedMark.test(text)),
  }
}

function positionFeatures(
  { box, style, text }: TextualBlock,
  { page, edge, gap }: EdgeCandidate,
  others: readonly Block[],
) {
  const em = Math.max(1, style.size)
  const isTop = edge === 'header'
  const bodies = others.filter((other) => !isSideBySide(other, { box } as Block))
  const area = bodies.length === 0 ? box : unionOf(bodies)
  const left = box.x0 - area.x0
  const right = area.x1 - box.x1
  const isRightToLeft = rightToLeft.test(text)
  return {
    isTop: Number(isTop),
    outerDepth: (isTop ? box.y0 : page.height - box.y1) / page.height,
    innerDepth: (isTop ? box.y1 : page.height - box.y0) / page.height,
    bodyDepth: (isTop ? area.y0 : page.height - area.y1) / page.height,
    gapEm: clamp(gap / em, -1, MAX_EM),
    gapRatio: clamp(gap / page.height, -0.1, 0.2),
    relativeGap: clamp(gap / Math.max(1, medianGap(bodies)), -1, MAX_GAP_RATIO),
    leftOffset: clamp((isRightToLeft ? right : left) / em, -MAX_EM, MAX_EM),
    rightOffset: clamp((isRightToLeft ? left : right) / em, -MAX_EM, MAX_EM),
    centerOffset: Math.min(MAX_EM, Math.abs(box.x0 + box.x1 - page.width) / 2 / em),
    widthRatio: width(box) / Math.max(1, width(area)),
    pageRatio: page.width / page.height,
    leftMargin: (isRightToLeft ? page.width - box.x1 : box.x0) / page.width,
  }
}

function neighborFeatures({ style }: TextualBlock, candidate: EdgeCandidate, others: readonly Block[]) {
  const { page, edge, index } = candidate
  const isTop = edge === 'header'
  const { box } = page.blocks[index]!
  let next: Block | null = null
  let sameRow = 0
  for (const other of others) {
    if (isSideBySide(other, page.blocks[index]!)) sameRow++
    else if (isTop ? other.box.y0 > box.y0 : other.box.y1 < box.y1)
      if (next === null || (isTop ? other.box.y0 < next.box.y0 : other.box.y1 > next.box.y1)) next = other
  }
  const texts = others.filter(isTextual)
  const largest = texts.reduce((max, other) => Math.max(max, other.style.size), 1)
  const isSameStyle = (other: TextualBlock): boolean =>
    other.style.font === style.font && Math.abs(other.style.size - style.size) < 0.3
  const isNumberAtOtherEdge = ({ text, box: { y0, y1 } }: TextualBlock): boolean =>
    (isTop ? y0 > page.height * (1 - NUMBER_ZONE) : y1 < page.height * NUMBER_ZONE) &&
    (isPageNumberLine(text) || textWithNumber.test(text))
  return {
    sameRowCount: Math.min(MAX_COUNT, sameRow),
    nextIsTitle: Number(next?.kind === 'title'),
    nextIsParagraph: Number(next !== null && isTextual(next) && isParagraph(next)),
    nextIsTable: Number(next?.kind === 'table'),
    nextIsFigure: Number(next?.kind === 'figure'),
    nextSizeRatio: next !== null && isTextual(next) ? next.style.size / Math.max(1, style.size) : 0,
    nextStartsLowercase: Number(next !== null && isTextual(next) && /^\p{Ll}/u.test(next.text)),
    largestRatio: style.size / largest,
    styleUse: Math.min(MAX_COUNT, texts.filter(isSameStyle).length),
    blockCount: Math.min(2 * MAX_COUNT, others.length),
    lineTotal: Math.min(
      60,
      texts.reduce((sum, other) => sum + other.style.lineCount, 0),
    ),
    hasTitles: Number(texts.some(({ kind }) => kind === 'title')),
    hasNumberAtOtherEdge: Number(texts.some(isNumberAtOtherEdge)),
  }
}

function foundFeatures(block: TextualBlock, { page, edge, found }: EdgeCandidate) {
  const outer = [...found].map((at) => page.blocks[at] as TextualBlock)
  const row = outer.filter((other) => isSideBySide(other, block))
  const distances = outer.map(({ box }) => (edge === 'header' ? block.box.y0 - box.y1 : box.y0 - block.box.y1))
  return {
    foundCount: Math.min(MAX_COUNT, outer.length),
    isNextToFound: Number(row.length > 0),
    isNextToNumber: Number(row.some(({ text }) => isPageNumberLine(text))),
    foundNumber: Number(outer.some(({ text }) => isPageNumberLine(text))),
    foundDistance: outer.length === 0 ? MAX_EM : clamp(minOf(distances) / Math.max(1, block.style.size), -1, MAX_EM),
    foundSameStyle: Number(
      outer.some(({ style }) => style.font === block.style.font && style.size === block.style.size),
    ),
  }
}

function medianGap(blocks: readonly Block[]): number {
  const sorted = blocks.toSorted((a, b) => a.box.y0 - b.box.y0)
  const gaps: number[] = []
  let bottom = Infinity
  for (const { box } of sorted) {
    if (box.y0 > bottom) gaps.push(box.y0 - bottom)
    bottom = bottom === Infinity ? box.y1 : Math.max(bottom, box.y1)
  }
  return median(gaps) ?? 0
}
