/** Reads text, tags, links and a rendering for OCR in one visit of the page. OCR may replace or complete the text. */
import { readFontGlyphs } from '../../engines/glyph-names/font-glyphs.ts'
import type { PageHandle } from '../../engines/mupdf/document.ts'
import { readFormFields } from '../../engines/mupdf/form-fields.ts'
import { MupdfError, MupdfTrap } from '../../engines/mupdf/mupdf-errors.ts'
import { requirePageDictionary } from '../../engines/mupdf/page-dictionary.ts'
import { readLinks } from '../../engines/mupdf/page-links.ts'
import { detectPlaceholderPdf } from '../../engines/mupdf/placeholder-pdf.ts'
import { readStructuredText } from '../../engines/stext/stext.ts'
import type { Box, Size } from '../../model/geometry.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { RawImage, RawPage } from '../../model/raw-page.ts'
import { unmeasured } from '../../model/stage-times.ts'
import { drawGrayRegion } from '../draw-page.ts'
import type { ExtractContext } from '../types.ts'
import { readOrReportDamage } from './damaged-pages.ts'
import { finishPage } from './finish-page.ts'
import { applyFormFields } from './form-fields.ts'
import { markTextBelowScan, removeHiddenText } from './hidden-text.ts'
import { createImageInspector } from './image-inspection.ts'
import { correctWordWidths } from './ocr-layer-widths.ts'
import { joinOverprinted } from './overprinted-characters.ts'
import { documentStructure, readPageStructure } from './page-structure.ts'
import { drawForOcr, drawRegionForOcr } from './scan-resolution.ts'
import { assessTextLayer, isUnderScan } from './text-layer.ts'
import type { OpenPdf } from './types.ts'
import { drawUnreadableLines } from './unreadable-lines.ts'
import { unreadableRegion } from './unreadable-words.ts'

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
  const sizeOf = (page: PageHandle, index: number): Size => {
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
      const region = verdict.ocr === 'words' ? unreadableRegion(text.spans, frame) : null
      // Drawing in the same visit loads fonts and images once.
      const raster =
        verdict.ocr === 'no' || tooLarge !== null || (verdict.ocr === 'layout' && structure.tags !== undefined)
          ? null
          : measureSync('render', () =>
              region === null
                ? drawForOcr(page, allText, context.settings)
                : drawRegionForOcr(page, region, context.settings),
            )
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
        region,
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

function findTooLarge(images: readonly RawImage[], context: ExtractContext): string | null {
  const limit = context.settings.maxImagePixels
  const found = images.find(({ pixelWidth, pixelHeight }) => pixelWidth * pixelHeight > limit)
  return found === undefined
    ? null
    : `it contains an image of ${found.pixelWidth} × ${found.pixelHeight} pixels, and the limit is ${limit} pixels; it was not rendered`
}
