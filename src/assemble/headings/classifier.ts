/**
 * Heading classifier: gradient-boosted trees over the features of a line, trained by `test/training`. Runs after the heading rules and overrules
 * them only where it is certain. Pages read by OCR are left out, since their font data is estimated.
 */

import { logOdds, type TreeModel } from '../../model/boosted-trees.ts'
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { type FeatureName, headingFeatures } from './features.ts'
import model from './heading-model.json' with { type: 'json' }
import { relabel } from './relabel.ts'
import { styleKey } from './style-key.ts'

/** Log-odds beyond which the classifier overrules the rules: 4.5 to 1. */
export const CERTAIN = 1.5
/** A heading of one word and a number that recurs with other numbers: "Activity 1.2". */
const wordAndNumber = /^(\p{Lu}\p{L}+)\s(\d{1,3}(?:\.\d{1,3})*)$/u
const MIN_NUMBERS = 3
/** A style with this many headings is a heading style; then the classifier demotes none of the few that it doubts. */
const MIN_STYLE_HEADINGS = 5
const MAX_DOUBTED_RATIO = 0.2
/** Pages of more blocks are drawings or hostile files: features take quadratic time per page. */
const MAX_BLOCKS = 1500

/** Relabels the lines of which the classifier is certain, except lines that a rule demoted and members of a heading style or numbered series. */
export function classifyHeadings(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  if (!pages.some(hasTextLayer) || pages.some(({ blocks }) => blocks.length > MAX_BLOCKS)) return pages
  const scores = new Map<Block, number>()
  for (const [block, features] of headingFeatures(pages))
    scores.set(block, logOdds(model as unknown as TreeModel<FeatureName>, features))
  const isDoubted = (block: Block): boolean => (scores.get(block) ?? 0) < -CERTAIN
  const headings = pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'title'))
  const series = findSeries(headings)
  const styles = findHeadingStyles(headings, isDoubted)
  const mayDemote = ({ text, style }: TitleBlock): boolean =>
    !styles.has(styleKey(style)) && !series.has(wordAndNumber.exec(text)?.[1] ?? '')
  const changed = pages
    .filter(hasTextLayer)
    .flatMap(({ blocks }) =>
      blocks.filter((block) =>
        block.source === 'ocr'
          ? false
          : block.kind === 'title'
            ? isDoubted(block) && mayDemote(block)
            : (scores.get(block) ?? 0) > CERTAIN && !isDemoted(block),
      ),
    )
  return relabel(pages, new Set(changed), 'classifyHeadings')
}

/** Words of headings such as "Activity 1.2" that have several numbers. Fixture: levels/html-workbook. */
function findSeries(headings: readonly TitleBlock[]): Set<string> {
  const numbers = new Map<string, Set<string>>()
  for (const { text } of headings) {
    const [, word, number] = wordAndNumber.exec(text) ?? []
    if (word !== undefined && number !== undefined) numbers.set(word, (numbers.get(word) ?? new Set()).add(number))
  }
  return new Set([...numbers].flatMap(([word, { size }]) => (size >= MIN_NUMBERS ? [word] : [])))
}

function findHeadingStyles(headings: readonly TitleBlock[], isDoubted: (block: Block) => boolean): Set<string> {
  const styles = Map.groupBy(headings, ({ style }) => styleKey(style))
  const isHeadingStyle = (members: readonly TitleBlock[]): boolean =>
    members.length >= MIN_STYLE_HEADINGS && members.filter(isDoubted).length <= MAX_DOUBTED_RATIO * members.length
  return new Set([...styles].flatMap(([key, members]) => (isHeadingStyle(members) ? [key] : [])))
}

function isDemoted(block: Block): boolean {
  return block.kind === 'text' && block.decidedBy !== undefined
}

/** Most of the page's text is from a text layer; OCR may have read the rest, such as a chart. */
function hasTextLayer({ blocks }: DocumentPage): boolean {
  return blocks.filter(({ source }) => source !== 'ocr').length > blocks.length / 2
}
