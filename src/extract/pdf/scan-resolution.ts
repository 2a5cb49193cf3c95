import type { PageHandle } from '../../engines/mupdf/document.ts'
import type { StextPage } from '../../engines/stext/stext.ts'
import { measureSample, OCR_LETTERS } from '../../imaging/letter-size.ts'
import { area, type Box, boxOfSize, overlapArea, type Size } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { ParseSettings } from '../../model/settings.ts'
import { maxOf } from '../../model/statistics.ts'
import { drawGrayRegion, drawPage } from '../draw-page.ts'

/** Minimum fraction of the page that the image of a scan covers. */
const MIN_COVERAGE = 0.8

/** Renders at `ocrDpi`, lower for a coarse scan, higher if the letters of a finer one are small. */
export function drawForOcr(
  page: PageHandle,
  text: StextPage,
  { ocrDpi, maxRasterPixels }: Pick<ParseSettings, 'ocrDpi' | 'maxRasterPixels'>,
): GrayRaster {
  const nominal = ocrDpi / 72
  const scan = scanScale(text, page.frame)
  const draw = (scale: number): GrayRaster => drawPage(page, { scale, maxPixels: maxRasterPixels })
  if (scan !== null && scan <= nominal && isOnlyImage(text)) return draw(scan)
  const raster = draw(nominal)
  if (scan === null || scan <= nominal) return raster
  const letters = measureSample(raster)
  if (letters.count < OCR_LETTERS.minCount || letters.height >= OCR_LETTERS.minHeight) return raster
  return draw(Math.min(scan, (nominal * OCR_LETTERS.height) / letters.height))
}

/** Renders a region, in points, at `ocrDpi`. */
export function drawRegionForOcr(
  page: PageHandle,
  box: Box,
  { ocrDpi, maxRasterPixels }: Pick<ParseSettings, 'ocrDpi' | 'maxRasterPixels'>,
): GrayRaster {
  return drawGrayRegion(page, { box, scale: ocrDpi / 72, maxPixels: maxRasterPixels })
}

function scanScale({ images }: Pick<StextPage, 'images'>, size: Size): number | null {
  const page = boxOfSize(size)
  const scales = images
    .filter(({ box }) => overlapArea(box, page) >= MIN_COVERAGE * area(page))
    .map(({ box, pixelWidth, pixelHeight }) => Math.sqrt((pixelWidth * pixelHeight) / area(box)))
  return scales.length === 0 ? null : maxOf(scales)
}

function isOnlyImage({ images, paths, charCount, invisibleCount }: StextPage): boolean {
  return images.length === 1 && paths.length === 0 && charCount === invisibleCount
}
