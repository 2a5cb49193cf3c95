/** Finds leaders: rows of one repeated small symbol, which OCR would read as letters. */
import { lowerBound } from '../model/binary-search.ts'
import { type Box, centerX, centerY, height, unionAll } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { median } from '../model/statistics.ts'
import type { Component } from './connected-components.ts'

/** Minimum symbols; shorter rows are an ellipsis, a redacted word or chance. */
const MIN_DOTS = 6
const MIN_SYMBOLS = 10
/** Maximum size of a dot, in letter heights, as all sizes below. */
const MAX_DOT_HEIGHT = 0.4
const MAX_DOT_WIDTH = 1
const MAX_SYMBOL_SIZE = 0.85
const MIN_SYMBOL_PX = 2
const MAX_PITCH = 1.6
const MAX_VERTICAL_OFFSET = 0.12
/** Maximum difference in size within a row, as a ratio or in pixels. */
const MAX_SIZE_DIFFERENCE = 0.3
const MAX_SIZE_DIFFERENCE_PX = 2
/** Maximum deviation from the row's median distance, or from a multiple where symbols are missing. */
const MAX_PITCH_DEVIATION = 0.25
const MAX_PITCH_MULTIPLE = 3
/** Minimum mean similarity (intersection over union of the ink) of neighbors that could be letters. */
const MIN_SIMILARITY = 0.6
/** Minimum distance of other ink above and below: dotted fonts have some. */
const MIN_CLEARANCE_ABOVE = 0.3
/** Minimum distance of letters from symbols other than dots: masked numbers (****1234) are text. */
const MIN_CLEARANCE_ON_ROW = 2
const MAX_CROWDED_RATIO = 0.15

export interface LeaderRun {
  readonly box: Box
  readonly components: readonly Component[]
  /** Whether the symbols are dots or low dashes, which may connect a label and a number. */
  readonly isDots: boolean
}

/** `letterHeight` is in pixels; `threshold` is the ink level of `components`. */
export function findLeaders(
  raster: GrayRaster,
  {
    components,
    letterHeight,
    threshold,
  }: { components: readonly Component[]; letterHeight: number; threshold: number },
): LeaderRun[] {
  const small = components.filter((component) => isSmall(component, letterHeight)).sort((a, b) => a.x0 - b.x0)
  if (small.length < MIN_DOTS) return []
  const rows = linkNeighbors(small, letterHeight).flatMap(splitByPitch)
  const leaders = rows.flatMap((row): LeaderRun[] => {
    const isDots = row.every((component) => height(component) <= letterHeight * MAX_DOT_HEIGHT)
    if (row.length < (isDots ? MIN_DOTS : MIN_SYMBOLS)) return []
    return isDots || similarity(raster, row, threshold) >= MIN_SIMILARITY
      ? [{ box: unionAll(row), components: row, isDots }]
      : []
  })
  if (leaders.length === 0) return []
  const leaderComponents = new Set(leaders.flatMap((leader) => leader.components))
  const others = components.filter(
    (component) =>
      !leaderComponents.has(component) &&
      height(component) >= letterHeight * MAX_DOT_HEIGHT &&
      height(component) <= letterHeight * 4,
  )
  return leaders.filter((leader) => isFree(leader, others, letterHeight))
}

function isSmall({ x0, y0, x1, y1 }: Component, letterHeight: number): boolean {
  const [wide, high] = [x1 - x0, y1 - y0]
  if (wide < MIN_SYMBOL_PX || high < MIN_SYMBOL_PX) return false
  return high <= letterHeight * MAX_DOT_HEIGHT
    ? wide <= letterHeight * MAX_DOT_WIDTH
    : Math.max(wide, high) <= letterHeight * MAX_SYMBOL_SIZE
}

function linkNeighbors(components: readonly Component[], letterHeight: number): Component[][] {
  const maxOffset = Math.max(1, letterHeight * MAX_VERTICAL_OFFSET)
  const byHeight = Map.groupBy(components.keys(), (index) => Math.floor(centerY(components[index]!) / maxOffset))
  const linked = new Set<number>()
  const follow = (index: number): number | null => {
    const component = components[index]!
    const cell = Math.floor(centerY(component) / maxOffset)
    let best: number | null = null
    const farthest = component.x1 + letterHeight * MAX_PITCH
    for (const candidates of [cell - 1, cell, cell + 1].map((at) => byHeight.get(at) ?? []))
      for (
        let at = firstAfter(candidates, index);
        at < candidates.length && components[candidates[at]!]!.x0 <= farthest;
        at++
      ) {
        const candidate = candidates[at]!
        const other = components[candidate]!
        if (
          linked.has(candidate) ||
          other.x0 < component.x1 ||
          centerX(other) - centerX(component) > letterHeight * MAX_PITCH
        )
          continue
        if (Math.abs(centerY(other) - centerY(component)) > maxOffset || !isSimilar(component, other)) continue
        if (best === null || other.x0 < components[best]!.x0) best = candidate
      }
    return best
  }
  return [...components.keys()].flatMap((start) => {
    if (linked.has(start)) return []
    const row: Component[] = []
    for (let at: number | null = start; at !== null; at = follow(at)) {
      linked.add(at)
      row.push(components[at]!)
    }
    return row.length < MIN_DOTS ? [] : [row]
  })
}

function firstAfter(numbers: readonly number[], limit: number): number {
  return lowerBound(numbers, (number) => number > limit)
}

function isSimilar(a: Component, b: Component): boolean {
  const isNear = (one: number, other: number): boolean =>
    Math.abs(one - other) <= Math.max(MAX_SIZE_DIFFERENCE_PX, MAX_SIZE_DIFFERENCE * Math.max(one, other))
  return isNear(a.x1 - a.x0, b.x1 - b.x0) && isNear(height(a), height(b))
}

function splitByPitch(row: readonly Component[]): Component[][] {
  const pitches = row.slice(1).map((component, index) => centerX(component) - centerX(row[index]!))
  const usual = median(pitches)!
  const parts: Component[][] = [[row[0]!]]
  for (const [index, pitch] of pitches.entries()) {
    const steps = Math.round(pitch / usual)
    const isEven =
      steps >= 1 && steps <= MAX_PITCH_MULTIPLE && Math.abs(pitch - steps * usual) <= usual * MAX_PITCH_DEVIATION
    if (isEven) parts.at(-1)!.push(row[index + 1]!)
    else parts.push([row[index + 1]!])
  }
  return parts
}

function similarity({ width, pixels }: GrayRaster, row: readonly Component[], threshold: number): number {
  let sum = 0
  for (let index = 1; index < row.length; index++) {
    const [a, b] = [row[index - 1]!, row[index]!]
    let both = 0
    let either = 0
    for (let y = 0; y < Math.max(height(a), height(b)); y++)
      for (let x = 0; x < Math.max(a.x1 - a.x0, b.x1 - b.x0); x++) {
        const inA = y < height(a) && x < a.x1 - a.x0 && pixels[(a.y0 + y) * width + a.x0 + x]! <= threshold
        const inB = y < height(b) && x < b.x1 - b.x0 && pixels[(b.y0 + y) * width + b.x0 + x]! <= threshold
        if (inA && inB) both++
        if (inA || inB) either++
      }
    sum += either === 0 ? 0 : both / either
  }
  return sum / (row.length - 1)
}

function isFree({ box, components, isDots }: LeaderRun, others: readonly Component[], letterHeight: number): boolean {
  const near = others.filter(({ y0, y1 }) => y0 < box.y1 + letterHeight && y1 > box.y0 - letterHeight)
  const margin = letterHeight * MIN_CLEARANCE_ABOVE
  const crowded = components.filter((component) =>
    near.some(
      (other) =>
        other.x0 < component.x1 &&
        other.x1 > component.x0 &&
        other.y0 < component.y1 + margin &&
        other.y1 > component.y0 - margin,
    ),
  )
  if (crowded.length > components.length * MAX_CROWDED_RATIO) return false
  const clearance = letterHeight * MIN_CLEARANCE_ON_ROW
  return (
    isDots ||
    !near.some(
      (other) =>
        other.x0 < box.x1 + clearance && other.x1 > box.x0 - clearance && other.y0 < box.y1 && other.y1 > box.y0,
    )
  )
}
