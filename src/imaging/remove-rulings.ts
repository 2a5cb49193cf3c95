/** Detects and erases rulings, because OCR misreads letters that touch them. Expects an evenly lit, deskewed page. */
import { type Box, contains, grow } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { maxOf, minOf } from '../model/statistics.ts'

/** Hairlines between two pixel rows are light gray. */
const MAX_INK_LEVEL = 215
const MIN_LENGTH_INCHES = 0.5
/** In inches, and in pixels at low resolutions; thicker lines are bars and boxes. */
const MAX_THICKNESS_INCHES = 1 / 28
const MIN_MAX_THICKNESS_PX = 3
/** Two would join the serifs of small text. */
const MAX_GAP_PX = 1
const MIN_THIN_RATIO = 0.7

const SOFT_EDGE_PX = 1

/** Minimum fraction without touching ink; Tesseract handles underlines, which have less. */
const MIN_FREE_RATIO = 0.75

export interface PixelRuling {
  readonly horizontal: boolean
  readonly box: Box
}

export interface InkRun {
  readonly at: number
  readonly from: number
  readonly to: number
}

export function removeRulings(
  raster: GrayRaster,
  options: { dpi: number },
): { raster: GrayRaster; rulings: readonly PixelRuling[] } {
  const minLength = Math.round(options.dpi * MIN_LENGTH_INCHES)
  const maxThickness = Math.max(MIN_MAX_THICKNESS_PX, Math.round(options.dpi * MAX_THICKNESS_INCHES))
  const lines: RulingRuns[] = []
  for (const horizontal of [true, false]) {
    const found = horizontal ? findHorizontalRuns(raster, minLength) : findVerticalRuns(raster, minLength)
    for (const runs of groupRuns(found)) {
      const thickness = thicknessOf(raster, runs, { horizontal, maxThickness })
      if (thickness !== null) lines.push({ horizontal, runs, thickness })
    }
  }
  if (lines.length === 0) return { raster, rulings: [] }
  const rulings = lines.map(({ horizontal, runs }): PixelRuling => ({ horizontal, box: boxOf(runs, horizontal) }))
  const result: GrayRaster = { ...raster, pixels: raster.pixels.slice() }
  for (const { horizontal, runs, thickness } of lines) {
    const crossing = rulings
      .filter((ruling) => ruling.horizontal !== horizontal)
      .map(({ box }) => grow(box, SOFT_EDGE_PX))
    for (const run of runs) eraseRun(raster, result, { run, horizontal, thickness, crossing })
  }
  return { raster: result, rulings }
}

const SAMPLES_PER_RUN = 4

export function findHorizontalRuns(raster: GrayRaster, minLength: number): InkRun[] {
  const { width, height } = raster
  const stride = Math.max(1, Math.floor(minLength / SAMPLES_PER_RUN))
  const runs: InkRun[] = []
  for (let y = 0; y < height; y++) {
    const line = { start: y * width, step: 1, length: width }
    for (let x = stride - 1; x < width; x += stride) {
      const run = inkRunAt(raster.pixels, x, line)
      if (run === null) continue
      if (run.to - run.from >= minLength) runs.push({ at: y, ...run })
      while (x + stride < run.to) x += stride
    }
  }
  return runs
}

function findVerticalRuns(raster: GrayRaster, minLength: number): InkRun[] {
  const { width, height } = raster
  const stride = Math.max(1, Math.floor(minLength / SAMPLES_PER_RUN))
  const knownUntil = new Int32Array(width)
  const runs: InkRun[] = []
  for (let y = stride - 1; y < height; y += stride)
    for (let x = 0; x < width; x++) {
      if (y < knownUntil[x]!) continue
      const run = inkRunAt(raster.pixels, y, { start: x, step: width, length: height })
      if (run === null) continue
      knownUntil[x] = run.to
      if (run.to - run.from >= minLength) runs.push({ at: x, ...run })
    }
  return runs.sort((a, b) => a.at - b.at || a.from - b.from)
}

function inkRunAt(
  pixels: Uint8Array,
  position: number,
  line: { start: number; step: number; length: number },
): { from: number; to: number } | null {
  const { start, step, length } = line
  const first = pixels[start + position * step]! <= MAX_INK_LEVEL ? position : position + 1
  if (first >= length || pixels[start + first * step]! > MAX_INK_LEVEL) return null
  let from = first
  for (let at = first - 1; at >= 0 && from - at <= MAX_GAP_PX + 1; at--)
    if (pixels[start + at * step]! <= MAX_INK_LEVEL) from = at
  let last = first
  for (let at = first + 1; at < length && at - last <= MAX_GAP_PX + 1; at++)
    if (pixels[start + at * step]! <= MAX_INK_LEVEL) last = at
  return { from, to: last + 1 }
}

export function groupRuns(runs: readonly InkRun[]): InkRun[][] {
  const groups: InkRun[][] = []
  let active: { group: InkRun[]; last: InkRun }[] = []
  for (const run of runs) {
    active = active.filter(({ last }) => run.at - last.at <= 1)
    const touching = active.find(({ last }) => last.at < run.at && last.from <= run.to && run.from <= last.to)
    if (touching === undefined) {
      const group = [run]
      groups.push(group)
      active.push({ group, last: run })
    } else {
      touching.group.push(run)
      touching.last = run
    }
  }
  return groups
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
  const free = counts.subarray(0, median + 1 + thicknessTolerance(median)).reduce((sum, count) => sum + count, 0)
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

/** Keeps text that touches the line and strokes that cross it. */
function eraseRun(
  source: GrayRaster,
  result: GrayRaster,
  line: { run: InkRun; horizontal: boolean; thickness: number; crossing: readonly Box[] },
): void {
  const { width, height } = source
  const { run, horizontal, thickness, crossing } = line
  const limit = horizontal ? height : width
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
    for (let across = first; across <= last; across++)
      result.pixels[horizontal ? across * width + along : along * width + across] = 255
  }
}

function boxOf(runs: readonly InkRun[], horizontal: boolean): Box {
  const from = minOf(runs.map((run) => run.from))
  const to = maxOf(runs.map((run) => run.to))
  const first = minOf(runs.map((run) => run.at))
  const last = maxOf(runs.map((run) => run.at)) + 1
  return horizontal ? { x0: from, y0: first, x1: to, y1: last } : { x0: first, y0: from, x1: last, y1: to }
}
