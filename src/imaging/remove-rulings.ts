/** Detects and erases rulings, because OCR misreads letters that touch them. Expects an evenly lit, deskewed page. */
import { type Box, contains, grow } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { clamp, median, sumOf } from '../model/statistics.ts'
import { boxOfRuns, findHorizontalRuns, findVerticalRuns, groupRuns, type InkRun, MAX_INK_LEVEL } from './ink-runs.ts'
import { findShortVerticalRuns } from './short-rulings.ts'

const MIN_LENGTH_INCHES = 0.5
/** In inches, and in pixels at low resolutions; thicker lines are bars and boxes. */
const MAX_THICKNESS_INCHES = 1 / 28
const MIN_MAX_THICKNESS_PX = 3
const MIN_THIN_RATIO = 0.7

const SOFT_EDGE_PX = 1

/** Minimum fraction without touching ink; Tesseract handles underlines, which have less. */
const MIN_FREE_RATIO = 0.75

export interface PixelRuling {
  readonly horizontal: boolean
  readonly box: Box
}

interface Unruled {
  readonly raster: GrayRaster
  readonly rulings: readonly PixelRuling[]
}

export function removeRulings(raster: GrayRaster, { dpi }: { dpi: number }): Unruled {
  const minLength = minLengthAt(dpi)
  const rows = toRulings(raster, findHorizontalRuns(raster, minLength), { horizontal: true, dpi })
  const columns = toRulings(raster, findVerticalRuns(raster, minLength), { horizontal: false, dpi })
  return eraseRulings(raster, [...rows, ...columns], [])
}

/** Vertical rulings of one row of a table, which reach from one known ruling to another. */
export function removeShortRulings(
  raster: GrayRaster,
  { dpi, rulings }: { dpi: number; rulings: readonly PixelRuling[] },
): Unruled {
  const rows = rulings.flatMap(({ horizontal, box }) => (horizontal ? [box] : []))
  const runs = findShortVerticalRuns(raster, rows, { dpi, maxLength: minLengthAt(dpi) })
  return eraseRulings(raster, toRulings(raster, runs, { horizontal: false, dpi }), rulings)
}

/** Limits the effect of a wrong resolution on sizes in inches. */
export function clampRulingDpi(dpi: number): number {
  return clamp(dpi, 100, 400)
}

function minLengthAt(dpi: number): number {
  return Math.round(dpi * MIN_LENGTH_INCHES)
}

function toRulings(
  raster: GrayRaster,
  found: readonly InkRun[],
  { horizontal, dpi }: { horizontal: boolean; dpi: number },
): RulingRuns[] {
  const maxThickness = Math.max(MIN_MAX_THICKNESS_PX, Math.round(dpi * MAX_THICKNESS_INCHES))
  return groupRuns(found).flatMap((runs) => {
    const thickness = thicknessOf(raster, runs, { horizontal, maxThickness })
    return thickness === null ? [] : [{ horizontal, runs, thickness }]
  })
}

function eraseRulings(raster: GrayRaster, found: readonly RulingRuns[], known: readonly PixelRuling[]): Unruled {
  if (found.length === 0) return { raster, rulings: [] }
  const rulings = found.map(({ horizontal, runs }): PixelRuling => ({ horizontal, box: boxOfRuns(runs, horizontal) }))
  const result: GrayRaster = { ...raster, pixels: raster.pixels.slice() }
  for (const { horizontal, runs, thickness } of found) {
    const crossing = [...known, ...rulings]
      .filter((ruling) => ruling.horizontal !== horizontal)
      .map(({ box }) => grow(box, SOFT_EDGE_PX))
    for (const run of runs) eraseRun(raster, result, { run, horizontal, thickness, crossing })
  }
  return { raster: result, rulings }
}

function inkExtent(
  raster: GrayRaster,
  position: { along: number; at: number; horizontal: boolean; maxThickness: number },
): { before: number; after: number } {
  const { along, at, horizontal, maxThickness } = position
  const step = horizontal ? raster.width : 1
  const limit = horizontal ? raster.height : raster.width
  const start = horizontal ? at * raster.width + along : along * raster.width + at
  let before = 0
  let after = 0
  while (before < maxThickness && at - before > 0 && raster.pixels[start - (before + 1) * step]! <= MAX_INK_LEVEL)
    before++
  while (after < maxThickness && at + after < limit - 1 && raster.pixels[start + (after + 1) * step]! <= MAX_INK_LEVEL)
    after++
  return { before, after }
}

const MAX_SAMPLES = 4000

function thicknessOf(
  raster: GrayRaster,
  runs: readonly InkRun[],
  rule: { horizontal: boolean; maxThickness: number },
): number | null {
  const counts = new Uint32Array(2 * rule.maxThickness + 2)
  const length = runs.reduce((sum, { from, to }) => sum + to - from, 0)
  const step = Math.max(2, Math.ceil(length / MAX_SAMPLES))
  let total = 0
  for (const { at, from, to } of runs)
    for (let along = from; along < to; along += step) {
      const { before, after } = inkExtent(raster, { along, at, ...rule })
      counts[before + after + 1]!++
      total++
    }
  let thin = 0
  let median = 0
  for (let thickness = 1; thickness <= rule.maxThickness; thickness++) {
    thin += counts[thickness]!
    if (median === 0 && thin * 2 >= total) median = thickness
  }
  const free = sumOf(counts.subarray(0, median + 1 + thicknessTolerance(median)))
  return thin >= total * MIN_THIN_RATIO && free >= total * MIN_FREE_RATIO ? median : null
}

/** Enlarged rulings and those through shaded rows vary by half of their thickness. */
function thicknessTolerance(thickness: number): number {
  return Math.max(1, Math.round(thickness / 2))
}

interface RulingRuns {
  readonly horizontal: boolean
  readonly runs: readonly InkRun[]
  readonly thickness: number
}

/** Minimum difference of gray levels between a gray ruling and the text on it. */
const MIN_TEXT_CONTRAST = 60
const MAX_LEVEL_SAMPLES = 200

/** A median, because text covers a part of the ruling. */
function levelOf({ pixels, width }: GrayRaster, { at, from, to }: InkRun, horizontal: boolean): number {
  const step = Math.ceil((to - from) / MAX_LEVEL_SAMPLES)
  const levels = Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => {
    const along = from + index * step
    return pixels[horizontal ? at * width + along : along * width + at]!
  })
  return median(levels) ?? 0
}

/** Keeps text that touches the line or is darker, and strokes that cross it. */
function eraseRun(
  source: GrayRaster,
  result: GrayRaster,
  line: { run: InkRun; horizontal: boolean; thickness: number; crossing: readonly Box[] },
): void {
  const { width, height } = source
  const { run, horizontal, thickness, crossing } = line
  const limit = horizontal ? height : width
  const textLevel = levelOf(source, run, horizontal) - MIN_TEXT_CONTRAST
  for (let along = run.from; along < run.to; along++) {
    const { before, after } = inkExtent(source, { along, at: run.at, horizontal, maxThickness: thickness + 1 })
    const touchesBefore = before > thickness
    const touchesAfter = after > thickness
    if (
      touchesBefore &&
      touchesAfter &&
      !crossing.some((box) => contains(box, horizontal ? { x: along, y: run.at } : { x: run.at, y: along }))
    )
      continue
    const first = Math.max(0, run.at - (touchesBefore ? 0 : before + SOFT_EDGE_PX))
    const last = Math.min(limit - 1, run.at + (touchesAfter ? 0 : after + SOFT_EDGE_PX))
    for (let across = first; across <= last; across++) {
      const index = horizontal ? across * width + along : along * width + across
      if (source.pixels[index]! > textLevel) result.pixels[index] = 255
    }
  }
}
