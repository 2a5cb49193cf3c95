/** Reads short lines that Tesseract's page segmentation omits, such as words in table cells. */

import { type OcrEngine, PSM } from '../../engines/tesseract.ts'
import { eraseComponents, findComponents } from '../../imaging/connected-components.ts'
import { cropRaster } from '../../imaging/rotate.ts'
import { findTextRows } from '../../imaging/text-detection.ts'
import { charsOf } from '../../model/character-classes.ts'
import {
  type Box,
  boxOfSize,
  centerY,
  clip,
  grow,
  height,
  overlapArea,
  overlapX,
  overlapY,
  translate,
  union,
  unionAll,
  width,
} from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { meanConfidence } from './detect-orientation.ts'
import { findDoubtfulSegments, findRotatedWords, type Segment } from './doubtful-segments.ts'

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
/** Minimum common height of the words of a line, relative to the lower word. */
const MIN_ROW_OVERLAP = 0.5
/** Minimum gap to a known line, in letter heights: closer shapes are parts of words with small boxes. */
const MIN_KNOWN_GAP = 1.5
/** More shapes belong to drawings and textures; more lines take too much time. */
const MAX_SHAPES = 400
const MAX_LINES = 60
const MIN_CONFIDENCE = 0.75
/** Minimum confidence of a single letter, such as "Y" in a cell. */
const MIN_SINGLE_CONFIDENCE = 0.7
/** Minimum fraction of a doubtful word's width that added lines cover. */
const MIN_COVERED_RATIO = 0.5

interface ReadPage {
  /** The upright page in which `result` was recognized. */
  readonly raster: GrayRaster
  readonly dpi: number
  /** Median in pixels; 0: unknown. */
  readonly letterHeight: number
  readonly ocrEngine: OcrEngine
}

/** Adds lines that are read with confidence, each as a block of its own, and replaces doubtful words. */
export function readMissedLines(result: OcrResult, page: ReadPage): OcrResult {
  const { letterHeight } = page
  if (result.words.length === 0 || letterHeight === 0) return result
  const complete = readLines(result, page, {
    doubtful: findRotatedWords(result),
    choose: (lines, known) => chooseMissed(lines, known, letterHeight),
  })
  const segments = findDoubtfulSegments(complete, letterHeight)
  if (segments.length === 0) return complete
  return readLines(complete, page, {
    doubtful: segments.flatMap(({ words }) => words),
    choose: (lines) => linesIn(segments, lines),
  })
}

interface UnreadLine {
  readonly box: Box
  readonly letters: number
  /** Index of the recognized line that it is part of. */
  readonly line?: number
}

interface LineSelection {
  readonly doubtful: readonly OcrWord[]
  choose(lines: readonly UnreadLine[], known: readonly OcrWord[]): readonly UnreadLine[]
}

function readLines(
  result: OcrResult,
  { raster, dpi, letterHeight, ocrEngine }: ReadPage,
  { doubtful, choose }: LineSelection,
): OcrResult {
  const doubtfulWords = new Set(doubtful)
  const known = result.words.filter((word) => !doubtfulWords.has(word))
  const unread = findUnreadLines({ ...result, words: known }, raster, letterHeight)
  const occupied = [...unread, ...known].map(({ box }) => box)
  const words: OcrWord[] = []
  const lines = [...result.lines]
  for (const { box, letters, line: knownLine } of choose(unread, known).slice(0, MAX_LINES)) {
    const frame = clip(grow(box, Math.round(letterHeight * MARGIN)), boxOfSize(raster))
    const origin = { x: frame.x0, y: frame.y0 }
    const image = eraseComponents(cropRaster(raster, frame), othersIn(frame, box, occupied))
    const read = ocrEngine.recognize(image, { dpi, pageSegMode: PSM.SINGLE_LINE })
    if (!isCertain(read.words, letters)) continue
    const firstLine = lines.length
    words.push(
      ...read.words.map((word) => ({
        ...word,
        box: translate(word.box, origin),
        line: knownLine ?? firstLine + word.line,
      })),
    )
    if (knownLine !== undefined) continue
    const last = lines.at(-1)
    const [paragraph, block] = [(last?.paragraph ?? -1) + 1, (last?.block ?? -1) + 1]
    lines.push(...read.lines.map((line) => ({ ...line, box: translate(line.box, origin), paragraph, block })))
  }
  const kept = result.words.filter((word) => !doubtfulWords.has(word) || !isCovered(word, words))
  return { ...result, words: [...kept, ...words], lines }
}

function isCertain(words: readonly OcrWord[], letters: number): boolean {
  const confidence = meanConfidence(words)
  // A thin letter may be two shapes.
  if (letters <= 2 && words.length === 1 && /^\p{L}$/u.test(words[0]!.text)) return confidence >= MIN_SINGLE_CONFIDENCE
  const isText = charsOf(words) >= MIN_LETTERS || words.every(({ text }) => digit.test(text))
  return isText && confidence >= MIN_CONFIDENCE
}

/** Unread lines in doubtful segments. If a segment has one, it stays part of the segment's line. */
function linesIn(segments: readonly Segment[], lines: readonly UnreadLine[]): UnreadLine[] {
  const segmentOf = (line: UnreadLine): Segment | undefined =>
    segments.find(({ box }) => overlapArea(line.box, box) > 0)
  return [...Map.groupBy(lines, segmentOf)].flatMap(([segment, own]) => {
    if (segment === undefined) return []
    return own.length === 1 ? own.map((line) => ({ ...line, line: segment.words[0]!.line })) : own
  })
}

/** Whether other words at the height of a word cover most of its width. */
function isCovered({ box }: OcrWord, words: readonly OcrWord[]): boolean {
  const covered = words.reduce(
    (sum, { box: other }) => (overlapArea(other, box) > 0 ? sum + overlapX(other, box) : sum),
    0,
  )
  return covered >= MIN_COVERED_RATIO * width(box)
}

/** Parts of a line's image above and below the line that belong to other lines. */
function othersIn(frame: Box, line: Box, others: readonly Box[]): Box[] {
  const middle = centerY(line)
  const near = others.filter((other) => other !== line && overlapArea(other, frame) > 0)
  const top = Math.max(frame.y0, ...near.map(({ y1 }) => y1).filter((y) => y < middle))
  const bottom = Math.min(frame.y1, ...near.map(({ y0 }) => y0).filter((y) => y > middle))
  return [
    { ...frame, y1: Math.min(top, line.y0) - 1 },
    { ...frame, y0: Math.max(bottom, line.y1) + 1 },
  ].map((box) => translate(box, { x: -frame.x0, y: -frame.y0 }))
}

/** From top to bottom. */
function findUnreadLines({ words, imageRegions }: OcrResult, raster: GrayRaster, letterHeight: number): UnreadLine[] {
  const unread = eraseComponents(raster, [...words.map(({ box }) => box), ...imageRegions])
  const shapes = findComponents(unread).filter(
    (shape) => height(shape) >= letterHeight * MIN_HEIGHT_RATIO && height(shape) <= letterHeight * MAX_HEIGHT_RATIO,
  )
  if (shapes.length > MAX_SHAPES) return []
  return joinWords(findTextRows(shapes), letterHeight).sort((a, b) => a.box.y0 - b.box.y0)
}

function chooseMissed(
  lines: readonly UnreadLine[],
  known: readonly OcrWord[],
  letterHeight: number,
): readonly UnreadLine[] {
  const free = lines.filter(({ box }) => !isNextToWord(box, known, letterHeight * MIN_KNOWN_GAP))
  const boxes = free.map(({ box }) => box)
  return free.filter(
    ({ letters, box }) => letters >= MIN_LETTERS || isInColumn(box, boxes, letterHeight * COLUMN_TOLERANCE),
  )
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

function isInRow(a: Box, b: Box): boolean {
  return overlapY(a, b) > Math.min(height(a), height(b)) * MIN_ROW_OVERLAP
}

function joinWords(rows: readonly (readonly Box[])[], letterHeight: number): { box: Box; letters: number }[] {
  const words = rows.map((row) => ({ box: unionAll(row), letters: row.length })).sort((a, b) => a.box.x0 - b.box.x0)
  const lines: { box: Box; letters: number }[] = []
  for (const { box, letters } of words) {
    const line = lines.find((other) => isInRow(box, other.box) && box.x0 - other.box.x1 <= letterHeight * MAX_WORD_GAP)
    if (line === undefined) lines.push({ box, letters })
    else {
      line.box = union(line.box, box)
      line.letters += letters
    }
  }
  return lines
}
