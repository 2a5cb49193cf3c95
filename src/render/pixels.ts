import type { DocumentPage } from '../model/document.ts'
import type { Box } from '../model/geometry.ts'

/** Pixels of the JSON (144 dpi) per point. */
const PIXELS_PER_POINT = 2

export interface PixelSize {
  readonly w: number
  readonly h: number
}

export function pageSize(page: Pick<DocumentPage, 'width' | 'height'>): PixelSize {
  return {
    w: Math.max(1, Math.round(page.width * PIXELS_PER_POINT)),
    h: Math.max(1, Math.round(page.height * PIXELS_PER_POINT)),
  }
}

/** `[x1, y1, x2, y2]` in whole pixels inside the page, at least one pixel wide and high. */
export function pixelBox(box: Box, size: PixelSize): [number, number, number, number] {
  const [x1, x2] = pixelInterval(box.x0, box.x1, size.w)
  const [y1, y2] = pixelInterval(box.y0, box.y1, size.h)
  return [x1, y1, x2, y2]
}

function pixelInterval(from: number, to: number, limit: number): [number, number] {
  const start = clampInteger(from * PIXELS_PER_POINT, 0, limit - 1)
  return [start, clampInteger(to * PIXELS_PER_POINT, start + 1, limit)]
}

export function clampInteger(value: number, low: number, high: number): number {
  return Math.min(Math.max(Math.round(value), low), high)
}
