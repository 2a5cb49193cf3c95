/** Measures and draws text as the browser does. */
import type { Size } from '../../model/geometry.ts'
import type { Raster } from './ink-lines.ts'
import { grayOf } from './page-raster.ts'
import type { Pen } from './placed-lines.ts'

/** Font size of measurements, in pixels. */
const MEASURED_SIZE = 20
const font = `${MEASURED_SIZE}px sans-serif`
/** Longer words are not cached. */
const MAX_WORD_LENGTH = 20

const knownWidths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

function widthOf(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (context == null) return text.length / 2
  const known = knownWidths.get(text)
  if (known !== undefined) return known
  context.font = font
  const width = context.measureText(text).width / MEASURED_SIZE
  if (text.length < MAX_WORD_LENGTH) knownWidths.set(text, width)
  return width
}

function draw(text: string, { width, height }: Size): Raster | null {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const page = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (page === null) return null
  page.fillStyle = '#fff'
  page.fillRect(0, 0, width, height)
  page.font = font
  const ink = page.measureText(text)
  page.scale(
    width / (ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight),
    height / (ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent),
  )
  page.fillStyle = '#000'
  page.fillText(text, ink.actualBoundingBoxLeft, ink.actualBoundingBoxAscent)
  return grayOf(page, { width, height })
}

export const browserPen: Pen = { widthOf, draw }
