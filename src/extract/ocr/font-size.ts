/**
 * Font sizes of OCR lines. Latin: line height, refined by the x-height (Tesseract measures whole pixels). CJK:
 * character height.
 */

import { measureXHeight } from '../../imaging/x-height.ts'
import { charsOf } from '../../model/character-classes.ts'
import { eastAsian } from '../../model/east-asian.ts'
import { height } from '../../model/geometry.ts'
import { baselineAt, type OcrResult, type OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { weightedQuantile } from '../../model/statistics.ts'

/** Ratio to a line from ascender to descender. */
const EM_PER_LINE_HEIGHT = 1 / 0.9
const EM_PER_CJK_HEIGHT = 1 / 0.92
/** Minimum words for a median: a single one may be flat (一). */
const MIN_CJK_WORDS = 3
/** Maximum ratio of a CJK line's box to its characters. */
const MAX_LINE_TO_CHARACTER_RATIO = 2
/** Minimum fraction of lowercase letters, and number of letters, for an x-height. */
const MIN_LOWERCASE_RATIO = 0.75
const MIN_LOWERCASE = 6
const MAX_X_HEIGHT_DEVIATION = 0.06

const cjkWord = new RegExp(`^[${eastAsian}]+$`, 'u')

/** One size per line, in pixels of `raster`. */
export function estimateFontSizes(result: OcrResult, raster: GrayRaster): number[] {
  const wordsByLine = result.lines.map((): OcrWord[] => [])
  for (const word of result.words) wordsByLine[word.line]!.push(word)
  const estimates = estimateFromLines(result, wordsByLine)
  const exact = estimateFromXHeights(result, { raster, estimates, wordsByLine })
  return estimates.map((estimate, line) => exact[line] ?? estimate)
}

interface MeasuredLine {
  readonly line: number
  readonly size: number
  readonly letters: number
}

function estimateFromXHeights(
  { lines }: OcrResult,
  {
    raster,
    estimates,
    wordsByLine,
  }: { raster: GrayRaster; estimates: readonly number[]; wordsByLine: readonly (readonly OcrWord[])[] },
): (number | null)[] {
  const xHeights = lines.map((line, index) => {
    const words = wordsByLine[index]!
    const lowercase = words.reduce((sum, { text }) => sum + (text.match(/\p{Ll}/gu)?.length ?? 0), 0)
    if (line.angle !== 0 || lowercase < MIN_LOWERCASE || lowercase < charsOf(words) * MIN_LOWERCASE_RATIO) return 0
    return measureXHeight(
      raster,
      words.map(({ box }) => box),
      { height: line.height, at: (x) => baselineAt(line, x) },
    )
  })
  const ratios = xHeights.flatMap((xHeight, line): MeasuredLine[] =>
    xHeight > 0 ? [{ line, size: estimates[line]! / xHeight, letters: charsOf(wordsByLine[line]!) }] : [],
  )
  if (ratios.length === 0) return xHeights.map(() => null)
  const ratio = weightedQuantile(ratios.sort(bySize), ({ letters }) => letters, 0.5)!.size
  return xHeights.map((xHeight, line) => {
    const estimate = estimates[line]!
    const size = xHeight * ratio
    return xHeight > 0 && Math.abs(size - estimate) <= MAX_X_HEIGHT_DEVIATION * estimate ? size : null
  })
}

function bySize(a: MeasuredLine, b: MeasuredLine): number {
  return a.size - b.size || a.line - b.line
}

function estimateFromLines({ lines }: OcrResult, wordsByLine: readonly (readonly OcrWord[])[]): number[] {
  let lastCjk: number | null = null
  return lines.map((line, index) => {
    const cjkWords = line.angle === 0 ? wordsByLine[index]!.filter(({ text }) => cjkWord.test(text)) : []
    if (cjkWords.length === 0) return line.height * EM_PER_LINE_HEIGHT
    const measurable = cjkWords.filter(({ box }) => box.y0 > line.box.y0 || box.y1 < line.box.y1)
    const size = characterHeight(measurable.length > 0 ? measurable : cjkWords) * EM_PER_CJK_HEIGHT
    if (measurable.length === 0 && lastCjk !== null && lastCjk < size && lastCjk > size / MAX_LINE_TO_CHARACTER_RATIO)
      return lastCjk
    lastCjk = size
    return size
  })
}

function characterHeight(words: readonly OcrWord[]): number {
  const heights = words.map(({ box }) => height(box)).sort((a, b) => a - b)
  return heights[heights.length < MIN_CJK_WORDS ? heights.length - 1 : heights.length >> 1]!
}
