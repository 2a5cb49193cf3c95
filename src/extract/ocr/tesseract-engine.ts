import { EngineTrap, loadOcrEngine, type OcrEngine } from '../../engines/tesseract.ts'
import { rotateRaster } from '../../imaging/rotate.ts'
import { ParseError } from '../../model/errors.ts'
import { readMissedLines } from './missed-lines.ts'
import { MIN_GOOD_CONFIDENCE, type PageToRead } from './page-engine.ts'
import { isPhoto, type RecognizedPage, recognizePage, recognizeRotated } from './recognize-page.ts'

/** Throws `ParseError` 1137, or 1133 without languages. */
export async function recognizeByTesseract(page: PageToRead): Promise<RecognizedPage> {
  const { prepared } = page
  const recognized = await recognizeInBestLanguage(page)
  if (recognized.confidence < MIN_GOOD_CONFIDENCE || isPhoto(prepared)) return recognized
  const { raster } = rotateRaster(prepared.raster, recognized.rotation)
  const result = await withOcrEngine(recognized.language, page, async (ocrEngine) =>
    readMissedLines(recognized.result, {
      raster,
      dpi: prepared.dpi,
      letterHeight: prepared.letterSize.height,
      ocrEngine,
    }),
  )
  return { ...recognized, result }
}

async function recognizeInBestLanguage(page: PageToRead): Promise<RecognizedPage> {
  const { prepared, languages, context } = page
  const { readSlices } = context
  let best: RecognizedPage | null = null
  for (const language of languages) {
    const recognized = await withOcrEngine(language, page, (ocrEngine) =>
      recognizePage({ ocrEngine, prepared, readSlices }),
    )
    if (best === null || recognized.confidence > best.confidence) best = recognized
    if (best.confidence >= MIN_GOOD_CONFIDENCE || recognized.result.words.length === 0 || isPhoto(prepared)) break
  }
  if (best === null) throw new ParseError(1133, 'No OCR model is installed here. "sheaf models add LANGUAGE" adds one.')
  if (best.confidence >= MIN_GOOD_CONFIDENCE || best.isOrientationKnown || isPhoto(prepared)) return best
  const rotated = await withOcrEngine(best.language, page, (ocrEngine) =>
    recognizeRotated({ ocrEngine, prepared, readSlices }),
  )
  return rotated !== null && rotated.confidence > best.confidence ? rotated : best
}

async function withOcrEngine<result>(
  language: string,
  { pageIndex, context }: PageToRead,
  work: (ocrEngine: OcrEngine) => Promise<result>,
): Promise<result> {
  const attempt = async (): Promise<result> =>
    await work(await loadOcrEngine(language, context.loadModel, { keep: context.settings.ocrEngineCount }))
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof EngineTrap)) throw error
  }
  try {
    return await attempt()
  } catch (cause) {
    if (!(cause instanceof EngineTrap)) throw cause
    throw new ParseError(1137, `Page ${pageIndex + 1}: the OCR engine failed twice on this page.`, { cause })
  }
}
