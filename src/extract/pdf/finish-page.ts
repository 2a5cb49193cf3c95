/** Replaces or completes the text of a page by OCR, and collects its warnings. */
import type { PlaceholderKind } from '../../engines/mupdf/placeholder-pdf.ts'
import type { StextPage } from '../../engines/stext/stext.ts'
import {
  area,
  type Box,
  height as boxHeight,
  width as boxWidth,
  center,
  contains,
  overlapArea,
  type Size,
} from '../../model/geometry.ts'
import type { RawLink } from '../../model/hyperlinks.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import { freeRenderMemory } from '../draw-page.ts'
import type { ExtractContext } from '../types.ts'
import type { PageStructure } from './page-structure.ts'
import { isBackground, withScanLayout } from './scan-layout.ts'
import { compareWithOcr, type TextLayerVerdict } from './text-layer.ts'
import type { OpenPdf } from './types.ts'
import type { DrawnLine } from './unreadable-lines.ts'
import { numberedAfter, replaceUnreadable } from './unreadable-words.ts'

/** Content that one visit of the page has read and drawn; sizes are in points. */
export interface PageContents extends Size {
  readonly pageIndex: number
  readonly text: StextPage
  readonly verdict: TextLayerVerdict
  readonly structure: PageStructure
  readonly links: readonly RawLink[]
  readonly tooLarge: string | null
  /** Part of the page that `raster` shows; null for the page. */
  readonly region: Box | null
  readonly raster: GrayRaster | null
  readonly unreadable: readonly DrawnLine[]
  readonly placeholder: PlaceholderKind | null
}

const placeholderTexts: Record<PlaceholderKind, string> = {
  form: 'The PDF is an XFA form, whose pages only some Adobe programs render; only its placeholder page was read. Print it to PDF there and send that.',
  portfolio:
    'The PDF is a portfolio: only its own pages were read, not the files attached to it. Send those one by one.',
}

export async function finishPage(pdf: OpenPdf, page: PageContents, options: ParseOptions): Promise<RawPage> {
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
  if (page.region !== null) {
    const { region } = page
    const shown = { pageIndex, width: boxWidth(region), height: boxHeight(region) }
    const { spans } = await readByOcr(raster, shown, options, pdf.context)
    return { ...asText, spans: replaceUnreadable(text.spans, { words: spans, region }) }
  }
  const words = await readByOcr(raster, size, options, pdf.context)
  const dpi = (raster.width / width) * 72
  if (words.spans.length === 0 && dpi < MIN_OCR_DPI) {
    const used = text.spans.length === 0 ? 'no text was found' : 'the text layer was used instead'
    const size = `${Math.round(width)} × ${Math.round(height)} points`
    warnings.push(warn(`the page measures ${size}, which is too large to render it finely enough for OCR; ${used}`))
    return { ...asText, warnings }
  }
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
  return [...spans, ...numberedAfter(missing, spans)]
}
