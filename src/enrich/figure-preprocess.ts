/** Prepares figures for OCR, and rejects photos. */

import { measureBackground, whitenPaper } from '../imaging/background-normalization.ts'
import {
  type ColoredBox,
  clearEdges,
  findColoredBoxes,
  findLargeShapes,
  removeColoredBackgrounds,
} from '../imaging/colored-backgrounds.ts'
import { stretchContrast } from '../imaging/contrast.ts'
import { blur, measureNoise } from '../imaging/noise.ts'
import { clampRulingDpi, type PixelRuling, removeRulings, removeShortRulings } from '../imaging/remove-rulings.ts'
import { scaleRaster } from '../imaging/scale.ts'
import { type DetectedText, detectText, hasColumns, invertColors, measureEvenness } from '../imaging/text-detection.ts'
import { mapBox, scaling } from '../imaging/transform.ts'
import type { Size } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { type FigureDrawings, isChart } from './figure-table.ts'

const MIN_LETTERS = 12
const MIN_LETTER_RATIO = 0.4
const MIN_EVENNESS = 0.6
/** Minimum median letter height in pixels; smaller text is misread. */
const MIN_HEIGHT = 5
/** Minimum grain of a scan, as standard deviation in gray levels. */
const MIN_GRAIN = 1.5
/** Maximum blurs; more would close the letters of small text. */
const MAX_BLURS = 2
/** Gray levels of ink and paper after cleaning. */
const paperContrast = { dark: 0, light: 240 }
const MIN_HORIZONTAL = 3
const MIN_VERTICAL = 3
const MIN_RULES = 2
/** Height of letters in pixels: after scaling, and limits of letters that need none. */
const LETTER_HEIGHT = 18
const MIN_UNSCALED_HEIGHT = 14
const MAX_UNSCALED_HEIGHT = 40
const MAX_SCALE_FACTOR = 3

export interface PreparedFigure {
  readonly raster: GrayRaster
  readonly dpi: number
  /** Letters in rows, and their median height in pixels. */
  readonly letters: number
  readonly letterHeight: number
  /** Set if text in columns or crossing rulings indicate a table, not a chart. */
  readonly table: FigureDrawings | null
}

interface DetectedSource {
  readonly detected: DetectedText
  readonly dpi: number
}

/** Returns `null` for photos, textures and drawings without text. `maxPixels` limits enlarging. */
export function prepareFigure(
  raster: GrayRaster,
  { dpi, maxPixels }: { dpi: number; maxPixels: number },
): PreparedFigure | null {
  const detected = detectText(raster)
  if (!hasEnoughLetters(detected)) return null
  const dark = detected.inverted ? invertColors(raster) : raster
  const smooth = smoothPaper(dark, detected)
  if (smooth === null) return null
  const source = { detected, dpi }
  const cells = cleanCells(smooth, source)
  const size = enlargedSize(raster, detected, maxPixels)
  const text = { letters: detected.letters, letterHeight: detected.height * size.factor }
  const table = findTable(cells, { detected, size })
  if (table !== null) return { ...enlarge(cells.raster, { dpi, size }), ...text, table }
  if (measureEvenness(raster, []) < MIN_EVENNESS) return null
  const unruled =
    smooth === dark && cells.boxes.length === 0 ? cells.raster : removeRulings(dark, rulingSize(dpi)).raster
  const isPlain = unruled === smooth && cells.boxes.length === 0
  return { ...enlarge(isPlain ? unruled : cleanBars(unruled, detected), { dpi, size }), ...text, table: null }
}

function hasEnoughLetters({ letters, height: letterSize, letterRatio }: DetectedText): boolean {
  return letters >= MIN_LETTERS && letterSize >= MIN_HEIGHT && letterRatio >= MIN_LETTER_RATIO
}

/** Returns `null` if the paper is still uneven. A blur joins letters, so text was detected before. */
function smoothPaper(raster: GrayRaster, { rows, inverted }: DetectedText): GrayRaster | null {
  const isEven = (paper: GrayRaster): boolean => measureEvenness(paper, rows) >= MIN_EVENNESS
  if (measureNoise(raster).grain < MIN_GRAIN) return isEven(raster) ? raster : null
  const clean = (noisy: GrayRaster): GrayRaster =>
    inverted ? noisy : stretchContrast(whitenPaper(noisy, measureBackground(noisy)), paperContrast)
  let smooth = clean(raster)
  for (let pass = 0; pass < MAX_BLURS && !isEven(smooth); pass++) smooth = clean(blur(smooth))
  return isEven(smooth) ? smooth : null
}

interface Cells {
  readonly raster: GrayRaster
  readonly boxes: readonly ColoredBox[]
  readonly rulings: readonly PixelRuling[]
}

/** Colors first: next to a colored cell, a border is the edge of a box. */
function cleanCells(raster: GrayRaster, { detected: { height: letterHeight }, dpi }: DetectedSource): Cells {
  const boxes = findColoredBoxes(raster, { letterHeight })
  const unruled = removeRulings(removeColoredBackgrounds(raster, boxes), rulingSize(dpi))
  const short = removeShortRulings(unruled.raster, { ...rulingSize(dpi), rulings: unruled.rulings })
  const rulings = [...unruled.rulings, ...short.rulings]
  return { raster: clearEdges(short.raster, boxes, { letterHeight }), rulings, boxes }
}

/** Lines cross the bars of a chart, so rulings were removed before. */
function cleanBars(unruled: GrayRaster, { height: letterHeight }: DetectedText): GrayRaster {
  const boxes = findColoredBoxes(unruled, { letterHeight })
  return clearEdges(removeColoredBackgrounds(unruled, boxes), boxes, { letterHeight })
}

function rulingSize(dpi: number): { dpi: number } {
  return { dpi: clampRulingDpi(dpi) }
}

/** In pixels of the enlarged figure; `null` for charts and text without columns. */
function findTable(
  { raster, boxes, rulings }: Cells,
  { detected, size }: { detected: DetectedText; size: EnlargedSize },
): FigureDrawings | null {
  const isDrawn = boxes.length > 0 || countHorizontal(rulings) >= MIN_RULES
  const shown = isDrawn ? detectText(raster, false) : null
  if (!hasColumns(detected) && !(shown !== null && hasColumns(shown)) && !isGrid(rulings)) return null
  const toEnlarged = scaling(size.factor, size.factor)
  const others = findLargeShapes(raster, { letterHeight: detected.height, boxes })
  const drawings: FigureDrawings = {
    size,
    rulings: rulings.map((ruling) => ({ ...ruling, box: mapBox(toEnlarged, ruling.box) })),
    coloredBackgrounds: {
      boxes: boxes.map((colored) => ({ ...colored, box: mapBox(toEnlarged, colored.box) })),
      others: others.map((shape) => ({ ...shape, box: mapBox(toEnlarged, shape.box) })),
    },
  }
  const texts = [...detected.rows, ...(shown?.rows ?? [])].map((row) => mapBox(toEnlarged, row))
  return isChart(drawings, texts) ? null : drawings
}

function countHorizontal(rulings: readonly PixelRuling[]): number {
  return rulings.filter(({ horizontal }) => horizontal).length
}

function isGrid(rulings: readonly PixelRuling[]): boolean {
  const horizontal = countHorizontal(rulings)
  return horizontal >= MIN_HORIZONTAL && rulings.length - horizontal >= MIN_VERTICAL
}

interface EnlargedSize extends Size {
  readonly factor: number
}

function enlargedSize(
  { width, height }: GrayRaster,
  { height: letterSize }: DetectedText,
  maxPixels: number,
): EnlargedSize {
  const fits = letterSize >= MIN_UNSCALED_HEIGHT && letterSize <= MAX_UNSCALED_HEIGHT
  const maxFactor = Math.sqrt(maxPixels / (width * height))
  const factor = fits ? 1 : Math.min(LETTER_HEIGHT / letterSize, MAX_SCALE_FACTOR, Math.max(1, maxFactor))
  return { width: Math.round(width * factor), height: Math.round(height * factor), factor }
}

function enlarge(
  raster: GrayRaster,
  { dpi, size: { factor } }: { dpi: number; size: EnlargedSize },
): { raster: GrayRaster; dpi: number } {
  return { raster: factor === 1 ? raster : scaleRaster(raster, factor).raster, dpi: dpi * factor }
}
