/**
 * Drawn lines out of the raster, their places kept: letters glued to a table's border are misread, but the border tells the cells.
 * Wants an even and straightened page before any blur; rows of print, dark boxes and edges of pictures are left alone.
 */
import { type Box, contains, grow } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'

/** Ink threshold on white paper: hairlines drawn between two pixel rows are light gray (measured; 170 misses them on photos). */
const INK = 215
/** Shortest ruling in inches: longer than the strokes of any letter but a poster's. */
const SHORTEST_INCHES = 0.5
/** Thickest ruling in inches, and in pixels at low resolutions; thicker ones are bars and boxes. */
const THICKEST_INCHES = 1 / 28
const THICKEST_MIN_PX = 3
/** Paper pixels inside a line that are bridged: a speck of dust. Two would join the feet of small print. */
const BRIDGED_PX = 1
/** Share of a ruling's length on which it is no thicker than allowed: rulings measured .95 and more, rows of print .4 and less. */
const THIN_RATIO = 0.7

/** Lines have a half-gray pixel on either side: it goes with them. */
const SOFT_EDGE_PX = 1

/** Share on which nothing touches it. Rulings of tables measured .9 and more, underlines that the letters stand on .6: those are left to the recognizer, which knows them. */
const ALONE_RATIO = 0.75

export interface PixelRuling {
  readonly horizontal: boolean
  /** Pixels. */
  readonly box: Box
}

/** A run of ink along one row (horizontal) or column. `at` is the row, `from` to `to` (exclusive) the extent. */
interface Run {
  readonly at: number
  readonly from: number
  readonly to: number
}

export function removeRulings(
  raster: GrayRaster,
  options: { dpi: number },
): { raster: GrayRaster; rulings: readonly PixelRuling[] } {
  const shortest = Math.round(options.dpi * SHORTEST_INCHES)
  const thickest = Math.max(THICKEST_MIN_PX, Math.round(options.dpi * THICKEST_INCHES))
  const lines: Ruled[] = []
  for (const horizontal of [true, false]) {
    const found = horizontal ? runsAcross(raster, shortest) : runsDown(raster, shortest)
    for (const runs of groupRuns(found)) {
      const thickness = thicknessOf(raster, runs, { horizontal, thickest })
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

/** A run of the shortest length crosses so many of the places that are looked at. */
const LOOKS_PER_RUN = 4

/** Runs of ink along the rows, at least so many pixels long, from the top down. */
export function runsAcross(raster: GrayRaster, shortest: number): Run[] {
  const { width, height } = raster
  const stride = Math.max(1, Math.floor(shortest / LOOKS_PER_RUN))
  const runs: Run[] = []
  for (let y = 0; y < height; y++) {
    const line = { start: y * width, step: 1, length: width }
    for (let x = stride - 1; x < width; x += stride) {
      const run = runAround(raster.pixels, x, line)
      if (run === null) continue
      if (run.to - run.from >= shortest) runs.push({ at: y, ...run })
      while (x + stride < run.to) x += stride
    }
  }
  return runs
}

/** Looks row by row: walking down columns would miss the processor's cache at every step. */
function runsDown(raster: GrayRaster, shortest: number): Run[] {
  const { width, height } = raster
  const stride = Math.max(1, Math.floor(shortest / LOOKS_PER_RUN))
  const known = new Int32Array(width)
  const runs: Run[] = []
  for (let y = stride - 1; y < height; y += stride)
    for (let x = 0; x < width; x++) {
      if (y < known[x]!) continue
      const run = runAround(raster.pixels, y, { start: x, step: width, length: height })
      if (run === null) continue
      known[x] = run.to
      if (run.to - run.from >= shortest) runs.push({ at: x, ...run })
    }
  return runs.sort((a, b) => a.at - b.at || a.from - b.from)
}

/** The run of ink on which a place of a row or column lies, or in whose gap: `null` on paper. */
function runAround(
  pixels: Uint8Array,
  place: number,
  line: { start: number; step: number; length: number },
): { from: number; to: number } | null {
  const { start, step, length } = line
  const first = pixels[start + place * step]! <= INK ? place : place + 1
  if (first >= length || pixels[start + first * step]! > INK) return null
  let from = first
  for (let at = first - 1; at >= 0 && from - at <= BRIDGED_PX + 1; at--)
    if (pixels[start + at * step]! <= INK) from = at
  let last = first
  for (let at = first + 1; at < length && at - last <= BRIDGED_PX + 1; at++)
    if (pixels[start + at * step]! <= INK) last = at
  return { from, to: last + 1 }
}

/** Runs that touch across neighboring rows (or columns) are one line: thick ones, and those a little askew. */
function groupRuns(runs: readonly Run[]): Run[][] {
  const groups: Run[][] = []
  let open: { group: Run[]; last: Run }[] = []
  for (const run of runs) {
    open = open.filter(({ last }) => run.at - last.at <= 1)
    const touching = open.find(({ last }) => last.at < run.at && last.from <= run.to && run.from <= last.to)
    if (touching === undefined) {
      const group = [run]
      groups.push(group)
      open.push({ group, last: run })
    } else {
      touching.group.push(run)
      touching.last = run
    }
  }
  return groups
}

/** The ink across a run at one place of it: how far it reaches before and after the run's own row, at most `thickest` each way. */
function inkAcross(
  raster: GrayRaster,
  place: { along: number; at: number; horizontal: boolean; thickest: number },
): { before: number; after: number } {
  const { along, at, horizontal, thickest } = place
  const step = horizontal ? raster.width : 1
  const limit = horizontal ? raster.height : raster.width
  const start = horizontal ? at * raster.width + along : along * raster.width + at
  let before = 0
  let after = 0
  while (before < thickest && at - before > 0 && raster.pixels[start - (before + 1) * step]! <= INK) before++
  while (after < thickest && at + after < limit - 1 && raster.pixels[start + (after + 1) * step]! <= INK) after++
  return { before, after }
}

/** Places at which a line's thickness is looked at: a dark picture has a line's length in each of its rows. */
const MOST_LOOKS = 4000

/** The usual thickness of a ruling in pixels, or `null` when the runs are no ruling: too thick over too much of their length. */
function thicknessOf(
  raster: GrayRaster,
  runs: readonly Run[],
  rule: { horizontal: boolean; thickest: number },
): number | null {
  const counts = new Uint32Array(2 * rule.thickest + 2)
  const length = runs.reduce((sum, { from, to }) => sum + to - from, 0)
  const step = Math.max(2, Math.ceil(length / MOST_LOOKS))
  let total = 0
  for (const { at, from, to } of runs)
    for (let along = from; along < to; along += step) {
      const { before, after } = inkAcross(raster, { along, at, ...rule })
      counts[before + after + 1]!++
      total++
    }
  let thin = 0
  let median = 0
  for (let thickness = 1; thickness <= rule.thickest; thickness++) {
    thin += counts[thickness]!
    if (median === 0 && thin * 2 >= total) median = thickness
  }
  const alone = counts.subarray(0, median + 1 + uneven(median)).reduce((sum, count) => sum + count, 0)
  return thin >= total * THIN_RATIO && alone >= total * ALONE_RATIO ? median : null
}

/** So much thicker a ruling may be in places: enlarged from low resolutions or through shaded rows it varies by half of itself. What stands on it adds more. */
function uneven(thickness: number): number {
  return Math.max(1, Math.round(thickness / 2))
}

interface Ruled {
  readonly horizontal: boolean
  readonly runs: readonly Run[]
  readonly thickness: number
}

/** Whitens a run and its soft edges. Where print stands on the line only the line's own pixels go; where a stroke passes through it stays whole. */
function eraseRun(
  source: GrayRaster,
  result: GrayRaster,
  line: { run: Run; horizontal: boolean; thickness: number; crossing: readonly Box[] },
): void {
  const { width, height } = source
  const { run, horizontal, thickness, crossing } = line
  const limit = horizontal ? height : width
  for (let along = run.from; along < run.to; along++) {
    const { before, after } = inkAcross(source, { along, at: run.at, horizontal, thickest: thickness + 1 })
    const over = before > thickness
    const under = after > thickness
    // Where rulings cross, each is a stroke for the other: there the line goes all the same.
    if (
      over &&
      under &&
      !crossing.some((box) => contains(box, horizontal ? { x: along, y: run.at } : { x: run.at, y: along }))
    )
      continue
    const first = Math.max(0, run.at - (over ? 0 : before + SOFT_EDGE_PX))
    const last = Math.min(limit - 1, run.at + (under ? 0 : after + SOFT_EDGE_PX))
    for (let across = first; across <= last; across++)
      result.pixels[horizontal ? across * width + along : along * width + across] = 255
  }
}

function boxOf(runs: readonly Run[], horizontal: boolean): Box {
  const from = Math.min(...runs.map((run) => run.from))
  const to = Math.max(...runs.map((run) => run.to))
  const first = Math.min(...runs.map((run) => run.at))
  const last = Math.max(...runs.map((run) => run.at)) + 1
  return horizontal ? { x0: from, y0: first, x1: to, y1: last } : { x0: first, y0: from, x1: last, y1: to }
}
