/** Reads short lines that Tesseract's page segmentation omits, such as words in table cells. */
import type { OcrEngine } from '../../engines/tesseract.ts'
import { eraseComponents, findComponents } from '../../imaging/connected-components.ts'
import { cropRaster } from '../../imaging/rotate.ts'
import { findTextRows } from '../../imaging/text-detection.ts'
import { type Box, clip, grow, height, overlapArea, unionAll } from '../../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { countLetters, meanConfidence } from './detect-orientation.ts'

/** Heights of letters and digits, relative to the median of the page. */
const MIN_HEIGHT_RATIO = 0.7
const MAX_HEIGHT_RATIO = 2
const MIN_LETTERS = 2
/** Minimum missed lines with a common edge among which a single digit is read. */
const MIN_COLUMN_LINES = 3
/** Maximum distance of a common edge, in letter heights. */
const COLUMN_TOLERANCE = 0.5
const digit = /^\(?\d[.)]?$/
/** Maximum gap between the words of a line, and margin of a line's image, in letter heights. */
const MAX_WORD_GAP = 5
const MARGIN = 0.6
/** Minimum gap to a known line, in letter heights: closer shapes are parts of words with small boxes. */
const MIN_KNOWN_GAP = 1.5
/** More shapes belong to drawings and textures; more lines take too much time. */
const MAX_SHAPES = 400
const MAX_LINES = 60
const MIN_CONFIDENCE = 0.75

interface ReadPage {
  /** The upright page in which `result` was recognized. */
  readonly raster: GrayRaster
  readonly dpi: number
  /** Median in pixels; 0: unknown. */
  readonly letterHeight: number
  readonly ocrEngine: OcrEngine
}

/** Adds lines that are read with confidence, each as a block of its own. */
export function readMissedLines(result: OcrResult, { raster, dpi, letterHeight, ocrEngine }: ReadPage): OcrResult {
  if (result.words.length === 0 || letterHeight === 0) return result
  const doubtful = doubtfulRotatedWords(result)
  const known = { ...result, words: result.words.filter((word) => !doubtful.has(word)) }
  const words: OcrWord[] = [...known.words]
  const lines: OcrLine[] = [...result.lines]
  const page = { x0: 0, y0: 0, x1: raster.width, y1: raster.height }
  for (const box of findMissedLines(known, raster, letterHeight)) {
    const frame = clip(grow(box, Math.round(letterHeight * MARGIN)), page)
    const read = ocrEngine.recognize(cropRaster(raster, frame), { dpi, pageSegMode: 7 })
    const isText = countLetters(read.words) >= MIN_LETTERS || read.words.every(({ text }) => digit.test(text))
    if (!isText || meanConfidence(read.words) < MIN_CONFIDENCE) continue
    const last = lines.at(-1)
    const [paragraph, block] = [(last?.paragraph ?? -1) + 1, (last?.block ?? -1) + 1]
    words.push(...read.words.map((word) => ({ ...word, box: move(word.box, frame), line: lines.length + word.line })))
    lines.push(...read.lines.map((line) => ({ ...line, box: move(line.box, frame), paragraph, block })))
  }
  const added = lines.slice(result.lines.length)
  const isReplaced = ({ line }: OcrWord): boolean => added.some(({ box }) => overlapArea(box, lines[line]!.box) > 0)
  return { ...result, words: [...words, ...[...doubtful].filter((word) => !isReplaced(word))], lines }
}

/** Page segmentation may take a column of short labels for vertical text. */
function doubtfulRotatedWords({ words, lines }: OcrResult): Set<OcrWord> {
  const byLine = Map.groupBy(
    words.filter(({ line }) => (lines[line]?.angle ?? 0) % 180 !== 0),
    ({ line }) => line,
  )
  return new Set([...byLine.values()].filter((own) => meanConfidence(own) < MIN_CONFIDENCE).flat())
}

function move({ x0, y0, x1, y1 }: Box, by: { x0: number; y0: number }): Box {
  return { x0: x0 + by.x0, y0: y0 + by.y0, x1: x1 + by.x0, y1: y1 + by.y0 }
}

function findMissedLines({ words, imageRegions }: OcrResult, raster: GrayRaster, letterHeight: number): Box[] {
  const unread = eraseComponents(raster, [...words.map(({ box }) => box), ...imageRegions])
  const shapes = findComponents(unread).filter(
    (shape) => height(shape) >= letterHeight * MIN_HEIGHT_RATIO && height(shape) <= letterHeight * MAX_HEIGHT_RATIO,
  )
  if (shapes.length > MAX_SHAPES) return []
  const lines = joinWords(findTextRows(shapes), letterHeight).filter(
    ({ box }) => !isNextToWord(box, words, letterHeight * MIN_KNOWN_GAP),
  )
  const boxes = lines.map(({ box }) => box)
  return lines
    .filter(({ letters, box }) => letters >= MIN_LETTERS || isInColumn(box, boxes, letterHeight * COLUMN_TOLERANCE))
    .slice(0, MAX_LINES)
    .map(({ box }) => box)
}

function isInColumn(box: Box, boxes: readonly Box[], tolerance: number): boolean {
  const isAligned = (other: Box): boolean =>
    Math.abs(other.x0 - box.x0) <= tolerance || Math.abs(other.x1 - box.x1) <= tolerance
  return boxes.filter(isAligned).length >= MIN_COLUMN_LINES
}

function isNextToWord(box: Box, words: readonly OcrWord[], gap: number): boolean {
  const near = { ...box, x0: box.x0 - gap, x1: box.x1 + gap }
  return words.some((word) => overlapArea(near, word.box) > 0)
}

function joinWords(rows: readonly (readonly Box[])[], letterHeight: number): { box: Box; letters: number }[] {
  const words = rows.map((row) => ({ box: unionAll(row), letters: row.length })).sort((a, b) => a.box.x0 - b.box.x0)
  const lines: { box: Box; letters: number }[] = []
  for (const { box, letters } of words) {
    const line = lines.find(
      ({ box: { x1, y0, y1 } }) => box.y0 < y1 && box.y1 > y0 && box.x0 - x1 <= letterHeight * MAX_WORD_GAP,
    )
    if (line === undefined) lines.push({ box, letters })
    else {
      line.box = unionAll([line.box, box])
      line.letters += letters
    }
  }
  return lines
}
