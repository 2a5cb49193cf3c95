/** OCR of a page: prepares the raster, recognizes it in the right language, and returns spans and rulings. */
import { EngineTrap, loadOcrEngine, type OcrEngine } from '../../engines/tesseract.ts'
import { type Prepared, prepare } from '../../imaging/prepare.ts'
import { rotationTransform } from '../../imaging/rotate.ts'
import { invert, mapBox } from '../../imaging/transform.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { OcrService } from '../../model/settings.ts'
import { unmeasured } from '../../model/stage-times.ts'
import type { ExtractContext } from '../types.ts'
import { type PageContent, toPageContent } from './page-content.ts'
import { type RecognizedPage, recognizePage, recognizeRotated } from './recognize-page.ts'
import { restoreLeaders } from './restore-leaders.ts'
import { dropSpuriousWords } from './spurious-text.ts'

/** Below this mean confidence the next language is tried: a wrong model stays near 0.1, the right one is above 0.8 on most pages. */
const MIN_GOOD_CONFIDENCE = 0.6
/** Below this the page is reported and uncertain lines are dropped: half of its words are probably wrong. */
const MIN_USABLE_CONFIDENCE = 0.4

export interface OcrPage extends PageContent {
  readonly warnings: string[]
  /** 0–1, weighted by letters; 0 without words. */
  readonly meanConfidence: number
}

/**
 * `page` has the size in points, in which spans are returned. Throws `ParseError` 1133 if a language is not installed and
 * 1137 if the engine stops twice; with an OCR service also 1124 and 1138.
 */
export async function readByOcr(
  raster: GrayRaster,
  page: { pageIndex: number; width: number; height: number },
  options: ParseOptions,
  context: ExtractContext,
): Promise<OcrPage> {
  const { measure } = context.stages ?? unmeasured
  return await measure('ocr', () => readMeasured(raster, page, { options, context }))
}

async function readMeasured(
  raster: GrayRaster,
  page: { pageIndex: number; width: number; height: number },
  { options, context }: { options: ParseOptions; context: ExtractContext },
): Promise<OcrPage> {
  const { maxRasterPixels, ocrService: service, ocrLanguages } = context.settings
  const requested = options.ocrLanguages ?? ocrLanguages
  if (service === undefined) checkInstalled(requested, context)
  const prepared = prepare(raster, { dpi: (raster.width / page.width) * 72, maxPixels: maxRasterPixels })
  const { pageIndex } = page
  const recognized =
    service === undefined
      ? await recognizeInLanguages(requested, { prepared, pageIndex, context })
      : await recognizeByService(prepared, { languages: requested, pageIndex, service })
  const cleaned = dropSpuriousWords(recognized.result, {
    minConfidence: isUnusable(recognized) ? MIN_GOOD_CONFIDENCE : 0,
  })
  const toRecognized = invert(rotationTransform(prepared.raster, recognized.rotation))
  const leaders = prepared.leaders.map((leader) => ({ ...leader, box: mapBox(toRecognized, leader.box) }))
  const result = restoreLeaders(cleaned, leaders)
  return {
    ...toPageContent({ ...recognized, result }, prepared, { raster, page }),
    warnings: warningsFor(recognized, { pageIndex, hasNoLines: prepared.hasNoLines }),
    meanConfidence: recognized.confidence,
  }
}

/** Loads the client only if there is a service. */
async function recognizeByService(
  prepared: Prepared,
  request: { languages: readonly string[]; pageIndex: number; service: OcrService },
): Promise<RecognizedPage> {
  const { recognizeRemotely } = await import('./remote-engine.ts')
  return await recognizeRemotely(prepared, { ...request, minConfidence: MIN_GOOD_CONFIDENCE })
}

function checkInstalled(languages: readonly string[], { settings: { installedLanguages } }: ExtractContext): void {
  const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
  const missing = languages.filter((language) => !installedLanguages.includes(language))
  if (missing.length === 0) return
  const installed = installedLanguages.length === 0 ? 'none' : quoted(installedLanguages)
  throw new ParseError(
    1133,
    `ocr_languages: ${quoted(missing)} ${missing.length === 1 ? 'is' : 'are'} not installed here; installed: ${installed}.`,
  )
}

interface PageOfDocument {
  readonly prepared: Prepared
  readonly pageIndex: number
  readonly context: ExtractContext
}

/** Tries the languages in order until the confidence is good. */
async function recognizeInLanguages(languages: readonly string[], page: PageOfDocument): Promise<RecognizedPage> {
  const { prepared, context } = page
  const { readSlices } = context
  let best: RecognizedPage | null = null
  for (const language of languages) {
    const recognized = await withOcrEngine(language, page, (ocrEngine) =>
      recognizePage({ ocrEngine, prepared, readSlices }),
    )
    if (best === null || recognized.confidence > best.confidence) best = recognized
    if (best.confidence >= MIN_GOOD_CONFIDENCE || recognized.result.words.length === 0) break
  }
  if (best === null) throw new ParseError(1133, 'ocr_languages is empty; name at least one installed language.')
  if (best.confidence >= MIN_GOOD_CONFIDENCE || best.isOrientationKnown) return best
  const rotated = await withOcrEngine(best.language, page, (ocrEngine) =>
    recognizeRotated({ ocrEngine, prepared, readSlices }),
  )
  return rotated !== null && rotated.confidence > best.confidence ? rotated : best
}

/** Retries once with a new engine if the engine stops. */
async function withOcrEngine<result>(
  language: string,
  { pageIndex, context }: PageOfDocument,
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

function isUnusable({ result, confidence }: RecognizedPage): boolean {
  return result.words.length > 0 && confidence < MIN_USABLE_CONFIDENCE
}

function warningsFor(
  recognized: RecognizedPage,
  { pageIndex, hasNoLines }: { pageIndex: number; hasNoLines: boolean },
): string[] {
  const page = `Page ${pageIndex + 1}`
  if (hasNoLines && recognized.result.words.length === 0)
    return [`${page}: no text lines were found in the image of this page. If it contains text, send a better image.`]
  if (!isUnusable(recognized)) return []
  const percent = Math.round(recognized.confidence * 100)
  return [
    `${page}: the text on this page cannot be read (mean confidence ${percent} %, language "${recognized.language}"); only lines with high confidence were kept. Send a better image, or name the language with ocr_languages.`,
  ]
}
