import { prepare } from '../../imaging/prepare-page.ts'
import { rotateRaster, rotationTransform } from '../../imaging/rotate.ts'
import { invert, mapBox } from '../../imaging/transform.ts'
import { ParseError } from '../../model/errors.ts'
import type { OcrResult } from '../../model/ocr-result.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { unmeasured } from '../../model/stage-times.ts'
import type { ExtractContext } from '../types.ts'
import { detectForeignScript } from './detect-script.ts'
import { pageEngines } from './engines.ts'
import { joinDecimals } from './join-decimals.ts'
import { type PageContent, toPageContent } from './page-content.ts'
import { MIN_GOOD_CONFIDENCE, type PageToRead } from './page-engine.ts'
import type { RecognizedPage } from './recognize-page.ts'
import { restoreBullets } from './restore-bullets.ts'
import { restoreCheckBoxes } from './restore-check-boxes.ts'
import { restoreDecimalPoints } from './restore-decimal-points.ts'
import { restoreLeaders } from './restore-leaders.ts'
import { restoreZeros } from './restore-zeros.ts'
import { type ForeignScript, hasLanguageOf, languagesFor, proposedLanguage } from './script-languages.ts'
import { dropSpuriousWords, dropWordsWithoutInk } from './spurious-text.ts'
import { recognizeByTesseract } from './tesseract-engine.ts'

const MIN_USABLE_CONFIDENCE = 0.4

/** Minimum confidence of a line on a page whose script has no model. */
const MIN_FOREIGN_CONFIDENCE = 0.8

export interface OcrPage extends PageContent {
  readonly warnings: string[]
  /** 0–1, weighted by letters. */
  readonly meanConfidence: number
}

/**
 * Reads a page, whose size is in points. Throws `ParseError` 1133 (language), 1137 (engine stopped twice); with a
 * service also 1124 and 1138.
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
  const { maxRasterPixels, ocrLanguages, installedLanguages, ocrService } = context.settings
  const requested = options.ocrLanguages ?? ocrLanguages
  if (ocrService === undefined) checkInstalled(requested, context)
  const prepared = prepare(raster, { dpi: (raster.width / page.width) * 72, maxPixels: maxRasterPixels })
  const { pageIndex } = page
  const script = ocrService === undefined ? detectForeignScript(prepared) : null
  const installed = options.ocrLanguages === null ? installedLanguages : []
  const languages = script === null ? requested : languagesFor(script, { requested, installed })
  const hasModel = script === null || hasLanguageOf(script, languages)
  const pageToRead = { prepared, pageIndex, languages, context }
  // The neural engine would read other scripts as similar letters, with certainty.
  const recognized = await (hasModel ? recognize(pageToRead) : recognizeByTesseract(pageToRead))
  const missingScript = hasModel || recognized.confidence >= MIN_FOREIGN_CONFIDENCE ? null : script
  const { raster: upright } = rotateRaster(prepared.raster, recognized.rotation)
  const cleaned = dropSpuriousWords(dropWordsWithoutInk(recognized.result, upright), {
    minConfidence: missingScript !== null ? MIN_FOREIGN_CONFIDENCE : isUnusable(recognized) ? MIN_GOOD_CONFIDENCE : 0,
  })
  const toRecognized = invert(rotationTransform(prepared.raster, recognized.rotation))
  const leaders = prepared.leaders.map((leader) => ({ ...leader, box: mapBox(toRecognized, leader.box) }))
  const numbers = restoreDecimalPoints(restoreZeros(joinDecimals(cleaned)), upright)
  const marks = restoreCheckBoxes(restoreBullets(numbers, upright), upright)
  const result = restoreLeaders(marks, leaders)
  return {
    ...toPageContent({ ...recognized, result }, prepared, { raster, page, text: 'ocr' }),
    warnings: warningsFor(recognized, {
      pageIndex,
      hasNoLines: prepared.hasNoLines,
      missingScript,
      droppedLines: countLines(recognized.result) - countLines(cleaned),
    }),
    meanConfidence: recognized.confidence,
  }
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

async function recognize(page: PageToRead): Promise<RecognizedPage> {
  const { ocrService, ocrEngine = 'tesseract' } = page.context.settings
  if (ocrService === undefined) return await pageEngines[ocrEngine](page)
  const { recognizeRemotely } = await import('./remote-engine.ts')
  return await recognizeRemotely(page, ocrService)
}

function isUnusable({ result, confidence }: RecognizedPage): boolean {
  return result.words.length > 0 && confidence < MIN_USABLE_CONFIDENCE
}

function countLines({ words }: OcrResult): number {
  return new Set(words.map(({ line }) => line)).size
}

interface PageProblems {
  readonly pageIndex: number
  readonly hasNoLines: boolean
  readonly missingScript: ForeignScript | null
  readonly droppedLines: number
}

function warningsFor(
  recognized: RecognizedPage,
  { pageIndex, hasNoLines, missingScript, droppedLines }: PageProblems,
): string[] {
  const page = `Page ${pageIndex + 1}`
  if (hasNoLines && recognized.result.words.length === 0)
    return [`${page}: no text lines were found in the image of this page. If it contains text, send a better image.`]
  const dropped =
    droppedLines === 0 ? '' : `; ${droppedLines} uncertain ${droppedLines === 1 ? 'line was' : 'lines were'} dropped`
  if (missingScript !== null) {
    const language = proposedLanguage(missingScript)
    return [
      `${page}: the text is in a script without an installed OCR model (${missingScript})${dropped}. Add the model "${language}": sheaf models add ${language}`,
    ]
  }
  if (!isUnusable(recognized)) return []
  const percent = Math.round(recognized.confidence * 100)
  return [
    `${page}: the text on this page cannot be read (mean confidence ${percent} %, language "${recognized.language}"); only lines with high confidence were kept${dropped}. Send a better image, or name the language with ocr_languages.`,
  ]
}
