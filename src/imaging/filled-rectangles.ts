/** Finds evenly filled rectangles, such as shaded cells and the bars of charts. */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

export interface FilledRectangle {
  readonly box: Box
  /** Mean gray level. */
  readonly level: number
}

/** Side of the blocks that are examined, in pixels: between the strokes of letters. */
const BLOCK_PX = 4
/** Maximum range of a white block in gray levels, and its growth per level of darkness, as JPEG noise grows. */
const MAX_WHITE_RANGE = 18
const RANGE_PER_DARKNESS = 0.12
/** Maximum range of a black block. */
const MAX_RANGE = MAX_WHITE_RANGE + 255 * RANGE_PER_DARKNESS
/** Maximum differences of neighboring blocks and of edges, in gray levels. */
const MAX_STEP = 10
const MAX_EDGE_DIFFERENCE = 16
/** Maximum level; lighter areas are paper. */
const MAX_LEVEL = 237
const MIN_SIDE_INCHES = 0.15
/** Minimum filled fraction of the outline, which text does not reach, or else of the area. */
const MIN_OUTLINE_RATIO = 0.75
const MIN_AREA_RATIO = 0.6
/** Minimum fraction of a row or column of pixels at the edge that belongs to the rectangle. */
const MIN_EDGE_RATIO = 0.6
/** Reach of the pixels that are compared on each side of an edge. */
const EDGE_REACH_PX = 2
/** More rectangles are a texture. */
const MAX_RECTANGLES = 400

interface BlockGrid {
  readonly columns: number
  readonly rows: number
  /** Mean level of each even block; 255: paper, text or an edge. */
  readonly levels: Uint8Array
}

interface Region {
  readonly id: number
  /** In blocks. */
  readonly box: { x0: number; y0: number; x1: number; y1: number }
  blocks: number
  levelSum: number
}

export function findFilledRectangles(raster: GrayRaster, { dpi }: { dpi: number }): FilledRectangle[] {
  const grid = measureBlocks(raster)
  const minSide = (dpi * MIN_SIDE_INCHES) / BLOCK_PX
  const owners = new Int32Array(grid.levels.length)
  const found: FilledRectangle[] = []
  for (const region of findRegions(grid, owners)) {
    const { x0, y0, x1, y1 } = region.box
    if (Math.min(x1 - x0, y1 - y0) < minSide || !isRectangle(region, grid, owners)) continue
    if (found.length === MAX_RECTANGLES) return []
    const level = Math.round(region.levelSum / region.blocks)
    const blocks = { x0: x0 * BLOCK_PX, y0: y0 * BLOCK_PX, x1: x1 * BLOCK_PX, y1: y1 * BLOCK_PX }
    const box = growToEdges(blocks, level, raster)
    if (hasEdges(box, raster)) found.push({ box, level })
  }
  return found
}

function measureBlocks({ width, height, pixels }: GrayRaster): BlockGrid {
  const [columns, rows] = [Math.floor(width / BLOCK_PX), Math.floor(height / BLOCK_PX)]
  const levels = new Uint8Array(columns * rows).fill(255)
  for (let row = 0, block = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, block++) {
      const start = row * BLOCK_PX * width + column * BLOCK_PX
      let [darkest, lightest, sum] = [255, 0, 0]
      for (let y = 0; y < BLOCK_PX && lightest - darkest <= MAX_RANGE; y++)
        for (let x = 0, at = start + y * width; x < BLOCK_PX; x++, at++) {
          const level = pixels[at]!
          if (level < darkest) darkest = level
          if (level > lightest) lightest = level
          sum += level
        }
      const mean = Math.round(sum / BLOCK_PX ** 2)
      const maxRange = MAX_WHITE_RANGE + (255 - mean) * RANGE_PER_DARKNESS
      if (lightest - darkest <= maxRange && mean <= MAX_LEVEL) levels[block] = mean
    }
  return { columns, rows, levels }
}

/** Connected blocks of similar level. Writes the ids of the regions, from 1, to `owners`. */
function* findRegions({ columns, rows, levels }: BlockGrid, owners: Int32Array): Generator<Region> {
  const stack = new Int32Array(levels.length)
  let id = 0
  for (let first = 0; first < levels.length; first++) {
    if (levels[first] === 255 || owners[first] !== 0) continue
    const region: Region = { id: ++id, box: { x0: columns, y0: rows, x1: 0, y1: 0 }, blocks: 0, levelSum: 0 }
    let size = 0
    const visit = (block: number, level: number): void => {
      if (levels[block] === 255 || owners[block] !== 0 || Math.abs(levels[block]! - level) > MAX_STEP) return
      owners[block] = id
      stack[size++] = block
    }
    visit(first, levels[first]!)
    while (size > 0) {
      const block = stack[--size]!
      const level = levels[block]!
      const [x, y] = [block % columns, Math.floor(block / columns)]
      extend(region, { x, y, level })
      if (x > 0) visit(block - 1, level)
      if (x < columns - 1) visit(block + 1, level)
      if (y > 0) visit(block - columns, level)
      if (y < rows - 1) visit(block + columns, level)
    }
    yield region
  }
}

function extend(region: Region, { x, y, level }: { x: number; y: number; level: number }): void {
  const { box } = region
  box.x0 = Math.min(box.x0, x)
  box.y0 = Math.min(box.y0, y)
  box.x1 = Math.max(box.x1, x + 1)
  box.y1 = Math.max(box.y1, y + 1)
  region.blocks++
  region.levelSum += level
}

function isRectangle({ id, box, blocks }: Region, { columns }: BlockGrid, owners: Int32Array): boolean {
  const { x0, y0, x1, y1 } = box
  if (blocks >= MIN_AREA_RATIO * (x1 - x0) * (y1 - y0)) return true
  let filled = 0
  for (let x = x0; x < x1; x++) for (const y of [y0, y1 - 1]) if (owners[y * columns + x] === id) filled++
  for (let y = y0; y < y1; y++) for (const x of [x0, x1 - 1]) if (owners[y * columns + x] === id) filled++
  return filled >= MIN_OUTLINE_RATIO * 2 * (x1 - x0 + y1 - y0)
}

function growToEdges(start: Box, level: number, { width, height, pixels }: GrayRaster): Box {
  const box = { ...start }
  const isFilled = (from: number, step: number, count: number): boolean => {
    let filled = 0
    for (let i = 0, at = from; i < count; i++, at += step)
      if (Math.abs(pixels[at]! - level) <= MAX_EDGE_DIFFERENCE) filled++
    return filled >= MIN_EDGE_RATIO * count
  }
  const isRowFilled = (y: number): boolean => isFilled(y * width + box.x0, 1, box.x1 - box.x0)
  const isColumnFilled = (x: number): boolean => isFilled(box.y0 * width + x, width, box.y1 - box.y0)
  for (let i = 0; i < BLOCK_PX && box.y0 > 0 && isRowFilled(box.y0 - 1); i++) box.y0--
  for (let i = 0; i < BLOCK_PX && box.y1 < height && isRowFilled(box.y1); i++) box.y1++
  for (let i = 0; i < BLOCK_PX && box.x0 > 0 && isColumnFilled(box.x0 - 1); i++) box.x0--
  for (let i = 0; i < BLOCK_PX && box.x1 < width && isColumnFilled(box.x1); i++) box.x1++
  return box
}

/** Whether the level changes at each side: paper in uneven light becomes darker without an edge. */
function hasEdges({ x0, y0, x1, y1 }: Box, { width, height, pixels }: GrayRaster): boolean {
  const isEdge = (inside: number, outwards: number, along: number, count: number): boolean => {
    let changed = 0
    for (let i = 0, from = inside; i < count; i++, from += along) {
      // The next cell can begin after a thin line.
      let reach = 1
      while (reach <= 2 * EDGE_REACH_PX && Math.abs(pixels[from + reach * outwards]! - pixels[from]!) <= MAX_STEP)
        reach++
      if (reach <= 2 * EDGE_REACH_PX) changed++
    }
    return changed >= MIN_EDGE_RATIO * count
  }
  const isRowEdge = (y: number, outwards: 1 | -1): boolean =>
    y + 2 * EDGE_REACH_PX * outwards < 0 ||
    y + 2 * EDGE_REACH_PX * outwards >= height ||
    isEdge(y * width + x0, outwards * width, 1, x1 - x0)
  const isColumnEdge = (x: number, outwards: 1 | -1): boolean =>
    x + 2 * EDGE_REACH_PX * outwards < 0 ||
    x + 2 * EDGE_REACH_PX * outwards >= width ||
    isEdge(y0 * width + x, outwards, width, y1 - y0)
  return (
    isRowEdge(y0 + EDGE_REACH_PX, -1) &&
    isRowEdge(y1 - EDGE_REACH_PX, 1) &&
    isColumnEdge(x0 + EDGE_REACH_PX, -1) &&
    isColumnEdge(x1 - EDGE_REACH_PX, 1)
  )
}
