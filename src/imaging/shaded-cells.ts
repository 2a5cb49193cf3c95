/** Turns the text of shaded cells dark on white: Tesseract omits much of the light text on dark cells. */
import { area, boxOfSize, height } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { sumOf } from '../model/statistics.ts'
import { clearEdges, removeColoredBackgrounds } from './colored-backgrounds.ts'
import { findComponents } from './connected-components.ts'
import { histogramOf } from './contrast.ts'
import type { FilledRectangle } from './filled-rectangles.ts'
import { cropRaster } from './rotate.ts'
import { findTextRows } from './text-detection.ts'

/** Minimum difference of text from its cell, in gray levels. */
const MIN_TEXT_CONTRAST = 24
/** Minimum and maximum fraction of a cell that its text covers. */
const MIN_TEXT_RATIO = 0.005
const MAX_TEXT_RATIO = 0.4
/** Heights of letters, relative to the median of the page; the shapes of icons and flags are smaller or larger. */
const MIN_HEIGHT_RATIO = 0.6
const MAX_HEIGHT_RATIO = 2.5
const MIN_LETTERS = 2
/** Maximum gap between cells of one row, in pixels. */
const MAX_CELL_GAP_PX = 6

/** Cells with text and those next to them; the bars of a chart stay. Returns the same raster if there are none. */
export function whitenShadedCells(
  raster: GrayRaster,
  fills: readonly FilledRectangle[],
  size: { letterHeight: number },
): GrayRaster {
  const withText = fills.filter((fill) => hasText(raster, fill, size))
  const cells = fills.filter((fill) => withText.some((other) => other === fill || isNextTo(fill, other)))
  return clearEdges(removeColoredBackgrounds(raster, cells), cells, size)
}

function hasText(
  raster: GrayRaster,
  { box, level }: FilledRectangle,
  { letterHeight }: { letterHeight: number },
): boolean {
  const cell = cropRaster(raster, box)
  const counts = histogramOf(cell.pixels)
  const background = counts.subarray(Math.max(0, level - MIN_TEXT_CONTRAST), level + MIN_TEXT_CONTRAST)
  const ratio = 1 - sumOf(background) / area(box)
  if (ratio < MIN_TEXT_RATIO || ratio > MAX_TEXT_RATIO) return false
  const letters = findComponents(removeColoredBackgrounds(cell, [{ box: boxOfSize(cell), level }])).filter(
    (shape) => height(shape) >= letterHeight * MIN_HEIGHT_RATIO && height(shape) <= letterHeight * MAX_HEIGHT_RATIO,
  )
  return findTextRows(letters).some((row) => row.length >= MIN_LETTERS)
}

function isNextTo({ box: a }: FilledRectangle, { box: b }: FilledRectangle): boolean {
  const isClose = (x: number, y: number): boolean => Math.abs(x - y) <= MAX_CELL_GAP_PX
  return isClose(a.y0, b.y0) && isClose(a.y1, b.y1) && (isClose(a.x0, b.x1) || isClose(a.x1, b.x0))
}
