/**
 * A picture, drawn small by itself → whether it can be a QR code, and whether it shows anything. Few can be codes, and drawing a page
 * to read one costs more than reading the page; so this must be cheap and let every code pass, and may let much else pass.
 */
import { type Box, height, width } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

/** Smaller codes can't be read off paper; larger ones are posters' art. Points: 6 mm to 11 cm. */
const minSide = 18
const maxSide = 320
/** The smallest code has 21 modules a side. */
export const minModules = 21
/** Longer side over the shorter: figures may include the line under the code. */
export const figureRatio = 1.5
/** The same where nothing but the code is in the box. */
export const squareRatio = 1.12
/** Pixels of the longer side: the largest code, of 177 modules and a quiet zone, still has one for each. */
const lookedSide = 256
/** Lighter pictures have no tenth of ink. Mean level of 255. */
const lightest = 241
/** Levels on both sides of the middle that are neither ink nor paper: share of the distance between the two. */
const hysteresis = 0.1
/** A row of a code goes from ink to paper and back for nearly every pair of modules: in half of the rows of the smallest code at least … */
const minCrossings = 8
/** … and still in a third when the picture has a line of text beside it. */
const minCrossedRatio = 0.25
/** Pixels of a module from which on the runs of the corners' squares can be measured. */
const measuredModule = 2.5
/** Most crossings in a row, as a share of its modules: four of five neighbors differ at the most. */
const crossedModules = 0.8
/** The corners' squares: runs of 1, 1, 3, 1 and 1 modules through their middle. By how many modules the short and the long ones may differ. */
const shortSlack = 0.6
const longSlack = 1.2
/** Lines one under the other that show a corner's square at one place, give or take some pixels: its middle is three modules high. */
const cornerLines = 4
const placeSlack = 2

/** Whether a box has the size and the shape of a code, whose longer side is at most `ratio` times the other. */
export function canBeQrCode(box: Box, ratio: number): boolean {
  const [short, long] = [Math.min(width(box), height(box)), Math.max(width(box), height(box))]
  return short >= minSide && long <= maxSide && long <= short * ratio
}

/** A picture wider than a code: lines of text in it would stand under the code. */
export function isTooWide(box: Box): boolean {
  return width(box) > squareRatio * height(box)
}

/** How large to draw a picture of so many pixels for `resemblesQrCode`. */
export function inspectionSize(pixelWidth: number, pixelHeight: number): { width: number; height: number } {
  const scale = Math.min(1, lookedSide / Math.max(pixelWidth, pixelHeight))
  return { width: Math.max(1, Math.round(pixelWidth * scale)), height: Math.max(1, Math.round(pixelHeight * scale)) }
}

/** Larger pictures take time to decode, and blank ones are spacers and empty frames of a few pixels. */
const mostBlankPixels = 256 * 256
/** Levels by which white may be off: rounding of colors and of lossy compression. */
const whiteSlack = 4

/** Whether a picture is large enough on the page to become a figure and small enough in itself for a look whether it shows anything. */
export function mayBeBlank(box: Box, pixelWidth: number, pixelHeight: number): boolean {
  return Math.min(width(box), height(box)) >= minSide && pixelWidth * pixelHeight <= mostBlankPixels
}

/** Whether a picture, drawn alone on white, leaves no ink there. */
export function isBlankImage({ pixels }: GrayRaster): boolean {
  return pixels.every((level) => level >= 255 - whiteSlack)
}

/** Whether ink and paper take turns along the rows and the columns as in a code. */
export function resemblesQrCode({ width: wide, height: high, pixels }: GrayRaster): boolean {
  let darkest = 255
  let brightest = 0
  let sum = 0
  for (const level of pixels) {
    if (level < darkest) darkest = level
    if (level > brightest) brightest = level
    sum += level
  }
  if (sum > lightest * pixels.length) return false
  const middle = (darkest + brightest) / 2
  const slack = (brightest - darkest) * hysteresis
  const levels = { ink: middle - slack, paper: middle + slack }
  return [
    { count: high, stride: wide, step: 1, length: wide },
    { count: wide, stride: 1, step: wide, length: high },
  ].every((lines) => takesTurns(pixels, levels, lines))
}

/** Rows or columns of a raster: `count` lines that begin `stride` apart, each of `length` pixels `step` apart. */
interface Lines {
  readonly count: number
  readonly stride: number
  readonly step: number
  readonly length: number
}

function takesTurns(
  pixels: Uint8Array,
  levels: { ink: number; paper: number },
  { count, stride, step, length }: Lines,
): boolean {
  let crossed = 0
  let most = 0
  let hasCorner = false
  let above: readonly Corner[] = []
  const runs: number[] = []
  for (let line = 0; line < count; line++) {
    runs.length = 0
    let isInk = pixels[line * stride]! < levels.ink
    const startsInk = isInk
    let from = 0
    for (let index = 1, at = line * stride + step; index < length; index++, at += step) {
      const level = pixels[at]!
      if (isInk ? level <= levels.paper : level >= levels.ink) continue
      runs.push(index - from)
      from = index
      isInk = !isInk
    }
    if (runs.length >= minCrossings) crossed++
    most = Math.max(most, runs.length)
    runs.push(length - from)
    if (hasCorner) continue
    above = findCorners(runs, startsInk ? 0 : 1).map(({ place }): Corner => {
      const before = above.find((corner) => Math.abs(corner.place - place) <= placeSlack)
      return { place, lines: (before?.lines ?? 0) + 1 }
    })
    hasCorner = above.some(({ lines }) => lines >= cornerLines)
  }
  const isFine = most > (crossedModules * length) / measuredModule
  return crossed >= minCrossedRatio * count && (isFine || hasCorner)
}

/** What may be a corner's square: where its middle begins on the line, and on how many lines in a row. */
interface Corner {
  readonly place: number
  readonly lines: number
}

/** Corners' squares among the runs; runs of ink are every other one from `firstInk` on. */
function findCorners(runs: readonly number[], firstInk: number): Corner[] {
  const found: Corner[] = []
  let place = firstInk === 0 ? 0 : (runs[0] ?? 0)
  for (let first = firstInk; first + 5 <= runs.length; first += 2) {
    const [a, b, c, d, e] = [runs[first]!, runs[first + 1]!, runs[first + 2]!, runs[first + 3]!, runs[first + 4]!]
    const module = (a + b + c + d + e) / 7
    const isShort = (run: number): boolean => Math.abs(run - module) <= shortSlack * module
    if (isShort(a) && isShort(b) && isShort(d) && isShort(e) && Math.abs(c - 3 * module) <= longSlack * module)
      found.push({ place: place + a + b, lines: 1 })
    place += a + b
  }
  return found
}
