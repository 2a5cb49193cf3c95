/** Finds the lines of a text in the page image by rows of ink. */
import type { Size } from '../../model/geometry.ts'
import type { Box } from '../client/types.ts'
import type { Turn } from './rotation.ts'

export interface Raster extends Size {
  /** One byte per pixel. */
  readonly gray: Uint8Array
}

/** A line, in pixels of the raster. */
export interface InkLine {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface LineWithGaps extends InkLine {
  /** Between letters and words, from left to right. */
  readonly gaps: readonly Gap[]
}

interface Gap {
  readonly left: number
  readonly right: number
}

interface Band {
  readonly top: number
  readonly bottom: number
}

/** Minimum difference of ink from the background, in gray levels. */
const CONTRAST = 48
/** Ink of a gap relative to the fullest row, for lines whose letters touch. */
const gapRatios = [0, 0.06, 0.12, 0.2] as const
/** Minimum fraction of ink in a row or column of a ruling, and its distance from the edge of a box. */
const RULING_RATIO = 0.9
const RULING_DISTANCE = 6
/** Minimum height of a line relative to the usual one; lower bands are dots, accents or underlines. */
const PART_HEIGHT = 0.4

/** The part of a page in a box, for text that is turned by quarter turns clockwise. In the part, it is upright. */
export function cutOut({ width, height, gray }: Raster, [x1, y1, x2, y2]: Box, turn: Turn): Raster {
  const [left, right] = [Math.max(0, Math.round(x1)), Math.min(width, Math.round(x2))]
  const [top, bottom] = [Math.max(0, Math.round(y1)), Math.min(height, Math.round(y2))]
  const [across, down] = [Math.max(0, right - left), Math.max(0, bottom - top)]
  const size = turn % 2 === 0 ? { width: across, height: down } : { width: down, height: across }
  // First pixel of the part, and the steps along its rows and columns.
  const first = (turn < 2 ? top : bottom - 1) * width + (turn === 0 || turn === 3 ? left : right - 1)
  const steps = [1, width, -1, -width]
  const [along, next] = [steps[turn] ?? 1, steps[(turn + 1) % 4] ?? width]
  const pixels = new Uint8Array(size.width * size.height)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) pixels[y * size.width + x] = gray[first + x * along + y * next] ?? 0
  return { ...size, gray: pixels }
}

/** Possible lines, one list per ratio in `gapRatios`. */
export function findLines(raster: Raster): LineWithGaps[][] {
  const whole = { left: 0, right: raster.width, top: 0, bottom: raster.height }
  const isInk = inkTest(raster, whole)
  const { left, right, top, bottom } = withoutRulings(whole, isInk)
  if (right - left < 2 || bottom - top < 2) return []
  const rows = new Uint32Array(bottom - top)
  for (let y = top; y < bottom; y++) {
    let count = 0
    for (let x = left; x < right; x++) if (isInk(x, y)) count++
    // A ruling across the whole box is not text.
    rows[y - top] = count > RULING_RATIO * (right - left) ? 0 : count
  }
  const coarse = bandsOf(rows, { top: 0, bottom: rows.length }, 0)
  const found: LineWithGaps[][] = []
  for (const ratio of gapRatios) {
    const bands = joinParts(coarse.flatMap((band) => bandsOf(rows, band, ratio)))
    if (bands.length === 0 || bands.length === found.at(-1)?.length) continue
    found.push(bands.map((band) => ({ ...readColumns(band), top: band.top + top, bottom: band.bottom + top })))
  }
  return found

  function readColumns(band: Band): Pick<LineWithGaps, 'left' | 'right' | 'gaps'> {
    const hasInk = (x: number): boolean => {
      for (let y = band.top + top; y < band.bottom + top; y++) if (isInk(x, y)) return true
      return false
    }
    const gaps: Gap[] = []
    let end = left
    for (let x = left; x < right; x++) {
      if (!hasInk(x)) continue
      if (x > end) gaps.push({ left: end, right: x })
      end = x + 1
    }
    // The first gap is the space before the line.
    const start = gaps[0]?.left === left ? gaps.shift()?.right : left
    return { left: start ?? left, right: end, gaps }
  }
}

/** Rulings of a cell are at the edges of its box. */
function withoutRulings(box: InkLine, isInk: (x: number, y: number) => boolean): InkLine {
  let { left, right, top, bottom } = box
  const isColumn = (x: number): boolean => {
    let count = 0
    for (let y = box.top; y < box.bottom; y++) if (isInk(x, y)) count++
    return count > RULING_RATIO * (box.bottom - box.top)
  }
  const isRow = (y: number): boolean => {
    let count = 0
    for (let x = box.left; x < box.right; x++) if (isInk(x, y)) count++
    return count > RULING_RATIO * (box.right - box.left)
  }
  for (let step = 0; step < RULING_DISTANCE; step++) {
    // Includes the blurred edge of the ruling.
    if (isColumn(box.left + step)) left = box.left + step + 2
    if (isColumn(box.right - 1 - step)) right = box.right - step - 2
    if (isRow(box.top + step)) top = box.top + step + 2
    if (isRow(box.bottom - 1 - step)) bottom = box.bottom - step - 2
  }
  return { left, right, top, bottom }
}

/** Ink differs from the most frequent brightness. */
function inkTest({ width, gray }: Raster, { left, right, top, bottom }: InkLine): (x: number, y: number) => boolean {
  const counts = new Uint32Array(16)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const bin = (gray[y * width + x] ?? 0) >> 4
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  const background = 16 * counts.indexOf(Math.max(...counts)) + 8
  return (x, y) => Math.abs((gray[y * width + x] ?? 0) - background) > CONTRAST
}

function bandsOf(rows: Uint32Array, { top, bottom }: Band, ratio: number): Band[] {
  const limit = ratio * rows.subarray(top, bottom).reduce((max, count) => Math.max(max, count), 0)
  const bands: Band[] = []
  for (let y = top; y < bottom; y++) {
    if ((rows[y] ?? 0) <= limit) continue
    const start = y
    while (y < bottom && (rows[y] ?? 0) > limit) y++
    bands.push({ top: start, bottom: y })
  }
  return bands
}

function joinParts(bands: readonly Band[]): Band[] {
  const heights = bands.map(({ top, bottom }) => bottom - top).sort((a, b) => a - b)
  const usual = heights[Math.floor(0.7 * heights.length)] ?? 0
  const isPart = ({ top, bottom }: Band): boolean => bottom - top < PART_HEIGHT * usual
  const lines = bands.filter((band) => !isPart(band))
  for (const part of bands.filter(isPart)) {
    const distances = lines.map((line) => Math.max(line.top - part.bottom, part.top - line.bottom))
    const nearest = distances.indexOf(Math.min(...distances))
    const line = lines[nearest]
    if (line === undefined || (distances[nearest] ?? 0) > PART_HEIGHT * usual) continue
    lines[nearest] = { top: Math.min(line.top, part.top), bottom: Math.max(line.bottom, part.bottom) }
  }
  return lines
}
