import { cached } from '../model/cached.ts'
import { type Box, centerY, height, unionAll, width } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { median } from '../model/statistics.ts'
import { type Component, findComponents } from './connected-components.ts'

const MIN_LETTER_PX = 5
const MAX_LETTER_PX = 72
/** Width relative to height; two or three letters may touch. */
const MIN_ASPECT = 0.1
const MAX_ASPECT = 3
/** In letter heights. */
const MAX_LETTER_GAP = 0.8
const MAX_LETTER_OVERLAP = 0.3
const MAX_BOTTOM_DIFFERENCE = 0.2
/** Maximum ratio of the heights: ascenders to x-height. */
const MAX_HEIGHT_RATIO = 1.8
const MIN_ROW_LETTERS = 3
const MAX_COMPONENTS = 12_000
/** Maximum difference of neighboring pixels in an even background, in gray levels. */
const MAX_EVEN_DIFFERENCE = 6
/** Reach of JPEG artifacts around text, in row heights. */
const ARTIFACT_REACH = 0.4
const MAX_DARK_BACKGROUND = 110

export interface DetectedText {
  readonly letters: number
  /** Median in pixels, or 0. */
  readonly height: number
  /** Ratio of the shapes that are in rows; 1 if there are too many to examine. */
  readonly letterRatio: number
  readonly inverted: boolean
  readonly rows: readonly Box[]
}

/** Infers `inverted` from the mean level unless given. */
export function detectText(raster: GrayRaster, inverted = meanOf(raster.pixels) < MAX_DARK_BACKGROUND): DetectedText {
  const components = findComponents(inverted ? invertColors(raster) : raster).filter(isLetter)
  if (components.length > MAX_COMPONENTS) return { letters: 0, height: 0, letterRatio: 1, inverted, rows: [] }
  const rows = findRows(components).filter((row) => row.length >= MIN_ROW_LETTERS)
  const heights = rows.flatMap((row) => row.map(height))
  return {
    letters: heights.length,
    height: median(heights) ?? 0,
    letterRatio: components.length === 0 ? 0 : heights.length / components.length,
    inverted,
    rows: rows.map(unionAll),
  }
}

/** In letter heights. */
const MIN_COLUMN_GAP = 1.5
/** Between centers of rows on one line, in letter heights: descenders and digits shift them. */
const MAX_ROW_OFFSET = 0.8
const MIN_COLUMN_ROWS = 3
const MIN_COLUMN_ROW_RATIO = 0.2

/** Lines of separated parts. Axis ticks form only one. */
export function hasColumns({ rows, height: letterHeight }: DetectedText): boolean {
  const sorted = rows.toSorted((a, b) => centerY(a) - centerY(b))
  let split = 0
  let lines = 0
  for (let from = 0; from < sorted.length; lines++) {
    const first = centerY(sorted[from]!)
    let to = from + 1
    while (to < sorted.length && centerY(sorted[to]!) - first <= letterHeight * MAX_ROW_OFFSET) to++
    const line = sorted.slice(from, to).sort((a, b) => a.x0 - b.x0)
    let right = line[0]!.x1
    let isSplit = false
    for (const { x0, x1 } of line) {
      isSplit ||= x0 - right >= MIN_COLUMN_GAP * letterHeight
      right = Math.max(right, x1)
    }
    if (isSplit) split++
    from = to
  }
  return split >= MIN_COLUMN_ROWS && split >= lines * MIN_COLUMN_ROW_RATIO
}

export function invertColors({ width, height, pixels }: GrayRaster): GrayRaster {
  const inverted = new Uint8Array(pixels.length)
  for (let i = 0; i < pixels.length; i++) inverted[i] = 255 - pixels[i]!
  return { width, height, pixels: inverted }
}

/** Rows of letter-shaped components, from left to right. */
export function findTextRows(components: readonly Component[]): Component[][] {
  return findRows(components.filter(isLetter))
}

function isLetter(component: Component): boolean {
  const [w, h] = [width(component), height(component)]
  return h >= MIN_LETTER_PX && h <= MAX_LETTER_PX && w >= h * MIN_ASPECT && w <= h * MAX_ASPECT
}

function findRows(components: readonly Component[]): Component[][] {
  const ordered = [...components].sort((a, b) => a.x0 - b.x0 || a.y1 - b.y1)
  const rows: Component[][] = []
  const byBottom = new Map<number, Component[][]>()
  for (const component of ordered) {
    const row = findRow(component, byBottom)
    if (row === null) {
      const started = [component]
      rows.push(started)
      cached(byBottom, component.y1, () => []).push(started)
    } else {
      const before = row.at(-1)?.y1
      row.push(component)
      if (before !== component.y1) cached(byBottom, component.y1, () => []).push(row)
    }
  }
  return rows
}

function findRow(component: Component, byBottom: Map<number, Component[][]>): Component[] | null {
  const maxDifference = Math.max(1, Math.round(height(component) * MAX_BOTTOM_DIFFERENCE))
  for (let step = 0; step <= maxDifference; step++)
    for (const bottom of step === 0 ? [component.y1] : [component.y1 - step, component.y1 + step]) {
      const rows = byBottom.get(bottom)
      if (rows === undefined) continue
      const candidates = rows.filter((row) => {
        const last = row.at(-1)
        return last !== undefined && last.y1 === bottom && component.x0 - last.x1 <= MAX_LETTER_PX * MAX_LETTER_GAP
      })
      if (candidates.length < rows.length) byBottom.set(bottom, candidates)
      const found = candidates.find((row) => follows(row.at(-1) ?? component, component))
      if (found !== undefined) return found
    }
  return null
}

function follows(last: Component, next: Component): boolean {
  const [low, high] = [Math.min(height(last), height(next)), Math.max(height(last), height(next))]
  const gap = next.x0 - last.x1
  return high <= low * MAX_HEIGHT_RATIO && gap <= high * MAX_LETTER_GAP && gap >= -high * MAX_LETTER_OVERLAP
}

/** Returns the ratio of even pixels outside of the text. */
export function measureEvenness({ width, height, pixels }: GrayRaster, rows: readonly Box[]): number {
  const isText = new Uint8Array(pixels.length)
  for (const { x0, y0, x1, y1 } of rows) {
    const reach = Math.round((y1 - y0) * ARTIFACT_REACH)
    const [left, right] = [Math.max(0, x0 - reach), Math.min(width, x1 + reach)]
    for (let y = Math.max(0, y0 - reach); y < Math.min(height, y1 + reach); y++)
      isText.fill(1, y * width + left, y * width + right)
  }
  let even = 0
  let count = 0
  for (let y = 0; y + 1 < height; y += 2)
    for (let x = 0, at = y * width; x + 1 < width; x++, at++) {
      if (isText[at] === 1) continue
      const value = pixels[at]!
      count += 1
      if (
        Math.abs(value - pixels[at + 1]!) < MAX_EVEN_DIFFERENCE &&
        Math.abs(value - pixels[at + width]!) < MAX_EVEN_DIFFERENCE
      )
        even += 1
    }
  return count === 0 ? 1 : even / count
}

function meanOf(pixels: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < pixels.length; i++) sum += pixels[i]!
  return pixels.length === 0 ? 255 : sum / pixels.length
}
