/** Figures with much text are recognized after a sample, and identical figures once per document. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { releaseOcrEngines } from '../../src/engines/tesseract.ts'
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import { prepareFigure } from '../../src/enrich/figure-preprocess.ts'
import { MAX_FIGURE_PIXELS, recognizeFigure } from '../../src/enrich/recognize-figure.ts'
import type { FigureOcr } from '../../src/extract/types.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { loadModel } from '../engines/models.ts'
import { ocrSettings as settings } from '../engines/ocr-settings.ts'
import { emptyRaster, mapPixels } from '../imaging/draw.ts'

beforeEach(releaseOcrEngines)
afterAll(releaseOcrEngines)

/** A document whose figures are given by the tests; counts the engines that are loaded. */
function createFigureOcr(): FigureOcr & { loaded: number } {
  const figureOcr = {
    settings,
    loaded: 0,
    draw: () => Promise.resolve(null),
    loadModel: (language: string) => {
      figureOcr.loaded++
      return loadModel(language)
    },
  }
  return figureOcr
}

const request = {
  box: { x0: 100, y0: 100, x1: 400, y1: 300 },
  scale: 200 / 72,
  languages: (usual: readonly string[]) => usual,
}

function textFigure(lines: readonly string[]): GrayRaster {
  const text = renderWarmupImage(lines, { scale: 3 })
  const raster = emptyRaster(text.width + 40, text.height + 40)
  for (let y = 0; y < text.height; y++)
    raster.pixels.set(text.pixels.subarray(y * text.width, (y + 1) * text.width), (y + 20) * raster.width + 20)
  return raster
}

const label = textFigure(['Harvest of the northern valley'])
const screenshot = textFigure(
  Array.from({ length: 16 }, (_, row) => `Row ${row + 10} names the harvest of the northern valley`),
)

test('identical figures of a document are recognized once', async () => {
  const figureOcr = createFigureOcr()
  const first = await recognizeFigure(label, request, figureOcr)
  expect(first).toMatchObject({ text: 'Harvest of the northern valley' })
  releaseOcrEngines()
  const copy = { ...label, pixels: label.pixels.slice() }
  expect(await recognizeFigure(copy, request, figureOcr)).toEqual(first)
  expect(figureOcr.loaded).toBe(1)
})

test('figures that differ in one pixel or in the languages are recognized each', async () => {
  const figureOcr = createFigureOcr()
  const other = { ...label, pixels: label.pixels.slice() }
  other.pixels[0] = 254
  for (const raster of [label, other]) {
    releaseOcrEngines()
    expect(await recognizeFigure(raster, request, figureOcr)).not.toBeNull()
  }
  expect(figureOcr.loaded).toBe(2)
  expect(await recognizeFigure(label, { ...request, languages: () => [] }, figureOcr)).toBeNull()
})

test('a figure with much legible text is recognized', async () => {
  expect(prepareFigure(screenshot, { dpi: 200, maxPixels: MAX_FIGURE_PIXELS })?.letters).toBeGreaterThan(500)
  const found = await recognizeFigure(screenshot, request, createFigureOcr())
  expect(found?.text.split('\n')).toHaveLength(16)
  expect(found?.text).toContain('Row 25 names the harvest')
})

test('mirrored text is not: its sample is not legible', async () => {
  const { width, pixels } = screenshot
  const raster = mapPixels(screenshot, (_, x, y) => pixels[y * width + width - 1 - x] ?? 255)
  expect(prepareFigure(raster, { dpi: 200, maxPixels: MAX_FIGURE_PIXELS })?.letters).toBeGreaterThan(500)
  expect(await recognizeFigure(raster, request, createFigureOcr())).toBeNull()
})
