import type { Size } from '../../model/geometry.ts'
import type { Raster } from './ink-lines.ts'

/** Sufficient for lines of small print; larger images take more time. */
const MAX_WIDTH = 1000

/** `null` if the browser refuses. */
export function readRaster(image: HTMLImageElement): Raster | null {
  const width = Math.min(MAX_WIDTH, image.naturalWidth)
  const height = Math.round((image.naturalHeight * width) / Math.max(1, image.naturalWidth))
  if (width === 0 || height === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (context === null) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  return grayOf(context, { width, height })
}

export function grayOf(context: CanvasRenderingContext2D, { width, height }: Size): Raster {
  const { data } = context.getImageData(0, 0, width, height)
  const gray = new Uint8Array(width * height)
  for (let at = 0; at < gray.length; at++) {
    const from = 4 * at
    gray[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8
  }
  return { width, height, gray }
}
