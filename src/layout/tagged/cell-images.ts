import {
  area,
  type Box,
  centerX,
  containsCenter,
  gapX,
  overlapY,
  shortSide,
  union,
  width,
} from '../../model/geometry.ts'
import type { RawImage } from '../../model/raw-page.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { TagCell } from '../../model/tags.ts'

/** Minimum side in points; smaller images are rulings and bullets. */
const MIN_SIDE = 4
/** Maximum cells whose text an image covers. */
const MAX_COVERED_CELLS = 2
/** Maximum distance from the table's text, relative to the image width. */
const MAX_DISTANCE_RATIO = 1
/** Maximum images per page; more are a pattern. */
const MAX_IMAGES = 400

export interface CellBox {
  readonly cell: TagCell
  readonly box: Box | null
}

/** Assigns each image to the row whose texts overlap it most. */
export function assignImagesToCells<Cell extends CellBox>(cells: readonly Cell[], images: readonly RawImage[]): Cell[] {
  const found = new Map<Cell, Box>()
  const filled = cells.filter(({ box }) => box !== null)
  if (filled.length === 0) return [...cells]
  const texts = filled.map(({ box }) => box!).reduce(union)
  for (const { box } of images.filter(isContentImage).slice(0, MAX_IMAGES)) {
    if (gapX(texts, box) > MAX_DISTANCE_RATIO * width(box)) continue
    if (filled.filter((cellBox) => containsCenter(box, cellBox.box!)).length >= MAX_COVERED_CELLS) continue
    const target = cellOf(box, cells, filled)
    if (target !== null) found.set(target, found.has(target) ? union(found.get(target)!, box) : box)
  }
  if (found.size === 0) return [...cells]
  return cells.map((cellBox) => {
    const imageBox = found.get(cellBox)
    return imageBox === undefined
      ? cellBox
      : { ...cellBox, box: cellBox.box === null ? imageBox : union(cellBox.box, imageBox) }
  })
}

function isContentImage({ box, empty }: RawImage): boolean {
  return empty !== true && area(box) > 0 && shortSide(box) >= MIN_SIDE
}

function cellOf<Cell extends CellBox>(image: Box, cells: readonly Cell[], filled: readonly Cell[]): Cell | null {
  const row = nearestRow(image, filled)
  if (row === null) return null
  const inRow = ({ cell }: CellBox): boolean => cell.row <= row && cell.row + cell.rowSpan > row
  const x = centerX(image)
  const cellsOfRow = filled.filter(inRow)
  const left = maxOf(cellsOfRow.filter(({ box }) => centerX(box!) < x).map(({ cell }) => cell.col + cell.colSpan - 1))
  const right = minOf(cellsOfRow.filter(({ box }) => centerX(box!) >= x).map(({ cell }) => cell.col))
  const free = cells.filter(
    (cellBox) => inRow(cellBox) && cellBox.box === null && cellBox.cell.col > left && cellBox.cell.col < right,
  )
  if (free.length === 0) return cellsOfRow.find(({ box }) => x >= box!.x0 && x <= box!.x1) ?? null
  return free.length === 1 ? free[0]! : nearestColumn(free, filled, x)
}

function nearestRow(image: Box, filled: readonly CellBox[]): number | null {
  let best: { row: number; overlap: number } | null = null
  for (const { cell, box } of filled) {
    const overlap = cell.rowSpan === 1 ? overlapY(image, box!) : 0
    if (overlap > (best?.overlap ?? 0)) best = { row: cell.row, overlap }
  }
  return best?.row ?? null
}

function nearestColumn<Cell extends CellBox>(
  free: readonly Cell[],
  filled: readonly CellBox[],
  x: number,
): Cell | null {
  let best: { cellBox: Cell; distance: number } | null = null
  for (const cellBox of free) {
    for (const { cell, box } of filled) {
      if (cell.col !== cellBox.cell.col || cell.colSpan !== cellBox.cell.colSpan) continue
      const distance = Math.abs(centerX(box!) - x)
      if (best === null || distance < best.distance) best = { cellBox, distance }
    }
  }
  return best?.cellBox ?? null
}
