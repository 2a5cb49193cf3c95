/** Identical figures are recognized once. */
import { EngineTrap, loadOcrEngine, type OcrEngine, PSM } from '../engines/tesseract.ts'
import type { FigureOcr } from '../extract/types.ts'
import { chooseSampleBox, cropRaster } from '../imaging/rotate.ts'
import { type Box, centerY, unionOf } from '../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../model/ocr-result.ts'
import type { GrayRaster } from '../model/raster.ts'
import { type PreparedFigure, prepareFigure } from './figure-preprocess.ts'
import { type FigureDrawings, toFigureContent } from './figure-table.ts'
import type { FigureRequest, FigureText } from './types.ts'

/** Maximum pixels of a figure for OCR; half a page at 200 dpi has 2.1 million. */
export const MAX_FIGURE_PIXELS = 2_500_000

const MIN_WORD_CONFIDENCE = 0.6
/** Minimum mean confidence; maps, drawings and foreign scripts are below it. */
const MIN_FIGURE_CONFIDENCE = 0.6
const MIN_LETTERS = 4
const MIN_SAMPLED_LETTERS = 500
/** In letter heights: about six lines of forty letters. */
const SAMPLE = { width: 40, height: 12 }
/** Minimum mean confidence of a sample; thumbnails of pages are below it. */
const MIN_SAMPLE_CONFIDENCE = 0.55
const MAX_KNOWN = 64

interface Recognition {
  readonly found: Omit<FigureText, 'content'>
  readonly recognized: OcrResult
  readonly table: FigureDrawings | null
}

const knownFigures = new WeakMap<FigureOcr, Map<string, Recognition | null>>()

/** Returns `null` for photos and uncertain results. Skips languages that are not installed. */
export async function recognizeFigure(
  raster: GrayRaster,
  request: FigureRequest,
  figureOcr: FigureOcr,
): Promise<FigureText | null> {
  const recognitions = knownFigures.get(figureOcr) ?? new Map<string, Recognition | null>()
  knownFigures.set(figureOcr, recognitions)
  const languages = request
    .languages(figureOcr.settings.ocrLanguages)
    .filter((language) => figureOcr.settings.installedLanguages.includes(language))
  const key = await keyOf(raster, [request.scale.toFixed(2), request.onlyTables === true, ...languages])
  let recognition = recognitions.get(key)
  if (recognition === undefined) {
    recognition = await recognize(raster, { ...request, languages }, figureOcr)
    if (recognitions.size === MAX_KNOWN) recognitions.delete(recognitions.keys().next().value ?? '')
    recognitions.set(key, recognition)
  }
  if (recognition === null) return null
  const { found, recognized, table } = recognition
  return {
    ...found,
    content: table === null ? null : toFigureContent({ recognition: recognized, ...table, box: request.box }),
  }
}

async function keyOf({ width, height, pixels }: GrayRaster, request: readonly unknown[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', pixels as Uint8Array<ArrayBuffer>)
  return [width, height, new BigUint64Array(digest).join('.'), ...request].join(' ')
}

async function recognize(
  raster: GrayRaster,
  { scale, onlyTables, languages }: Omit<FigureRequest, 'languages'> & { languages: readonly string[] },
  { settings, loadModel }: FigureOcr,
): Promise<Recognition | null> {
  const prepared = prepareFigure(raster, { dpi: scale * 72, maxPixels: MAX_FIGURE_PIXELS })
  if (prepared === null || (onlyTables === true && prepared.table === null)) return null
  for (const language of languages) {
    try {
      const ocrEngine = await loadOcrEngine(language, loadModel, { keep: settings.ocrEngineCount })
      if (!isLegible(ocrEngine, prepared)) continue
      const recognized = ocrEngine.recognize(prepared.raster, {
        dpi: prepared.dpi,
        // In one block, table rows extend over gaps, and single characters are read.
        pageSegMode: prepared.table !== null ? PSM.SINGLE_BLOCK : PSM.SPARSE_TEXT,
      })
      const found = toText(recognized)
      if (found !== null) return { found, recognized, table: prepared.table }
    } catch (error) {
      if (!(error instanceof EngineTrap)) throw error
    }
  }
  return null
}

function isLegible(ocrEngine: OcrEngine, { raster, dpi, letters, letterHeight }: PreparedFigure): boolean {
  if (letters < MIN_SAMPLED_LETTERS) return true
  const size = { width: SAMPLE.width * letterHeight, height: SAMPLE.height * letterHeight }
  const sample = cropRaster(raster, chooseSampleBox(raster, size))
  const { words } = ocrEngine.recognize(sample, { dpi, pageSegMode: PSM.SPARSE_TEXT })
  return meanConfidence(words) >= MIN_SAMPLE_CONFIDENCE
}

function toText({ words, lines }: OcrResult): Omit<FigureText, 'content'> | null {
  // Bullets, ticks and parts of bars are read as words of symbols.
  const kept = words.filter(({ text, confidence }) => confidence >= MIN_WORD_CONFIDENCE && countLetters(text) > 0)
  const letterCount = kept.reduce((sum, { text }) => sum + countLetters(text), 0)
  if (letterCount < MIN_LETTERS || meanConfidence(words) < MIN_FIGURE_CONFIDENCE) return null
  const text = inRows(kept, lines)
    .map((row) => row.map((word) => word.text).join(' '))
    .join('\n')
  return { text, confidence: meanConfidence(kept) }
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Weighted by letters and digits: ticks read as dashes do not count. NaN without them. */
function meanConfidence(words: readonly OcrWord[]): number {
  let sum = 0
  let letterCount = 0
  for (const { text, confidence } of words) {
    sum += confidence * countLetters(text)
    letterCount += countLetters(text)
  }
  return sum / letterCount
}

function inRows(words: readonly OcrWord[], lines: readonly OcrLine[]): OcrWord[][] {
  const byLine = Map.groupBy(words, ({ line }) => line)
  const ordered = [...byLine]
    .map(([line, inLine]) => ({ box: lines[line]?.box ?? unionOf(inLine), words: inLine }))
    .sort((a, b) => centerY(a.box) - centerY(b.box))
  const rows: { box: Box; words: OcrWord[] }[] = []
  for (const { box, words: inLine } of ordered) {
    const row = rows.at(-1)
    if (row !== undefined && centerY(box) <= row.box.y1 && centerY(row.box) >= box.y0) row.words.push(...inLine)
    else rows.push({ box, words: [...inLine] })
  }
  return rows.map((row) => row.words.sort((a, b) => a.box.x0 - b.box.x0))
}
