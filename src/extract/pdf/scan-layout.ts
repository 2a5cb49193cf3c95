import { area, boxOfSize, overlapArea, type Size } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { RawImage, RawPage, Span } from '../../model/raw-page.ts'

/** Replaces fonts, rulings and figures of a scan with a text layer by those in its image, `raster`. */
export async function withScanLayout(page: RawPage, raster: GrayRaster, maxPixels: number): Promise<RawPage> {
  if (!page.spans.every(isPlain)) return page
  const { readScanLayer } = await import('../ocr/scan-layer.ts')
  const { spans, paths, images, deskewed } = readScanLayer(page.spans, raster, { page, maxPixels })
  return {
    ...page,
    spans,
    paths: [...page.paths, ...paths],
    images: [...page.images.filter((image) => !isBackground(image, page)), ...images],
    ...(deskewed === null ? {} : { deskewed }),
  }
}

/** Not vertical, not from right to left: their words are not placed by left edges. */
function isPlain({ vertical, unitExtents }: Span): boolean {
  return !vertical && unitExtents === undefined
}

const MIN_BACKGROUND_RATIO = 0.8

/** Whether an image covers the page. */
export function isBackground(image: RawImage, size: Size): boolean {
  const page = boxOfSize(size)
  return overlapArea(image.box, page) > MIN_BACKGROUND_RATIO * area(page)
}
