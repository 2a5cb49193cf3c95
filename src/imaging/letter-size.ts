import { height, width } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { median } from '../model/statistics.ts'
import { type Component, findComponents } from './connected-components.ts'
import { chooseSampleBox, cropRaster } from './rotate.ts'

/** Sizes of letters for OCR, in pixels, and number of components of a reliable median. */
export const OCR_LETTERS = {
  /** Height after scaling: 10 point text at 200 dpi. */
  height: 15,
  minHeight: 14,
  maxHeight: 40,
  minCount: 40,
} as const
const SAMPLE_RATIO = 0.3

export const MIN_LETTER_PX = 4
/** Maximum height relative to the page. */
export const MAX_LETTER_RATIO = 0.1
/** Width relative to height; dashes, rulings and joined words are wider. */
const MIN_ASPECT = 0.1
const MAX_ASPECT = 3

export interface LetterSize {
  /** Median in pixels, between x-height and cap height; 0 without letters. */
  readonly height: number
  readonly count: number
}

export function measureLetters(raster: GrayRaster): LetterSize {
  return letterSizeOf(findComponents(raster), raster)
}

export function measureSample(raster: GrayRaster): LetterSize {
  const sides = { width: raster.width * SAMPLE_RATIO, height: raster.height * SAMPLE_RATIO }
  return measureLetters(cropRaster(raster, chooseSampleBox(raster, sides)))
}

export function letterSizeOf(components: readonly Component[], page: { height: number }): LetterSize {
  const heights = components
    .filter((component) => isLetterShaped(component) && height(component) <= page.height * MAX_LETTER_RATIO)
    .map(height)
  return { height: median(heights) ?? 0, count: heights.length }
}

function isLetterShaped(component: Component): boolean {
  const [w, h] = [width(component), height(component)]
  return h >= MIN_LETTER_PX && w >= h * MIN_ASPECT && w <= h * MAX_ASPECT
}
