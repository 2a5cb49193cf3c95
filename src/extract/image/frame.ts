import type { DocumentHandle, PageHandle } from '../../engines/mupdf/document.ts'
import { drawColor, drawGray, type Matrix } from '../../engines/mupdf/drawing.ts'
import { MupdfError } from '../../engines/mupdf/mupdf-errors.ts'
import { readStructuredText } from '../../engines/stext/stext.ts'
import { type Box, height, type Size, width } from '../../model/geometry.ts'
import type { GrayRaster, RgbaRaster } from '../../model/raster.ts'
import { fitRaster } from '../draw-page.ts'
import { asStored, type Orientation } from './orientation.ts'

export interface FrameInfo {
  /** By frame; orientations that MuPDF does not apply itself. */
  readonly orientations: readonly Orientation[]
  /** If MuPDF has a reduced copy. */
  readonly ownSize: Size | null
}

export function orientationOf({ orientations }: FrameInfo, pageIndex: number): Orientation {
  return orientations[pageIndex] ?? asStored
}

function isSideways({ rotation }: Orientation): boolean {
  return rotation % 180 !== 0
}

/** Displayed size in the image's pixels. */
export function frameSize(
  { mupdf, pointer, frame }: PageHandle,
  { ownSize }: FrameInfo,
  orientation: Orientation,
): Size {
  const [image] = readStructuredText(mupdf, pointer, { frame }).images
  if (image === undefined) throw new MupdfError('it contains no image')
  const stored = ownSize ?? { width: image.pixelWidth, height: image.pixelHeight }
  return image.sideways !== isSideways(orientation) ? { width: stored.height, height: stored.width } : stored
}

/** Relative difference between the sides of square pixels. */
const SQUARE_PIXEL_TOLERANCE = 0.02

export function drawFrame(
  page: PageHandle,
  orientation: Orientation,
  { pixels, maxPixels }: { pixels: Size; maxPixels: number },
): GrayRaster {
  const shown = shownSize(page, orientation)
  const [scaleX, scaleY] = [pixels.width / shown.width, pixels.height / shown.height]
  // Faxes have half as many rows as columns per inch.
  const scale = Math.max(scaleX, scaleY)
  const isSquare = Math.abs(scaleX - scaleY) < SQUARE_PIXEL_TOLERANCE * scale
  const size = fitRaster(isSquare ? pixels : { width: shown.width * scale, height: shown.height * scale }, 1, maxPixels)
  const matrix = shownMatrix(page, orientation, {
    x: size.width / shown.width,
    y: size.height / shown.height,
    left: 0,
    top: 0,
  })
  return drawGray(page.mupdf, page.pointer, matrix, size)
}

export const PIXELS_PER_POINT = 2

/** `box` is in points. Draws in color on white. */
export async function drawFrameRegion(
  document: DocumentHandle,
  { pageIndex, info }: { pageIndex: number; info: FrameInfo },
  { box, scale, maxPixels }: { box: Box; scale: number; maxPixels: number },
): Promise<RgbaRaster> {
  const size = fitRaster({ width: width(box), height: height(box) }, Math.min(scale, PIXELS_PER_POINT), maxPixels)
  const orientation = orientationOf(info, pageIndex)
  return document.withPage(pageIndex, (page) => {
    const pixels = frameSize(page, info, orientation)
    const shown = shownSize(page, orientation)
    const x = (size.scaleX * pixels.width) / PIXELS_PER_POINT / shown.width
    const y = (size.scaleY * pixels.height) / PIXELS_PER_POINT / shown.height
    const matrix = shownMatrix(page, orientation, { x, y, left: box.x0 * size.scaleX, top: box.y0 * size.scaleY })
    return drawColor(page.mupdf, page.pointer, matrix, size)
  })
}

/** In MuPDF's points, which depend on the file's resolution. */
function shownSize({ frame }: PageHandle, orientation: Orientation): Size {
  return isSideways(orientation) ? { width: frame.height, height: frame.width } : frame
}

function shownMatrix(
  { frame }: PageHandle,
  { mirrored, rotation }: Orientation,
  target: { x: number; y: number; left: number; top: number },
): Matrix {
  let [a, b, c, d, e, f] = mirrored ? [-1, 0, 0, 1, frame.width, 0] : [1, 0, 0, 1, 0, 0]
  let [w, h] = [frame.width, frame.height]
  for (let angle = 0; angle < rotation; angle += 90) {
    ;[a, b, c, d, e, f] = [-b, a, -d, c, h - f, e]
    ;[w, h] = [h, w]
  }
  e -= a * frame.x + c * frame.y
  f -= b * frame.x + d * frame.y
  return [a * target.x, b * target.y, c * target.x, d * target.y, e * target.x - target.left, f * target.y - target.top]
}
