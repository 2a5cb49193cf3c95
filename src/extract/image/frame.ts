/**
 * A picture of an image file, held in MuPDF → its size in its own pixels and its drawing, turned as the file asks.
 * Every raster is bounded in pixels; a crop never has more pixels than the picture.
 */

import type { DocumentHandle, PageHandle } from '../../engines/mupdf/document.ts'
import { drawColor, drawGray, type Matrix } from '../../engines/mupdf/drawing.ts'
import { MupdfError } from '../../engines/mupdf/mupdf.ts'
import { readStructuredText } from '../../engines/stext/stext.ts'
import { type Box, height, width } from '../../model/geometry.ts'
import type { GrayRaster, RgbaRaster } from '../../model/raster.ts'
import { fitRaster } from '../draw-page.ts'
import type { PixelSize } from './claimed-size.ts'
import type { Orientation } from './exif.ts'

/** What MuPDF does not know of the pictures that it holds. */
export interface FrameFacts {
  /** How each frame must be turned, by its number, beyond what MuPDF turns by itself. */
  readonly orientations: readonly Orientation[]
  /** The picture's own size as it is stored, where MuPDF holds a smaller copy of it. */
  readonly ownSize: PixelSize | null
}

const asStored: Orientation = { mirrored: false, turns: 0 }

export function orientationOf({ orientations }: FrameFacts, pageIndex: number): Orientation {
  return orientations[pageIndex] ?? asStored
}

/** How many pixels the picture has, turned as it is shown. */
export function frameSize(
  { mupdf, pointer, frame }: PageHandle,
  { ownSize }: FrameFacts,
  orientation: Orientation,
): PixelSize {
  const [picture] = readStructuredText(mupdf, pointer, { frame }).images
  if (picture === undefined) throw new MupdfError('it holds no picture')
  const stored = ownSize ?? { width: picture.pixelWidth, height: picture.pixelHeight }
  return picture.sideways !== (orientation.turns % 2 === 1) ? { width: stored.height, height: stored.width } : stored
}

/** Draws the picture for OCR, pixel by pixel where it is small enough, with square pixels. `pixels` is its size as shown. */
export function drawFrame(
  page: PageHandle,
  orientation: Orientation,
  { pixels, maxPixels }: { pixels: PixelSize; maxPixels: number },
): GrayRaster {
  const shown = shownSize(page, orientation)
  // Faxes have half as many rows as columns to the inch: the coarser axis is drawn as fine as the other.
  const scale = Math.max(pixels.width / shown.width, pixels.height / shown.height)
  const square = Math.abs(pixels.width / shown.width - pixels.height / shown.height) < squareTolerance * scale
  const size = fitRaster(square ? pixels : { width: shown.width * scale, height: shown.height * scale }, 1, maxPixels)
  const matrix = shownMatrix(page, orientation, {
    x: size.width / shown.width,
    y: size.height / shown.height,
    left: 0,
    top: 0,
  })
  return drawGray(page.mupdf, page.pointer, matrix, size)
}

/** Resolutions are whole numbers, so those of square pixels may differ by rounding. */
const squareTolerance = 0.02

/** An image file has no more than its own pixels, two to a point. */
const framePixelsPerPoint = 2

/** Draws a box of the picture (points of half a pixel each), in color on white. */
export async function drawFrameRegion(
  held: DocumentHandle,
  { pageIndex, facts }: { pageIndex: number; facts: FrameFacts },
  region: { box: Box; scale: number; maxPixels: number },
): Promise<RgbaRaster> {
  const { box } = region
  const size = fitRaster(
    { width: width(box), height: height(box) },
    Math.min(region.scale, framePixelsPerPoint),
    region.maxPixels,
  )
  const orientation = orientationOf(facts, pageIndex)
  return held.withPage(pageIndex, (page) => {
    const pixels = frameSize(page, facts, orientation)
    const shown = shownSize(page, orientation)
    // MuPDF's points go by the file's resolution, ours by its pixels.
    const x = (size.scaleX * pixels.width) / framePixelsPerPoint / shown.width
    const y = (size.scaleY * pixels.height) / framePixelsPerPoint / shown.height
    const matrix = shownMatrix(page, orientation, { x, y, left: box.x0 * size.scaleX, top: box.y0 * size.scaleY })
    return drawColor(page.mupdf, page.pointer, matrix, size)
  })
}

/** In MuPDF's points. */
function shownSize({ frame }: PageHandle, { turns }: Orientation): { width: number; height: number } {
  return turns % 2 === 1 ? { width: frame.height, height: frame.width } : frame
}

/** From MuPDF's page space to a raster: turned, scaled, and the raster's corner at `left`, `top`. */
function shownMatrix(
  { frame }: PageHandle,
  { mirrored, turns }: Orientation,
  to: { x: number; y: number; left: number; top: number },
): Matrix {
  let [a, b, c, d, e, f] = mirrored ? [-1, 0, 0, 1, frame.width, 0] : [1, 0, 0, 1, 0, 0]
  let [w, h] = [frame.width, frame.height]
  for (let turn = 0; turn < turns; turn++) {
    ;[a, b, c, d, e, f] = [-b, a, -d, c, h - f, e]
    ;[w, h] = [h, w]
  }
  const atCorner = { e: e - a * frame.x - c * frame.y, f: f - b * frame.x - d * frame.y }
  return [a * to.x, b * to.y, c * to.x, d * to.y, atCorner.e * to.x - to.left, atCorner.f * to.y - to.top]
}
