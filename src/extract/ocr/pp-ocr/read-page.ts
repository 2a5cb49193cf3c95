import type { OnnxSession } from '../../../engines/onnx.ts'
import { histogramOf, otsuThreshold } from '../../../imaging/contrast.ts'
import { charsOf } from '../../../model/character-classes.ts'
import { height } from '../../../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../../model/ocr-result.ts'
import type { GrayRaster } from '../../../model/raster.ts'
import { detectLines } from './detector.ts'
import { type LineReader, type ReadLine, readLine } from './read-line.ts'
import type { TextRegion } from './text-regions.ts'

const MAX_LINES = 1500
const MIN_CONFIDENCE = 0.5
/** Height of descenders, and of ascenders, relative to a line with both. */
const DESCENDERS = 0.22
const descender = /[gjpqyQ,;()[\]{}|@$/]/u
const CJK = /\p{Script=Han}/u

export interface PageReader {
  readonly detector: OnnxSession
  readonly lineReader: LineReader
}

/** Expects dark text on a light background, in horizontal lines. `letterHeight` is in pixels; 0 means unknown. */
export async function readPage(
  page: GrayRaster,
  { letterHeight, detector, lineReader }: PageReader & { letterHeight: number },
): Promise<OcrResult> {
  const regions = await detectLines(page, { session: detector, letterHeight })
  const words: OcrWord[] = []
  const lines: OcrLine[] = []
  for (const region of regions.slice(0, MAX_LINES)) {
    const read = withPlainForms(await readLine(page, region, lineReader))
    const letters = charsOf(read.words)
    const certain = read.words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0)
    if (letters === 0 || certain < MIN_CONFIDENCE * letters) continue
    const line = toLine(read, region, lines.length)
    words.push(...read.words.map((word) => toWord(word, read, { region, line, index: lines.length })))
    lines.push(line)
  }
  return { words, lines, imageRegions: [] }
}

const fullWidth = /[\uff01-\uff5e]/gu
const FULL_WIDTH_OFFSET = 0xfee0

/** The network confuses full-width forms with ASCII. */
function withPlainForms(line: ReadLine): ReadLine {
  if (line.words.some(({ text }) => CJK.test(text))) return line
  const toPlain = (text: string): string =>
    text.replace(fullWidth, (character) => String.fromCodePoint(character.codePointAt(0)! - FULL_WIDTH_OFFSET))
  return { ...line, words: line.words.map((word) => ({ ...word, text: toPlain(word.text) })) }
}

/** Each line is a block, because layout groups them. */
function toLine({ words, image }: ReadLine, { box, slope }: TextRegion, index: number): OcrLine {
  const { top, bottom } = inkRows(image.raster)
  const y0 = image.y0 + top / image.scaleY
  const y1 = image.y0 + bottom / image.scaleY
  const text = words.map((word) => word.text).join('')
  const isFull = CJK.test(text) || descender.test(text)
  const full = isFull ? y1 - y0 : (y1 - y0) / (1 - DESCENDERS)
  const shift = (-slope * (box.x1 - box.x0)) / 2
  const offset = (isFull ? -DESCENDERS * full : 0) + shift
  return { box: { ...box, y0, y1 }, slope, offset, height: full, angle: 0, paragraph: index, block: index }
}

function toWord(
  { text, x0, x1, confidence }: ReadLine['words'][number],
  { image }: ReadLine,
  { region, line, index }: { region: TextRegion; line: OcrLine; index: number },
): OcrWord {
  const left = image.x0 + x0 / image.scaleX
  const right = image.x0 + x1 / image.scaleX
  const shift = region.slope * ((left + right) / 2 - (region.box.x0 + region.box.x1) / 2)
  const box = { x0: left, y0: line.box.y0 + shift, x1: right, y1: line.box.y0 + shift + height(line.box) }
  return { text, box, confidence, line: index }
}

/** Parts of adjacent lines are at the edges, so the widest run counts. */
function inkRows({ width, height: rows, pixels }: GrayRaster): { top: number; bottom: number } {
  const threshold = otsuThreshold(histogramOf(pixels))
  let widest = { top: 0, bottom: 0 }
  for (let y = 0, top = 0; y < rows; y++) {
    let hasInk = false
    for (let at = y * width; at < (y + 1) * width && !hasInk; at++) hasInk = pixels[at]! <= threshold
    if (!hasInk) top = y + 1
    else if (y + 1 - top > widest.bottom - widest.top) widest = { top, bottom: y + 1 }
  }
  return widest.bottom === 0 ? { top: 0, bottom: rows } : widest
}
