/**
 * Assigns the images of a page to the cells of a tagged table. Tags give no boxes for images, so the texts of the
 * rows and columns around an image determine its cell.
 */
import { area, type Box, center, contains, height, overlapY, union, width } from '../../model/geometry.ts'
import type { RawImage } from '../../model/raw-page.ts'
import type { TagCell } from '../../model/tags.ts'

/** Minimum side of an image, in points. Smaller ones are rules and bullets. */
const minSide = 4
/** Maximum number of cells whose text an image covers. More mean a background. */
const maxCovered = 2
/** Maximum distance from the texts of the table, as a ratio of the image width. */
const reachRatio = 1
/** Maximum number of images per page. More are a pattern. */
const maxImages = 400

export interface Placed {
  readonly cell: TagCell
  /** Box of the cell's text; `null` for an empty cell. */
  readonly box: Box | null
}

/** Returns the cells, enlarged by their images. An image belongs to the row whose texts overlap it most. */
export function assignImagesToCells<each extends Placed>(cells: readonly each[], images: readonly RawImage[]): each[] {
  const found = new Map<each, Box>()
  const filled = cells.filter(({ box }) => box !== null)
  if (filled.length === 0) return [...cells]
  const texts = filled.map(({ box }) => box!).reduce(union)
  for (const { box } of images.filter(isPicture).slice(0, maxImages)) {
    if (Math.max(texts.x0 - box.x1, box.x0 - texts.x1) > reachRatio * width(box)) continue
    if (filled.filter((each) => contains(box, center(each.box!))).length >= maxCovered) continue
    const home = cellOf(box, cells, filled)
    if (home !== null) found.set(home, found.has(home) ? union(found.get(home)!, box) : box)
  }
  if (found.size === 0) return [...cells]
  return cells.map((each) => {
    const pictures = found.get(each)
    return pictures === undefined ? each : { ...each, box: each.box === null ? pictures : union(each.box, pictures) }
  })
}

function isPicture({ box, empty }: RawImage): boolean {
  return empty !== true && area(box) > 0 && Math.min(width(box), height(box)) >= minSide
}

function cellOf<each extends Placed>(picture: Box, cells: readonly each[], filled: readonly each[]): each | null {
  const row = nearestRow(picture, filled)
  if (row === null) return null
  const inRow = ({ cell }: Placed): boolean => cell.row <= row && cell.row + cell.rowSpan > row
  const { x } = center(picture)
  const beside = filled.filter(inRow)
  const left = Math.max(
    -1,
    ...beside.filter(({ box }) => center(box!).x < x).map(({ cell }) => cell.col + cell.colSpan - 1),
  )
  const right = Math.min(Infinity, ...beside.filter(({ box }) => center(box!).x >= x).map(({ cell }) => cell.col))
  const free = cells.filter((each) => inRow(each) && each.box === null && each.cell.col > left && each.cell.col < right)
  if (free.length === 0) return beside.find(({ box }) => x >= box!.x0 && x <= box!.x1) ?? null
  return free.length === 1 ? free[0]! : nearestColumn(free, filled, x)
}

/** The row whose texts overlap the image most. */
function nearestRow(picture: Box, filled: readonly Placed[]): number | null {
  let best: { row: number; overlap: number } | null = null
  for (const { cell, box } of filled) {
    const overlap = cell.rowSpan === 1 ? overlapY(picture, box!) : 0
    if (overlap > (best?.overlap ?? 0)) best = { row: cell.row, overlap }
  }
  return best?.row ?? null
}

/** The empty cell whose column has texts nearest to the center of the image. */
function nearestColumn<each extends Placed>(free: readonly each[], filled: readonly Placed[], x: number): each | null {
  let best: { each: each; distance: number } | null = null
  for (const each of free) {
    for (const { cell, box } of filled) {
      if (cell.col !== each.cell.col || cell.colSpan !== each.cell.colSpan) continue
      const distance = Math.abs(center(box!).x - x)
      if (best === null || distance < best.distance) best = { each, distance }
    }
  }
  return best?.each ?? null
}
