/**
 * A drawn picture → its print as the recognizer likes it, and what is drawn around it. A cheap look: photos are refused before any reading.
 */

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
import { type Drawn, isChart } from './figure-table.ts'

/** The gate, measured on 39 pictures of reports and papers: charts and screenshots above, photos, maps and logos below. */
const minLetters = 12
const minLetterRatio = 0.4
const minEvenness = 0.6
/** Median height in pixels, of small letters mostly: at five, words came back misread or not at all, after seconds. */
const minHeight = 6
/** Standard deviation of a scan's grain, in gray values; pictures drawn by a program have none. */
const minGrain = 1.5
/** More blurs would close the letters of small print. */
const mostSmoothed = 2
/** What is left of the grain is lighter than this on white paper. */
const paperContrast = { dark: 0, light: 240 }
/** Rulings of a grid with at least two rows and two columns inside. */
const minAcross = 3
const minUpright = 3
/** A table without uprights has one above and one below its heading; a chart has its axis. */
const minRules = 2
/** Letters from piece of ink to recognizer, pixels: 10 point print at 200 dpi, and the range that needs no scaling. */
const letterHeight = 18
const smallLetter = 14
const largeLetter = 40
const mostEnlarged = 3

/** The print of a picture: dark on white, without rulings and colors. */
export interface PreparedFigure extends Drawn {
  readonly dpi: number
  /** Pixels per pixel of the picture. */
  readonly factor: number
  /** Its lettering stands in columns or between rulings that cross, and nothing says that it is a chart. */
  readonly mayBeTable: boolean
}

/** `null` for photos, textures and drawings without lettering. `dpi` is the picture's own; it is enlarged to `maxPixels` at most. */
export function prepareFigure(
  raster: GrayRaster,
  { dpi, maxPixels }: { dpi: number; maxPixels: number },
): PreparedFigure | null {
  const { picture, lettering, isEven } = look(raster)
  if (!isLettered(lettering) || lettering.evenness < minEvenness) return null
  const asTable = prepare(picture, { lettering, dpi, maxPixels, hasCells: true })
  // Light letters on colored cells, and those that stood on lines, show only now.
  const shown = detectText(asTable.raster, false)
  const isDrawn = asTable.tints.boxes.length > 0 || acrossOf(asTable.rulings) >= minRules
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

function acrossOf(rulings: readonly PixelRuling[]): number {
  return rulings.filter(({ horizontal }) => horizontal).length
}

/** The picture and its lettering; whether all of it is even as it came, as charts and screenshots are. The paper of a scan is made white and, where that does not do, smoothed; letters are told before, for then they touch. */
function look(raster: GrayRaster): { picture: GrayRaster; lettering: DetectedText; isEven: boolean } {
  const lettering = detectText(raster)
  const isEven = measureEvenness(raster, []) >= minEvenness
  if (!isLettered(lettering) || measureNoise(raster).grain < minGrain) return { picture: raster, lettering, isEven }
  const clean = (picture: GrayRaster): GrayRaster =>
    lettering.inverted ? picture : stretchContrast(whitenPaper(picture, measureBackground(picture)), paperContrast)
  let picture = clean(raster)
  let evenness = measureEvenness(picture, lettering.rows)
  for (let pass = 0; pass < mostSmoothed && evenness < minEvenness; pass++) {
    picture = clean(blur(picture))
    evenness = measureEvenness(picture, lettering.rows)
  }
  return { picture, lettering: { ...lettering, evenness }, isEven }
}

/** Rulings that cross: so many each way make the borders of two columns and two rows. */
function isGrid(rulings: readonly PixelRuling[]): boolean {
  const across = acrossOf(rulings)
  return across >= minAcross && rulings.length - across >= minUpright
}

interface Preparing {
  readonly lettering: DetectedText
  readonly dpi: number
  readonly maxPixels: number
  /** Colors are cells, borders run between them; else they are bars, and lines run across. */
  readonly hasCells: boolean
}

/** Dark on light, letters as large as the recognizer likes them, without the lines of grids and axes and the colors of cells. */
function prepare(
  raster: GrayRaster,
  { lettering, dpi, maxPixels, hasCells }: Preparing,
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
    // On white first: beside a colored cell a border is no thin line of ink, but the edge of a box.
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
