/**
 * Uneven light → even white paper: the paper's brightness is measured tile by tile and divided out.
 * White print on dark boxes survives, because very dark tiles are never taken for paper.
 */
import type { GrayRaster } from '../model/raster.ts'

/** Tiles across the shorter side: about 1/12 inch on a page, larger than strokes and smaller than shadows. */
const TILES_ACROSS = 100
const MIN_TILE_PX = 8
/** Share of a tile's pixels that may be brighter than its paper: print covers less than the rest even in dense text. */
const BRIGHTER_RATIO = 0.2
/** Tiles on each side over which ink is bridged: a bold headline fills a tile, not five in a row. */
const BRIDGE_TILES = 2
/** Paper darker than this is no paper but a dark box, possibly with white print in it. */
const DARKEST_PAPER = 60
/** Light is even when this share of the tiles … */
const EVEN_RATIO = 0.7
/** … is within so many gray values of the brightest: shadows and gradients leave little paper untouched, dark boxes on a render leave most. */
const EVEN_RANGE = 14
/** Paper darker than this everywhere is gray. */
const BRIGHT_PAPER = 225

/** Brightness of the paper in a grid of tiles. */
export interface Background {
  readonly tile: number
  readonly columns: number
  readonly rows: number
  readonly values: Float32Array
}

/** Measures the paper: a high percentile of each tile, closed over print, smoothed. */
export function measureBackground(raster: GrayRaster): Background {
  const { width, height } = raster
  const tile = Math.max(MIN_TILE_PX, Math.round(Math.min(width, height) / TILES_ACROSS))
  const grid = { columns: Math.ceil(width / tile), rows: Math.ceil(height / tile) }
  let values = new Float32Array(grid.columns * grid.rows)
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++)
      values[row * grid.columns + column] = brightOf(raster, { x: column * tile, y: row * tile, tile })
  values = spread(spread(values, grid, Math.max), grid, Math.min)
  return { tile, ...grid, values: average(values, grid) }
}

/** Whether the paper is evenly lit already. Dark boxes and pictures may stand on it: flattening would wash out the white print in them. */
export function isEven(background: Background): boolean {
  const paper = paperOf(background)
  const even = background.values.filter((value) => value >= paper - EVEN_RANGE).length
  return even >= background.values.length * EVEN_RATIO
}

/** Whether the paper is so dark that steps after this would take it for ink. */
export function isGray(background: Background): boolean {
  return paperOf(background) < BRIGHT_PAPER
}

/** Gray paper, evenly lit, made white by one factor for all: flattening by tiles costs letters (lowcontrast pages .6 points). */
export function whiten(raster: GrayRaster, background: Background): GrayRaster {
  const gain = 255 / Math.max(DARKEST_PAPER, paperOf(background))
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round(value * gain)))
  return { ...raster, pixels: raster.pixels.map((value) => table[value]!) }
}

/** The brightness of the brightest tiles. */
function paperOf({ values }: Background): number {
  const sorted = values.toSorted()
  return sorted[Math.floor(sorted.length * 0.95)] ?? 255
}

/** Divides the raster by its paper, so that paper becomes 255 everywhere. */
export function flatten(raster: GrayRaster, background: Background): GrayRaster {
  const { width, height, pixels } = raster
  const { tile, columns, rows, values } = background
  const result = new Uint8Array(pixels.length)
  // Gains as 16.16 fixed point: one multiplication a pixel.
  const gains = Float32Array.from(values, (value) => (255 * 65536) / Math.max(DARKEST_PAPER, value))
  const rowGains = new Float32Array(columns)
  for (let y = 0; y < height; y++) {
    const place = Math.min(rows - 1, Math.max(0, (y + 0.5) / tile - 0.5))
    const upper = Math.floor(place) * columns
    const lower = Math.min(rows - 1, Math.floor(place) + 1) * columns
    const down = place - Math.floor(place)
    for (let column = 0; column < columns; column++)
      rowGains[column] = gains[upper + column]! * (1 - down) + gains[lower + column]! * down
    flattenRow(pixels, result, { start: y * width, width, tile, gains: rowGains })
  }
  return { width, height, pixels: result }
}

function flattenRow(
  pixels: Uint8Array,
  result: Uint8Array,
  row: { start: number; width: number; tile: number; gains: Float32Array },
): void {
  const { start, width, tile, gains } = row
  const last = gains.length - 1
  for (let x = 0; x < width; x++) {
    const place = (x + 0.5) / tile - 0.5
    const left = place <= 0 ? 0 : place >= last ? last : Math.floor(place)
    const across = place <= 0 || place >= last ? 0 : place - left
    const gain = gains[left]! + (across === 0 ? 0 : (gains[left + 1]! - gains[left]!) * across)
    const value = (pixels[start + x]! * gain) / 65536
    result[start + x] = Math.min(255, value)
  }
}

/** The value that a fifth of the tile's pixels exceed, from every other row. */
function brightOf(raster: GrayRaster, at: { x: number; y: number; tile: number }): number {
  const counts = new Uint16Array(64)
  const right = Math.min(raster.width, at.x + at.tile)
  const bottom = Math.min(raster.height, at.y + at.tile)
  let looks = 0
  for (let y = at.y; y < bottom; y += 2) {
    for (let i = y * raster.width + at.x, end = y * raster.width + right; i < end; i++)
      counts[raster.pixels[i]! >> 2]!++
    looks += right - at.x
  }
  const wanted = looks * BRIGHTER_RATIO
  let seen = 0
  for (let bin = 63; bin >= 0; bin--) {
    seen += counts[bin]!
    if (seen >= wanted) return bin * 4 + 3
  }
  return 255
}

/** Maximum or minimum over a square of tiles, row by row and then column by column. */
function spread(
  values: Float32Array,
  grid: { columns: number; rows: number },
  pick: (a: number, b: number) => number,
): Float32Array<ArrayBuffer> {
  const { columns, rows } = grid
  const across = new Float32Array(values.length)
  const result = new Float32Array(values.length)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let value = values[y * columns + x]!
      for (let at = Math.max(0, x - BRIDGE_TILES); at <= Math.min(columns - 1, x + BRIDGE_TILES); at++)
        value = pick(value, values[y * columns + at]!)
      across[y * columns + x] = value
    }
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let value = across[y * columns + x]!
      for (let at = Math.max(0, y - BRIDGE_TILES); at <= Math.min(rows - 1, y + BRIDGE_TILES); at++)
        value = pick(value, across[at * columns + x]!)
      result[y * columns + x] = value
    }
  return result
}

/** Mean of the 3 × 3 tiles around each. */
function average(values: Float32Array, grid: { columns: number; rows: number }): Float32Array {
  const { columns, rows } = grid
  const result = new Float32Array(values.length)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let sum = 0
      let count = 0
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          sum += values[row * columns + column]!
          count++
        }
      result[y * columns + x] = sum / count
    }
  return result
}
