/** Adds decimal points and commas that Tesseract omits in numbers such as "0.7", or takes for each other. */
import { findComponents } from '../../imaging/connected-components.ts'
import { cropRaster } from '../../imaging/rotate.ts'
import { type Box, boxOfSize, clip, height, width } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { maxOf, median } from '../../model/statistics.ts'

/** Sizes and distances are relative to the height of the digits. */
const MIN_DIGIT_HEIGHT = 0.7
const MIN_MARK_SIZE = 0.08
const MAX_MARK_WIDTH = 0.3
/** Maximum height of a mark above the baseline, and depths below it of a point and of a comma. */
const MAX_MARK_RISE = 0.3
const MAX_POINT_DEPTH = 0.1
const MAX_COMMA_DEPTH = 0.4
/** Maximum gap between a mark and the baseline below it. */
const MAX_POINT_GAP = 0.1

const thousands = /^\d{1,3}(?:\.\d{3})+$/
/** Numbers, ranges and percentages without points. */
const number = /^\d{2,}(?:[-–]\d{2,})?%?$/

export function restoreDecimalPoints(result: OcrResult, raster: GrayRaster): OcrResult {
  const words = result.words.map((word) => {
    if (number.test(word.text)) return { ...word, text: withMarks(word, raster) }
    return thousands.test(word.text) ? { ...word, text: withCommas(word, raster) } : word
  })
  return { ...result, words }
}

/** Points in groups of three digits that are commas in the image. */
function withCommas(word: OcrWord, raster: GrayRaster): string {
  const read = withMarks({ ...word, text: word.text.replaceAll('.', '') }, raster)
  return read === word.text.replaceAll('.', ',') ? read : word.text
}

function withMarks({ text, box }: OcrWord, raster: GrayRaster): string {
  const withDescent = {
    x0: Math.floor(box.x0),
    y0: Math.floor(box.y0),
    x1: Math.ceil(box.x1),
    y1: Math.ceil(box.y1 + height(box) * MAX_COMMA_DEPTH),
  }
  const shapes = findComponents(cropRaster(raster, clip(withDescent, boxOfSize(raster))))
  const tallest = maxOf(shapes.map(height))
  const digits = shapes.filter((shape) => height(shape) >= tallest * MIN_DIGIT_HEIGHT).sort((a, b) => a.x0 - b.x0)
  // The slash of a per cent sign is as tall as a digit; a hyphen is not.
  const tall = [...text].flatMap((char, at) => (/[-–]/.test(char) ? [] : [at]))
  if (digits.length !== tall.length) return text
  const baseline = median(digits.map(({ y1 }) => y1))!
  const marks = shapes.flatMap((shape) => {
    const mark = markOf(shape, { baseline, digitHeight: tallest })
    return mark === null ? [] : [{ mark, x: shape.x0 }]
  })
  const isBetween = (x: number, at: number): boolean => x > digits[at]!.x0 && x < (digits[at + 1]?.x0 ?? 0)
  const markAfter = (at: number): string => marks.find(({ x }) => isBetween(x, tall.indexOf(at)))?.mark ?? ''
  return [...text].map((char, at) => (tall.includes(at) ? char + markAfter(at) : char)).join('')
}

function markOf(shape: Box, { baseline, digitHeight }: { baseline: number; digitHeight: number }): '.' | ',' | null {
  const [rise, depth] = [(baseline - shape.y0) / digitHeight, (shape.y1 - baseline) / digitHeight]
  const isSmall =
    width(shape) >= digitHeight * MIN_MARK_SIZE &&
    width(shape) <= digitHeight * MAX_MARK_WIDTH &&
    height(shape) >= digitHeight * MIN_MARK_SIZE
  if (!isSmall || rise > MAX_MARK_RISE || depth > MAX_COMMA_DEPTH || depth < -MAX_POINT_GAP) return null
  return depth > MAX_POINT_DEPTH ? ',' : '.'
}
