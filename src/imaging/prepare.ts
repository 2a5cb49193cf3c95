/**
 * A page as it came → a page as the recognizer likes it, in the measured order; every step is left out when the page does not need it,
 * so that a clean render passes through untouched. The map back to the source's pixels and the rulings come with it.
 */

import type { Box, Transform } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { flatten, isEven, isGray, measureBackground, whiten } from './background-normalization.ts'
import { histogramOf, otsuThreshold, percentile, stretchContrast } from './contrast.ts'
import { compose, identity, invert, mapBox } from './coordinate-map.ts'
import { findLineDirection, SMALLEST_ANGLE, straighten } from './deskew.ts'
import { despeckle } from './despeckle.ts'
import { detectDocumentQuad } from './document-quad.ts'
import { findLeaders, removeLeaders } from './leaders.ts'
import { findComponents, type Letters, lettersAmong, measureLetters } from './letter-size.ts'
import { measureNoise, removeIsolatedPixels, smooth } from './noise.ts'
import { correctPerspective } from './perspective.ts'
import { type PixelRuling, removeRulings } from './remove-rulings.ts'
import { removeUnderlines } from './remove-underlines.ts'
import { chooseSample, cropRaster, rotateRaster } from './rotate.ts'
import { scaleRaster } from './scale.ts'

/** Letter height (median of the pieces of ink) that the recognizer is scaled to: 10 point print at 200 dpi. */
const LETTER_PX = 15
/** Letters between these are left as they are: within this range accuracy does not depend on size (100–300 dpi measured). */
const SMALL_LETTER_PX = 14
const LARGE_LETTER_PX = 40
/** Never enlarge more: there is nothing more to see. */
const MOST_ENLARGED = 3
/** Fewer letters than this say nothing of the page's print. */
const FEWEST_LETTERS = 40
/** Long side of an A4 page at 200 dpi, with some room: photos larger than this are shrunk before anything else. */
const LARGEST_SIDE_PX = 2600
/** Part of each side of a huge raster by which its print is measured. */
const SAMPLE_RATIO = 0.3
/** Grain (standard deviation) above which a page is blurred before the paper is measured; renders have 0, JPEG scans up to 3. */
const COARSE_GRAIN = 6
/** Share of single odd pixels above which they are taken out. Clean print has nearly none. */
const MANY_SPECKS = 0.0005
/** Ink lighter than `dark` or paper darker than `light` gets stretched; the values are those of a good scan. */
const CONTRAST = { dark: 40, light: 215 } as const
/** Shares of a page that are surely ink (its darkest) and surely paper. */
const INK_RATIO = 0.005
const PAPER_RATIO = 0.5

export interface Prepared {
  readonly raster: GrayRaster
  /** Resolution that the print would have if it were 10 point: what Tesseract wants to know. */
  readonly dpi: number
  /** From the prepared pixels to those of the source. */
  readonly toSource: Transform
  /** Rulings taken out of the raster, in prepared pixels. */
  readonly rulings: readonly PixelRuling[]
  /** Dot leaders taken out of it, in prepared pixels: what led from a label to its number. */
  readonly leaders: readonly Leader[]
  readonly letters: Letters
  /** Whether the lines surely run across; if not, the page may stand sideways. */
  readonly sureOfLines: boolean
  /** The page is full of ink that stands in no lines: grain, or a photo. */
  readonly lineless: boolean
  /** The light was uneven or the page full of grain: what is left of either may pass for ink. */
  readonly uneven: boolean
  /** Steps that were done, for the log and for tests. */
  readonly steps: readonly string[]
}

/** A row of dots that was taken out. */
export interface Leader {
  readonly box: Box
  readonly dots: number
}

interface State {
  raster: GrayRaster
  toSource: Transform
  /** In pixels of the source. */
  leaders: readonly Leader[]
  /** Taken out before the print was enlarged, in pixels of the enlarged raster. */
  underlines: readonly PixelRuling[]
  readonly steps: string[]
}

/** Prepares a page. `dpi` is the source's nominal resolution, `maxPixels` bounds what it may be enlarged to. */
export function prepare(source: GrayRaster, options: { dpi: number; maxPixels: number }): Prepared {
  const state: State = { raster: source, toSource: identity, leaders: [], underlines: [], steps: [] }
  shrinkHuge(state, options)
  cutOutSheet(state)
  const coarse = cleanNoise(state)
  const even = evenPaper(state)
  const { sideways, angle, sure, lineless } = findLineDirection(state.raster)
  if (sideways) replace(state, 'turn', rotateRaster(state.raster, 90))
  // Grain has no letters, and enlarging it would have the recognizer look for them for minutes.
  const letters = lineless
    ? { height: 0, count: 0 }
    : fitLetters(state, { ...options, level: Math.abs(angle) <= SMALLEST_ANGLE })
  if (Math.abs(angle) > SMALLEST_ANGLE)
    replace(state, `straighten ${angle.toFixed(2)}`, straighten(state.raster, angle))
  const dpi =
    letters.count >= FEWEST_LETTERS
      ? (200 * letters.height) / LETTER_PX
      : (options.dpi * state.raster.width) / source.width
  const { raster, rulings } = removeRulings(state.raster, { dpi: Math.min(400, Math.max(100, dpi)) })
  if (rulings.length > 0) state.steps.push(`rulings ${rulings.length}`)
  state.raster = raster
  if (coarse || !even) improveContrast(state)
  const fromSource = invert(state.toSource)
  const leaders = state.leaders.map(({ box, dots }) => ({ box: mapBox(fromSource, box), dots }))
  return {
    ...state,
    leaders,
    dpi,
    rulings: [...rulings, ...state.underlines],
    letters,
    sureOfLines: sure,
    lineless,
    uneven: coarse || !even,
  }
}

function replace(state: State, step: string, next: { raster: GrayRaster; toSource?: Transform }): void {
  state.raster = next.raster
  if (next.toSource !== undefined) state.toSource = compose(state.toSource, next.toSource)
  state.steps.push(step)
}

/** A huge raster is shrunk at once, since every step costs by the pixel; how far is judged by the print in its busiest part. */
function shrinkHuge(state: State, options: { maxPixels: number }): void {
  const { raster } = state
  const pixels = raster.width * raster.height
  const side = Math.max(raster.width, raster.height)
  if (side <= LARGEST_SIDE_PX && pixels <= options.maxPixels) return
  const letters = measureLetters(
    cropRaster(
      raster,
      chooseSample(raster, { width: raster.width * SAMPLE_RATIO, height: raster.height * SAMPLE_RATIO }),
    ),
  )
  const page = Math.min(1, LARGEST_SIDE_PX / side)
  const wanted = letters.count < FEWEST_LETTERS ? page : Math.min(1, Math.max(page, LETTER_PX / letters.height))
  const factor = Math.min(wanted, roomFor(raster, options))
  if (factor < 0.95) replace(state, 'shrink', scaleRaster(raster, factor))
}

/** A photographed sheet without the desk around it, squared up: the desk's texture is read as words, and slanting sides of columns part lines wrongly. */
function cutOutSheet(state: State): void {
  const sheet = detectDocumentQuad(state.raster)
  if (sheet !== null) replace(state, 'sheet', correctPerspective(state.raster, sheet))
}

/** Before the paper is measured: grain would be taken for brightness. */
function cleanNoise(state: State): boolean {
  const noise = measureNoise(state.raster)
  if (noise.specks > MANY_SPECKS && noise.grain <= COARSE_GRAIN) {
    replace(state, 'specks', { raster: removeIsolatedPixels(state.raster) })
    const swept = despeckle(state.raster)
    if (swept !== state.raster) replace(state, 'dust', { raster: swept })
  }
  if (noise.grain <= COARSE_GRAIN) return false
  replace(state, 'smooth', { raster: smooth(state.raster) })
  return true
}

function evenPaper(state: State): boolean {
  const background = measureBackground(state.raster)
  if (isEven(background)) {
    if (isGray(background)) replace(state, 'whiten', { raster: whiten(state.raster, background) })
    return true
  }
  replace(state, 'flatten', { raster: flatten(state.raster, background) })
  return false
}

/** Takes rows of dots and the like out; answers the letters of what is left. */
function takeFillers(state: State): Letters {
  const { raster, toSource } = state
  const threshold = otsuThreshold(histogramOf(raster.pixels))
  const pieces = findComponents(raster, threshold)
  const letters = lettersAmong(pieces, raster)
  if (letters.count < FEWEST_LETTERS) return letters
  const fillers = findLeaders(raster, { pieces, letterHeight: letters.height, threshold })
  if (fillers.length === 0) return letters
  replace(state, `fillers ${fillers.length}`, { raster: removeLeaders(raster, fillers) })
  state.leaders = fillers
    .filter(({ dots }) => dots)
    .map(({ box, pieces }) => ({ box: mapBox(toSource, box), dots: pieces.length }))
  const taken = new Set(fillers.flatMap((filler) => filler.pieces))
  return lettersAmong(
    pieces.filter((piece) => !taken.has(piece)),
    raster,
  )
}

/** Enlarges small print and shrinks very large print; answers the letters as they are afterwards. `level` when nothing straightens the page later. */
function fitLetters(state: State, options: { maxPixels: number; level: boolean }): Letters {
  const letters = takeFillers(state)
  if (letters.count < FEWEST_LETTERS || (letters.height >= SMALL_LETTER_PX && letters.height <= LARGE_LETTER_PX))
    return letters
  const factor = Math.min(MOST_ENLARGED, roomFor(state.raster, options), LETTER_PX / letters.height)
  if (factor > 0.95 && factor < 1.1) return letters
  const underlines = factor > 1 && options.level ? takeUnderlines(state, letters.height) : []
  const scaled = scaleRaster(state.raster, factor)
  state.underlines = underlines.map(({ horizontal, box }) => ({
    horizontal,
    box: mapBox(invert(scaled.toSource), box),
  }))
  replace(state, factor > 1 ? 'enlarge' : 'shrink', scaled)
  return { height: letters.height * factor, count: letters.count }
}

/** Takes the underlines out of print that is about to be enlarged; answers them in pixels as they are before. */
function takeUnderlines(state: State, letterHeight: number): readonly PixelRuling[] {
  const { raster, rulings } = removeUnderlines(state.raster, { letterHeight })
  if (rulings.length > 0) replace(state, `underlines ${rulings.length}`, { raster })
  return rulings
}

/** The factor that fills the pixels allowed; a thousandth less, since sizes are rounded. */
function roomFor(raster: GrayRaster, options: { maxPixels: number }): number {
  return 0.999 * Math.sqrt(options.maxPixels / (raster.width * raster.height))
}

/** A fixed range: stretching faint ink by its own darkness was tried and brings out more grain than print. */
function improveContrast(state: State): void {
  const counts = histogramOf(state.raster.pixels)
  if (percentile(counts, INK_RATIO) > CONTRAST.dark || percentile(counts, PAPER_RATIO) < CONTRAST.light)
    replace(state, 'contrast', { raster: stretchContrast(state.raster, CONTRAST) })
}
