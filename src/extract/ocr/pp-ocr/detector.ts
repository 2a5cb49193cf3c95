/** Detector of PP-OCRv4 (PaddleOCR, Apache-2.0). */

import type { OnnxSession } from '../../../engines/onnx.ts'
import { scaleRaster } from '../../../imaging/scale.ts'
import type { PageSlice } from '../../../model/ocr-result.ts'
import type { GrayRaster } from '../../../model/raster.ts'
import { findTextRegions, type TextRegion } from './text-regions.ts'

/** Factor of the input's sides, in pixels. */
const MULTIPLE = 32
/** In pixels, at which small print is still found. */
const LETTER_HEIGHT = 10
/** In pixels, as in training. */
const MAX_SIDE = 1600
const DEFAULT_SIDE = 960
/** The network needs hundreds of bytes per pixel. */
const MAX_SLICE_PIXELS = 500_000
const CUT_RANGE = 0.25

const channels = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
]

/** Returns lines in pixels, from top to bottom. `letterHeight` is in pixels; 0 means unknown. */
export async function detectLines(
  raster: GrayRaster,
  { session, letterHeight }: { session: OnnxSession; letterHeight: number },
): Promise<TextRegion[]> {
  const side = Math.max(raster.width, raster.height)
  const wanted = letterHeight > 0 ? Math.min(MAX_SIDE / side, LETTER_HEIGHT / letterHeight) : DEFAULT_SIDE / side
  const { raster: scaled } = scaleRaster(raster, Math.min(1, wanted))
  const scaleX = raster.width / scaled.width
  const scaleY = raster.height / scaled.height
  const regions: TextRegion[] = []
  for (const slice of planSlices(scaled)) {
    for (const { box, slope } of await detectInSlice(scaled, slice, session))
      regions.push({
        box: {
          x0: Math.max(0, box.x0 * scaleX),
          y0: (box.y0 + slice.y0) * scaleY,
          x1: Math.min(raster.width, box.x1 * scaleX),
          y1: (box.y1 + slice.y0) * scaleY,
        },
        slope: (slope * scaleY) / scaleX,
      })
  }
  return regions
}

async function detectInSlice(raster: GrayRaster, { y0, y1 }: PageSlice, session: OnnxSession): Promise<TextRegion[]> {
  const size = { width: roundUp(raster.width), height: roundUp(y1 - y0) }
  const input = new Float32Array(3 * size.width * size.height)
  for (const [index, { mean, deviation }] of channels.entries()) {
    const plane = input.subarray(index * size.width * size.height, (index + 1) * size.width * size.height)
    plane.fill((1 - mean) / deviation)
    for (let y = y0; y < y1; y++)
      for (let x = 0; x < raster.width; x++)
        plane[(y - y0) * size.width + x] = (raster.pixels[y * raster.width + x]! / 255 - mean) / deviation
  }
  const { values } = await session.run(input, [1, 3, size.height, size.width])
  return findTextRegions(values, size)
}

function roundUp(pixels: number): number {
  return Math.ceil(pixels / MULTIPLE) * MULTIPLE
}

function planSlices({ width, height, pixels }: GrayRaster): PageSlice[] {
  const maxRows = Math.max(MULTIPLE, Math.floor(MAX_SLICE_PIXELS / roundUp(width) / MULTIPLE) * MULTIPLE)
  const slices: PageSlice[] = []
  for (let y0 = 0; y0 < height; ) {
    let y1 = Math.min(height, y0 + maxRows)
    if (y1 < height) {
      let least = Number.POSITIVE_INFINITY
      for (let y = y1, last = y0 + Math.ceil(maxRows * (1 - CUT_RANGE)); y >= last; y--) {
        let ink = 0
        for (let at = y * width; at < (y + 1) * width; at++) ink += 255 - pixels[at]!
        if (ink < least) [least, y1] = [ink, y]
      }
    }
    slices.push({ y0, y1 })
    y0 = y1
  }
  return slices
}
