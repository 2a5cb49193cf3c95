import { scaleRaster } from '../../../imaging/scale.ts'
import type { GrayRaster } from '../../../model/raster.ts'
import type { TextRegion } from './text-regions.ts'

export interface LineImage {
  readonly raster: GrayRaster
  /** Left and top at the line's center, in pixels of the page. */
  readonly x0: number
  readonly y0: number
  /** Pixels of the image per pixel of the page. */
  readonly scaleX: number
  readonly scaleY: number
}

export function cropLine(page: GrayRaster, { box, slope }: TextRegion, height: number): LineImage {
  const x0 = Math.floor(box.x0)
  const y0 = Math.floor(box.y0)
  const columns = Math.max(1, Math.ceil(box.x1) - x0)
  const rows = Math.max(1, Math.ceil(box.y1) - y0)
  const pixels = new Uint8Array(columns * rows).fill(255)
  for (let x = Math.max(0, -x0); x < Math.min(columns, page.width - x0); x++) {
    const top = y0 + Math.round(slope * (x - columns / 2))
    for (let y = Math.max(0, -top); y < Math.min(rows, page.height - top); y++)
      pixels[y * columns + x] = page.pixels[(top + y) * page.width + x0 + x]!
  }
  const { raster } = scaleRaster({ width: columns, height: rows, pixels }, height / rows)
  return { raster, x0, y0, scaleX: raster.width / columns, scaleY: raster.height / rows }
}
