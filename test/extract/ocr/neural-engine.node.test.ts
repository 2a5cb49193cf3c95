/**
 * The neural engine with its real networks, compared with the text layer of a page. Skipped without the optional
 * packages.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { ParseDeps } from '../../../src/deps.ts'
import { readByOcr } from '../../../src/extract/ocr/ocr.ts'
import { isPpOcrInstalled } from '../../../src/extract/ocr/pp-ocr/pp-ocr.node.ts'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { rotateRaster } from '../../../src/imaging/rotate.ts'
import { scaleRaster } from '../../../src/imaging/scale.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import type { GrayRaster } from '../../../src/model/raster.ts'
import type { OcrEngineName } from '../../../src/model/settings.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { emptyRaster, mapPixels, seeded } from '../../imaging/draw.ts'

const pixelsPerPoint = 150 / 72

let page: GrayRaster
let truth: readonly string[]
beforeAll(async () => {
  const context = { ...depsFor('tesseract'), password: null }
  const document = await openPdf(await fixture('pdf-digital'), '.pdf', context)
  const { width, height, spans } = await document.readPage(0, { ...defaultOptions, ocr: 'off' })
  const box = { x0: 0, y0: 0, x1: width, y1: height }
  const drawn = await document.drawRegion(0, box, { scale: pixelsPerPoint, maxPixels: 4_000_000 })
  document.close()
  const pixels = Uint8Array.from({ length: drawn.width * drawn.height }, (_, i) => drawn.pixels[4 * i + 1] ?? 255)
  page = { width: drawn.width, height: drawn.height, pixels }
  truth = spans.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '')
})

function depsFor(OCR_ENGINE: OcrEngineName): ParseDeps {
  return createParseDeps({ OCR_ENGINE, OCR_LANGS: 'eng' })
}

const sizeOf = ({ width, height }: GrayRaster) => ({
  pageIndex: 0,
  width: width / pixelsPerPoint,
  height: height / pixelsPerPoint,
})

async function read(raster: GrayRaster, engine: OcrEngineName) {
  return await readByOcr(raster, sizeOf(raster), defaultOptions, { ...depsFor(engine), password: null })
}

/** Fraction of the words that were read, in any order. */
function recallOf({ spans }: Awaited<ReturnType<typeof read>>): number {
  const words = new Set(spans.map(({ text }) => text))
  return truth.filter((word) => words.has(word)).length / truth.length
}

describe.skipIf(!isPpOcrInstalled())('with its packages', { timeout: 60_000 }, () => {
  test('reads words, boxes, baselines and sizes like Tesseract', async () => {
    const [neural, tesseract] = [await read(page, 'neural'), await read(page, 'tesseract')]
    expect(recallOf(neural)).toBeGreaterThan(0.97)
    expect(neural.spans.map(({ text }) => text)).toEqual(tesseract.spans.map(({ text }) => text))
    for (const [index, span] of neural.spans.entries()) {
      const other = tesseract.spans[index]!
      expect(Math.abs(span.box.x0 - other.box.x0)).toBeLessThan(3)
      expect(Math.abs(span.baseline - other.baseline)).toBeLessThan(1.5)
      expect(span.size / other.size).toBeGreaterThan(0.85)
      expect(span.size / other.size).toBeLessThan(1.15)
    }
  })

  test.each([90, 180] as const)('reads a page rotated by %i', async (rotation) => {
    expect(recallOf(await read(rotateRaster(page, rotation).raster, 'neural'))).toBeGreaterThan(0.95)
  })

  test('"both" keeps what Tesseract reads with certainty', async () => {
    expect((await read(page, 'both')).spans).toEqual((await read(page, 'tesseract')).spans)
  })

  test('"both" reads a blurred page with the networks', async () => {
    const blurred = scaleRaster(scaleRaster(page, 0.34).raster, 1 / 0.34).raster
    const tesseract = await read(blurred, 'tesseract')
    const both = await read(blurred, 'both')
    expect(tesseract.meanConfidence).toBeLessThan(0.84)
    expect(recallOf(both)).toBeGreaterThan(recallOf(tesseract) + 0.05)
  })

  test('languages that the networks do not know are read by Tesseract', async () => {
    const context = { ...depsFor('neural'), password: null }
    const settings = { ...context.settings, installedLanguages: ['deu'] }
    // The English model under the German name: only the name matters here.
    const german = { ...context, settings, loadModel: () => context.loadModel('eng') }
    const { spans } = await readByOcr(page, sizeOf(page), { ...defaultOptions, ocrLanguages: ['deu'] }, german)
    expect(spans).toEqual((await read(page, 'tesseract')).spans)
  })

  test('noise has no text', async () => {
    const random = seeded(7)
    const noise = mapPixels(emptyRaster(1600, 1200), () => random() * 255)
    expect((await read(noise, 'neural')).spans).toEqual([])
  })
})
