/**
 * OCR of a page in both runtimes: the text layer of a real PDF page is the source of truth for words and boxes, also
 * when rotated.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { releaseOcrEngines } from '../../../src/engines/tesseract.ts'
import { toPageSpan } from '../../../src/extract/ocr/deskewed-page.ts'
import { type OcrPage, readByOcr } from '../../../src/extract/ocr/ocr.ts'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import type { ExtractContext } from '../../../src/extract/types.ts'
import { deskew } from '../../../src/imaging/deskew.ts'
import { rotateRaster } from '../../../src/imaging/rotate.ts'
import { mapPoint } from '../../../src/imaging/transform.ts'
import type { Transform } from '../../../src/model/geometry.ts'
import { type Box, center, coverage, unionAll } from '../../../src/model/geometry.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import type { GrayRaster } from '../../../src/model/raster.ts'
import type { Span } from '../../../src/model/raw-page.ts'
import { loadModel } from '../../engines/models.ts'
import { ocrSettings } from '../../engines/ocr-settings.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { emptyRaster, fill, mapPixels, seeded } from '../../imaging/draw.ts'

const settings = { ...ocrSettings, installedLanguages: ['chi_sim', 'eng'] }
const context: ExtractContext = { settings, password: null, loadModel }
const dpi = 150
const pixelsPerPoint = dpi / 72

/** A PDF page with its text layer, rendered at 150 dpi. */
let page: { raster: GrayRaster; width: number; height: number; spans: readonly Span[] }
beforeAll(async () => {
  const document = await openPdf(await fixture('pdf-digital'), '.pdf', context)
  const { width, height, spans } = await document.readPage(0, { ...defaultOptions, ocr: 'off' })
  const drawn = await document.drawRegion(
    0,
    { x0: 0, y0: 0, x1: width, y1: height },
    { scale: pixelsPerPoint, maxPixels: 4_000_000 },
  )
  document.close()
  const pixels = Uint8Array.from({ length: drawn.width * drawn.height }, (_, i) => drawn.pixels[4 * i + 1] ?? 255)
  page = { raster: { width: drawn.width, height: drawn.height, pixels }, width, height, spans }
  return releaseOcrEngines
})

function read(raster: GrayRaster, options: Partial<typeof defaultOptions> = {}): Promise<OcrPage> {
  const size = { pageIndex: 0, width: raster.width / pixelsPerPoint, height: raster.height / pixelsPerPoint }
  return readByOcr(raster, size, { ...defaultOptions, ...options }, context)
}

const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join(' ')

/** The title's box in the text layer. */
function titleBox(): Box {
  const title = page.spans.find(({ text }) => text === 'The Harvest Report')
  if (title === undefined) throw new Error('the fixture has no title')
  return title.box
}

/** The three words of the title in the OCR result. */
function readTitle(spans: readonly Span[]): Box[] {
  const boxes = ['The', 'Harvest', 'Report']
    .map((text) => spans.find((span) => span.text === text && span.size > 15)?.box)
    .filter((box) => box !== undefined)
  expect(boxes).toHaveLength(3)
  return boxes
}

describe('an unrotated page', () => {
  test('words in points, with confidence, size and baseline', async () => {
    const result = await read(page.raster)
    expect(result.deskewed).toBe(null)
    expect(result.warnings).toEqual([])
    expect(result.meanConfidence).toBeGreaterThan(0.85)
    expect(textOf(result.spans)).toMatch(/^The Harvest Report A sheaf is a bundle of stalks/)
    expect(coverage(unionAll(readTitle(result.spans)), titleBox())).toBeGreaterThan(0.95)
    const title = result.spans[0]
    expect(title).toMatchObject({ source: 'ocr', rotation: 0, engineLine: 0, vertical: false })
    const truth = page.spans.find(({ text }) => text === 'The Harvest Report')
    expect(Math.abs((title?.size ?? 0) - (truth?.size ?? 0))).toBeLessThan(3)
    expect(Math.abs((title?.baseline ?? 0) - (truth?.baseline ?? 0))).toBeLessThan(1)
    expect(new Set(result.spans.map(({ engineLine }) => engineLine)).size).toBeGreaterThan(5)
  })
})

/** The words of a transformed raster are right, and their boxes are the transformed ones of the text layer. */
async function expectFound(
  changed: { raster: GrayRaster; toSource: Transform },
  rotation: 0 | 90 | 180 | 270,
): Promise<void> {
  const { spans, deskewed } = await read(changed.raster)
  expect(deskewed).not.toBe(null)
  expect(textOf(deskewed?.spans ?? [])).toMatch(/^The Harvest Report A sheaf is a bundle of stalks/)
  expect(spans.every((span) => span.rotation === rotation)).toBe(true)
  const { toSource } = changed
  const inPoints = { ...toSource, e: toSource.e / pixelsPerPoint, f: toSource.f / pixelsPerPoint }
  const asDrawn = readTitle((await read(page.raster)).spans).map(center)
  // Centers, since the axis-aligned boxes around slanted words are larger than the words.
  for (const [i, found] of readTitle(spans).entries()) {
    const back = mapPoint(inPoints, center(found))
    expect(Math.hypot(back.x - (asDrawn[i]?.x ?? 0), back.y - (asDrawn[i]?.y ?? 0))).toBeLessThan(1)
  }
  const horizontal = deskewed?.spans.find(({ text }) => text === 'Harvest')
  if (deskewed === null || horizontal === undefined) throw new Error('no deskewed title')
  expect(toPageSpan(horizontal, deskewed.toPage).box).toEqual(
    spans.find(({ text, size }) => text === 'Harvest' && size > 15)?.box,
  )
}

describe('a rotated or skewed page', () => {
  test.each([90, 180, 270] as const)('rotated by %d degrees', (rotation) =>
    expectFound(rotateRaster(page.raster, rotation), rotation),
  )

  test('skewed by two degrees', () => expectFound(deskew(page.raster, -2), 0))

  test.each([
    ['Upside down', 14, 0],
    ['Chapter Two', 30, 180],
  ])('with the words "%s" of %i points alone, rotated by %i degrees', async (words, size, rotation) => {
    const content = show('Body', size, [72, 600], words)
    const document = await openPdf(pagesPdf([{ content, entries: `/Rotate ${rotation}` }]), '.pdf', context)
    const { spans, warnings } = await document.readPage(0, { ...defaultOptions, ocr: 'force' })
    document.close()
    expect([textOf(spans), warnings]).toEqual([words, []])
  })
})

test('rulings are returned as paths in points, and the words between them are read', async () => {
  const ruled = { ...page.raster, pixels: page.raster.pixels.slice() }
  const frame = { x0: 100, y0: 60, x1: 1100, y1: 1600 }
  for (const y of [frame.y0, frame.y1]) fill(ruled, { ...frame, y0: y, y1: y + 2 })
  for (const x of [frame.x0, frame.x1]) fill(ruled, { ...frame, x0: x, x1: x + 2 })
  const { paths, spans } = await read(ruled)
  const top = paths.find(({ box }) => Math.abs(box.y0 - frame.y0 / pixelsPerPoint) < 0.5 && box.x1 - box.x0 > 400)
  expect(top).toMatchObject({ rectangle: true, stroked: false, opacity: 1 })
  expect(Math.abs((top?.box.x0 ?? 0) - frame.x0 / pixelsPerPoint)).toBeLessThan(1)
  expect((top?.box.y1 ?? 0) - (top?.box.y0 ?? 0)).toBeLessThan(2)
  expect(paths.filter(({ box }) => box.y1 - box.y0 > 600)).toHaveLength(2)
  expect(textOf(spans)).toContain('The Harvest Report')
})

test('a shadowed, faint page is read like a good one', async () => {
  const { width } = page.raster
  const poor = mapPixels(
    page.raster,
    (value, x, y) => (60 + value * 0.5) * (1 - (0.5 * x) / width) * (x + y / 2 > width * 0.8 ? 0.7 : 1),
  )
  const { spans, meanConfidence } = await read(poor)
  expect(textOf(spans)).toMatch(/The Harvest Report.*A sheaf is a bundle of stalks/)
  expect(meanConfidence).toBeGreaterThan(0.8)
})

describe('languages', () => {
  test('one that is not installed is an error that lists the installed ones', async () => {
    await expect(read(page.raster, { ocrLanguages: ['eng', 'tlh'] })).rejects.toMatchObject({
      code: 1133,
      message: 'ocr_languages: "tlh" is not installed here; installed: "chi_sim", "eng".',
    })
  })

  test('the first with a good result is used, and no other is loaded', async () => {
    const loaded: string[] = []
    releaseOcrEngines()
    const watched: ExtractContext = {
      ...context,
      loadModel: (language) => {
        loaded.push(language)
        return loadModel(language)
      },
    }
    await readByOcr(
      page.raster,
      { pageIndex: 0, width: page.width, height: page.height },
      { ...defaultOptions, ocrLanguages: ['eng', 'chi_sim'] },
      watched,
    )
    expect(loaded).toEqual(['eng'])
  })
})

test('an empty page has no words and no warnings', async () => {
  expect(await read(emptyRaster(600, 800))).toMatchObject({
    spans: [],
    paths: [],
    warnings: [],
    meanConfidence: 0,
    deskewed: null,
  })
  expect((await read(emptyRaster(1, 1))).spans).toEqual([])
})

test('an image of noise is reported, quickly, and has no text', async () => {
  const random = seeded(11)
  const { spans, warnings } = await read(mapPixels(emptyRaster(900, 1200), () => random() * 255))
  expect(spans).toEqual([])
  expect(warnings).toEqual([
    'Page 1: no text lines were found in the image of this page. If it contains text, send a better image.',
  ])
})

test('lines without a certain word are dropped unless their words are long', async () => {
  const line = (y: number, words: readonly [string, number][]) => ({
    box: [50, y, 600, y + 30],
    text: words.map(([text]) => text).join(' '),
    confidence: 0.3,
    words: words.map(([text, confidence], index) => ({
      text,
      confidence,
      box: [50 + index * 80, y, 120 + index * 80, y + 30],
    })),
  })
  const lines = [
    line(50, [
      ['Receipts', 0.9],
      ['of', 0.9],
      ['Wednesday', 0.9],
    ]),
    line(100, [
      ['E', 0],
      ['a', 0.1],
      ['3', 0.6],
    ]),
    line(200, [
      ['TOTAL', 0.9],
      ['ee', 0],
      ['ce', 0],
      ['s.s', 0],
      ['.c', 0],
    ]),
    line(300, [
      ['Enumération', 0.2],
      ['2', 0.2],
    ]),
  ]
  const send = async (): Promise<Response> => Response.json({ lines })
  const service = { url: 'http://ocr.invalid/', token: null, timeoutMs: 1000, send }
  const size = { pageIndex: 0, width: page.width, height: page.height }
  const { spans } = await readByOcr(page.raster, size, defaultOptions, {
    ...context,
    settings: { ...settings, ocrService: service },
  })
  expect(textOf(spans)).toBe('Receipts of Wednesday TOTAL ee ce s.s .c Enumération 2')
})

/** A PDF with the page as a scan: an image that fills a page of `width` points. */
function scanPdf(width: number): Uint8Array {
  const { raster } = page
  const height = (width * raster.height) / raster.width
  return pagesPdf(
    [
      {
        content: `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`,
        mediaBox: `[0 0 ${width} ${height}]`,
        resources: '/XObject << /Scan 7 0 R >>',
      },
    ],
    [
      {
        entries: `/Type /XObject /Subtype /Image /Width ${raster.width} /Height ${raster.height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        stream: Array.from(raster.pixels, (value) => String.fromCharCode(value)).join(''),
      },
    ],
  )
}

test.each([
  ['600 dpi on a page of 149 points', 149],
  ['40 dpi on a page of 2232 points', 2232],
])('a scan is read at its own resolution: %s', async (_, width) => {
  const document = await openPdf(scanPdf(width), '.pdf', context)
  const { spans } = await document.readPage(0, defaultOptions)
  document.close()
  const words = (text: string): string[] => text.match(/[A-Za-z]{3,}/g) ?? []
  const found = new Set(words(textOf(spans)))
  const wanted = words(textOf(page.spans))
  expect(wanted.filter((word) => found.has(word)).length / wanted.length).toBeGreaterThan(0.95)
})

test('a page too large for OCR keeps its text layer, with a warning', async () => {
  const content = show('Body', 12, [72, 700], 'Text of a giant page')
  const document = await openPdf(pagesPdf([{ content, mediaBox: '[0 0 1000000 1000000]' }]), '.pdf', context)
  const giant = await document.readPage(0, { ...defaultOptions, ocr: 'force' })
  expect(giant.spans.map(({ text }) => text)).toEqual(['Text of a giant page'])
  expect(giant.warnings[0]).toContain('too large')
  document.close()
})
