/** Scans whose words keep the places of the text layer. */
import { expect, test } from 'vitest'
import { isBackground, withScanLayout } from '../../../src/extract/pdf/scan-layout.ts'
import type { RawPage } from '../../../src/model/raw-page.ts'
import { textPage } from '../../imaging/draw.ts'
import { span } from '../../layout/raw-pages.ts'

const raster = textPage()
const word = span({ text: 'granary', x: 60, y: 110 })
const scan = { box: { x0: 0, y0: 0, x1: raster.width, y1: raster.height }, pixelWidth: 100, pixelHeight: 100 }
const logo = { box: { x0: 10, y0: 10, x1: 60, y1: 40 }, pixelWidth: 50, pixelHeight: 30 }
const page = (spans: RawPage['spans']): RawPage => ({
  pageIndex: 0,
  width: raster.width,
  height: raster.height,
  spans,
  paths: [],
  images: [scan, logo],
  warnings: [],
})

test('words have the fonts of the image, and images on the page stay', async () => {
  const { spans, images } = await withScanLayout(page([word]), raster, 1e7)
  expect(spans).toMatchObject([{ text: 'granary', source: 'scan_layer' }])
  expect(images).toContain(logo)
  expect(images.some((image) => isBackground(image, raster))).toBe(false)
})

test.each([
  ['vertical text', { ...word, vertical: true }],
  ['text from right to left', { ...word, unitExtents: Float32Array.from({ length: 14 }, (_, at) => 60 + at) }],
])('a page with %s stays', async (_, other) => {
  const original = page([word, other])
  expect(await withScanLayout(original, raster, 1e7)).toBe(original)
})
