/** Finds grids whose lines are too light for a threshold of ink, by their contrast with both sides. */
import { type Box, grow, overlapArea } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { boxOfRuns, groupRuns, type InkRun } from './ink-runs.ts'
import type { PixelRuling } from './remove-rulings.ts'

const MIN_LENGTH_INCHES = 0.6
/** Minimum difference to both sides, and their minimum level, in gray levels. */
const MIN_CONTRAST = 7
const MIN_SIDE_LEVEL = 200
const MAX_LEVEL = 255 - MIN_CONTRAST
/** Maximum difference of a ruling to its sides, in gray levels. */
const MAX_CONTRAST = 100
const SOFT_EDGE_PX = 2
/** Distance of the sides: more than the thickness of a ruling. */
const SIDE_DISTANCE_INCHES = 1 / 50
const MAX_GAP_PX = 2
/** Minimum fraction of a run that has the contrast. */
const MIN_HIT_RATIO = 0.9
/** Maximum gap between rulings that meet, and minimum distance of parallel ones. */
const JOIN_INCHES = 1 / 30
/** Minimum parallel rulings in each direction, and in both; two and two are a frame. */
const MIN_PARALLEL = 2
const MIN_GRID_LINES = 5
/** Maximum rulings that are compared with each other; more are a texture. */
const MAX_RULINGS = 1000

interface KnownShapes {
  readonly rulings: readonly PixelRuling[]
  /** Shaded cells and bars. */
  readonly fills: readonly Box[]
}

/** Rulings of grids, and those between filled rectangles. Expects a page from which `rulings` are erased. */
export function findFaintRulings(
  raster: GrayRaster,
  { dpi, rulings, fills }: KnownShapes & { dpi: number },
): PixelRuling[] {
  const faint = findRuns(raster, dpi).flatMap(({ runs, horizontal }) =>
    groupRuns(runs).map((group): PixelRuling => ({ horizontal, box: boxOfRuns(group, horizontal) })),
  )
  if (faint.length === 0 || faint.length + rulings.length > MAX_RULINGS) return []
  const joinPx = dpi * JOIN_INCHES
  const isFaint = new Set(faint)
  return connectedGroups([...faint, ...rulings], joinPx)
    .filter((group) => isGrid(group, joinPx) || connectsFills(group, fills, joinPx))
    .flatMap((group) => group.filter((ruling) => isFaint.has(ruling)))
}

/** Fills rulings with the lighter level of their sides. Letters, which are darker than rulings, stay. */
export function eraseFaintRulings(raster: GrayRaster, rulings: readonly PixelRuling[]): GrayRaster {
  const { width, height } = raster
  const pixels = raster.pixels.slice()
  for (const { horizontal, box } of rulings) {
    const along = horizontal ? { step: 1, from: box.x0, to: box.x1 } : { step: width, from: box.y0, to: box.y1 }
    const across = horizontal
      ? { step: width, from: box.y0, to: box.y1, limit: height }
      : { step: 1, from: box.x0, to: box.x1, limit: width }
    const before = Math.max(0, across.from - SOFT_EDGE_PX - 1)
    const after = Math.min(across.limit - 1, across.to + SOFT_EDGE_PX)
    for (let at = along.from; at < along.to; at++) {
      const start = at * along.step
      const side = Math.max(raster.pixels[start + before * across.step]!, raster.pixels[start + after * across.step]!)
      for (let line = before + 1; line < after; line++) {
        const index = start + line * across.step
        if (pixels[index]! < side && pixels[index]! > side - MAX_CONTRAST) pixels[index] = side
      }
    }
  }
  return { ...raster, pixels }
}

/** Row by row in both directions, which is the order of the memory. */
function findRuns({ width, height, pixels }: GrayRaster, dpi: number) {
  const minLength = Math.round(dpi * MIN_LENGTH_INCHES)
  const distance = Math.max(1, Math.round(dpi * SIDE_DISTANCE_INCHES))
  const columns = createRuns(width, minLength)
  const rows = createRuns(height, minLength)
  for (let y = distance; y < height - distance; y++)
    for (let x = distance, at = y * width + x; x < width - distance; x++, at++) {
      const level = pixels[at]!
      if (level > MAX_LEVEL) continue
      const minSide = Math.max(MIN_SIDE_LEVEL, level + MIN_CONTRAST)
      if (pixels[at - distance]! >= minSide && pixels[at + distance]! >= minSide) columns.add(x, y)
      if (pixels[at - distance * width]! >= minSide && pixels[at + distance * width]! >= minSide) rows.add(y, x)
    }
  return [
    { horizontal: true, runs: rows.end() },
    { horizontal: false, runs: columns.end() },
  ]
}

/** Collects the runs of each row or column from its pixels in ascending order. */
function createRuns(lines: number, minLength: number) {
  const from = new Int32Array(lines).fill(-1)
  const last = new Int32Array(lines)
  const hits = new Int32Array(lines)
  const runs: InkRun[] = []
  function close(at: number): void {
    const to = last[at]! + 1
    const length = to - from[at]!
    if (from[at]! >= 0 && length >= minLength && hits[at]! >= MIN_HIT_RATIO * length)
      runs.push({ at, from: from[at]!, to })
  }
  return {
    add(at: number, along: number): void {
      if (from[at]! < 0 || along - last[at]! > MAX_GAP_PX + 1) {
        close(at)
        from[at] = along
        hits[at] = 0
      }
      last[at] = along
      hits[at]!++
    },
    end(): InkRun[] {
      for (let at = 0; at < lines; at++) close(at)
      return runs.sort((a, b) => a.at - b.at || a.from - b.from)
    },
  }
}

function connectedGroups(rulings: readonly PixelRuling[], joinPx: number): PixelRuling[][] {
  const open = new Set(rulings)
  const groups: PixelRuling[][] = []
  for (const first of rulings) {
    if (!open.delete(first)) continue
    const group = [first]
    for (const ruling of group) {
      const reach = grow(ruling.box, joinPx)
      for (const other of open) if (overlapArea(reach, other.box) > 0 && open.delete(other)) group.push(other)
    }
    groups.push(group)
  }
  return groups
}

function isGrid(group: readonly PixelRuling[], joinPx: number): boolean {
  const rows = countParallel(
    group.flatMap(({ horizontal, box }) => (horizontal ? [box.y0] : [])),
    joinPx,
  )
  const columns = countParallel(
    group.flatMap(({ horizontal, box }) => (horizontal ? [] : [box.x0])),
    joinPx,
  )
  return rows >= MIN_PARALLEL && columns >= MIN_PARALLEL && rows + columns >= MIN_GRID_LINES
}

function countParallel(positions: readonly number[], joinPx: number): number {
  const sorted = positions.toSorted((a, b) => a - b)
  return sorted.filter((position, index) => index === 0 || position - sorted[index - 1]! > joinPx).length
}

function connectsFills(group: readonly PixelRuling[], fills: readonly Box[], joinPx: number): boolean {
  const reaches = group.map(({ box }) => grow(box, joinPx))
  return fills.filter((fill) => reaches.some((reach) => overlapArea(reach, fill) > 0)).length >= MIN_PARALLEL
}
