/** Reads text, tags, links and a rendering for OCR in one visit of the page. OCR may replace or complete the text. */
import { readFontGlyphs } from '../../engines/glyph-names/font-glyphs.ts'
import type { DocumentHandle, PageHandle } from '../../engines/mupdf/document.ts'
import { readFormFields } from '../../engines/mupdf/form-fields.ts'
import { MupdfError, MupdfTrap } from '../../engines/mupdf/mupdf.ts'
import { requirePageDictionary } from '../../engines/mupdf/page-dictionary.ts'
import { readLinks } from '../../engines/mupdf/page-links.ts'
import { detectPlaceholderPdf, type PlaceholderKind } from '../../engines/mupdf/placeholder-pdf.ts'
import { readStructuredText, type StextPage } from '../../engines/stext/stext.ts'
import { area, type Box, center, contains, overlapArea } from '../../model/geometry.ts'
import type { RawLink } from '../../model/hyperlinks.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { RawImage, RawPage, Span } from '../../model/raw-page.ts'
import { unmeasured } from '../../model/stage-times.ts'
import { maxOf } from '../../model/statistics.ts'
import { drawGrayRegion, freeRenderMemory } from '../draw-page.ts'
import type { ExtractContext } from '../types.ts'
import { readOrReportDamage } from './damaged-pages.ts'
import { applyFormFields } from './form-fields.ts'
import { markTextBelowScan, removeHiddenText } from './hidden-text.ts'
import { createImageInspector } from './image-inspection.ts'
import { correctWordWidths } from './ocr-layer-widths.ts'
import { joinOverprinted } from './overprinted-characters.ts'
import { documentStructure, type PageStructure, readPageStructure } from './page-structure.ts'
import { isBackground, withScanLayout } from './scan-layout.ts'
import { drawForOcr } from './scan-resolution.ts'
import { assessTextLayer, compareWithOcr, isUnderScan, type TextLayerVerdict } from './text-layer.ts'
import { type DrawnLine, drawUnreadableLines } from './unreadable-lines.ts'
import { replaceUnreadable } from './unreadable-words.ts'

export interface OpenPdf {
  readonly handle: DocumentHandle
  readonly context: ExtractContext
  /** Reasons by page index. */
  readonly undrawablePages: Map<number, string>
  /** Pages whose text is from OCR, figures included. */
  readonly recognizedPages: Set<number>
  readonly trappedPages: Set<number>
}

export async function drawFigure(
  { handle, undrawablePages, recognizedPages }: OpenPdf,
  pageIndex: number,
  region: { box: Box; scale: number; maxPixels: number },
): Promise<GrayRaster | null> {
  if (recognizedPages.has(pageIndex) || undrawablePages.has(pageIndex)) return null
  try {
    return await handle.withPage(pageIndex, (page) => page.mupdf.withoutProfiles(() => drawGrayRegion(page, region)))
  } catch (error) {
    // Cropping the image reports the error.
    if (error instanceof MupdfError || error instanceof MupdfTrap) return null
    throw error
  }
}

export async function readPage(pdf: OpenPdf, pageIndex: number, options: ParseOptions): Promise<RawPage> {
  const { handle, context, trappedPages } = pdf
  const sizeOf = (page: PageHandle, index: number): { width: number; height: number } => {
    requirePageDictionary(page, index)
    return { width: page.frame.width, height: page.frame.height }
  }
  return readOrReportDamage({ handle, pageIndex, label: 'The PDF', sizeOf }, async () => {
    const read = await handle.withPage(pageIndex, (page) => {
      const { mupdf, pointer, frame } = page
      requirePageDictionary(page, pageIndex)
      const document = documentStructure(page)
      const inspectImage = createImageInspector({
        page: frame,
        maxPixels: context.settings.maxImagePixels,
        hasTrapped: () => trappedPages.has(pageIndex),
        onTrap: () => trappedPages.add(pageIndex),
      })
      const { measureSync } = context.stages ?? unmeasured
      const allText = measureSync('text', () =>
        readStructuredText(mupdf, pointer, {
          frame,
          inspectImage,
          pageNumber: pageIndex + 1,
          fontGlyphs: () => readFontGlyphs(page, pageIndex),
        }),
      )
      const tooLarge = findTooLarge(allText.images, context)
      const visibleText = tooLarge === null ? markTextBelowScan(removeHiddenText(page, allText), frame) : allText
      const { text, tagSpans } = applyFormFields(
        {
          ...visibleText,
          spans: joinOverprinted(
            isUnderScan(visibleText, frame) ? correctWordWidths(visibleText.spans) : visibleText.spans,
          ),
        },
        readFormFields(page),
      )
      const verdict = assessTextLayer(text, frame, options.ocr)
      const structure = readPageStructure(document, {
        page,
        pageIndex,
        spans: verdict.ocr === 'no' || verdict.ocr === 'compare' || verdict.ocr === 'layout' ? tagSpans : [],
      })
      // Drawing in the same visit loads fonts and images once.
      const raster =
        verdict.ocr === 'no' || tooLarge !== null || (verdict.ocr === 'layout' && structure.tags !== undefined)
          ? null
          : measureSync('render', () => drawForOcr(page, allText, context.settings))
      const unreadable =
        verdict.ocr !== 'no' || options.ocr !== 'auto' || tooLarge !== null
          ? []
          : measureSync('render', () => drawUnreadableLines(text.spans, (region) => drawGrayRegion(page, region)))
      const links = options.links ? readLinks(page) : []
      const placeholder = pageIndex === 0 ? detectPlaceholderPdf(page) : null
      return {
        text,
        verdict,
        structure,
        links,
        tooLarge,
        raster,
        unreadable,
        placeholder,
        width: frame.width,
        height: frame.height,
      }
    })
    return finishPage(pdf, { ...read, pageIndex }, options)
  })
}

interface PageContents {
  readonly pageIndex: number
  readonly width: number
  readonly height: number
  readonly text: StextPage
  readonly verdict: TextLayerVerdict
  readonly structure: PageStructure
  readonly links: readonly RawLink[]
  readonly tooLarge: string | null
  readonly raster: GrayRaster | null
  readonly unreadable: readonly DrawnLine[]
  readonly placeholder: PlaceholderKind | null
}

const placeholderTexts: Record<PlaceholderKind, string> = {
  form: 'The PDF is an XFA form, whose pages only some Adobe programs render; only its placeholder page was read. Print it to PDF there and send that.',
  portfolio:
    'The PDF is a portfolio: only its own pages were read, not the files attached to it. Send those one by one.',
}

async function finishPage(pdf: OpenPdf, page: PageContents, options: ParseOptions): Promise<RawPage> {
  const { pageIndex, width, height, text, verdict, structure, tooLarge, raster } = page
  const size = { pageIndex, width, height, ...(page.links.length === 0 ? {} : { links: page.links }) }
  const warn = (message: string): string => `Page ${pageIndex + 1}: ${message}`
  const warnings = 'warning' in verdict ? [warn(verdict.warning)] : []
  if (page.placeholder !== null) warnings.push(placeholderTexts[page.placeholder])
  if (tooLarge !== null) {
    pdf.undrawablePages.set(pageIndex, warn(tooLarge))
    if (verdict.ocr !== 'no') warnings.push(warn(tooLarge))
  }
  const asText = { ...size, spans: text.spans, paths: text.paths, images: text.images, ...structure, warnings }
  if (page.unreadable.length > 0) return { ...asText, spans: await readUnreadable(page, options, pdf.context) }
  if (raster === null) return asText

  const { maxRasterPixels } = pdf.context.settings
  if (verdict.ocr === 'layout') return await withScanLayout(asText, raster, maxRasterPixels)
  freeRenderMemory(pdf.handle, pdf.context.settings)
  const { readByOcr } = await import('../ocr/ocr.ts')
  const words = await readByOcr(raster, size, options, pdf.context)
  const dpi = (raster.width / width) * 72
  if (words.spans.length === 0 && dpi < MIN_OCR_DPI) {
    const used = text.spans.length === 0 ? 'no text was found' : 'the text layer was used instead'
    const size = `${Math.round(width)} × ${Math.round(height)} points`
    warnings.push(warn(`the page measures ${size}, which is too large to render it finely enough for OCR; ${used}`))
    return { ...asText, warnings }
  }
  if (verdict.ocr === 'words') return { ...asText, spans: replaceUnreadable(text.spans, words.spans) }
  if (verdict.ocr === 'compare') {
    const finding = compareWithOcr(words, text, verdict.layerOrigin)
    if (finding === 'unsure')
      warnings.push(warn(`the text layer may be wrong (${verdict.suspicion}); the OCR result is too poor to compare`))
    if (finding !== 'differ')
      return verdict.layerOrigin === 'scan' && structure.tags === undefined
        ? await withScanLayout(asText, raster, maxRasterPixels)
        : asText
    warnings.push(warn(`the text layer does not say what the page shows (${verdict.suspicion}); read by OCR instead`))
  }
  pdf.recognizedPages.add(pageIndex)
  return {
    ...size,
    spans: verdict.ocr === 'complete' ? joinText(text.spans, words.spans) : words.spans,
    paths: [...text.paths, ...words.paths],
    images: [...text.images.filter((image) => !isBackground(image, page)), ...words.images],
    ...(structure.outline === undefined ? {} : { outline: structure.outline }),
    warnings: [...warnings, ...words.warnings],
    ...(words.deskewed !== null && verdict.ocr !== 'complete' ? { deskewed: words.deskewed } : {}),
  }
}

async function readUnreadable(
  { text: { spans }, unreadable }: PageContents,
  options: ParseOptions,
  context: ExtractContext,
): Promise<readonly Span[]> {
  const { ocrLanguages, installedLanguages } = context.settings
  const language = (options.ocrLanguages ?? ocrLanguages).find((each) => installedLanguages.includes(each))
  if (language === undefined) return spans
  const { fillUnreadable } = await import('../ocr/unreadable-letters.ts')
  return fillUnreadable(spans, unreadable, { language, context })
}

/** Minimum resolution at which text of ordinary size can be recognized. */
const MIN_OCR_DPI = 72
/** Minimum ratio of a word that a span of the same text covers. */
const MIN_COMMON_TEXT_RATIO = 0.3

function joinText(spans: readonly Span[], words: readonly Span[]): Span[] {
  const missing = words.filter(
    ({ box }) =>
      !spans.some(
        (span) => contains(span.box, center(box)) || overlapArea(span.box, box) > MIN_COMMON_TEXT_RATIO * area(box),
      ),
  )
  const lastLine = Math.max(-1, maxOf(spans.map((span) => span.engineLine)))
  const lastBlock = Math.max(-1, maxOf(spans.map((span) => span.engineBlock)))
  return [
    ...spans,
    ...missing.map((word) => ({
      ...word,
      engineLine: word.engineLine + lastLine + 1,
      engineBlock: word.engineBlock + lastBlock + 1,
    })),
  ]
}

function findTooLarge(images: readonly RawImage[], context: ExtractContext): string | null {
  const limit = context.settings.maxImagePixels
  const found = images.find(({ pixelWidth, pixelHeight }) => pixelWidth * pixelHeight > limit)
  return found === undefined
    ? null
    : `it contains an image of ${found.pixelWidth} × ${found.pixelHeight} pixels, and the limit is ${limit} pixels; it was not rendered`
}
