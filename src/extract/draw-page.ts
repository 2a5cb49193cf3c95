import type { DocumentHandle, PageHandle } from '../engines/mupdf/document.ts'
import { drawColor, drawGray, type Matrix } from '../engines/mupdf/drawing.ts'
import type { PageFrame } from '../engines/mupdf/mupdf.ts'
import { type Box, boxOfSize, height, type Size, width } from '../model/geometry.ts'
import type { GrayRaster, RgbaRaster } from '../model/raster.ts'
import type { ParseSettings } from '../model/settings.ts'

export interface Region {
  /** In points from the page's top left corner. */
  readonly box: Box
  /** Pixels per point; reduced to keep to `maxPixels`. */
  readonly scale: number
  readonly maxPixels: number
}

export function drawPage(page: PageHandle, limits: Omit<Region, 'box'>): GrayRaster {
  return drawGrayRegion(page, { box: boxOfSize(page.frame), ...limits })
}

export function drawGrayRegion({ mupdf, pointer, frame }: PageHandle, region: Region): GrayRaster {
  const size = regionSize(region)
  return drawGray(mupdf, pointer, regionMatrix(frame, region.box, size), size)
}

/** `plain` skips color management. */
export async function drawColorRegion(
  document: DocumentHandle,
  pageIndex: number,
  region: Region & { readonly plain?: boolean },
): Promise<RgbaRaster> {
  const size = regionSize(region)
  return document.withPage(pageIndex, ({ mupdf, pointer, frame }) => {
    const draw = (): RgbaRaster => drawColor(mupdf, pointer, regionMatrix(frame, region.box, size), size)
    return region.plain === true ? mupdf.withoutProfiles(draw) : draw()
  })
}

/** Minimum memory of MuPDF that is worth a new instance: in a Worker, and otherwise. */
const MIN_SHARED_BYTES = 48 * 1024 * 1024
const MIN_OWN_BYTES = 64 * 1024 * 1024

/** Frees decoded images, so that they and the OCR engine are never in memory together. */
export function freeRenderMemory(
  document: DocumentHandle,
  { sharesMemory }: Pick<ParseSettings, 'sharesMemory'>,
): void {
  document.emptyStore()
  document.releaseLarge(sharesMemory === true ? MIN_SHARED_BYTES : MIN_OWN_BYTES)
}

interface RasterSize extends Size {
  readonly scaleX: number
  readonly scaleY: number
}

function regionSize({ box, scale, maxPixels }: Region): RasterSize {
  return fitRaster({ width: width(box), height: height(box) }, scale, maxPixels)
}

function regionMatrix(frame: PageFrame, box: Box, { scaleX, scaleY }: RasterSize): Matrix {
  return [scaleX, 0, 0, scaleY, -(frame.x + box.x0) * scaleX, -(frame.y + box.y0) * scaleY]
}

/** Tolerance in pixels: page sizes are rarely whole points. */
const ROUNDING_TOLERANCE = 0.01

/** Returns the largest raster at this scale (pixels per point) with at most `maxPixels`. */
export function fitRaster(size: Size, scale: number, maxPixels: number): RasterSize {
  const pixels = size.width * size.height * scale * scale
  const factor = pixels > maxPixels ? scale * Math.sqrt(maxPixels / pixels) : scale
  const pixelWidth = Math.min(maxPixels, Math.max(1, Math.floor(size.width * factor + ROUNDING_TOLERANCE)))
  const pixelHeight = Math.min(
    Math.max(1, Math.floor(maxPixels / pixelWidth)),
    Math.max(1, Math.floor(size.height * factor + ROUNDING_TOLERANCE)),
  )
  return {
    width: pixelWidth,
    height: pixelHeight,
    scaleX: pixelWidth / (size.width || 1),
    scaleY: pixelHeight / (size.height || 1),
  }
}
