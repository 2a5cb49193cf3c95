/** Finds drawings and photos: regions of connected ink that is larger than letters. */
import { area, type Box, height, longSide, overlapArea, type Size, shortSide, width } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { findComponents } from './connected-components.ts'

/** Minimum side of a part and of a region, in letter heights. */
const MIN_PART_SIDE = 2.5
const MIN_REGION_SIDE = 4
/** Maximum side relative to the page; larger parts are its frame or the edge of the scan. */
const MAX_PAGE_RATIO = 0.95
/** Maximum fraction of a part that one word covers, and of a region that all words cover. */
const MAX_WORD_RATIO = 0.3
/** Number of parts beyond which the page is a texture; limits the work. */
const MAX_PARTS = 5000
/** Distance at which parts are joined, in letter heights. */
const CELL_SIZE = 0.5

/** Boxes in pixels. `letterHeight` in pixels; `words` are the boxes of the words on the page. */
export function findFigureRegions(
  raster: GrayRaster,
  { letterHeight, words }: { letterHeight: number; words: readonly Box[] },
): Box[] {
  if (letterHeight === 0) return []
  const parts = findComponents(raster).filter(
    (part) =>
      longSide(part) >= MIN_PART_SIDE * letterHeight &&
      width(part) < MAX_PAGE_RATIO * raster.width &&
      height(part) < MAX_PAGE_RATIO * raster.height,
  )
  if (parts.length > MAX_PARTS) return []
  const drawn = parts.filter((part) => !words.some((word) => overlapArea(word, part) > MAX_WORD_RATIO * area(part)))
  return joinNear(drawn, raster, Math.max(1, CELL_SIZE * letterHeight)).filter(
    (region) =>
      shortSide(region) >= MIN_REGION_SIDE * letterHeight &&
      words.reduce((sum, word) => sum + overlapArea(word, region), 0) <= MAX_WORD_RATIO * area(region),
  )
}

/** Joins boxes in touching cells, in linear time. */
function joinNear(boxes: readonly Box[], page: Size, cell: number): Box[] {
  const columns = Math.ceil(page.width / cell)
  const rows = Math.ceil(page.height / cell)
  const cells = new Uint8Array(columns * rows).fill(255)
  for (const { x0, y0, x1, y1 } of boxes)
    for (let row = Math.floor(y0 / cell); row < y1 / cell; row++)
      cells.fill(0, row * columns + Math.floor(x0 / cell), row * columns + Math.ceil(x1 / cell))
  return findComponents({ width: columns, height: rows, pixels: cells }, 128).map(({ x0, y0, x1, y1 }) => ({
    x0: x0 * cell,
    y0: y0 * cell,
    x1: Math.min(page.width, x1 * cell),
    y1: Math.min(page.height, y1 * cell),
  }))
}
