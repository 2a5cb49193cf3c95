/**
 * Sizes and matrices for drawing pages of a held document. Every raster is bounded in pixels,
 * whatever size the page claims.
 */

import type { DocumentHandle, PageHandle } from '../engines/mupdf/document.ts'
import { drawColor, drawGray, type Matrix } from '../engines/mupdf/drawing.ts'
import type { PageFrame } from '../engines/mupdf/mupdf.ts'
import { type Box, height, width } from '../model/geometry.ts'
import type { GrayRaster, RgbaRaster } from '../model/raster.ts'
import type { ParseSettings } from '../model/settings.ts'

interface RasterSize {
  readonly width: number
  readonly height: number
  /** Pixels per point, chosen so that the page fills the raster exactly. */
  readonly scaleX: number
  readonly scaleY: number
}

/** Draws a whole page for OCR: at `ocrDpi`, or coarser when that would be more than `maxRasterPixels`. */
export function drawPage(
  { mupdf, pointer, frame }: PageHandle,
  settings: Pick<ParseSettings, 'ocrDpi' | 'maxRasterPixels'>,
): GrayRaster {
  const size = fitRaster(frame, settings.ocrDpi / 72, settings.maxRasterPixels)
  return drawGray(
    mupdf,
    pointer,
    [size.scaleX, 0, 0, size.scaleY, -frame.x * size.scaleX, -frame.y * size.scaleY],
    size,
  )
}

/** After a page was drawn for OCR: the decoded picture and the recognizer's memory never need to exist at once. */
export function makeRoom(held: DocumentHandle, { maxDecodeBytes }: Pick<ParseSettings, 'maxDecodeBytes'>): void {
  held.emptyStore()
  if (maxDecodeBytes !== undefined) held.releaseLarge()
}

/** Draws a box of a page (points from its top left corner), in gray on white: what lies outside costs little. */
export function drawGrayRegion(
  { mupdf, pointer, frame }: PageHandle,
  region: { box: Box; scale: number; maxPixels: number },
): GrayRaster {
  const { box } = region
  const size = fitRaster({ width: width(box), height: height(box) }, region.scale, region.maxPixels)
  return drawGray(mupdf, pointer, regionMatrix(frame, box, size), size)
}

/** Draws a box of a page (points from its top left corner), in color on white; `plain`: without color profiles. */
export async function drawRegionOf(
  held: DocumentHandle,
  pageIndex: number,
  region: { box: Box; scale: number; maxPixels: number; plain?: boolean },
): Promise<RgbaRaster> {
  const { box } = region
  const size = fitRaster({ width: width(box), height: height(box) }, region.scale, region.maxPixels)
  return held.withPage(pageIndex, ({ mupdf, pointer, frame }) => {
    const draw = (): RgbaRaster => drawColor(mupdf, pointer, regionMatrix(frame, box, size), size)
    return region.plain === true ? mupdf.withoutProfiles(draw) : draw()
  })
}

function regionMatrix(frame: PageFrame, box: Box, { scaleX, scaleY }: RasterSize): Matrix {
  return [scaleX, 0, 0, scaleY, -(frame.x + box.x0) * scaleX, -(frame.y + box.y0) * scaleY]
}

/** The largest raster of this size at this scale that `maxPixels` allows. */
export function fitRaster(size: { width: number; height: number }, scale: number, maxPixels: number): RasterSize {
  const wanted = size.width * size.height * scale * scale
  const bounded = wanted > maxPixels ? scale * Math.sqrt(maxPixels / wanted) : scale
  const pixelWidth = Math.min(maxPixels, Math.max(1, Math.floor(size.width * bounded + roundingSlack)))
  // A sliver that is rounded up to one pixel on one side must not be longer than the limit on the other.
  const pixelHeight = Math.min(
    Math.max(1, Math.floor(maxPixels / pixelWidth)),
    Math.max(1, Math.floor(size.height * bounded + roundingSlack)),
  )
  return {
    width: pixelWidth,
    height: pixelHeight,
    scaleX: pixelWidth / (size.width || 1),
    scaleY: pixelHeight / (size.height || 1),
  }
}

/** Page sizes are seldom whole points: 595.28 × 2 is meant to be 1190 or 1191 pixels, and 841.9999 × 2 to be 1684. */
const roundingSlack = 0.01
