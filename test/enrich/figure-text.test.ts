/** Text of images on pages with a text layer, and images without text. */
import { afterAll, describe, expect, test } from 'vitest'
import { releaseOcrEngines } from '../../src/engines/tesseract.ts'
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import { open as openPdf } from '../../src/extract/pdf/open.ts'
import type { ExtractContext } from '../../src/extract/types.ts'
import { detectText, invertColors, measureEvenness } from '../../src/imaging/text-detection.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { parsePages } from '../../src/parse.ts'
import { loadModel } from '../engines/models.ts'
import { ocrSettings as settings } from '../engines/ocr-settings.ts'
import { type PdfObject, pagesPdf, paragraph } from '../fixtures/pdf-writer.ts'
import { emptyRaster, fill, mapPixels, seeded } from '../imaging/draw.ts'

afterAll(releaseOcrEngines)

const reader: ExtractContext = { settings, password: null, loadModel }
/** Every OCR attempt leaves a warning. */
const blind: ExtractContext = { ...reader, loadModel: () => Promise.reject(new Error('nothing was to be read')) }

/** Bars with their names and a heading. */
function chart(): GrayRaster {
  const raster = emptyRaster(900, 560)
  stamp(raster, 'Harvest of the northern valley', { x: 120, y: 20 })
  for (const [row, name] of ['Barley', 'Potatoes', 'Honey', 'Onions'].entries()) {
    stamp(raster, name, { x: 10, y: 130 + row * 100 })
    fill(raster, { x0: 330, y0: 140 + row * 100, x1: 500 + row * 110, y1: 190 + row * 100 }, 150)
  }
  return raster
}

function stamp(raster: GrayRaster, text: string, at: { x: number; y: number }): void {
  const drawn = renderWarmupImage([text], { scale: 3 })
  for (let y = 0; y < drawn.height; y++)
    raster.pixels.set(drawn.pixels.subarray(y * drawn.width, (y + 1) * drawn.width), (at.y + y) * raster.width + at.x)
}

/** Clouds and grain. */
function photo(): GrayRaster {
  const random = seeded(7)
  return mapPixels(
    emptyRaster(900, 560),
    (_, x, y) => 128 + 60 * Math.sin(x / 37) * Math.cos(y / 23) + 50 * (random() - 0.5),
  )
}

/** A page of running text above an image 330 points wide. */
function pageWith(picture: GrayRaster): Uint8Array {
  const lines = Array.from({ length: 6 }, () => 'The figure below tells how the year went for the farms of the region.')
  const image: PdfObject = {
    entries: `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    stream: picture.pixels,
  }
  const content = `${paragraph('Body', 11, [72, 760], lines)} q 330 0 0 205 130 380 cm /Shown Do Q`
  return pagesPdf([{ content, resources: '/XObject << /Shown 7 0 R >>' }], [image])
}

const plain: ParseOptions = { ...defaultOptions, elementFormats: { ...defaultOptions.elementFormats, image: 'none' } }

async function pageOf(picture: GrayRaster, context: ExtractContext, options: ParseOptions) {
  const document = await openPdf(pageWith(picture), '.pdf', context)
  try {
    const [first] = await Array.fromAsync(parsePages(document, [0], options))
    return first?.page
  } finally {
    document.close()
  }
}

async function figuresOf(picture: GrayRaster, context: ExtractContext, options: ParseOptions = plain) {
  const page = await pageOf(picture, context, options)
  expect(page?.warnings).toEqual([])
  return page?.blocks.filter((block) => block.kind === 'figure') ?? []
}

describe('an image of a chart', () => {
  test.each([
    ['dark on light', chart()],
    ['light on dark', invertColors(chart())],
  ])('has its text, line by line: %s', async (_, picture) => {
    const [figure, ...more] = await figuresOf(picture, reader)
    expect(more).toEqual([])
    expect(figure).toMatchObject({ type: 'figure', source: 'ocr' })
    expect(figure?.kind === 'figure' && figure.text.split('\n')).toEqual([
      'Harvest of the northern valley',
      'Barley',
      'Potatoes',
      'Honey',
      'Onions',
    ])
    expect(figure?.confidence).toBeGreaterThan(0.6)
    expect(figure?.confidence).toBeLessThanOrEqual(1)
  })

  test.each([
    [
      'when figures are not to be understood',
      { ...plain, features: { ...plain.features, enable_image_understanding: false } },
      settings,
    ],
    ['when OCR is off', { ...plain, ocr: 'off' }, settings],
    ['when no language is installed', plain, { ...settings, installedLanguages: [] }],
  ] as const)('is not read %s', async (_, options, limits) => {
    releaseOcrEngines()
    expect(await figuresOf(chart(), { ...blind, settings: limits }, options)).toMatchObject([
      { text: '', source: 'text_layer' },
    ])
  })

  test('does not fail the page if the OCR engine cannot be loaded', async () => {
    releaseOcrEngines()
    const page = await pageOf(chart(), blind, plain)
    expect(page?.warnings).toEqual(['Page 1: the text in an image could not be read (nothing was to be read)'])
    expect(page?.blocks[0]).toMatchObject({ kind: 'text', text: expect.stringContaining('how the year went') })
    expect(page?.blocks.at(-1)).toMatchObject({ kind: 'figure', text: '', source: 'text_layer' })
  })

  test('is not read again on a page that was read by OCR', async () => {
    const document = await openPdf(pageWith(chart()), '.pdf', reader)
    const size = { scale: 2.7, maxPixels: 1_000_000 }
    const box = { x0: 130, y0: 257, x1: 460, y1: 462 }
    expect(await document.figureOcr?.draw(0, box, size)).toMatchObject({ width: 891 })
    await document.readPage(0, { ...plain, ocr: 'force' })
    expect(await document.figureOcr?.draw(0, box, size)).toBeNull()
    document.close()
  })
})

test('without understanding, images in cells and image output, no image is rendered', async () => {
  const document = await openPdf(pageWith(chart()), '.pdf', blind)
  const refused = () => Promise.reject(new Error('nothing was to be rendered'))
  const unable = { ...document, drawRegion: refused, figureOcr: { ...blind, draw: refused } }
  const features = { ...plain.features, enable_image_understanding: false, enable_table_image: false }
  const [parsed] = await Array.fromAsync(parsePages(unable, [0], { ...plain, features }))
  expect(parsed?.page.warnings).toEqual([])
  expect(parsed?.page.blocks.at(-1)).toMatchObject({ kind: 'figure', text: '' })
  document.close()
})

test('a photo is rejected before any model is loaded', async () => {
  releaseOcrEngines()
  expect(await figuresOf(photo(), blind)).toMatchObject([{ text: '', source: 'text_layer' }])
})

test('text is letters in rows, on an even background', () => {
  const lettered = detectText(chart())
  expect(lettered.letters).toBeGreaterThan(35)
  expect(lettered.letterRatio).toBeGreaterThan(0.8)
  expect(lettered.height).toBeGreaterThanOrEqual(12)
  expect(detectText(invertColors(chart()))).toMatchObject({ letters: lettered.letters, inverted: true })
  expect(detectText(emptyRaster(400, 300))).toMatchObject({ letters: 0, height: 0, letterRatio: 0 })
  expect(measureEvenness(emptyRaster(400, 300), [])).toBe(1)
  expect(measureEvenness(photo(), detectText(photo()).rows)).toBeLessThan(0.5)
  const scattered = emptyRaster(600, 400)
  const random = seeded(3)
  for (let i = 0; i < 40; i++) {
    const [x, y] = [Math.floor(random() * 580), 10 * i]
    fill(scattered, { x0: x, y0: y, x1: x + 6, y1: y + 8 })
  }
  expect(detectText(scattered).letters).toBe(0)
})
