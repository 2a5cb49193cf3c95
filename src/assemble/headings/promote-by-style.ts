/** Promotes lines by style (that of other headings, or one that only short lines above text have) and by number. */
import { cached } from '../../model/cached.ts'
import type { Block, BlockStyle, DocumentPage } from '../../model/document.ts'
import type { TextualBlock } from '../text-blocks.ts'
import { headingsIn, mayBecomeHeading } from './candidates.ts'
import { type BodyStyle, bodyStyleOf } from './document-body-style.ts'
import { findNumberedHeadings } from './numbered-headings.ts'
import { relabel } from './relabel.ts'
import { caselessStyleKey, styleKey } from './style-key.ts'

/** Minimum headings in a heading style, and their fraction of its blocks. */
const MIN_HEADINGS = 2
const MIN_HEADING_RATIO = 0.6
/** Limits of a style without headings: lines, fractions of short separate lines and of lines above text. */
const MIN_LINES = 2
const MIN_SEPARATED_RATIO = 0.85
const MIN_ABOVE_TEXT_RATIO = 0.75
/** Minimum length of a line of running text. */
const MIN_TEXT_CHARS = 60
/** Minimum relative size of a heading; smaller text is a label or a note. */
const MIN_SIZE_RATIO = 0.84
/** Minimum gap above a heading; lines of one paragraph touch or overlap. */
const MIN_GAP_EM = 0.3
const MIN_LOWERCASE_HEADINGS = 3

interface StyleCounts {
  headings: number
  candidates: number
  separated: number
  aboveText: number
  aboveAny: number
  /** Lines right below a heading, such as authors and dates. */
  belowHeading: number
  others: number
  readonly texts: Set<string>
}

interface StyleContext {
  readonly body: BodyStyle
  readonly lowercase: boolean
}

export function promoteByStyle(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const context = { body: bodyStyleOf(pages), lowercase: hasLowercaseHeadings(pages) }
  const counts = countStyles(pages, context)
  const numbered = findNumberedHeadings(pages, context.body.key)
  const promoted = pages.flatMap(({ blocks }) =>
    blocks.filter((block) => {
      if (block.kind !== 'text') return false
      if (numbered.has(block)) return true
      return (
        mayBecomeHeading(block, context.lowercase) &&
        isHeadingStyle(block.style, counts.get(styleKey(block.style))!, context.body)
      )
    }),
  )
  return relabel(pages, promoted, 'promoteByStyle')
}

/** Fixture: `levels/html-grey-notes`. */
function hasLowercaseHeadings(pages: readonly DocumentPage[]): boolean {
  const headings = headingsIn(pages)
  const lowercase = headings.filter(({ text }) => /^\p{Ll}/u.test(text))
  return headings.length >= MIN_LOWERCASE_HEADINGS && lowercase.length * 2 > headings.length
}

function countStyles(pages: readonly DocumentPage[], context: StyleContext): Map<string, StyleCounts> {
  const styles = new Map<string, StyleCounts>()
  for (const [page, { blocks }] of pages.entries()) {
    const lastBody = blocks.findLastIndex(isBody)
    const onNextPage = pages[page + 1]?.blocks.find(isBody)
    blocks.forEach((block, at) => {
      if (!isHeadingOrText(block)) return
      const counts = cached(styles, styleKey(block.style), emptyCounts)
      const next = blocks[at + 1]
      const below = next !== undefined && isBody(next) ? next : at < lastBody ? undefined : onNextPage
      countBlock(counts, block, { ...context, blocks, at, below })
    })
  }
  return styles
}

function emptyCounts(): StyleCounts {
  return {
    headings: 0,
    candidates: 0,
    separated: 0,
    aboveText: 0,
    aboveAny: 0,
    belowHeading: 0,
    others: 0,
    texts: new Set(),
  }
}

function isHeadingOrText(block: Block): block is TextualBlock {
  return block.kind === 'title' || (block.kind === 'text' && block.type === 'text')
}

function isBody({ type }: Block): boolean {
  return type !== 'footer' && type !== 'header' && type !== 'footnote'
}

interface BlockContext extends StyleContext {
  readonly blocks: readonly Block[]
  readonly at: number
  /** The next block may be on the next page. */
  readonly below: Block | undefined
}

function countBlock(
  counts: StyleCounts,
  block: TextualBlock,
  { blocks, at, body, lowercase, below }: BlockContext,
): void {
  if (block.kind === 'title') counts.headings++
  if (block.kind === 'text' && !mayBecomeHeading(block, lowercase)) {
    counts.others++
    return
  }
  counts.candidates++
  counts.texts.add(block.text)
  if (blocks[at - 1]?.kind === 'title') counts.belowHeading++
  const above = lastAbove(blocks, at)
  if (above === undefined || block.box.y0 - above.box.y1 >= MIN_GAP_EM * block.style.size) counts.separated++
  if (below === undefined) return
  counts.aboveAny++
  const isAboveText =
    below.kind === 'title' ? styleKey(below.style) !== styleKey(block.style) : isRunningText(below, body)
  if (isAboveText) counts.aboveText++
}

function lastAbove(blocks: readonly Block[], at: number): Block | undefined {
  for (let before = at - 1; before >= 0; before--) if (isAbove(blocks[before]!, blocks[at]!)) return blocks[before]
  return undefined
}

function isAbove(other: Block, block: Block): boolean {
  return other.box.y0 < block.box.y0 && other.box.x0 < block.box.x1 && other.box.x1 > block.box.x0
}

function isRunningText(block: Block, body: BodyStyle): boolean {
  if (block.kind !== 'text' || block.type === 'code' || block.items !== undefined) return true
  return (
    block.type === 'text' &&
    Math.abs(block.style.size - body.size) <= body.size * (1 - MIN_SIZE_RATIO) &&
    (block.style.lineCount > 1 ||
      block.text.length >= MIN_TEXT_CHARS ||
      (caselessStyleKey(block.style) === body.key && /[.!?。]$/.test(block.text)))
  )
}

function isHeadingStyle(style: BlockStyle, counts: StyleCounts, body: BodyStyle): boolean {
  const { headings, candidates, separated, aboveText, aboveAny, belowHeading, others, texts } = counts
  const all = candidates + others
  if (headings >= MIN_HEADINGS && headings >= MIN_HEADING_RATIO * all) return true
  if (caselessStyleKey(style) === body.key && !style.caps) return false
  if (style.size < body.size * MIN_SIZE_RATIO || (style.mono && !body.mono)) return false
  const areBylines = style.size < body.size && belowHeading * 2 > candidates
  return (
    !areBylines &&
    separated >= MIN_SEPARATED_RATIO * all &&
    aboveAny >= MIN_LINES &&
    aboveText >= MIN_ABOVE_TEXT_RATIO * aboveAny &&
    texts.size >= MIN_LINES
  )
}
