import { cached } from '../../model/cached.ts'
import { charsOf } from '../../model/character-classes.ts'
import type { Block, DocumentPage } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { addWeight } from '../../model/statistics.ts'
import { isParagraph } from '../running-text.ts'
import type { TextualBlock } from '../text-blocks.ts'
import { bodyBlocks, candidateSizes, isBodyText, isShortText } from './candidates.ts'
import { type BodyStyle, bodyStyleOf } from './document-body-style.ts'
import { roundedStyleKey } from './style-key.ts'
import { digitRatio } from './text-features.ts'

const MAX_STYLE_COUNT = 30
const MAX_PAGES = 10
const MAX_HEADINGS_PER_PAGE = 5
/** Number of blocks from which the digit ratio is estimated. */
const SAMPLE_BLOCKS = 200

interface StyleUsage {
  count: number
  chars: number
  short: number
  headings: number
  aboveText: number
  aboveSameStyle: number
  withColon: number
  numbered: number
  readonly pages: Set<DocumentPage>
}

export interface DocumentStats {
  readonly body: BodyStyle
  readonly usages: ReadonlyMap<string, StyleUsage>
  readonly texts: ReadonlyMap<string, number>
  readonly chars: number
  /** Result of `candidateSizes`. */
  readonly sizes: readonly number[]
  readonly pageCount: number
  readonly features: DocumentFeatures
}

type DocumentFeatures = ReturnType<typeof documentFeatures>

export function measureDocument(pages: readonly DocumentPage[]): DocumentStats {
  const blocks = pages.flatMap((page) => page.blocks.filter(isBodyText))
  const usages = new Map<string, StyleUsage>()
  const texts = new Map<string, number>()
  for (const page of pages) {
    const body = bodyBlocks(page)
    body.forEach((block, at) => {
      if (!isBodyText(block)) return
      addWeight(texts, block.text, 1)
      const usage = cached(usages, roundedStyleKey(block.style), emptyUsage)
      countUse(usage, block, { page, next: body[at + 1] })
    })
  }
  return {
    body: bodyStyleOf(pages),
    usages,
    texts,
    chars: countChars(blocks),
    sizes: candidateSizes(blocks),
    pageCount: pages.length,
    features: documentFeatures(blocks, pages.length),
  }
}

function documentFeatures(blocks: readonly TextualBlock[], pageCount: number) {
  const sample = blocks.slice(0, SAMPLE_BLOCKS).map(({ text }) => text)
  const headings = blocks.filter(({ kind }) => kind === 'title').length
  return {
    headingsPerPage: Math.min(MAX_HEADINGS_PER_PAGE, headings / pageCount),
    documentShortRatio: blocks.filter(isShortText).length / Math.max(1, blocks.length),
    documentDigitRatio: digitRatio(sample.join('')),
    documentBoldRatio:
      blocks.reduce((sum, { style, text }) => sum + (style.bold ? text.length : 0), 0) / countChars(blocks),
    pageCount: Math.min(MAX_PAGES, pageCount),
  }
}

function countChars(blocks: readonly TextualBlock[]): number {
  return Math.max(1, charsOf(blocks))
}

function emptyUsage(): StyleUsage {
  return {
    count: 0,
    chars: 0,
    short: 0,
    headings: 0,
    aboveText: 0,
    aboveSameStyle: 0,
    withColon: 0,
    numbered: 0,
    pages: new Set(),
  }
}

function countUse(
  usage: StyleUsage,
  block: TextualBlock,
  { page, next }: { readonly page: DocumentPage; readonly next: Block | undefined },
): void {
  usage.count++
  usage.chars += block.text.length
  usage.pages.add(page)
  if (isShortText(block)) usage.short++
  if (block.kind === 'title') usage.headings++
  if (next === undefined || isParagraph(next) || next.kind === 'figure') usage.aboveText++
  if (isBodyText(next) && roundedStyleKey(next.style) === roundedStyleKey(block.style)) usage.aboveSameStyle++
  if (/[:：]$/.test(block.text)) usage.withColon++
  if (parseNumbering(block.text) !== null) usage.numbered++
}

export function usageFeatures({ style }: TextualBlock, { usages, chars, pageCount, features }: DocumentStats) {
  const usage = usages.get(roundedStyleKey(style))!
  return {
    styleCount: Math.min(MAX_STYLE_COUNT, usage.count),
    styleCharRatio: usage.chars / chars,
    styleShortRatio: usage.short / usage.count,
    styleHeadingRatio: usage.headings / usage.count,
    styleAboveTextRatio: usage.aboveText / usage.count,
    styleAboveSameStyleRatio: usage.aboveSameStyle / usage.count,
    styleColonRatio: usage.withColon / usage.count,
    styleNumberedRatio: usage.numbered / usage.count,
    stylePageRatio: usage.pages.size / pageCount,
    ...features,
  }
}
