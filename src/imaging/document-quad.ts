/** Detects the document in a photo: the largest bright region with four straight sides; `null` if doubtful. */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { clamp, median } from '../model/statistics.ts'
import { histogramOf, otsuThreshold, percentile } from './contrast.ts'
import { blur } from './noise.ts'
import { distance, type Quad } from './perspective.ts'
import { outlineBrightRegion } from './quad-outline.ts'
import { cropRaster } from './rotate.ts'
import { downsample } from './scale.ts'
import { detectText } from './text-detection.ts'

/** Minimum longer side after downsampling. */
const MIN_LONG_SIDE_PX = 400
const MIN_PHOTO_SIDE_PX = 400
/** Minimum difference between paper and background, in gray levels. */
const MIN_BACKGROUND_CONTRAST = 36
/** Minimum dark fraction of the photo's border: the document may be cut off at two sides. */
const MIN_DARK_BORDER_RATIO = 0.3
/** Between background (0) and paper (1): low ones include shadows, high ones exclude light backgrounds. */
const THRESHOLDS = [0.3, 0.45, 0.6, 0.75] as const
/** Minimum fraction of the photo, low enough for a long receipt. */
const MIN_AREA_RATIO = 0.1
const MAX_AREA_RATIO = 0.97
/** Maximum distance of points from their side relative to the diagonal; paper curls. */
const MAX_SIDE_DEVIATION = 0.006
/**
 * Contrast of a side: minimum in gray levels, minimum ratio of the length, and distance of the samples relative to the
 * diagonal.
 */
const MIN_SIDE_CONTRAST = 15
const MIN_SIDE_RATIO = 0.7
const SIDE_DISTANCE = 0.012
const MIN_OPPOSITE_RATIO = 0.6
/** Corners of at least 70°. */
const MAX_CORNER_COSINE = 0.35
const MAX_BRIGHT_OUTSIDE_RATIO = 0.06
const MIN_OUTSIDE_LETTERS = 8
/** Minimum difference between pixels two apart at a stroke's edge, in gray levels. */
const MIN_STROKE_CONTRAST = 36
const STEPS_PER_LETTER = 6
/** Cut-off ratio of the document, whose rim is in shadow. */
const INSET = 0.004

/** In pixels. */
export function detectDocumentQuad(raster: GrayRaster): Quad | null {
  if (Math.min(raster.width, raster.height) < MIN_PHOTO_SIDE_PX || !hasDarkBorder(raster)) return null
  const factor = Math.max(1, Math.floor(Math.max(raster.width, raster.height) / MIN_LONG_SIDE_PX))
  const reduced = downsample(raster, factor)
  const { background, paper } = measureLevels(reduced)
  let best: { quad: Quad; straight: number } | null = null
  for (const threshold of [
    ...THRESHOLDS.map((level) => background + level * (paper - background)),
    otsuThreshold(histogramOf(reduced.pixels)),
  ]) {
    const found = findDocument(reduced, threshold)
    if (found !== null && (best === null || found.straight > best.straight)) best = found
  }
  if (best === null) return null
  const quad = best.quad.map(({ x, y }) => ({ x: x * factor, y: y * factor })) as unknown as Quad
  return hasTextOutside(raster, quad) ? null : inset(quad)
}

/** Distance of the examined pixels of the border. */
const CHECK_STRIDE = 7

function hasDarkBorder({ width, height, pixels }: GrayRaster): boolean {
  const counts = new Uint32Array(256)
  for (let i = 0; i < pixels.length; i += CHECK_STRIDE * 11) counts[pixels[i]!]!++
  const limit = percentile(counts, 0.9) - MIN_BACKGROUND_CONTRAST
  let dark = 0
  let total = 0
  const check = (i: number): void => {
    if (pixels[i]! < limit) dark++
    total++
  }
  for (let x = 0; x < width; x += CHECK_STRIDE) {
    check(width + x)
    check((height - 2) * width + x)
  }
  for (let y = 0; y < height; y += CHECK_STRIDE) {
    check(y * width + 1)
    check(y * width + width - 2)
  }
  return dark >= total * MIN_DARK_BORDER_RATIO
}

function measureLevels({ width, height, pixels }: GrayRaster): { background: number; paper: number } {
  const paper = percentile(histogramOf(pixels), 0.9)
  const border: number[] = []
  for (let x = 0; x < width; x++) border.push(pixels[x]!, pixels[(height - 1) * width + x]!)
  for (let y = 0; y < height; y++) border.push(pixels[y * width]!, pixels[y * width + width - 1]!)
  const dark = border.filter((value) => value < paper - MIN_BACKGROUND_CONTRAST)
  return { background: median(dark) ?? 0, paper }
}

function findDocument(reduced: GrayRaster, threshold: number): { quad: Quad; straight: number } | null {
  const { width, height } = reduced
  const diagonal = Math.hypot(width, height)
  const outlined = outlineBrightRegion(reduced, threshold, {
    minArea: MIN_AREA_RATIO / 2,
    maxDeviation: diagonal * MAX_SIDE_DEVIATION,
  })
  if (outlined === null) return null
  const { quad } = outlined
  const ratio = areaOf(quad) / (width * height)
  if (ratio < MIN_AREA_RATIO || ratio > MAX_AREA_RATIO || !hasDocumentShape(quad)) return null
  if (
    !isBrighterInside(reduced, quad, diagonal) ||
    hasBrightOutside(reduced, quad, { threshold, margin: diagonal * SIDE_DISTANCE })
  )
    return null
  return outlined
}

function hasDocumentShape([first, second, third, fourth]: Quad): boolean {
  const lengths = [
    distance(first, second),
    distance(second, third),
    distance(third, fourth),
    distance(fourth, first),
  ] as const
  const isSimilar = (a: number, b: number): boolean => Math.min(a, b) >= Math.max(a, b) * MIN_OPPOSITE_RATIO
  if (!isSimilar(lengths[0], lengths[2]) || !isSimilar(lengths[1], lengths[3])) return false
  const corners = [first, second, third, fourth]
  return corners.every((corner, index) => {
    const [before, after] = [corners[(index + 3) % 4]!, corners[(index + 1) % 4]!]
    const product = (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y)
    return Math.abs(product) <= MAX_CORNER_COSINE * distance(corner, before) * distance(corner, after)
  })
}

function areaOf(quad: Quad): number {
  return (
    Math.abs(
      quad.reduce((sum, { x, y }, index) => sum + x * quad[(index + 1) % 4]!.y - quad[(index + 1) % 4]!.x * y, 0),
    ) / 2
  )
}

function isBrighterInside({ width, height, pixels }: GrayRaster, quad: Quad, diagonal: number): boolean {
  const margin = diagonal * SIDE_DISTANCE
  const valueAt = (x: number, y: number): number | null =>
    x < 0 || y < 0 || x >= width || y >= height ? null : pixels[Math.floor(y) * width + Math.floor(x)]!
  let visibleSides = 0
  for (const [index, from] of quad.entries()) {
    const to = quad[(index + 1) % 4]!
    const length = distance(from, to)
    const normal = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length }
    let samples = 0
    let bright = 0
    const steps = Math.max(20, Math.floor(length / 4))
    for (let step = 1; step < steps; step++) {
      const x = from.x + ((to.x - from.x) * step) / steps
      const y = from.y + ((to.y - from.y) * step) / steps
      const outside = valueAt(x + normal.x * margin, y + normal.y * margin)
      const inside = valueAt(x - normal.x * margin, y - normal.y * margin)
      if (outside === null || inside === null) continue
      samples++
      if (inside >= outside + MIN_SIDE_CONTRAST) bright++
    }
    if (samples < steps / 2) continue
    if (bright < samples * MIN_SIDE_RATIO) return false
    visibleSides++
  }
  return visibleSides >= 2
}

function hasBrightOutside(
  { width, height, pixels }: GrayRaster,
  quad: Quad,
  { threshold, margin }: { threshold: number; margin: number },
): boolean {
  const sides = quad.map((from, index) => {
    const to = quad[(index + 1) % 4]!
    const length = distance(from, to)
    // Signed distance from the side, positive outside: x · across + y · down + offset.
    return {
      across: (to.y - from.y) / length,
      down: (from.x - to.x) / length,
      offset: (to.x * from.y - from.x * to.y) / length,
    }
  })
  let bright = 0
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2)
      if (
        pixels[y * width + x]! > threshold &&
        sides.some(({ across, down, offset }) => x * across + y * down + offset > margin)
      )
        bright++
  return bright * 4 > pixels.length * MAX_BRIGHT_OUTSIDE_RATIO
}

function hasTextOutside(raster: GrayRaster, quad: Quad): boolean {
  const { width, height } = raster
  const margin = Math.hypot(width, height) * MAX_SIDE_DEVIATION
  const toPixel = (value: number, max: number): number => clamp(Math.round(value), 0, max)
  const inner = {
    x0: toPixel(Math.min(quad[0].x, quad[3].x) - margin, width),
    y0: toPixel(Math.min(quad[0].y, quad[1].y) - margin, height),
    x1: toPixel(Math.max(quad[1].x, quad[2].x) + margin, width),
    y1: toPixel(Math.max(quad[2].y, quad[3].y) + margin, height),
  }
  const bands: Box[] = [
    { x0: 0, y0: 0, x1: width, y1: inner.y0 },
    { x0: 0, y0: inner.y1, x1: width, y1: height },
    { x0: 0, y0: 0, x1: inner.x0, y1: height },
    { x0: inner.x1, y0: 0, x1: width, y1: height },
  ]
  return bands.some((box) => {
    if (box.x1 - box.x0 < 8 || box.y1 - box.y0 < 8) return false
    const band = blur(cropRaster(raster, box))
    return (
      hasStrokes(band) && [false, true].some((inverted) => detectText(band, inverted).letters >= MIN_OUTSIDE_LETTERS)
    )
  })
}

/** Uneven light and grain resemble letters, but lack strong steps. */
function hasStrokes({ pixels }: GrayRaster): boolean {
  let steps = 0
  for (let i = 2; i < pixels.length; i++) if (Math.abs(pixels[i]! - pixels[i - 2]!) >= MIN_STROKE_CONTRAST) steps++
  return steps >= MIN_OUTSIDE_LETTERS * STEPS_PER_LETTER
}

function inset(quad: Quad): Quad {
  const center = { x: quad.reduce((sum, { x }) => sum + x / 4, 0), y: quad.reduce((sum, { y }) => sum + y / 4, 0) }
  return quad.map(({ x, y }) => ({
    x: x + (center.x - x) * 2 * INSET,
    y: y + (center.y - y) * 2 * INSET,
  })) as unknown as Quad
}
