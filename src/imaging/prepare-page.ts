/** Prepares a page for OCR, with only the necessary steps. */
import type { Box, Transform } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import {
  isEvenlyLit,
  isGrayPaper,
  measureBackground,
  normalizeBackground,
  whitenPaper,
} from './background-normalization.ts'
import { eraseComponents, findComponents } from './connected-components.ts'
import { histogramOf, otsuThreshold, percentile, stretchContrast } from './contrast.ts'
import { deskew, detectTextDirection, MIN_SKEW } from './deskew.ts'
import { despeckle } from './despeckle.ts'
import { detectDocumentQuad } from './document-quad.ts'
import { eraseFaintRulings, findFaintRulings } from './faint-rulings.ts'
import { type FilledRectangle, findFilledRectangles } from './filled-rectangles.ts'
import { findLeaders } from './leaders.ts'
import { type LetterSize, letterSizeOf, measureSample, OCR_LETTERS } from './letter-size.ts'
import { blur, measureNoise, removeIsolatedPixels } from './noise.ts'
import { correctPerspective } from './perspective.ts'
import { clampRulingDpi, type PixelRuling, removeRulings, removeShortRulings } from './remove-rulings.ts'
import { removeUnderlines } from './remove-underlines.ts'
import { rotateRaster } from './rotate.ts'
import { scaleRaster } from './scale.ts'
import { whitenShadedCells } from './shaded-cells.ts'
import { isSquaredPaper } from './squared-paper.ts'
import { compose, identity, invert, mapBox } from './transform.ts'

const MAX_ENLARGEMENT = 3
/** Maximum initial side: slightly more than A4 at 200 dpi. */
const MAX_SIDE_PX = 2600
/** Maximum grain (standard deviation) without a blur; JPEG scans are below it. */
const MAX_GRAIN = 6
const MAX_ISOLATED_PIXEL_RATIO = 0.0005
/** Gray levels of ink and paper in a good scan. */
const CONTRAST = { dark: 40, light: 215 } as const
const INK_RATIO = 0.005
const PAPER_RATIO = 0.5

export interface Prepared {
  readonly raster: GrayRaster
  /** Resolution for Tesseract at which the text has 10 points. */
  readonly dpi: number
  readonly toSource: Transform
  /** Erased rulings (without those of squared paper) and leaders, in prepared pixels. */
  readonly rulings: readonly PixelRuling[]
  readonly leaders: readonly Leader[]
  /** Shaded cells and bars, in prepared pixels. */
  readonly fills: readonly FilledRectangle[]
  readonly letterSize: LetterSize
  /** Otherwise the page may be rotated by 90° or 270°. */
  readonly isDirectionCertain: boolean
  readonly hasNoLines: boolean
  /** Whether remaining light or noise looks like ink. */
  readonly isUneven: boolean
  readonly steps: readonly string[]
}

interface Leader {
  readonly box: Box
  readonly dotCount: number
}

interface PreparationState {
  raster: GrayRaster
  toSource: Transform
  leaders: readonly Leader[]
  underlines: readonly PixelRuling[]
  readonly steps: string[]
}

/** `dpi` is the source's nominal resolution; `maxPixels` limits enlarging. */
export function prepare(source: GrayRaster, options: { dpi: number; maxPixels: number }): Prepared {
  const state: PreparationState = { raster: source, toSource: identity, leaders: [], underlines: [], steps: [] }
  shrinkHuge(state, options.maxPixels)
  cropToDocument(state)
  const isNoisy = reduceNoise(state)
  const isUneven = normalizeLight(state) || isNoisy
  const { isRotated, angle, isCertain, hasNoLines } = detectTextDirection(state.raster)
  if (isRotated) apply(state, 'rotate', rotateRaster(state.raster, 90))
  const isSkewed = Math.abs(angle) > MIN_SKEW
  // OCR of enlarged noise would take minutes.
  const letterSize = hasNoLines
    ? { height: 0, count: 0 }
    : scaleToLetters(state, { maxPixels: options.maxPixels, isSkewed })
  if (isSkewed) apply(state, `deskew ${angle.toFixed(2)}`, deskew(state.raster, angle))
  const dpi =
    letterSize.count >= OCR_LETTERS.minCount
      ? (200 * letterSize.height) / OCR_LETTERS.height
      : (options.dpi * state.raster.width) / source.width
  const rulingDpi = clampRulingDpi(dpi)
  const fills = isUneven ? [] : findFilledRectangles(state.raster, { dpi: rulingDpi })
  const { raster, rulings } = removeRulings(state.raster, { dpi: rulingDpi })
  if (rulings.length > 0) apply(state, `rulings ${rulings.length}`, { raster })
  const faint = isUneven
    ? []
    : findFaintRulings(raster, { dpi: rulingDpi, rulings, fills: fills.map(({ box }) => box) })
  if (faint.length > 0)
    apply(state, `faint rulings ${faint.length}`, { raster: eraseFaintRulings(state.raster, faint) })
  const short = removeShortRulings(state.raster, { dpi: rulingDpi, rulings: [...rulings, ...faint] })
  if (short.rulings.length > 0) apply(state, `short rulings ${short.rulings.length}`, short)
  // After rulings are found, because the gaps between shaded cells are no rulings.
  const whitened = whitenShadedCells(state.raster, fills, { letterHeight: letterSize.height })
  if (whitened !== state.raster) apply(state, 'shaded cells', { raster: whitened })
  if (isUneven) improveContrast(state)
  const allRulings = [...rulings, ...faint, ...short.rulings]
  const fromSource = invert(state.toSource)
  return {
    ...state,
    leaders: state.leaders.map(({ box, dotCount }) => ({ box: mapBox(fromSource, box), dotCount })),
    dpi,
    fills,
    rulings: [...(isSquaredPaper(allRulings, state.raster) ? [] : allRulings), ...state.underlines],
    letterSize,
    isDirectionCertain: isCertain,
    hasNoLines,
    isUneven,
  }
}

function apply(state: PreparationState, step: string, result: { raster: GrayRaster; toSource?: Transform }): void {
  state.raster = result.raster
  if (result.toSource !== undefined) state.toSource = compose(state.toSource, result.toSource)
  state.steps.push(step)
}

/** First, since every step costs by the pixel. */
function shrinkHuge(state: PreparationState, maxPixels: number): void {
  const { raster } = state
  const { width, height } = raster
  const side = Math.max(width, height)
  if (side <= MAX_SIDE_PX && width * height <= maxPixels) return
  const letterSize = measureSample(raster)
  const bySide = Math.min(1, MAX_SIDE_PX / side)
  const byLetters =
    letterSize.count < OCR_LETTERS.minCount
      ? bySide
      : Math.min(1, Math.max(bySide, OCR_LETTERS.height / letterSize.height))
  const factor = Math.min(byLetters, maxFactor(raster, maxPixels))
  if (factor < 0.95) apply(state, 'shrink', scaleRaster(raster, factor))
}

/** OCR reads texture around a photographed document as words. */
function cropToDocument(state: PreparationState): void {
  const quad = detectDocumentQuad(state.raster)
  if (quad !== null) apply(state, 'document', correctPerspective(state.raster, quad))
}

/** Precedes the measurement of the background. Returns whether the page needed a blur. */
function reduceNoise(state: PreparationState): boolean {
  const { grain, isolatedPixelRatio } = measureNoise(state.raster)
  if (grain > MAX_GRAIN) {
    apply(state, 'blur', { raster: blur(state.raster) })
    return true
  }
  if (isolatedPixelRatio > MAX_ISOLATED_PIXEL_RATIO) {
    apply(state, 'isolated pixels', { raster: removeIsolatedPixels(state.raster) })
    const despeckled = despeckle(state.raster)
    if (despeckled !== state.raster) apply(state, 'despeckle', { raster: despeckled })
  }
  return false
}

function normalizeLight(state: PreparationState): boolean {
  const background = measureBackground(state.raster)
  if (!isEvenlyLit(background)) {
    apply(state, 'background', { raster: normalizeBackground(state.raster, background) })
    return true
  }
  if (isGrayPaper(background)) apply(state, 'whiten', { raster: whitenPaper(state.raster, background) })
  return false
}

function scaleToLetters(
  state: PreparationState,
  { maxPixels, isSkewed }: { maxPixels: number; isSkewed: boolean },
): LetterSize {
  const { height, count } = eraseLeaders(state)
  if (count < OCR_LETTERS.minCount || (height >= OCR_LETTERS.minHeight && height <= OCR_LETTERS.maxHeight))
    return { height, count }
  const factor = Math.min(MAX_ENLARGEMENT, maxFactor(state.raster, maxPixels), OCR_LETTERS.height / height)
  if (factor > 0.95 && factor < 1.1) return { height, count }
  const underlines = factor > 1 && !isSkewed ? eraseUnderlines(state, height) : []
  const scaled = scaleRaster(state.raster, factor)
  const toScaled = invert(scaled.toSource)
  state.underlines = underlines.map(({ horizontal, box }) => ({ horizontal, box: mapBox(toScaled, box) }))
  apply(state, factor > 1 ? 'enlarge' : 'shrink', scaled)
  return { height: height * factor, count }
}

function eraseLeaders(state: PreparationState): LetterSize {
  const { raster, toSource } = state
  const threshold = otsuThreshold(histogramOf(raster.pixels))
  const components = findComponents(raster, threshold)
  const letterSize = letterSizeOf(components, raster)
  if (letterSize.count < OCR_LETTERS.minCount) return letterSize
  const leaders = findLeaders(raster, { components, letterHeight: letterSize.height, threshold })
  if (leaders.length === 0) return letterSize
  const erased = new Set(leaders.flatMap((leader) => leader.components))
  apply(state, `leaders ${leaders.length}`, { raster: eraseComponents(raster, [...erased]) })
  state.leaders = leaders
    .filter(({ isDots }) => isDots)
    .map((leader) => ({ box: mapBox(toSource, leader.box), dotCount: leader.components.length }))
  return letterSizeOf(
    components.filter((component) => !erased.has(component)),
    raster,
  )
}

function eraseUnderlines(state: PreparationState, letterHeight: number): readonly PixelRuling[] {
  const { raster, rulings } = removeUnderlines(state.raster, { letterHeight })
  if (rulings.length > 0) apply(state, `underlines ${rulings.length}`, { raster })
  return rulings
}

function maxFactor({ width, height }: GrayRaster, maxPixels: number): number {
  return 0.999 * Math.sqrt(maxPixels / (width * height))
}

/** A range from the page's own ink would enhance noise more than text. */
function improveContrast(state: PreparationState): void {
  const histogram = histogramOf(state.raster.pixels)
  if (percentile(histogram, INK_RATIO) > CONTRAST.dark || percentile(histogram, PAPER_RATIO) < CONTRAST.light)
    apply(state, 'contrast', { raster: stretchContrast(state.raster, CONTRAST) })
}
