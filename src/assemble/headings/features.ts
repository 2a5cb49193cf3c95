/** Lengths are in em of the line or relative to the page or column. */

import { isColored } from '../../model/color.ts'
import type { Block, DocumentPage } from '../../model/document.ts'
import { width } from '../../model/geometry.ts'
import { clamp } from '../../model/statistics.ts'
import { isParagraph, widestOverlapping } from '../running-text.ts'
import type { TextualBlock } from '../text-blocks.ts'
import { bodyBlocks, candidateSizes, isBodyText, isHeadingCandidate, isShortText, MAX_CHARS } from './candidates.ts'
import { roundedStyleKey } from './style-key.ts'
import { type DocumentStats, measureDocument, usageFeatures } from './style-usage.ts'
import { digitRatio, textFeatures } from './text-features.ts'

/** Caps of gaps and offsets. */
const MAX_GAP_EM = 6
const MAX_GAP_DIFFERENCE_EM = 3
const MAX_REPEATS = 5
/** Number of blocks before and after a line that count as nearby. */
const NEARBY_BLOCKS = 4
/** Tolerances of rows and of blocks above and below. */
const ROW_EM = 0.3
const EDGE_EM = 0.5
/** Margin without text columns, relative to the page width. */
const MARGIN_RATIO = 0.1

export type HeadingFeatures = ReturnType<typeof lineFeatures>
export type FeatureName = keyof HeadingFeatures

interface PageContext {
  readonly page: DocumentPage
  readonly pageAt: number
  readonly blocks: readonly Block[]
  readonly columns: readonly TextualBlock[]
  readonly sizes: readonly number[]
  readonly shortRatio: number
  /** Index in `blocks`, or -1. */
  readonly lastParagraph: number
  readonly document: DocumentStats
}

export function headingFeatures(pages: readonly DocumentPage[]): Map<TextualBlock, HeadingFeatures> {
  const document = measureDocument(pages)
  const features = new Map<TextualBlock, HeadingFeatures>()
  pages.forEach((page, pageAt) => {
    const blocks = bodyBlocks(page)
    const context: PageContext = {
      page,
      pageAt,
      blocks,
      columns: blocks.filter((block): block is TextualBlock => isBodyText(block) && block.style.lineCount > 1),
      sizes: candidateSizes(blocks),
      shortRatio: blocks.filter(isShortText).length / Math.max(1, blocks.length),
      lastParagraph: blocks.findLastIndex(isParagraph),
      document,
    }
    blocks.forEach((block, at) => {
      if (isHeadingCandidate(block)) features.set(block, lineFeatures(block, at, context))
    })
  })
  return features
}

function lineFeatures(line: TextualBlock, at: number, context: PageContext) {
  const { blocks, document } = context
  return {
    ...styleFeatures(line, document),
    ...textFeatures(line.text),
    ...gapFeatures(line, blocks),
    ...nextFeatures(line, blocks[at + 1]),
    ...previousFeatures(line, blocks[at - 1]),
    ...positionFeatures(line, at, context),
    ...usageFeatures(line, document),
    ...rankFeatures(line, at, context),
  }
}

function styleFeatures({ kind, style }: TextualBlock, { body }: DocumentStats) {
  return {
    isHeading: Number(kind === 'title'),
    sizeRatio: style.size / body.size,
    isBold: Number(style.bold),
    isItalic: Number(style.italic),
    isCaps: Number(style.caps),
    isColored: Number(isColored(style.color) && style.color !== body.color),
    hasOtherFont: Number(style.font !== body.font),
    isMonospaced: Number(style.mono),
    lineCount: style.lineCount,
  }
}

function gapFeatures({ box, style }: TextualBlock, blocks: readonly Block[]) {
  const em = Math.max(1, style.size)
  let [top, bottom] = [-Infinity, Infinity]
  for (const { box: other } of blocks) {
    if (other === box || other.x0 >= box.x1 || other.x1 <= box.x0) continue
    if (other.y1 <= box.y0 + em * EDGE_EM) top = Math.max(top, other.y1)
    if (other.y0 >= box.y1 - em * EDGE_EM) bottom = Math.min(bottom, other.y0)
  }
  const gapAbove = clamp((box.y0 - top) / em, -1, MAX_GAP_EM)
  const gapBelow = clamp((bottom - box.y1) / em, -1, MAX_GAP_EM)
  return {
    gapAbove,
    gapBelow,
    gapDifference: clamp(gapAbove - gapBelow, -MAX_GAP_DIFFERENCE_EM, MAX_GAP_DIFFERENCE_EM),
  }
}

function nextFeatures({ style }: TextualBlock, next: Block | undefined) {
  const kind = {
    isLast: Number(next === undefined),
    nextIsParagraph: Number(isBodyText(next) && isParagraph(next)),
    nextIsShort: Number(next !== undefined && isShortText(next)),
    nextIsHeading: Number(next?.kind === 'title'),
    nextIsTable: Number(next?.kind === 'table'),
    nextIsList: Number(next?.kind === 'text' && next.items !== undefined),
    nextIsFigure: Number(next?.kind === 'figure'),
  }
  if (!isBodyText(next))
    return {
      ...kind,
      nextSizeRatio: 0,
      nextHasSameStyle: 0,
      nextStartsLowercase: 0,
      nextDigitRatio: -0.1,
      nextCharCount: -1,
    }
  return {
    ...kind,
    nextSizeRatio: next.style.size / Math.max(1, style.size),
    nextHasSameStyle: Number(roundedStyleKey(next.style) === roundedStyleKey(style)),
    nextStartsLowercase: Number(/^\p{Ll}/u.test(next.text)),
    nextDigitRatio: digitRatio(next.text),
    nextCharCount: Math.min(MAX_CHARS, next.text.length),
  }
}

function previousFeatures({ style }: TextualBlock, previous: Block | undefined) {
  const text = isBodyText(previous) ? previous : undefined
  return {
    isFirst: Number(previous === undefined),
    previousIsParagraph: Number(text !== undefined && isParagraph(text)),
    previousIsHeading: Number(previous?.kind === 'title'),
    previousHasSameStyle: Number(text !== undefined && roundedStyleKey(text.style) === roundedStyleKey(style)),
    previousSizeRatio: text === undefined ? 0 : text.style.size / Math.max(1, style.size),
    previousEndsWithColon: Number(text !== undefined && /[:：,]$/.test(text.text)),
  }
}

function positionFeatures(
  line: TextualBlock,
  at: number,
  { page, pageAt, blocks, columns, lastParagraph }: PageContext,
) {
  const { box, style } = line
  const em = Math.max(1, style.size)
  const column = widestOverlapping(
    line,
    columns.filter((other) => other !== line),
  )
  const { x0, x1 } = column?.box ?? { x0: page.width * MARGIN_RATIO, x1: page.width * (1 - MARGIN_RATIO) }
  const [top, bottom] = [box.y0 + em * ROW_EM, box.y1 - em * ROW_EM]
  const sideBySide = blocks.filter((other) => other !== line && other.box.y0 < bottom && other.box.y1 > top)
  const reach = 2 * NEARBY_BLOCKS
  const distance = blocks.slice(at + 1, at + 1 + reach).findIndex(isParagraph)
  return {
    widthRatio: width(box) / Math.max(1, x1 - x0),
    yRatio: box.y0 / page.height,
    isOnFirstPage: Number(pageAt === 0),
    centerOffset: Math.min(MAX_GAP_EM, Math.abs((box.x0 + box.x1 - x0 - x1) / 2) / em),
    indent: clamp((box.x0 - x0) / em, -MAX_GAP_EM, MAX_GAP_EM),
    sideBySideCount: sideBySide.length,
    columnSizeRatio: column === null ? 0 : column.style.size / em,
    blocksToParagraph: distance >= 0 ? distance : at < lastParagraph ? reach : reach + 1,
  }
}

function rankFeatures(line: TextualBlock, at: number, { blocks, sizes, shortRatio, document }: PageContext) {
  const nearby = blocks.slice(Math.max(0, at - NEARBY_BLOCKS), at + NEARBY_BLOCKS + 1)
  return {
    repeatCount: Math.min(MAX_REPEATS, document.texts.get(line.text)!),
    nearbyShortRatio: nearby.filter(isShortText).length / nearby.length,
    sizeRank: document.sizes.indexOf(line.style.size),
    pageShortRatio: shortRatio,
    pageSizeRank: sizes.indexOf(line.style.size),
  }
}
