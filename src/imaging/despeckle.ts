/** Removes spots of several pixels, which OCR reads as points and commas, unless letters are near. */
import { height, longSide } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { clamp, weightedQuantile } from '../model/statistics.ts'
import { type Component, eraseComponents, findComponents } from './connected-components.ts'
import { MAX_LETTER_RATIO, MIN_LETTER_PX } from './letter-size.ts'

/** Maximum size of a spot in letter heights; a period measures a fifth. */
const MAX_SPOT_SIZE = 0.3
const MAX_TINY_SPOT_SIZE = 0.12
const MIN_LETTER_SIZE = 0.5
const NEAR_LETTER_DISTANCE = 0.6
/** Minimum spots per letter of a page that is cleaned. Clean text has one dot for three letters. */
const MIN_SPOTS_PER_LETTER = 1
const CELL_PX = 4

/** Returns the same raster if the page has few spots. */
export function despeckle(raster: GrayRaster): GrayRaster {
  const components = findComponents(raster)
  const letterHeight = medianHeightByArea(components, raster)
  const letters = components.filter((component) => longSide(component) >= letterHeight * MIN_LETTER_SIZE)
  const spots = components.filter((component) => longSide(component) <= letterHeight * MAX_SPOT_SIZE)
  if (letterHeight === 0 || spots.length < letters.length * MIN_SPOTS_PER_LETTER) return raster
  const isNearLetter = createNearTest(letters, raster, letterHeight * NEAR_LETTER_DISTANCE)
  const isRemoved = (spot: Component): boolean =>
    longSide(spot) <= letterHeight * MAX_TINY_SPOT_SIZE || !isNearLetter(spot)
  return eraseComponents(raster, spots.filter(isRemoved))
}

function medianHeightByArea(components: readonly Component[], page: GrayRaster): number {
  const heights = components
    .map(height)
    .filter((each) => each >= MIN_LETTER_PX && each <= page.height * MAX_LETTER_RATIO)
    .sort((a, b) => a - b)
  return weightedQuantile(heights, (each) => each * each, 0.5) ?? 0
}

function createNearTest(
  letters: readonly Component[],
  page: GrayRaster,
  distance: number,
): (component: Component) => boolean {
  const columns = Math.ceil(page.width / CELL_PX)
  const near = new Uint8Array(columns * Math.ceil(page.height / CELL_PX))
  const cellOf = (value: number, limit: number): number => Math.floor(clamp(value, 0, limit - 1) / CELL_PX)
  for (const { x0, y0, x1, y1 } of letters)
    for (let row = cellOf(y0 - distance, page.height); row <= cellOf(y1 + distance, page.height); row++)
      near.fill(
        1,
        row * columns + cellOf(x0 - distance, page.width),
        row * columns + cellOf(x1 + distance, page.width) + 1,
      )
  return ({ x0, y0, x1, y1 }) =>
    near[cellOf((y0 + y1) / 2, page.height) * columns + cellOf((x0 + x1) / 2, page.width)] === 1
}
