/**
 * Decides from a small rendering whether an image can be a QR code or is empty. Must be cheap and keep every code: few
 * images are codes, and rendering a page for the decoder costs more than reading it.
 */
import { type Box, height, width } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

/** Limits of a code's side, in points: 6 mm to 11 cm. */
const minSide = 18
const maxSide = 320
/** Modules per side of the smallest code. */
export const minModules = 21
/** Maximum aspect ratio of a figure, which may include a line of text below the code. */
export const figureRatio = 1.5
/** Maximum aspect ratio of the code alone. */
export const squareRatio = 1.12
/** Longer side of the rendering, in pixels: one per module of the largest code with its quiet zone. */
const inspectedSide = 256
/** Maximum mean level: lighter images have less than a tenth of ink. */
const lightest = 241
/** Levels around the middle that are neither ink nor paper, as a ratio of their distance. */
const hysteresis = 0.1
/** Minimum transitions in a row of a code. */
const minCrossings = 8
/** Minimum ratio of such rows, with a line of text next to the code. */
const minCrossedRatio = 0.25
/** Minimum pixels per module for measuring finder patterns. */
const measuredModule = 2.5
/** Maximum transitions per module in a row. */
const maxTransitionsPerModule = 0.8
/** Finder patterns have runs of 1, 1, 3, 1 and 1 modules; tolerance of short and long runs, in modules. */
const shortSlack = 0.6
const longSlack = 1.2
/** Minimum consecutive lines with a finder pattern, and tolerance of its position, in pixels. */
const cornerLines = 4
const placeSlack = 2

/** Whether a box has the size and aspect ratio of a code. */
export function canBeQrCode(box: Box, ratio: number): boolean {
  const [short, long] = [Math.min(width(box), height(box)), Math.max(width(box), height(box))]
  return short >= minSide && long <= maxSide && long <= short * ratio
}

/** Wider than a code: lines of text would be below it. */
export function isTooWide(box: Box): boolean {
  return width(box) > squareRatio * height(box)
}

/** Size of the rendering for `resemblesQrCode`. */
export function inspectionSize(pixelWidth: number, pixelHeight: number): { width: number; height: number } {
  const scale = Math.min(1, inspectedSide / Math.max(pixelWidth, pixelHeight))
  return { width: Math.max(1, Math.round(pixelWidth * scale)), height: Math.max(1, Math.round(pixelHeight * scale)) }
}

/** Maximum pixels of an image checked for emptiness: spacers and empty frames are small. */
const mostBlankPixels = 256 * 256
/** Tolerance of white, in levels. */
const whiteSlack = 4

/** Whether an image is large enough for a figure and small enough to check. */
export function mayBeBlank(box: Box, pixelWidth: number, pixelHeight: number): boolean {
  return Math.min(width(box), height(box)) >= minSide && pixelWidth * pixelHeight <= mostBlankPixels
}

export function isBlankImage({ pixels }: GrayRaster): boolean {
  return pixels.every((level) => level >= 255 - whiteSlack)
}

/** Whether ink and paper alternate along rows and columns as in a code. */
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
  ].every((lines) => alternates(pixels, levels, lines))
}

/** `count` lines with starts `stride` apart, each of `length` pixels `step` apart. */
interface Lines {
  readonly count: number
  readonly stride: number
  readonly step: number
  readonly length: number
}

function alternates(
  pixels: Uint8Array,
  levels: { ink: number; paper: number },
  { count, stride, step, length }: Lines,
): boolean {
  let crossed = 0
  let most = 0
  let hasCorner = false
  let above: readonly FinderPattern[] = []
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
    above = findFinderPatterns(runs, startsInk ? 0 : 1).map(({ place }): FinderPattern => {
      const before = above.find((corner) => Math.abs(corner.place - place) <= placeSlack)
      return { place, lines: (before?.lines ?? 0) + 1 }
    })
    hasCorner = above.some(({ lines }) => lines >= cornerLines)
  }
  const isFine = most > (maxTransitionsPerModule * length) / measuredModule
  return crossed >= minCrossedRatio * count && (isFine || hasCorner)
}

/** A possible finder pattern: the start of its center on the line, and the number of consecutive lines. */
interface FinderPattern {
  readonly place: number
  readonly lines: number
}

/** Ink runs are every other one from `firstInk`. */
function findFinderPatterns(runs: readonly number[], firstInk: number): FinderPattern[] {
  const found: FinderPattern[] = []
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
