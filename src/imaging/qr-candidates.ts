/** Decides from a small rendering whether an image can be a QR code or is empty. No code is lost. */
import { type Box, height, longSide, type Size, shortSide, width } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

/** Minimum and maximum side of a code, in points: 6 mm to 11 cm. */
const MIN_SIDE = 18
const MAX_SIDE = 320
export const MIN_MODULES = 21
/** Maximum aspect ratio of a figure, which may include a line of text below the code. */
export const MAX_FIGURE_ASPECT_RATIO = 1.5
export const MAX_CODE_ASPECT_RATIO = 1.12
/** Side of the rendering in pixels: one per module of the largest code with its quiet zone. */
const INSPECTED_SIDE = 256
/** Maximum mean level: lighter images have less than a tenth of ink. */
const MAX_MEAN_LEVEL = 241
const HYSTERESIS_RATIO = 0.1
/** Minimum changes between ink and paper in a line of the code, and fraction of such lines. */
const MIN_CROSSINGS = 8
const MIN_CROSSED_RATIO = 0.25
const MIN_MODULE_PIXELS = 2.5
const MAX_TRANSITIONS_PER_MODULE = 0.8
/** Tolerances of the runs 1, 1, 3, 1, 1 of a finder pattern, in modules. */
const SHORT_RUN_TOLERANCE = 0.6
const LONG_RUN_TOLERANCE = 1.2
/** Minimum consecutive lines with a finder pattern, and its tolerance in pixels. */
const MIN_CORNER_LINES = 4
const POSITION_TOLERANCE = 2

export function canBeQrCode(box: Box, ratio: number): boolean {
  const [short, long] = [shortSide(box), longSide(box)]
  return short >= MIN_SIDE && long <= MAX_SIDE && long <= short * ratio
}

/** Whether lines of text would be below the code. */
export function isTooWide(box: Box): boolean {
  return width(box) > MAX_CODE_ASPECT_RATIO * height(box)
}

export function inspectionSize(pixelWidth: number, pixelHeight: number): Size {
  const scale = Math.min(1, INSPECTED_SIDE / Math.max(pixelWidth, pixelHeight))
  return { width: Math.max(1, Math.round(pixelWidth * scale)), height: Math.max(1, Math.round(pixelHeight * scale)) }
}

/** Maximum pixels of an image checked for emptiness: spacers and empty frames are small. */
const MAX_EMPTY_PIXELS = 256 * 256
const WHITE_TOLERANCE = 4

export function mayBeEmpty(box: Box, pixelWidth: number, pixelHeight: number): boolean {
  return shortSide(box) >= MIN_SIDE && pixelWidth * pixelHeight <= MAX_EMPTY_PIXELS
}

export function isEmptyImage({ pixels }: GrayRaster): boolean {
  return pixels.every((level) => level >= 255 - WHITE_TOLERANCE)
}

/** Whether ink and paper alternate along rows and columns as in a code. */
export function resemblesQrCode({ width: wide, height: high, pixels }: GrayRaster): boolean {
  const { darkest, brightest, mean } = measureLevels(pixels)
  if (mean > MAX_MEAN_LEVEL) return false
  const midLevel = (darkest + brightest) / 2
  const slack = (brightest - darkest) * HYSTERESIS_RATIO
  const levels = { ink: midLevel - slack, paper: midLevel + slack }
  return [
    { count: high, stride: wide, step: 1, length: wide },
    { count: wide, stride: 1, step: wide, length: high },
  ].every((lines) => alternates(pixels, levels, lines))
}

/** An indexed loop, which V8 optimizes sooner than an iterator. */
function measureLevels(pixels: Uint8Array): { darkest: number; brightest: number; mean: number } {
  let darkest = 255
  let brightest = 0
  let sum = 0
  for (let at = 0; at < pixels.length; at++) {
    const level = pixels[at]!
    if (level < darkest) darkest = level
    if (level > brightest) brightest = level
    sum += level
  }
  return { darkest, brightest, mean: sum / pixels.length }
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
    if (runs.length >= MIN_CROSSINGS) crossed++
    most = Math.max(most, runs.length)
    runs.push(length - from)
    if (hasCorner) continue
    above = findFinderPatterns(runs, startsInk ? 0 : 1).map(({ position }): FinderPattern => {
      const before = above.find((corner) => Math.abs(corner.position - position) <= POSITION_TOLERANCE)
      return { position, lines: (before?.lines ?? 0) + 1 }
    })
    hasCorner = above.some(({ lines }) => lines >= MIN_CORNER_LINES)
  }
  const isFine = most > (MAX_TRANSITIONS_PER_MODULE * length) / MIN_MODULE_PIXELS
  return crossed >= MIN_CROSSED_RATIO * count && (isFine || hasCorner)
}

interface FinderPattern {
  readonly position: number
  readonly lines: number
}

function findFinderPatterns(runs: readonly number[], firstInk: number): FinderPattern[] {
  const found: FinderPattern[] = []
  let position = firstInk === 0 ? 0 : (runs[0] ?? 0)
  for (let first = firstInk; first + 5 <= runs.length; first += 2) {
    const [a, b, c, d, e] = [runs[first]!, runs[first + 1]!, runs[first + 2]!, runs[first + 3]!, runs[first + 4]!]
    const module = (a + b + c + d + e) / 7
    const isShort = (run: number): boolean => Math.abs(run - module) <= SHORT_RUN_TOLERANCE * module
    if (isShort(a) && isShort(b) && isShort(d) && isShort(e) && Math.abs(c - 3 * module) <= LONG_RUN_TOLERANCE * module)
      found.push({ position: position + a + b, lines: 1 })
    position += a + b
  }
  return found
}
