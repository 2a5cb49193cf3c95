/**
 * Furniture classifier: gradient-boosted trees, trained by `test/training/train-furniture.ts`, and further trees for
 * text read by OCR, whose font data is estimated.
 */

import { logOdds, type TreeModel } from '../model/boosted-trees.ts'
import { type EdgeCandidate, type FurnitureFeature, furnitureFeatures } from './furniture-features.ts'
import model from './furniture-model.json' with { type: 'json' }
import ocrModel from './furniture-model-ocr.json' with { type: 'json' }
import type { TextualBlock } from './text-blocks.ts'

/** Minimum log-odds; positive, because furniture is dropped. */
export const MIN_LOG_ODDS = 0.4
/** Minimum next to furniture: a header in several parts is treated as a whole. */
const MIN_ROW_LOG_ODDS = 0
/** For headings read by OCR. */
const MIN_OCR_HEADING_LOG_ODDS = 1
/** For numbered headings on one row: the chapter at the left, its section at the right. */
const MIN_NUMBERED_ROW_LOG_ODDS = 3

export function looksLikeFurniture(candidate: EdgeCandidate): boolean {
  const features = furnitureFeatures(candidate)
  // Page headers with section numbers repeat; other numbered headings are content.
  const isNumberedHeading = features.isTitle === 1 && features.numberDepth > 0
  const isFirstNumbered = isNumberedHeading && features.foundCount === 0 && !startsWithPageNumber(candidate)
  if (isFirstNumbered && features.sameRowCount === 0) return false
  const isOcr = candidate.page.blocks[candidate.index]!.source === 'ocr'
  const isPart = features.isNextToFound === 1 && features.isTitle === 0 && features.lineCount === 1 && !isOcr
  const textMinimum = isPart ? MIN_ROW_LOG_ODDS : MIN_LOG_ODDS
  const plainMinimum = isOcr && features.isTitle === 1 ? MIN_OCR_HEADING_LOG_ODDS : textMinimum
  const minimum = isFirstNumbered ? MIN_NUMBERED_ROW_LOG_ODDS : plainMinimum
  const correction = isOcr ? logOdds(ocrModel as unknown as TreeModel<FurnitureFeature>, features) : 0
  return logOdds(model as unknown as TreeModel<FurnitureFeature>, features) + correction > minimum
}

/** Matches "76 Study on …", which can also be a numbered heading. */
function startsWithPageNumber({ page, index }: EdgeCandidate): boolean {
  return /^\d{1,4}\s/.test((page.blocks[index] as TextualBlock).text)
}
