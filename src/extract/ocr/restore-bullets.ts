/**
 * Restores bullets that OCR engines leave out, or read as letters or signs, such as "e" and "¢": solid dots at the start
 * of a line.
 */
import { findComponents } from '../../imaging/connected-components.ts'
import { histogramOf, otsuThreshold } from '../../imaging/contrast.ts'
import { cropRaster } from '../../imaging/rotate.ts'
import {
  area,
  type Box,
  boxOfSize,
  centerX,
  centerY,
  clip,
  height,
  longSide,
  shortSide,
  width,
} from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'

/** Size of a bullet and its distance from the text, relative to the height of the first word. */
const MIN_SIZE = 0.15
const MAX_SIZE = 0.75
const MIN_GAP = 0.2
const MAX_GAP = 3
/** Maximum ink of the text outside of its box. */
const MAX_OVERHANG = 0.08
/** Minimum width and height of a dot, in pixels. */
const MIN_PIXELS = 3
const MAX_ASPECT = 1.35
/** Minimum fraction of ink in its box: π/4 for a disk; "e" has about .55. */
const MIN_INK = 0.7
/** Heights of its center within the first word, from the top; a period is at the bottom. */
const MIN_CENTER = 0.2
const MAX_CENTER = 0.8
/** Maximum differences of left out bullets in one list: of the position, in word heights, and of the size. */
const MAX_SHIFT = 0.3
const MAX_SIZE_RATIO = 1.35

interface Bullet {
  readonly box: Box
  /** First word of the text. */
  readonly text: OcrWord
  /** The word that was read instead. */
  readonly read: OcrWord | null
}

export function restoreBullets(result: OcrResult, raster: GrayRaster): OcrResult {
  const found: Bullet[] = []
  for (const [line, [first, second]] of Map.groupBy(result.words, (word) => word.line)) {
    if (first === undefined || result.lines[line]?.angle !== 0) continue
    const isLetter = [...first.text].length === 1
    if (isLetter && second === undefined) continue
    const [read, text] = isLetter ? [first, second!] : [null, first]
    const box = findDot(raster, text, read?.box.x0 ?? text.box.x0 - height(text.box) * MAX_GAP)
    if (box !== null) found.push({ box, text, read })
  }
  const bullets = found.filter((bullet) => bullet.read !== null || found.some((other) => areInOneList(bullet, other)))
  if (bullets.length === 0) return result
  const replaced = new Set(bullets.map(({ read }) => read))
  const byText = new Map(bullets.map((bullet) => [bullet.text, bullet]))
  const words = result.words.flatMap((word) => {
    if (replaced.has(word)) return []
    const bullet = byText.get(word)
    if (bullet === undefined) return [word]
    const { confidence } = bullet.read ?? word
    return [{ text: '•', box: bullet.read?.box ?? bullet.box, confidence, line: word.line }, word]
  })
  return { ...result, words }
}

/** The box of a single dot between `left` and the text; `null` if there is other ink. */
function findDot(raster: GrayRaster, { box: text }: OcrWord, left: number): Box | null {
  const size = height(text)
  const gap = { x0: left, y0: text.y0, x1: text.x0 - size * MAX_OVERHANG, y1: text.y1 }
  const region = clip(gap, boxOfSize(raster))
  const [x0, y0] = [Math.floor(region.x0), Math.floor(region.y0)]
  const crop = { x0, y0, x1: Math.floor(region.x1), y1: Math.ceil(region.y1) }
  if (width(crop) < MIN_PIXELS || height(crop) < MIN_PIXELS) return null
  const part = cropRaster(raster, crop)
  const threshold = otsuThreshold(histogramOf(part.pixels))
  const [dot, other] = findComponents(part, threshold).filter((shape) => area(shape) >= MIN_PIXELS ** 2)
  if (dot === undefined || other !== undefined) return null
  const [small, large] = [shortSide(dot), longSide(dot)]
  const center = (y0 + centerY(dot) - text.y0) / size
  const isDot =
    small >= Math.max(MIN_PIXELS, size * MIN_SIZE) &&
    large <= Math.min(size * MAX_SIZE, small * MAX_ASPECT) &&
    x0 + dot.x1 <= text.x0 - size * MIN_GAP &&
    center >= MIN_CENTER &&
    center <= MAX_CENTER &&
    countInk(part, dot, threshold) >= area(dot) * MIN_INK
  return isDot ? { x0: x0 + dot.x0, y0: y0 + dot.y0, x1: x0 + dot.x1, y1: y0 + dot.y1 } : null
}

function areInOneList(bullet: Bullet, other: Bullet): boolean {
  if (bullet === other) return false
  const [small, large] = [width(bullet.box), width(other.box)].sort((a, b) => a - b)
  const shift = Math.abs(centerX(bullet.box) - centerX(other.box))
  return shift <= height(bullet.text.box) * MAX_SHIFT && large! <= small! * MAX_SIZE_RATIO
}

function countInk({ width: columns, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box, threshold: number): number {
  let count = 0
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) if (pixels[y * columns + x]! <= threshold) count++
  return count
}
