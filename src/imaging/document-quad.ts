/**
 * The photo of a sheet on a darker desk → the sheet's corners. Found on a thumbnail as the largest bright piece with four straight sides;
 * `null` whenever anything speaks against it: no dark rim, crooked sides, other bright things or print beside it.
 */
import type { Box } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold, percentile } from './contrast.ts'
import { smooth } from './noise.ts'
import { distance, type Quad } from './perspective.ts'
import { outlineBrightRegion } from './quad-outline.ts'
import { cropRaster } from './rotate.ts'
import { thumbnailOf } from './scale.ts'
import { detectText } from './text-detection.ts'

/** The thumbnail's longer side at least: a pixel of it is an eighth of a percent of the picture, and paper's grain is averaged away. */
const THUMBNAIL_PX = 400
/** Smaller pictures are no photos of sheets. */
const SMALLEST_SIDE_PX = 400
/** The desk is darker than the paper by so many gray values … */
const DESK_CONTRAST = 36
/** … on so much of the picture's rim: two sides of a sheet that is cut off at the others. */
const DESK_RIM = 0.3
/** Thresholds tried, between the desk's brightness (0) and the paper's (1): low ones hold what lies in shadow, high ones part paper from light desks. */
const LEVELS = [0.3, 0.45, 0.6, 0.75] as const
/** A sheet is at least so much of the picture; a long till receipt fills a fifth. */
const SMALLEST_RATIO = 0.1
/** More than this, and it fills the picture: there is nothing to cut away. */
const LARGEST_RATIO = 0.97
/** Points of a side this near to its line, in shares of the picture's diagonal, lie on it: paper that curls a little does. */
const STRAIGHT = 0.006
/** Each side must be brighter within than without by so much, on so much of its length; looked at this far from it, in shares of the diagonal. */
const SIDE_CONTRAST = 15
const SIDE_RATIO = 0.7
const SIDE_DISTANCE = 0.012
/** Opposite sides differ by less than this ratio, unless the photo was taken from far aside. */
const LEAST_RATIO = 0.6
/** Corners differ from right angles by less: cosine of 70°. */
const LARGEST_COSINE = 0.35
/** More bright pixels than this beside the sheet, as share of them all: other sheets, and which is meant can't be known. */
const BRIGHT_BESIDE = 0.06
/** So many letters beside the sheet are print that would be lost. */
const LETTERS_BESIDE = 8
/** Two pixels apart, ink and paper differ at least so much; smoothed grain and the falling off of light less. A letter has so many such steps. */
const STROKE_CONTRAST = 36
const STEPS_PER_LETTER = 6
/** Cut off all around, in shares of the sheet: the rim is a shadow, and corners are found to a pixel of the thumbnail. */
const INSET = 0.004

/** The corners of the one sheet in the picture, a little within it; pixels. */
export function detectDocumentQuad(raster: GrayRaster): Quad | null {
  if (Math.min(raster.width, raster.height) < SMALLEST_SIDE_PX || !mayHaveDesk(raster)) return null
  const times = Math.max(1, Math.floor(Math.max(raster.width, raster.height) / THUMBNAIL_PX))
  const thumbnail = thumbnailOf(raster, times)
  const { desk, paper } = measureRim(thumbnail)
  let best: { quad: Quad; straight: number } | null = null
  for (const threshold of [
    ...LEVELS.map((level) => desk + level * (paper - desk)),
    otsuThreshold(histogramOf(thumbnail.pixels)),
  ]) {
    const found = findBright(thumbnail, threshold)
    if (found !== null && (best === null || found.straight > best.straight)) best = found
  }
  if (best === null) return null
  const quad = best.quad.map(({ x, y }) => ({ x: x * times, y: y * times })) as unknown as Quad
  return hasPrintBeside(raster, quad) ? null : inset(quad)
}

/** Every so many pixels are looked at before any thumbnail is made: nearly all pages end here. */
const LOOK_STRIDE = 7

function mayHaveDesk({ width, height, pixels }: GrayRaster): boolean {
  const counts = new Uint32Array(256)
  for (let i = 0; i < pixels.length; i += LOOK_STRIDE * 11) counts[pixels[i]!]!++
  const limit = percentile(counts, 0.9) - DESK_CONTRAST
  let dark = 0
  let total = 0
  const look = (i: number): void => {
    if (pixels[i]! < limit) dark++
    total++
  }
  for (let x = 0; x < width; x += LOOK_STRIDE) {
    look(width + x)
    look((height - 2) * width + x)
  }
  for (let y = 0; y < height; y += LOOK_STRIDE) {
    look(y * width + 1)
    look(y * width + width - 2)
  }
  return dark >= total * DESK_RIM
}

/** Brightness of the desk, which is the darker part of the rim, and of the paper, the picture's brightest. */
function measureRim({ width, height, pixels }: GrayRaster): { desk: number; paper: number } {
  const paper = percentile(histogramOf(pixels), 0.9)
  const rim: number[] = []
  for (let x = 0; x < width; x++) rim.push(pixels[x]!, pixels[(height - 1) * width + x]!)
  for (let y = 0; y < height; y++) rim.push(pixels[y * width]!, pixels[y * width + width - 1]!)
  const dark = rim.filter((value) => value < paper - DESK_CONTRAST).sort((a, b) => a - b)
  return { desk: dark[dark.length >> 1] ?? 0, paper }
}

/** The largest bright piece, if it is a sheet; how straight its sides are, 0–1. */
function findBright(thumbnail: GrayRaster, threshold: number): { quad: Quad; straight: number } | null {
  const { width, height } = thumbnail
  const diagonal = Math.hypot(width, height)
  const outlined = outlineBrightRegion(thumbnail, threshold, {
    smallest: SMALLEST_RATIO / 2,
    near: diagonal * STRAIGHT,
  })
  if (outlined === null) return null
  const { quad } = outlined
  const share = areaOf(quad) / (width * height)
  if (share < SMALLEST_RATIO || share > LARGEST_RATIO || !isSheetShaped(quad)) return null
  if (
    !standsOut(thumbnail, quad, diagonal) ||
    brightBeside(thumbnail, quad, { threshold, margin: diagonal * SIDE_DISTANCE })
  )
    return null
  return outlined
}

function isSheetShaped([first, second, third, fourth]: Quad): boolean {
  const lengths = [
    distance(first, second),
    distance(second, third),
    distance(third, fourth),
    distance(fourth, first),
  ] as const
  const alike = (a: number, b: number): boolean => Math.min(a, b) >= Math.max(a, b) * LEAST_RATIO
  if (!alike(lengths[0], lengths[2]) || !alike(lengths[1], lengths[3])) return false
  const corners = [first, second, third, fourth]
  return corners.every((corner, index) => {
    const [before, after] = [corners[(index + 3) % 4]!, corners[(index + 1) % 4]!]
    const product = (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y)
    return Math.abs(product) <= LARGEST_COSINE * distance(corner, before) * distance(corner, after)
  })
}

function areaOf(quad: Quad): number {
  return (
    Math.abs(
      quad.reduce((sum, { x, y }, index) => sum + x * quad[(index + 1) % 4]!.y - quad[(index + 1) % 4]!.x * y, 0),
    ) / 2
  )
}

/** Every side is brighter within than without, or the picture ends there; two at least are seen. */
function standsOut({ width, height, pixels }: GrayRaster, quad: Quad, diagonal: number): boolean {
  const away = diagonal * SIDE_DISTANCE
  const valueAt = (x: number, y: number): number | null =>
    x < 0 || y < 0 || x >= width || y >= height ? null : pixels[Math.floor(y) * width + Math.floor(x)]!
  let seenSides = 0
  for (const [index, from] of quad.entries()) {
    const to = quad[(index + 1) % 4]!
    const length = distance(from, to)
    // The corners run clockwise: the desk lies to the left of the way from one to the next.
    const normal = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length }
    let looks = 0
    let bright = 0
    const steps = Math.max(20, Math.floor(length / 4))
    for (let step = 1; step < steps; step++) {
      const x = from.x + ((to.x - from.x) * step) / steps
      const y = from.y + ((to.y - from.y) * step) / steps
      const outside = valueAt(x + normal.x * away, y + normal.y * away)
      const inside = valueAt(x - normal.x * away, y - normal.y * away)
      if (outside === null || inside === null) continue
      looks++
      if (inside >= outside + SIDE_CONTRAST) bright++
    }
    if (looks < steps / 2) continue
    if (bright < looks * SIDE_RATIO) return false
    seenSides++
  }
  return seenSides >= 2
}

function brightBeside(
  { width, height, pixels }: GrayRaster,
  quad: Quad,
  { threshold, margin }: { threshold: number; margin: number },
): boolean {
  const sides = quad.map((from, index) => {
    const to = quad[(index + 1) % 4]!
    const length = distance(from, to)
    // The distance of (x, y) to the left of the way from one corner to the next, which is outside: x · across + y · down + offset.
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
  return bright * 4 > pixels.length * BRIGHT_BESIDE
}

/** The four strips around the sheet, each looked at for rows of letters. */
function hasPrintBeside(raster: GrayRaster, quad: Quad): boolean {
  const { width, height } = raster
  // Its soft edge is no desk.
  const away = Math.hypot(width, height) * STRAIGHT
  const inner = {
    x0: clamp(Math.min(quad[0].x, quad[3].x) - away, width),
    y0: clamp(Math.min(quad[0].y, quad[1].y) - away, height),
    x1: clamp(Math.max(quad[1].x, quad[2].x) + away, width),
    y1: clamp(Math.max(quad[2].y, quad[3].y) + away, height),
  }
  const strips: Box[] = [
    { x0: 0, y0: 0, x1: width, y1: inner.y0 },
    { x0: 0, y0: inner.y1, x1: width, y1: height },
    { x0: 0, y0: 0, x1: inner.x0, y1: height },
    { x0: inner.x1, y0: 0, x1: width, y1: height },
  ]
  return strips.some((box) => {
    if (box.x1 - box.x0 < 8 || box.y1 - box.y0 < 8) return false
    const strip = smooth(cropRaster(raster, box))
    return hasStrokes(strip) && [false, true].some((inverted) => detectText(strip, inverted).letters >= LETTERS_BESIDE)
  })
}

/** Light that falls off over the desk has a threshold, too, and the grain along it looks like letters; but no steps. */
function hasStrokes({ pixels }: GrayRaster): boolean {
  let steps = 0
  for (let i = 2; i < pixels.length; i++) if (Math.abs(pixels[i]! - pixels[i - 2]!) >= STROKE_CONTRAST) steps++
  return steps >= LETTERS_BESIDE * STEPS_PER_LETTER
}

function clamp(value: number, size: number): number {
  return Math.max(0, Math.min(size, Math.round(value)))
}

function inset(quad: Quad): Quad {
  const center = { x: quad.reduce((sum, { x }) => sum + x / 4, 0), y: quad.reduce((sum, { y }) => sum + y / 4, 0) }
  return quad.map(({ x, y }) => ({
    x: x + (center.x - x) * 2 * INSET,
    y: y + (center.y - y) * 2 * INSET,
  })) as unknown as Quad
}
