/** Restores spaces at wide gaps; PP-OCR drops most. */
import { histogramOf, otsuThreshold } from '../../../imaging/contrast.ts'
import type { GrayRaster } from '../../../model/raster.ts'
import { median } from '../../../model/statistics.ts'

/** In pixels of the line's image. */
export interface LineCharacter {
  readonly text: string
  readonly x: number
  readonly confidence: number
}

export interface LineWord {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly confidence: number
}

/** Minimum gap that may be, and certainly is, between words, in image heights. */
const MIN_GAP = 0.17
const CERTAIN_GAP = 0.5
const MIN_GAP_RATIO = 2.5

/** Fixed pitch: minimum fraction of advances that are multiples, minimum characters, and maximum deviation. */
const MIN_PITCH_RATIO = 0.85
const MIN_PITCH_CHARACTERS = 8
const MAX_PITCH_DEVIATION = 0.15

interface Gap {
  readonly from: number
  readonly to: number
}

/** A character without ink, such as a space, always separates words. */
export function splitIntoWords(characters: readonly LineCharacter[], image: GrayRaster): LineWord[] {
  const ink = countInk(image)
  const visible = characters.flatMap((character, index) =>
    character.text.trim() === '' ? [] : [{ ...character, followsSpace: characters[index - 1]?.text.trim() === '' }],
  )
  const gaps = visible.map(({ x }, index): Gap => {
    const before = visible[index - 1]
    return before === undefined ? { from: 0, to: firstInk(ink, x) } : widestGap(ink, before.x, x)
  })
  const isWide = wideGaps(gaps, lastInk(ink, visible.at(-1)?.x ?? 0), image.height)
  const starts = visible.flatMap(({ followsSpace }, index) =>
    index === 0 || followsSpace || isWide(index) ? [index] : [],
  )
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? visible.length
    const wordCharacters = visible.slice(start, end)
    const x0 = gaps[start]!.to
    return {
      text: wordCharacters.map(({ text }) => text).join(''),
      x0,
      x1: Math.max(x0 + 1, gaps[end]?.from ?? lastInk(ink, wordCharacters.at(-1)!.x)),
      confidence: wordCharacters.reduce((sum, { confidence }) => sum + confidence, 0) / wordCharacters.length,
    }
  })
}

function wideGaps(gaps: readonly Gap[], end: number, height: number): (index: number) => boolean {
  const centers = gaps.map(({ to }, index) => (to + (gaps[index + 1]?.from ?? end)) / 2)
  const advances = centers.map((center, index) => center - (centers[index - 1] ?? 0))
  const pitch = median(advances.slice(1)) ?? 0
  const regular = advances
    .slice(1)
    .filter(
      (advance) => Math.abs(advance - pitch * Math.max(1, Math.round(advance / pitch))) <= MAX_PITCH_DEVIATION * pitch,
    )
  if (advances.length > MIN_PITCH_CHARACTERS && regular.length >= MIN_PITCH_RATIO * (advances.length - 1))
    return (index) => advances[index]! >= 1.5 * pitch
  const medianGap = median(gaps.slice(1).map(({ from, to }) => to - from)) ?? 0
  const minGap = Math.min(CERTAIN_GAP * height, Math.max(MIN_GAP * height, MIN_GAP_RATIO * medianGap + 1))
  return (index) => gaps[index]!.to - gaps[index]!.from >= minGap
}

function countInk({ width, height, pixels }: GrayRaster): Uint8Array {
  const threshold = otsuThreshold(histogramOf(pixels))
  const ink = new Uint8Array(width)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) if (pixels[at]! <= threshold) ink[x] = Math.min(255, ink[x]! + 1)
  return ink
}

function firstInk(ink: Uint8Array, before: number): number {
  const first = ink.findIndex((count) => count > 0)
  return first < 0 ? before : Math.min(first, before)
}

function lastInk(ink: Uint8Array, after: number): number {
  return Math.max(ink.findLastIndex((count) => count > 0) + 1, after)
}

function widestGap(ink: Uint8Array, from: number, to: number): Gap {
  let widest: Gap = { from: (from + to) / 2, to: (from + to) / 2 }
  const end = Math.min(ink.length, Math.ceil(to))
  for (let x = Math.max(0, Math.floor(from)), start = x; x < end; x++) {
    if (ink[x]! > 0) start = x + 1
    else if (x + 1 - start > widest.to - widest.from) widest = { from: start, to: x + 1 }
  }
  return widest
}
