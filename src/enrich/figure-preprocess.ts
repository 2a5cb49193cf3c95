/** Prepares the rendering of a figure for OCR, and rejects photos before any OCR. */

import { measureBackground, whitenPaper } from '../imaging/background-normalization.ts'
import {
  clearEdges,
  findColoredBoxes,
  findLargeShapes,
  removeColoredBackgrounds,
} from '../imaging/colored-backgrounds.ts'
import { stretchContrast } from '../imaging/contrast.ts'
import { blur, measureNoise } from '../imaging/noise.ts'
import { type PixelRuling, removeRulings } from '../imaging/remove-rulings.ts'
import { scaleRaster } from '../imaging/scale.ts'
import { type DetectedText, detectText, hasColumns, invertColors, measureEvenness } from '../imaging/text-detection.ts'
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { type FigureDrawings, isChart } from './figure-table.ts'

/** Minimum text of a figure: charts and screenshots pass; photos, maps and logos do not. */
const minLetters = 12
const minLetterRatio = 0.4
const minEvenness = 0.6
/** Minimum median letter height, in pixels: smaller text is misread, after seconds. */
const minHeight = 6
/** Minimum grain of a scan, as standard deviation in gray levels. */
const minGrain = 1.5
/** Maximum number of blurs: more would close the letters of small text. */
const maxBlurs = 2
/** The remaining grain is lighter than this. */
const paperContrast = { dark: 0, light: 240 }
/** Minimum rulings of a grid with two rows and two columns. */
const minAcross = 3
const minUpright = 3
/** Minimum rulings of a table without vertical ones: above and below its header. */
const minRules = 2
/** Letter height after scaling, and the range that needs no scaling, in pixels. 10 point text at 200 dpi. */
const letterHeight = 18
const smallLetter = 14
const largeLetter = 40
const mostEnlarged = 3

/** The text of a figure, dark on white, without rulings and colors. */
export interface PreparedFigure extends FigureDrawings {
  readonly dpi: number
  /** Scale relative to the source. */
  readonly factor: number
  /** The text has columns or is inside crossing rulings, and the figure is not a chart. */
  readonly mayBeTable: boolean
}

/** `null` for photos, textures and drawings without text. `dpi` is that of the source; `maxPixels` limits enlarging. */
export function prepareFigure(
  raster: GrayRaster,
  { dpi, maxPixels }: { dpi: number; maxPixels: number },
): PreparedFigure | null {
  const { picture, lettering, isEven } = look(raster)
  if (!isLettered(lettering) || lettering.evenness < minEvenness) return null
  const asTable = prepare(picture, { lettering, dpi, maxPixels, hasCells: true })
  // Light text on colored cells and text that touched rulings is detected only now.
  const shown = detectText(asTable.raster, false)
  const isDrawn = asTable.tints.boxes.length > 0 || countHorizontal(asTable.rulings) >= minRules
  const isOrdered = hasColumns(lettering) || (isDrawn && hasColumns(shown)) || isGrid(asTable.rulings)
  const rows = [...lettering.rows.map((row) => enlarge(row, asTable.factor)), ...shown.rows]
  if (isOrdered && !isChart(asTable, rows)) return { ...asTable, mayBeTable: true }
  return isEven ? { ...prepare(raster, { lettering, dpi, maxPixels, hasCells: false }), mayBeTable: false } : null
}

function enlarge({ x0, y0, x1, y1 }: Box, factor: number): Box {
  return { x0: x0 * factor, y0: y0 * factor, x1: x1 * factor, y1: y1 * factor }
}

function isLettered({ letters, height: letterSize, letterRatio }: DetectedText): boolean {
  return letters >= minLetters && letterSize >= minHeight && letterRatio >= minLetterRatio
}

function countHorizontal(rulings: readonly PixelRuling[]): number {
  return rulings.filter(({ horizontal }) => horizontal).length
}

/**
 * The figure with clean paper, its text, and whether it was even from the start, as charts and screenshots are. Text is
 * detected before blurring, which joins letters.
 */
function look(raster: GrayRaster): { picture: GrayRaster; lettering: DetectedText; isEven: boolean } {
  const lettering = detectText(raster)
  const isEven = measureEvenness(raster, []) >= minEvenness
  if (!isLettered(lettering) || measureNoise(raster).grain < minGrain) return { picture: raster, lettering, isEven }
  const clean = (picture: GrayRaster): GrayRaster =>
    lettering.inverted ? picture : stretchContrast(whitenPaper(picture, measureBackground(picture)), paperContrast)
  let picture = clean(raster)
  let evenness = measureEvenness(picture, lettering.rows)
  for (let pass = 0; pass < maxBlurs && evenness < minEvenness; pass++) {
    picture = clean(blur(picture))
    evenness = measureEvenness(picture, lettering.rows)
  }
  return { picture, lettering: { ...lettering, evenness }, isEven }
}

/** Enough crossing rulings for two columns and two rows. */
function isGrid(rulings: readonly PixelRuling[]): boolean {
  const across = countHorizontal(rulings)
  return across >= minAcross && rulings.length - across >= minUpright
}

interface PreparationOptions {
  readonly lettering: DetectedText
  readonly dpi: number
  readonly maxPixels: number
  /** Colors are cells with borders between them; otherwise they are bars crossed by lines. */
  readonly hasCells: boolean
}

/** Dark on light, with the letter size that OCR needs, without rulings, axes and colors. */
function prepare(
  raster: GrayRaster,
  { lettering, dpi, maxPixels, hasCells }: PreparationOptions,
): Omit<PreparedFigure, 'mayBeTable'> {
  const dark = lettering.inverted ? invertColors(raster) : raster
  const fits = lettering.height >= smallLetter && lettering.height <= largeLetter
  const room = Math.sqrt(maxPixels / (raster.width * raster.height))
  const factor = fits ? 1 : Math.min(letterHeight / lettering.height, mostEnlarged, Math.max(1, room))
  const scaled = factor === 1 ? dark : scaleRaster(dark, factor).raster
  const size = { letterHeight: lettering.height * factor }
  const ruling = { dpi: Math.min(400, Math.max(100, dpi * factor)) }
  if (hasCells) {
    const boxes = findColoredBoxes(scaled, size)
    // Backgrounds first: next to a colored cell a border is the edge of a box, not a thin line.
    const unruled = removeRulings(removeColoredBackgrounds(scaled, boxes), ruling)
    const print = clearEdges(unruled.raster, boxes)
    return {
      raster: print,
      rulings: unruled.rulings,
      tints: { boxes, others: findLargeShapes(print, { ...size, boxes }) },
      dpi: dpi * factor,
      factor,
    }
  }
  const unruled = removeRulings(scaled, ruling)
  const boxes = findColoredBoxes(unruled.raster, size)
  const tints = { boxes, others: findLargeShapes(unruled.raster, { ...size, boxes }) }
  return {
    raster: clearEdges(removeColoredBackgrounds(unruled.raster, boxes), boxes),
    rulings: unruled.rulings,
    tints,
    dpi: dpi * factor,
    factor,
  }
}
