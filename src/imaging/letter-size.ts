/**
 * How large the print is: the heights of connected pieces of ink that have the shape of letters.
 * A measure of the whole page for choosing its scale; it does not read anything.
 */

import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'

/** Pieces lower than this are dots, dust and grain. */
const LOWEST_PX = 4
/** Pieces higher than this share of the page are pictures. */
const HIGHEST_RATIO = 0.1
/** Letters are between this … */
const NARROWEST = 0.1
/** … and this much as wide as high; wider pieces are dashes, rulings, joined words. */
const WIDEST = 3

export interface Letters {
  /** Median height in pixels: between the x-height and the height of capitals. 0 without letters. */
  readonly height: number
  readonly count: number
}

export function measureLetters(raster: GrayRaster): Letters {
  return lettersAmong(findComponents(raster), raster)
}

/** The letters among the pieces of ink of a raster. */
export function lettersAmong(pieces: readonly Piece[], raster: { height: number }): Letters {
  const highest = raster.height * HIGHEST_RATIO
  const heights: number[] = []
  for (const piece of pieces) {
    const width = piece.x1 - piece.x0
    const height = piece.y1 - piece.y0
    if (height >= LOWEST_PX && height <= highest && width >= height * NARROWEST && width <= height * WIDEST)
      heights.push(height)
  }
  heights.sort((a, b) => a - b)
  return { height: heights[heights.length >> 1] ?? 0, count: heights.length }
}

/** Box of a connected piece of ink, in pixels. */
export interface Piece {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Boxes of all connected pieces of ink: runs of each row, joined with those that they touch in the row above (union–find). */
export function findComponents(raster: GrayRaster, threshold = otsuThreshold(histogramOf(raster.pixels))): Piece[] {
  const { width, height, pixels } = raster
  const pieces: Piece[] = []
  const parent: number[] = []
  const rootOf = (id: number): number => {
    let root = id
    while (parent[root]! !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
  let above: number[] = []
  for (let y = 0; y < height; y++) {
    const row = y * width
    // Runs as flat triples (from, to, piece).
    const here: number[] = []
    let next = 0
    for (let x = 0; x < width; x++) {
      if (pixels[row + x]! > threshold) continue
      const from = x
      while (x < width && pixels[row + x]! <= threshold) x++
      let id = -1
      while (next < above.length && above[next + 1]! < from) next += 3
      for (let at = next; at < above.length && above[at]! <= x; at += 3) {
        const touching = rootOf(above[at + 2]!)
        if (id < 0) id = touching
        else if (id !== touching) id = join(pieces, parent, id, touching)
      }
      if (id < 0) {
        id = pieces.length
        pieces.push({ x0: from, y0: y, x1: x, y1: y + 1 })
        parent.push(id)
      } else grow(pieces[id]!, { x0: from, y0: y, x1: x, y1: y + 1 })
      here.push(from, x, id)
    }
    above = here
  }
  return pieces.filter((_, id) => parent[id] === id)
}

function join(pieces: Piece[], parent: number[], a: number, b: number): number {
  parent[b] = a
  grow(pieces[a]!, pieces[b]!)
  return a
}

function grow(piece: Piece, by: Piece): void {
  piece.x0 = Math.min(piece.x0, by.x0)
  piece.y0 = Math.min(piece.y0, by.y0)
  piece.x1 = Math.max(piece.x1, by.x1)
  piece.y1 = Math.max(piece.y1, by.y1)
}
