/**
 * Heading classifier: gradient-boosted trees over the features of a line, trained by `test/training`. Runs after the heading rules and overrules
 * them only where it is certain. Pages read by OCR are left out, since their font data is estimated.
 */
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { isParagraph } from '../running-text.ts'
import { bodyStyleOf } from './body-style.ts'
import { logOdds, type TreeModel } from './boosted-trees.ts'
import { type FeatureName, headingFeatures } from './features.ts'
import model from './heading-model.json' with { type: 'json' }
import { relabel } from './relabel.ts'
import { caselessStyleKey, styleKey } from './style-key.ts'

/** Log-odds beyond which the classifier overrules the rules: 4.5 to 1. */
export const CERTAIN = 1.5
/** A heading of one word and a number that recurs with other numbers: "Activity 1.2". */
const wordAndNumber = /^(\p{Lu}\p{L}+)\s(\d{1,3}(?:\.\d{1,3})*)$/u
const MIN_NUMBERS = 3
/** A style with this many headings is a heading style; then the classifier demotes none of the few that it doubts. */
const MIN_STYLE_HEADINGS = 5
const MAX_DOUBTED_RATIO = 0.2
/** Sentence ends and pauses. */
const sentenceEnd = /[.,;，。；]$/
/** Pages of more blocks are drawings or hostile files: features take quadratic time per page. */
const MAX_BLOCKS = 1500

/** Relabels blocks of which the classifier is certain, except where the rules know more. */
export function classifyHeadings(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  if (!pages.some(hasTextLayer) || pages.some(({ blocks }) => blocks.length > MAX_BLOCKS)) return pages
  const scores = new Map<Block, number>()
  for (const [block, features] of headingFeatures(pages))
    scores.set(block, logOdds(model as unknown as TreeModel<FeatureName>, features))
  const doubted = (block: Block): boolean => (scores.get(block) ?? 0) < -CERTAIN
  const headings = pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'title'))
  const keepsHeading = headingFilter(headings, doubted)
  const bodyKey = bodyStyleOf(pages).key
  const changed = new Set<Block>()
  for (const page of pages.filter(hasTextLayer)) {
    const hasParagraph = page.blocks.some(isParagraph)
    for (const block of page.blocks) {
      if (block.kind === 'title' && doubted(block) && !keepsHeading(block)) changed.add(block)
      if (block.kind === 'text' && hasParagraph && (scores.get(block) ?? 0) > CERTAIN && mayPromote(block, bodyKey))
        changed.add(block)
    }
  }
  return relabel(pages, changed, 'classifyHeadings')
}

/** Whether a heading stays one although the classifier doubts it: divisions, numbered series and members of a heading style. */
function headingFilter(
  headings: readonly TitleBlock[],
  doubted: (block: Block) => boolean,
): (heading: TitleBlock) => boolean {
  const series = new Map<string, Set<string>>()
  for (const { text } of headings) {
    const [, word, number] = wordAndNumber.exec(text) ?? []
    if (word !== undefined && number !== undefined) series.set(word, (series.get(word) ?? new Set()).add(number))
  }
  const headingStyles = new Set<string>()
  for (const [key, members] of Map.groupBy(headings, ({ style }) => styleKey(style)))
    if (members.length >= MIN_STYLE_HEADINGS && members.filter(doubted).length <= MAX_DOUBTED_RATIO * members.length)
      headingStyles.add(key)
  return ({ text, style }) => {
    const kind = parseNumbering(text)?.kind
    const numbers = series.get(wordAndNumber.exec(text)?.[1] ?? '')
    return (
      kind === 'chapter' ||
      kind === 'part' ||
      (numbers !== undefined && numbers.size >= MIN_NUMBERS) ||
      headingStyles.has(styleKey(style))
    )
  }
}

/** The rules know more about numbered lines and about headings that they have demoted. */
function mayPromote({ text, style, decidedBy }: TextBlock, bodyKey: string): boolean {
  return (
    decidedBy === undefined &&
    parseNumbering(text) === null &&
    !sentenceEnd.test(text) &&
    (style.caps || caselessStyleKey(style) !== bodyKey)
  )
}

function hasTextLayer({ blocks }: DocumentPage): boolean {
  return blocks.length > 0 && blocks.every(({ source }) => source !== 'ocr')
}
