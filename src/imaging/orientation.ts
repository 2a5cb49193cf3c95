/**
 * Quarter turns: turning a raster, and choosing the part of a page by which its orientation is judged.
 * The judging itself needs a recogniser and lives in `extract/ocr.ts`.
 */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { type Affine, identity } from './placement.ts'
import type { Placed } from './scale.ts'

export type QuarterTurn = 0 | 90 | 180 | 270

/** Turns the raster clockwise. */
export function turnRaster(raster: GrayRaster, turn: QuarterTurn): Placed {
  const { width, height, pixels } = raster
  if (turn === 0) return { raster, toSource: identity }
  const toSource = turnMap(raster, turn)
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
export function turnMap(size: { width: number; height: number }, turn: QuarterTurn): Affine {
  const { width, height } = size
  if (turn === 90) return { a: 0, b: -1, c: 1, d: 0, e: 0, f: height }
  if (turn === 180) return { a: -1, b: 0, c: 0, d: -1, e: width, f: height }
  if (turn === 270) return { a: 0, b: 1, c: -1, d: 0, e: width, f: 0 }
  return identity
}

/** Turned by this, a raster that was turned by `turn` is upright again. */
export function oppositeTurn(turn: QuarterTurn): QuarterTurn {
  return turn === 90 ? 270 : turn === 270 ? 90 : turn
}

/** Share of each side that the sample covers: some lines of text in a fifth of the time of a page. */
const SAMPLE_SHARE = 0.4
/** Places tried along each side. */
const SAMPLE_PLACES = 7
/** A step between two pixels that counts as the edge of a letter, in gray values. */
const EDGE_CONTRAST = 60

/** The window of the page with the most letter edges, in pixels: where to look when the whole page would take too long. */
export function chooseSample(raster: GrayRaster): Box {
  const { width, height, pixels } = raster
  const cellsAcross = Math.round(SAMPLE_PLACES / SAMPLE_SHARE)
  const edges = new Uint32Array(cellsAcross * cellsAcross)
  for (let y = 0; y < height; y += 2) {
    const row = Math.floor((y * cellsAcross) / height) * cellsAcross
    for (let x = 1; x < width; x++)
      if (Math.abs(pixels[y * width + x]! - pixels[y * width + x - 1]!) > EDGE_CONTRAST) edges[row + Math.floor((x * cellsAcross) / width)]!++
  }
  let best = -1
  let place = { row: 0, column: 0 }
  for (let row = 0; row <= cellsAcross - SAMPLE_PLACES; row++)
    for (let column = 0; column <= cellsAcross - SAMPLE_PLACES; column++) {
      let sum = 0
      for (let y = row; y < row + SAMPLE_PLACES; y++) for (let x = column; x < column + SAMPLE_PLACES; x++) sum += edges[y * cellsAcross + x]!
      if (sum > best) {
        best = sum
        place = { row, column }
      }
    }
  const x0 = Math.floor((place.column * width) / cellsAcross)
  const y0 = Math.floor((place.row * height) / cellsAcross)
  return { x0, y0, x1: Math.min(width, x0 + Math.ceil(width * SAMPLE_SHARE)), y1: Math.min(height, y0 + Math.ceil(height * SAMPLE_SHARE)) }
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
