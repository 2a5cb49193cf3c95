import { expect, test } from 'vitest'
import { addPageImage } from '../../src/enrich/page-rendering.ts'
import type { OpenDocument } from '../../src/extract/types.ts'
import type { ParsedPage } from '../../src/model/document.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'

const asked: ParseOptions = { ...defaultOptions, pageImages: true }
const parsed: ParsedPage = { page: { pageIndex: 2, width: 20, height: 10, blocks: [], warnings: [] }, images: [] }

/** A document with pages rendered like this. */
function documentOf(pixel: (at: number) => number, more: Partial<OpenDocument> = {}): OpenDocument {
  return {
    pageCount: 3,
    readPage: () => Promise.reject(new Error('not asked for')),
    drawRegion: async (_, box, { scale }) => {
      const [width, height] = [(box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale]
      const pixels = new Uint8ClampedArray(width * height * 4)
      for (let at = 0; at < pixels.length; at += 4) pixels.set([pixel(at / 4), pixel(at / 4), pixel(at / 4), 255], at)
      return { width, height, pixels }
    },
    close: () => undefined,
    ...more,
  }
}

test('a drawn page is a PNG at 144 dpi, named after its number', async () => {
  const { page, images: pictures } = await addPageImage(
    parsed,
    documentOf(() => 255),
    asked,
  )
  expect(page.picture).toBe('p3.png')
  expect(pictures).toMatchObject([{ name: 'p3.png', type: 'image/png' }])
  const head = new DataView(pictures[0]?.bytes.slice().buffer ?? new ArrayBuffer(0))
  expect([head.getUint32(16), head.getUint32(20)]).toEqual([40, 20])
})

test('a page with grain is a JPEG, with the same bytes each time', async () => {
  const scan = documentOf((at) => (at * 37) % 251)
  const { page, images: pictures } = await addPageImage(parsed, scan, asked)
  expect(page.picture).toBe('p3.jpg')
  expect([...(pictures[0]?.bytes.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff])
  expect((await addPageImage(parsed, scan, asked)).images).toEqual(pictures)
})

test('none unless requested, nor without images in the outputs', async () => {
  const blank = documentOf(() => 255)
  expect(await addPageImage(parsed, blank, defaultOptions)).toBe(parsed)
  expect(
    await addPageImage(parsed, blank, { ...asked, elementFormats: { ...asked.elementFormats, image: 'none' } }),
  ).toBe(parsed)
})

test('a page of a structured format, and one that cannot be rendered, get a warning', async () => {
  const logical = await addPageImage(
    parsed,
    documentOf(() => 255, { readStructuredPage: async () => parsed }),
    asked,
  )
  expect(logical.page.picture).toBeUndefined()
  expect(logical.page.warnings.join()).toContain('without conversion')
  const broken = await addPageImage(
    parsed,
    documentOf(() => 255, { drawRegion: () => Promise.reject(new Error('no room')) }),
    asked,
  )
  expect(broken.page.warnings).toEqual(['Page 3: the page image could not be rendered (no room)'])
  expect(broken.images).toEqual([])
})

test('pages up to A3 have the pixels of the boxes', async () => {
  const a3 = { width: 842, height: 1191 }
  const page = { ...parsed.page, ...a3 }
  let most = 0
  const drawRegion: OpenDocument['drawRegion'] = (_, __, { maxPixels }) => {
    most = maxPixels
    return Promise.reject(new Error('seen enough'))
  }
  await addPageImage(
    { ...parsed, page },
    documentOf(() => 255, { drawRegion }),
    asked,
  )
  expect(most).toBeGreaterThanOrEqual(2 * a3.width * 2 * a3.height)
})
