/**
 * Font sizes of OCR lines. Latin: line height, refined by the x-height, since Tesseract measures whole pixels. CJK:
 * character height, since Tesseract overestimates line heights.
 */
import { measureXHeight } from '../../imaging/x-height.ts'
import { eastAsian } from '../../model/east-asian.ts'
import { height } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { OcrResult, OcrWord } from '../../model/recognition.ts'
import { countLetters } from './detect-orientation.ts'

/** Ratio to a line from ascender to descender. */
const EM_PER_LINE_HEIGHT = 1 / 0.9
const EM_PER_CJK_HEIGHT = 1 / 0.92
/** Minimum number of words for a median: a single one may be flat (一). */
const MIN_CJK_WORDS = 3
/** Maximum ratio of a CJK line's box to its characters. */
const MAX_LINE_TO_CHARACTER_RATIO = 2
/** Maximum relative difference of lines of one size in a paragraph. */
const PARAGRAPH_TOLERANCE = 0.2
const EXACT_TOLERANCE = 0.07
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
  const measured = estimates.map(
    (estimate, line): MeasuredLine => ({
      line,
      size: exact[line] ?? estimate,
      isExact: exact[line] !== null,
      letters: countLetters(wordsByLine[line]!),
    }),
  )
  const sizes = measured.map(({ size }) => size)
  for (const lines of Map.groupBy(measured, ({ line }) => result.lines[line]!.paragraph).values())
    unifySizes(lines, sizes)
  return sizes
}

interface MeasuredLine {
  readonly line: number
  readonly size: number
  readonly isExact: boolean
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
    if (line.angle !== 0 || lowercase < MIN_LOWERCASE || lowercase < countLetters(words) * MIN_LOWERCASE_RATIO) return 0
    const bottomAt = (x: number): number => line.box.y1 + line.offset + line.slope * (x - line.box.x0)
    return measureXHeight(
      raster,
      words.map(({ box }) => box),
      { height: line.height, at: bottomAt },
    )
  })
  const ratios = xHeights.flatMap((xHeight, line): MeasuredLine[] =>
    xHeight > 0
      ? [{ line, size: estimates[line]! / xHeight, isExact: true, letters: countLetters(wordsByLine[line]!) }]
      : [],
  )
  if (ratios.length === 0) return xHeights.map(() => null)
  const ratio = medianSize(ratios.sort(bySize))
  return xHeights.map((xHeight, line) => {
    const estimate = estimates[line]!
    const size = xHeight * ratio
    return xHeight > 0 && Math.abs(size - estimate) <= MAX_X_HEIGHT_DEVIATION * estimate ? size : null
  })
}

/** Gives the median size to all lines near it, then repeats for the rest. */
function unifySizes(lines: readonly MeasuredLine[], sizes: number[]): void {
  let rest = lines.toSorted(bySize)
  while (rest.length > 0) {
    const exact = rest.filter(({ isExact }) => isExact)
    const size = medianSize(exact.length > 0 ? exact : rest)
    const isNear = (line: MeasuredLine): boolean =>
      Math.abs(line.size - size) <= (line.isExact ? EXACT_TOLERANCE : PARAGRAPH_TOLERANCE) * size
    for (const line of rest) if (isNear(line)) sizes[line.line] = size
    rest = rest.filter((line) => !isNear(line))
  }
}

function bySize(a: MeasuredLine, b: MeasuredLine): number {
  return a.size - b.size || a.line - b.line
}

function medianSize(sorted: readonly MeasuredLine[]): number {
  const half = sorted.reduce((sum, { letters }) => sum + letters, 0) / 2
  let seen = 0
  for (const { size, letters } of sorted) {
    seen += letters
    if (seen >= half) return size
  }
  return sorted.at(-1)!.size
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
