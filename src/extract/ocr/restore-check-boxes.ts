/** Restores check boxes, which OCR engines read as "[]", "LJ" or "O" or leave out: hollow squares of equal size. */
import { findComponents } from '../../imaging/connected-components.ts'
import { histogramOf, otsuThreshold } from '../../imaging/contrast.ts'
import { type Box, center, centerY, contains, height, longSide, shortSide, union, width } from '../../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { median } from '../../model/statistics.ts'
import { hasCjkText } from './cjk-text.ts'

/** Side, relative to the median height of words. */
const MIN_SIDE = 0.6
const MAX_SIDE = 2
const MAX_ASPECT = 1.25
/** Minimum fraction of each side with ink, and thickness of the band in which it is searched, relative to the side. */
const MIN_SIDE_INK = 0.96
const BAND = 0.22
/** Maximum distance of the ink from the corners, as the sum of both directions, relative to the side. */
const MAX_CORNER = 0.12
/** Fractions of ink inside of a checked box, and the margin that does not count, relative to the side. */
const MIN_MARK_INK = 0.08
const MAX_MARK_INK = 0.8
const MARGIN = 0.25
/** Minimum number of boxes of one size on a page, and their maximum ratio. */
const MIN_BOXES = 2
const MAX_SIZE_RATIO = 1.25
/** Maximum gap to the text, relative to the side. */
const MAX_GAP = 2
/** Maximum length of a word read in place of a box. */
const MAX_READ_LENGTH = 3
/** Maximum number of squares; more are a grid or a texture. */
const MAX_BOXES = 500

interface CheckBox {
  readonly box: Box
  readonly isChecked: boolean
}

/** Not on pages in Chinese or Japanese, where ideographs such as "口" are hollow squares. */
export function restoreCheckBoxes(result: OcrResult, raster: GrayRaster): OcrResult {
  const size = median(result.words.map(({ box }) => height(box)))
  if (size === null || hasCjkText(result.words)) return result
  const found = findSquares(raster, size)
  if (found.length > MAX_BOXES) return result
  const squares = found.filter((square) => !isLetter(square, result.words))
  const boxes = squares.filter(({ box }) => squares.filter((other) => areOfOneSize(box, other.box)).length >= MIN_BOXES)
  return boxes.reduce(insert, result)
}

function findSquares(raster: GrayRaster, size: number): CheckBox[] {
  const threshold = otsuThreshold(histogramOf(raster.pixels))
  return findComponents(raster, threshold).flatMap((box) => {
    const [small, large] = [shortSide(box), longSide(box)]
    if (small < size * MIN_SIDE || large > size * MAX_SIDE || large > small * MAX_ASPECT) return []
    const isInk = (x: number, y: number): boolean => raster.pixels[y * raster.width + x]! <= threshold
    if (!hasFourSides(box, isInk) || !hasFourCorners(box, isInk)) return []
    const ink = inkInside(box, isInk)
    return ink > MAX_MARK_INK ? [] : [{ box, isChecked: ink >= MIN_MARK_INK }]
  })
}

function hasFourSides({ x0, y0, x1, y1 }: Box, isInk: (x: number, y: number) => boolean): boolean {
  const [columns, rows] = [x1 - x0, y1 - y0]
  const bandX = Math.max(2, Math.round(columns * BAND))
  const bandY = Math.max(2, Math.round(rows * BAND))
  const covers = (length: number, band: number, at: (along: number, across: number) => boolean): boolean => {
    let inked = 0
    for (let along = 0; along < length; along++)
      for (let across = 0; across < band; across++)
        if (at(along, across)) {
          inked++
          break
        }
    return inked >= length * MIN_SIDE_INK
  }
  return (
    covers(columns, bandY, (along, across) => isInk(x0 + along, y0 + across)) &&
    covers(columns, bandY, (along, across) => isInk(x0 + along, y1 - 1 - across)) &&
    covers(rows, bandX, (along, across) => isInk(x0 + across, y0 + along)) &&
    covers(rows, bandX, (along, across) => isInk(x1 - 1 - across, y0 + along))
  )
}

/** Letters such as "D" have round corners. */
function hasFourCorners({ x0, y0, x1, y1 }: Box, isInk: (x: number, y: number) => boolean): boolean {
  const reach = Math.max(1, Math.round((x1 - x0) * MAX_CORNER))
  const hasInk = (cornerX: number, stepX: number, cornerY: number, stepY: number): boolean => {
    for (let dx = 0; dx <= reach; dx++)
      for (let dy = 0; dx + dy <= reach; dy++) if (isInk(cornerX + dx * stepX, cornerY + dy * stepY)) return true
    return false
  }
  return (
    hasInk(x0, 1, y0, 1) && hasInk(x1 - 1, -1, y0, 1) && hasInk(x0, 1, y1 - 1, -1) && hasInk(x1 - 1, -1, y1 - 1, -1)
  )
}

function inkInside({ x0, y0, x1, y1 }: Box, isInk: (x: number, y: number) => boolean): number {
  const [marginX, marginY] = [(x1 - x0) * MARGIN, (y1 - y0) * MARGIN].map(Math.round) as [number, number]
  let [inked, all] = [0, 0]
  for (let y = y0 + marginY; y < y1 - marginY; y++)
    for (let x = x0 + marginX; x < x1 - marginX; x++) {
      all++
      if (isInk(x, y)) inked++
    }
  return inked / Math.max(1, all)
}

function areOfOneSize(a: Box, b: Box): boolean {
  const [small, large] = [width(a), width(b)].sort((one, other) => one - other)
  return large! <= small! * MAX_SIZE_RATIO
}

/** Whether the square is within a word. */
function isLetter({ box }: CheckBox, words: readonly OcrWord[]): boolean {
  return words.some(
    ({ text, box: word }) =>
      [...text].length > MAX_READ_LENGTH && /^[\p{L}\p{N}]/u.test(text) && contains(word, center(box)),
  )
}

/** Replaces the word that was read in the box, or adds a word to the line of the text next to it, or a line. */
function insert(result: OcrResult, { box, isChecked }: CheckBox): OcrResult {
  const text = isChecked ? '☒' : '☐'
  const read = result.words.findIndex(
    (word) =>
      [...word.text].length <= MAX_READ_LENGTH &&
      (contains(word.box, center(box)) || contains(box, center(word.box))) &&
      width(word.box) <= width(box) * MAX_ASPECT * 2,
  )
  if (read >= 0) {
    const word = result.words[read]!
    return { ...result, words: result.words.with(read, { ...word, text, box: union(word.box, box) }) }
  }
  const gap = width(box) * MAX_GAP
  const next = result.words.findIndex(
    (word) =>
      word.box.x0 >= box.x1 && word.box.x0 - box.x1 <= gap && centerY(box) > word.box.y0 && centerY(box) < word.box.y1,
  )
  const at = next >= 0 ? next : result.words.length
  const line = result.words[next]?.line ?? result.lines.length
  const words = result.words.toSpliced(at, 0, { text, box, confidence: 1, line })
  return { ...result, words, lines: next >= 0 ? result.lines : [...result.lines, lineOf(box, result.lines)] }
}

function lineOf(box: Box, lines: readonly OcrLine[]): OcrLine {
  const block = 1 + lines.reduce((max, line) => Math.max(max, line.block), -1)
  const paragraph = 1 + lines.reduce((max, line) => Math.max(max, line.paragraph), -1)
  return { box, slope: 0, offset: 0, height: height(box), angle: 0, paragraph, block }
}
