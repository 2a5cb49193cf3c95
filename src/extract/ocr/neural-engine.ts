import { rotateRaster } from '../../imaging/rotate.ts'
import { charsOf } from '../../model/character-classes.ts'
import { ParseError } from '../../model/errors.ts'
import type { OcrWord } from '../../model/ocr-result.ts'
import { meanConfidence } from './detect-orientation.ts'
import type { PageToRead } from './page-engine.ts'
import type { RecognizedPage } from './recognize-page.ts'
import { recognizeByTesseract } from './tesseract-engine.ts'
import { recognizeUpright } from './upright.ts'

/** Minimum mean confidence of Tesseract; photos of receipts are below. */
const DOUBTFUL_CONFIDENCE = 0.84
/** Minimum ratio of letters to those that Tesseract is certain of. Fewer mean missed lines. */
const MIN_LETTER_RATIO = 0.9
const CERTAIN_WORD_CONFIDENCE = 0.5
const MIN_UPRIGHT_CONFIDENCE = 0.8

/** Falls back to Tesseract for other languages. Throws `ParseError`. */
export async function recognizeByNeuralReader(page: PageToRead): Promise<RecognizedPage> {
  const { prepared, languages, context } = page
  const reader = context.neuralReader
  if (reader === undefined)
    throw new ParseError(1137, 'OCR_ENGINE: the neural engine is not part of this installation.')
  if (prepared.hasNoLines || !languages.every((language) => reader.languages.includes(language)))
    return await recognizeByTesseract(page)
  const { height } = prepared.letterSize
  return await recognizeUpright(prepared, {
    language: languages.join('+'),
    minConfidence: MIN_UPRIGHT_CONFIDENCE,
    recognize: (raster) => reader.read(raster, height),
  })
}

/** Uses Tesseract alone without a neural engine. Throws `ParseError`. */
export async function recognizeByBoth(page: PageToRead): Promise<RecognizedPage> {
  const { prepared, context } = page
  const { raster, hasNoLines, letterSize } = prepared
  const recognized = await recognizeByTesseract(page)
  const { confidence, language, rotation } = recognized
  const reader = context.neuralReader
  if (reader === undefined || !reader.languages.includes(language)) return recognized
  if (confidence >= DOUBTFUL_CONFIDENCE || hasNoLines) return recognized
  const result = await reader.read(rotateRaster(raster, rotation).raster, letterSize.height)
  const read = { ...recognized, result, confidence: meanConfidence(result.words) }
  const isComplete = charsOf(result.words) >= MIN_LETTER_RATIO * charsOf(recognized.result.words.filter(isCertain))
  return isComplete && read.confidence > confidence ? read : recognized
}

function isCertain({ confidence }: OcrWord): boolean {
  return confidence >= CERTAIN_WORD_CONFIDENCE
}
