/**
 * Quarter turns: turning a raster, and choosing the part of a page by which its orientation is judged.
 * The judging itself needs a recognizer and lives in `extract/ocr/ocr.ts`.
 */
import type { Box, Rotation, Transform } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { identity } from './coordinate-map.ts'
import type { Placed } from './scale.ts'

/** Turns the raster clockwise. */
export function rotateRaster(raster: GrayRaster, turn: Rotation): Placed {
  const { width, height, pixels } = raster
  if (turn === 0) return { raster, toSource: identity }
  const toSource = rotationMap(raster, turn)
  const result = new Uint8Array(pixels.length)
  if (turn === 180) {
    for (let i = 0, from = pixels.length - 1; from >= 0; i++, from--) result[i] = pixels[from]!
    return { raster: { width, height, pixels: result }, toSource }
  }
  // Square tiles keep both the rows read and the columns written in the processor's cache.
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE)
      for (let y = top; y < Math.min(height, top + TILE); y++)
        for (let x = left; x < Math.min(width, left + TILE); x++)
          result[turn === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y] = pixels[y * width + x]!
  return { raster: { width: height, height: width, pixels: result }, toSource }
}

const TILE = 64

/** From the pixels of a turned raster to those of the raster of this size that was turned. */
export function rotationMap(size: { width: number; height: number }, turn: Rotation): Transform {
  const { width, height } = size
  if (turn === 90) return { a: 0, b: -1, c: 1, d: 0, e: 0, f: height }
  if (turn === 180) return { a: -1, b: 0, c: 0, d: -1, e: width, f: height }
  if (turn === 270) return { a: 0, b: 1, c: -1, d: 0, e: width, f: 0 }
  return identity
}

/** Turned by this, a raster that was turned by `turn` is upright again. */
export function oppositeRotation(turn: Rotation): Rotation {
  return turn === 90 ? 270 : turn === 270 ? 90 : turn
}

/** Cells that a sample is moved by, along each side of it. */
const SAMPLE_CELLS = 4
/** A step between two pixels that counts as the edge of a letter, in gray values. */
const EDGE_CONTRAST = 60

/** The window of this size with the most letter edges: where to look when the whole page would take too long. Whole pixels. */
export function chooseSample(raster: GrayRaster, size: { width: number; height: number }): Box {
  const { width, height, pixels } = raster
  const sampleWidth = Math.max(1, Math.min(width, Math.round(size.width)))
  const sampleHeight = Math.max(1, Math.min(height, Math.round(size.height)))
  const cellWidth = Math.ceil(sampleWidth / SAMPLE_CELLS)
  const cellHeight = Math.ceil(sampleHeight / SAMPLE_CELLS)
  const columns = Math.ceil(width / cellWidth)
  const rows = Math.ceil(height / cellHeight)
  const edges = new Uint32Array(columns * rows)
  for (let y = 0; y < height; y += 2) {
    const row = Math.floor(y / cellHeight) * columns
    for (let x = 1, i = y * width + 1; x < width; x++, i++)
      if (Math.abs(pixels[i]! - pixels[i - 1]!) > EDGE_CONTRAST) edges[row + Math.floor(x / cellWidth)]!++
  }
  let best = -1
  let x0 = 0
  let y0 = 0
  for (let row = 0; row <= Math.max(0, rows - SAMPLE_CELLS); row++)
    for (let column = 0; column <= Math.max(0, columns - SAMPLE_CELLS); column++) {
      let sum = 0
      for (let y = row; y < Math.min(rows, row + SAMPLE_CELLS); y++)
        for (let x = column; x < Math.min(columns, column + SAMPLE_CELLS); x++) sum += edges[y * columns + x]!
      if (sum <= best) continue
      best = sum
      x0 = Math.min(column * cellWidth, width - sampleWidth)
      y0 = Math.min(row * cellHeight, height - sampleHeight)
    }
  return { x0, y0, x1: x0 + sampleWidth, y1: y0 + sampleHeight }
}

/** The pixels inside a box of whole pixels. */
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
