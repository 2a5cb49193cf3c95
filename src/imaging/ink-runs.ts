/** Runs of ink in rows and columns of pixels, which are parts of rulings. */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { maxOf, minOf } from '../model/statistics.ts'

/** Hairlines between two pixel rows are light gray. */
export const MAX_INK_LEVEL = 215
/** Two would join the serifs of small text. */
const MAX_GAP_PX = 1

export interface InkRun {
  readonly at: number
  readonly from: number
  readonly to: number
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

export function findVerticalRuns(raster: GrayRaster, minLength: number): InkRun[] {
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

export function boxOfRuns(runs: readonly InkRun[], horizontal: boolean): Box {
  const from = minOf(runs.map((run) => run.from))
  const to = maxOf(runs.map((run) => run.to))
  const first = minOf(runs.map((run) => run.at))
  const last = maxOf(runs.map((run) => run.at)) + 1
  return horizontal ? { x0: from, y0: first, x1: to, y1: last } : { x0: first, y0: from, x1: last, y1: to }
}
