/**
 * Divides pixels by the brightness of the paper in their tile, unless it is very dark: light text on boxes survives.
 */
import type { GrayRaster } from '../model/raster.ts'
import { mapLevels } from './contrast.ts'

/** Tiles along the shorter side: larger than strokes, smaller than shadows. */
const TILES_PER_SIDE = 100
const MIN_TILE_PX = 8
const BRIGHTER_RATIO = 0.2
const CLOSING_RADIUS = 2
/** In gray levels; darker tiles are dark boxes. */
const MIN_PAPER = 60
/**
 * Minimum fraction of tiles near the brightest (`EVEN_RANGE` gray levels): shadows darken most tiles, dark boxes few.
 */
const MIN_EVEN_RATIO = 0.7
const EVEN_RANGE = 14
const MIN_WHITE_PAPER = 225

export interface Background {
  /** Side of a tile in pixels. */
  readonly tile: number
  readonly columns: number
  readonly rows: number
  readonly values: Float32Array
}

export function measureBackground(raster: GrayRaster): Background {
  const { width, height } = raster
  const tile = Math.max(MIN_TILE_PX, Math.round(Math.min(width, height) / TILES_PER_SIDE))
  const grid = { columns: Math.ceil(width / tile), rows: Math.ceil(height / tile) }
  let values = new Float32Array(grid.columns * grid.rows)
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++)
      values[row * grid.columns + column] = tileBrightness(raster, { x: column * tile, y: row * tile, tile })
  values = morph(morph(values, grid, Math.max), grid, Math.min)
  return { tile, ...grid, values: boxBlur(values, grid) }
}

/** Normalizing an evenly lit page would erase light text in dark boxes. */
export function isEvenlyLit(background: Background): boolean {
  const paper = paperLevel(background)
  const even = background.values.filter((value) => value >= paper - EVEN_RANGE).length
  return even >= background.values.length * MIN_EVEN_RATIO
}

/** Whether the paper would look like ink. */
export function isGrayPaper(background: Background): boolean {
  return paperLevel(background) < MIN_WHITE_PAPER
}

/** One factor for the page keeps more letters than a factor per tile. */
export function whitenPaper(raster: GrayRaster, background: Background): GrayRaster {
  const gain = 255 / Math.max(MIN_PAPER, paperLevel(background))
  return mapLevels(raster, (level) => Math.min(255, Math.round(level * gain)))
}

function paperLevel({ values }: Background): number {
  const sorted = values.toSorted()
  return sorted[Math.floor(sorted.length * 0.95)] ?? 255
}

export function normalizeBackground(raster: GrayRaster, background: Background): GrayRaster {
  const { width, height, pixels } = raster
  const { tile, columns, rows, values } = background
  const result = new Uint8Array(pixels.length)
  const gains = Float32Array.from(values, (value) => (255 * 65536) / Math.max(MIN_PAPER, value))
  const rowGains = new Float32Array(columns)
  for (let y = 0; y < height; y++) {
    const position = Math.min(rows - 1, Math.max(0, (y + 0.5) / tile - 0.5))
    const upper = Math.floor(position) * columns
    const lower = Math.min(rows - 1, Math.floor(position) + 1) * columns
    const weight = position - Math.floor(position)
    for (let column = 0; column < columns; column++)
      rowGains[column] = gains[upper + column]! * (1 - weight) + gains[lower + column]! * weight
    normalizeRow(pixels, result, { start: y * width, width, tile, gains: rowGains })
  }
  return { width, height, pixels: result }
}

function normalizeRow(
  pixels: Uint8Array,
  result: Uint8Array,
  { start, width, tile, gains }: { start: number; width: number; tile: number; gains: Float32Array },
): void {
  const last = gains.length - 1
  for (let x = 0; x < width; x++) {
    const position = (x + 0.5) / tile - 0.5
    const left = position <= 0 ? 0 : position >= last ? last : Math.floor(position)
    const weight = position <= 0 || position >= last ? 0 : position - left
    const gain = gains[left]! + (weight === 0 ? 0 : (gains[left + 1]! - gains[left]!) * weight)
    result[start + x] = Math.min(255, (pixels[start + x]! * gain) / 65536)
  }
}

function tileBrightness(raster: GrayRaster, at: { x: number; y: number; tile: number }): number {
  const counts = new Uint16Array(64)
  const right = Math.min(raster.width, at.x + at.tile)
  const bottom = Math.min(raster.height, at.y + at.tile)
  let total = 0
  for (let y = at.y; y < bottom; y += 2) {
    for (let i = y * raster.width + at.x, end = y * raster.width + right; i < end; i++)
      counts[raster.pixels[i]! >> 2]!++
    total += right - at.x
  }
  const limit = total * BRIGHTER_RATIO
  let seen = 0
  for (let bin = 63; bin >= 0; bin--) {
    seen += counts[bin]!
    if (seen >= limit) return bin * 4 + 3
  }
  return 255
}

function morph(
  values: Float32Array,
  { columns, rows }: { columns: number; rows: number },
  pick: (a: number, b: number) => number,
): Float32Array<ArrayBuffer> {
  const horizontal = new Float32Array(values.length)
  const result = new Float32Array(values.length)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let value = values[y * columns + x]!
      for (let at = Math.max(0, x - CLOSING_RADIUS); at <= Math.min(columns - 1, x + CLOSING_RADIUS); at++)
        value = pick(value, values[y * columns + at]!)
      horizontal[y * columns + x] = value
    }
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let value = horizontal[y * columns + x]!
      for (let at = Math.max(0, y - CLOSING_RADIUS); at <= Math.min(rows - 1, y + CLOSING_RADIUS); at++)
        value = pick(value, horizontal[at * columns + x]!)
      result[y * columns + x] = value
    }
  return result
}

function boxBlur(values: Float32Array, { columns, rows }: { columns: number; rows: number }): Float32Array {
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
