/**
 * Heading classifier: gradient-boosted trees (`test/training`), combined with the rules. Pages read by OCR, whose
 * fonts are estimated, have their own model.
 */

import { logOdds, type TreeModel } from '../../model/boosted-trees.ts'
import { cached } from '../../model/cached.ts'
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { clamp } from '../../model/statistics.ts'
import { isFromImage } from '../../model/text-source.ts'
import type { TextualBlock } from '../text-blocks.ts'
import { headingsIn } from './candidates.ts'
import { type FeatureName, type HeadingFeatures, headingFeatures } from './features.ts'
import textModel from './heading-model.json' with { type: 'json' }
import ocrModel from './heading-model-ocr.json' with { type: 'json' }
import { relabel } from './relabel.ts'
import { styleKey } from './style-key.ts'

/** Log-odds in favor of the result of the rules, for headings and for other lines. */
export const RULES_LOG_ODDS = { heading: 1.25, text: 1.25 } as const
export const OCR_RULES_LOG_ODDS = { heading: 2, text: 0.5 } as const
/** Weight of a style's mean in the scores of its lines, and number of other lines that halves it. */
const STYLE_WEIGHT = 0.5
const HALF_WEIGHT_LINES = 2
const MAX_LOG_ODDS = 4
/** Headings such as "Activity 1.2", and the minimum count of different numbers of a series. */
const wordAndNumber = /^(\p{Lu}\p{L}+)\s(\d{1,3}(?:\.\d{1,3})*)$/u
const MIN_NUMBERS = 3
/** Minimum headings in a heading style, and the maximum fraction that the classifier doubts. */
const MIN_STYLE_HEADINGS = 5
const MAX_DOUBTED_RATIO = 0.2
/** Maximum blocks per page: features take quadratic time, and larger pages are drawings or hostile. */
const MAX_BLOCKS = 1500

/** Keeps heading styles, numbered series, and lines that a rule demoted. */
export function classifyHeadings(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  if (pages.some(({ blocks }) => blocks.length > MAX_BLOCKS)) return pages
  const scores = scoreByStyle(headingFeatures(pages))
  const isDoubted = (block: Block): boolean => (scores.get(block) ?? 0) < 0
  const headings = headingsIn(pages)
  const series = findSeries(headings)
  const styles = findHeadingStyles(headings, isDoubted)
  const mayDemote = ({ text, style }: TitleBlock): boolean =>
    !styles.has(styleKey(style)) && !series.has(wordAndNumber.exec(text)?.[1] ?? '')
  const changed = pages.flatMap((page) => {
    const hasText = hasTextLayer(page)
    return page.blocks.filter((block) => {
      if (isFromImage(block) === hasText) return false
      return block.kind === 'title'
        ? isDoubted(block) && mayDemote(block)
        : (scores.get(block) ?? 0) > 0 && !isDemoted(block)
    })
  })
  return relabel(pages, changed, 'classifyHeadings')
}

/** Log-odds by line; lines of one style support each other. */
function scoreByStyle(features: ReadonlyMap<TextualBlock, HeadingFeatures>): Map<Block, number> {
  const lines = [...features].map(([block, values]) => {
    const [model, rules] = block.source === 'ocr' ? [ocrModel, OCR_RULES_LOG_ODDS] : [textModel, RULES_LOG_ODDS]
    const byRules = block.kind === 'title' ? rules.heading : -rules.text
    return { block, score: logOdds(model as unknown as TreeModel<FeatureName>, values) + byRules }
  })
  const scores = new Map<Block, number>()
  for (const members of Map.groupBy(lines, ({ block }) => styleKey(block.style)).values()) {
    const sum = members.reduce((total, { score }) => total + clamp(score, -MAX_LOG_ODDS, MAX_LOG_ODDS), 0)
    const others = members.length - 1
    const weight = (STYLE_WEIGHT * others) / (others + HALF_WEIGHT_LINES)
    for (const { block, score } of members) scores.set(block, score + weight * (sum / members.length - score))
  }
  return scores
}

/** First words of numbered series. Fixture: levels/html-workbook. */
function findSeries(headings: readonly TitleBlock[]): Set<string> {
  const numbers = new Map<string, Set<string>>()
  for (const { text } of headings) {
    const match = wordAndNumber.exec(text)
    if (match !== null) cached(numbers, match[1]!, () => new Set()).add(match[2]!)
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

/** Whether most blocks are from a text layer: OCR may have read a part of the page. */
function hasTextLayer({ blocks }: DocumentPage): boolean {
  return blocks.filter((block) => !isFromImage(block)).length > blocks.length / 2
}
