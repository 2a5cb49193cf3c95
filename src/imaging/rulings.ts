/**
 * Drawn lines out of the raster, their places kept: letters glued to a table's border are misread, but the border tells the cells.
 * Wants an even and straightened page before any blur; rows of print, dark boxes and edges of pictures are left alone.
 */
import type { Box } from '../model/geometry.ts'
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
/** Share of a ruling's length on which it is no thicker than allowed: where print sits in the way of a line it is; a row of print has stems everywhere. */
const THIN_SHARE = 0.7

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

export function removeRulings(raster: GrayRaster, options: { dpi: number }): { raster: GrayRaster; rulings: readonly PixelRuling[] } {
  const shortest = Math.round(options.dpi * SHORTEST_INCHES)
  const thickest = Math.max(THICKEST_MIN_PX, Math.round(options.dpi * THICKEST_INCHES))
  const lines: { horizontal: boolean; runs: readonly Run[] }[] = []
  for (const horizontal of [true, false]) {
    const runs = horizontal ? runsAcross(raster, shortest) : runsDown(raster, shortest)
    for (const group of groupRuns(runs)) if (isRuling(raster, group, { horizontal, thickest })) lines.push({ horizontal, runs: group })
  }
  if (lines.length === 0) return { raster, rulings: [] }
  const result: GrayRaster = { ...raster, pixels: raster.pixels.slice() }
  for (const { horizontal, runs } of lines) for (const run of runs) eraseRun(raster, result, { run, horizontal, thickest })
  return { raster: result, rulings: lines.map(({ horizontal, runs }) => ({ horizontal, box: boxOf(runs, horizontal) })) }
}

function runsAcross(raster: GrayRaster, shortest: number): Run[] {
  const { width, height, pixels } = raster
  const runs: Run[] = []
  for (let y = 0; y < height; y++) {
    let start = -1
    let lastInk = -1
    const row = y * width
    for (let x = 0; x < width; x++) {
      if (pixels[row + x]! <= INK) {
        if (start < 0) start = x
        lastInk = x
      } else if (start >= 0 && x - lastInk > BRIDGED_PX) {
        if (lastInk + 1 - start >= shortest) runs.push({ at: y, from: start, to: lastInk + 1 })
        start = -1
      }
    }
    if (start >= 0 && lastInk + 1 - start >= shortest) runs.push({ at: y, from: start, to: lastInk + 1 })
  }
  return runs
}

/** Walks row by row, one open run a column: walking down columns would miss the processor's cache at every step. */
function runsDown(raster: GrayRaster, shortest: number): Run[] {
  const { width, height, pixels } = raster
  const start = new Int32Array(width).fill(-1)
  const lastInk = new Int32Array(width)
  const runs: Run[] = []
  for (let y = 0; y <= height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) {
      if (y < height && pixels[row + x]! <= INK) {
        if (start[x]! < 0) start[x] = y
        lastInk[x] = y
      } else if (start[x]! >= 0 && (y === height || y - lastInk[x]! > BRIDGED_PX)) {
        if (lastInk[x]! + 1 - start[x]! >= shortest) runs.push({ at: x, from: start[x]!, to: lastInk[x]! + 1 })
        start[x] = -1
      }
    }
  }
  return runs.sort((a, b) => a.at - b.at || a.from - b.from)
}

/** Runs that touch across neighbouring rows (or columns) are one line: thick ones, and those a little askew. */
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

/** Thin enough over most of its length, judged by the ink across it. */
function isRuling(raster: GrayRaster, runs: readonly Run[], rule: { horizontal: boolean; thickest: number }): boolean {
  const { width, height, pixels } = raster
  const { horizontal, thickest } = rule
  const limit = horizontal ? height : width
  const ink = (along: number, across: number): boolean => pixels[horizontal ? across * width + along : along * width + across]! <= INK
  let thin = 0
  let total = 0
  for (const run of runs) {
    for (let along = run.from; along < run.to; along += 2) {
      let first = run.at
      let last = run.at
      while (first > 0 && last - first < thickest && ink(along, first - 1)) first--
      while (last < limit - 1 && last - first < thickest && ink(along, last + 1)) last++
      total++
      if (last - first < thickest) thin++
    }
  }
  return thin >= total * THIN_SHARE
}

/** Whitens a run and the soft pixel on either side, but not where a stroke passes right through it. */
function eraseRun(source: GrayRaster, result: GrayRaster, line: { run: Run; horizontal: boolean; thickest: number }): void {
  const { width, height, pixels } = source
  const { run, horizontal, thickest } = line
  const limit = horizontal ? height : width
  const place = (along: number, across: number): number => (horizontal ? across * width + along : along * width + across)
  for (let along = run.from; along < run.to; along++) {
    let first = run.at
    let last = run.at
    while (first > 0 && run.at - first < thickest && pixels[place(along, first - 1)]! <= INK) first--
    while (last < limit - 1 && last - run.at < thickest && pixels[place(along, last + 1)]! <= INK) last++
    if (last - first + 1 > thickest) continue
    for (let across = Math.max(0, first - 1); across <= Math.min(limit - 1, last + 1); across++) result.pixels[place(along, across)] = 255
  }
}

function boxOf(runs: readonly Run[], horizontal: boolean): Box {
  const from = Math.min(...runs.map((run) => run.from))
  const to = Math.max(...runs.map((run) => run.to))
  const first = Math.min(...runs.map((run) => run.at))
  const last = Math.max(...runs.map((run) => run.at)) + 1
  return horizontal ? { x0: from, y0: first, x1: to, y1: last } : { x0: first, y0: from, x1: last, y1: to }
}
