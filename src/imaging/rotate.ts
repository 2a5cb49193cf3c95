import type { Box, Rotation, Size, Transform } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { clamp } from '../model/statistics.ts'
import type { TransformedRaster } from './scale.ts'
import { identity } from './transform.ts'

/** Rotates clockwise. */
export function rotateRaster(raster: GrayRaster, rotation: Rotation): TransformedRaster {
  const { width, height, pixels } = raster
  if (rotation === 0) return { raster, toSource: identity }
  const toSource = rotationTransform(raster, rotation)
  const result = new Uint8Array(pixels.length)
  if (rotation === 180) {
    for (let i = 0, from = pixels.length - 1; from >= 0; i++, from--) result[i] = pixels[from]!
    return { raster: { width, height, pixels: result }, toSource }
  }
  for (let top = 0; top < height; top += TILE_PX)
    for (let left = 0; left < width; left += TILE_PX)
      for (let y = top; y < Math.min(height, top + TILE_PX); y++)
        for (let x = left; x < Math.min(width, left + TILE_PX); x++)
          result[rotation === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y] =
            pixels[y * width + x]!
  return { raster: { width: height, height: width, pixels: result }, toSource }
}

const TILE_PX = 64

/** Maps a rotated raster to the original, which has this size. */
export function rotationTransform(size: Size, rotation: Rotation): Transform {
  const { width, height } = size
  if (rotation === 90) return { a: 0, b: -1, c: 1, d: 0, e: 0, f: height }
  if (rotation === 180) return { a: -1, b: 0, c: 0, d: -1, e: width, f: height }
  if (rotation === 270) return { a: 0, b: 1, c: -1, d: 0, e: width, f: 0 }
  return identity
}

const WINDOW_STEPS = 4
/** Minimum difference of neighboring pixels at a letter's edge, in gray levels. */
const MIN_EDGE_CONTRAST = 60

/** Window with the most letter edges. */
export function chooseSampleBox(raster: GrayRaster, size: Size): Box {
  const { width, height, pixels } = raster
  const sampleWidth = clamp(Math.round(size.width), 1, width)
  const sampleHeight = clamp(Math.round(size.height), 1, height)
  const cellWidth = Math.ceil(sampleWidth / WINDOW_STEPS)
  const cellHeight = Math.ceil(sampleHeight / WINDOW_STEPS)
  const columns = Math.ceil(width / cellWidth)
  const rows = Math.ceil(height / cellHeight)
  const edges = new Uint32Array(columns * rows)
  for (let y = 0; y < height; y += 2) {
    const row = Math.floor(y / cellHeight) * columns
    for (let x = 1, i = y * width + 1; x < width; x++, i++)
      if (Math.abs(pixels[i]! - pixels[i - 1]!) > MIN_EDGE_CONTRAST) edges[row + Math.floor(x / cellWidth)]!++
  }
  let best = -1
  let x0 = 0
  let y0 = 0
  for (let row = 0; row <= Math.max(0, rows - WINDOW_STEPS); row++)
    for (let column = 0; column <= Math.max(0, columns - WINDOW_STEPS); column++) {
      let sum = 0
      for (let y = row; y < Math.min(rows, row + WINDOW_STEPS); y++)
        for (let x = column; x < Math.min(columns, column + WINDOW_STEPS); x++) sum += edges[y * columns + x]!
      if (sum <= best) continue
      best = sum
      x0 = Math.min(column * cellWidth, width - sampleWidth)
      y0 = Math.min(row * cellHeight, height - sampleHeight)
    }
  return { x0, y0, x1: x0 + sampleWidth, y1: y0 + sampleHeight }
}

/** The whole pixels around a box; empty outside of the raster. */
export function pixelBox(box: Box, { width, height }: GrayRaster): Box {
  return {
    x0: Math.max(0, Math.floor(box.x0)),
    y0: Math.max(0, Math.floor(box.y0)),
    x1: Math.min(width, Math.ceil(box.x1)),
    y1: Math.min(height, Math.ceil(box.y1)),
  }
}

export function cropRaster(raster: GrayRaster, box: Box): GrayRaster {
  const width = box.x1 - box.x0
  const height = box.y1 - box.y0
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (box.y0 + y) * raster.width + box.x0
    pixels.set(raster.pixels.subarray(from, from + width), y * width)
  }
  return { width, height, pixels }
}
