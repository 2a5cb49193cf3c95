/**
 * Dust and the dots of a scanner's shade, larger than single pixels: read as points and commas, taken for lines that run sideways.
 * Only pages with more of them than full stops and the dots of i's are swept, and what stands beside letters stays.
 */
import type { GrayRaster } from '../model/raster.ts'
import { findComponents, type Piece } from './letter-size.ts'

/** Pieces lower than this say nothing of the print's size. */
const LOWEST_PX = 4
/** Pieces higher than this share of the page are pictures. */
const HIGHEST_RATIO = 0.1
/** Dust is at most so large, in letter heights: a full stop measures a fifth. */
const LARGEST = 0.3
/** Dust this small goes wherever it lies: no sign is that small. */
const TINY = 0.12
/** Letters are at least so high; of the usual one. */
const LETTER = 0.5
/** What lies this near to a letter may belong to it; letter heights. */
const NEAR = 0.6
/** More pieces of dust than this for each letter: print has one for three. */
const DUSTY = 1
/** Nearness is looked up on a grid of so many pixels. */
const CELL_PX = 4

export function despeckle(raster: GrayRaster): GrayRaster {
  const pieces = findComponents(raster)
  const letterHeight = usualHeight(pieces, raster)
  const letters = pieces.filter((piece) => sizeOf(piece) >= letterHeight * LETTER)
  const dust = pieces.filter((piece) => sizeOf(piece) <= letterHeight * LARGEST)
  if (letterHeight === 0 || dust.length < letters.length * DUSTY) return raster
  const isNear = nearnessTo(letters, raster, letterHeight * NEAR)
  const result = { ...raster, pixels: raster.pixels.slice() }
  for (const piece of dust) if (sizeOf(piece) <= letterHeight * TINY || !isNear(piece)) whiten(result, piece)
  return result
}

function sizeOf({ x0, y0, x1, y1 }: Piece): number {
  return Math.max(x1 - x0, y1 - y0)
}

/** The median, each piece counted by its area: there may be a hundred times more dust than letters. */
function usualHeight(pieces: readonly Piece[], { height }: GrayRaster): number {
  const heights = pieces
    .map(({ y0, y1 }) => y1 - y0)
    .filter((each) => each >= LOWEST_PX && each <= height * HIGHEST_RATIO)
  heights.sort((a, b) => a - b)
  const half = heights.reduce((sum, each) => sum + each * each, 0) / 2
  let seen = 0
  return (
    heights.find((each) => {
      seen += each * each
      return seen >= half
    }) ?? 0
  )
}

function nearnessTo(
  letters: readonly Piece[],
  { width, height }: GrayRaster,
  reach: number,
): (piece: Piece) => boolean {
  const columns = Math.ceil(width / CELL_PX)
  const near = new Uint8Array(columns * Math.ceil(height / CELL_PX))
  const cellOf = (value: number, limit: number): number => Math.floor(Math.max(0, Math.min(limit - 1, value)) / CELL_PX)
  for (const { x0, y0, x1, y1 } of letters)
    for (let row = cellOf(y0 - reach, height); row <= cellOf(y1 + reach, height); row++)
      near.fill(1, row * columns + cellOf(x0 - reach, width), row * columns + cellOf(x1 + reach, width) + 1)
  return ({ x0, y0, x1, y1 }) => near[cellOf((y0 + y1) / 2, height) * columns + cellOf((x0 + x1) / 2, width)] === 1
}

/** With the soft edge of a pixel around it. */
function whiten({ width, height, pixels }: GrayRaster, { x0, y0, x1, y1 }: Piece): void {
  for (let y = Math.max(0, y0 - 1); y < Math.min(height, y1 + 1); y++)
    pixels.fill(255, y * width + Math.max(0, x0 - 1), y * width + Math.min(width, x1 + 1))
}
