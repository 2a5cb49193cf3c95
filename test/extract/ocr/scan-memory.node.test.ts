/** Linear memory of a scanned A4 page: an isolate on Workers has 128 MB for everything. */
import { deflateSync } from 'node:zlib'
import * as mupdf from 'mupdf'
import { expect, test } from 'vitest'
import { forgetMupdf, mupdfMemoryBytes } from '../../../src/engines/mupdf/mupdf.ts'
import { tesseractMemoryBytes } from '../../../src/engines/tesseract.ts'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import type { ExtractContext } from '../../../src/extract/types.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'

const mebibyte = 1024 * 1024
const deps = createParseDeps({})
// The default resolution on Workers.
const context: ExtractContext = {
  settings: { ...deps.settings, ocrDpi: 150 },
  password: null,
  loadModel: deps.loadModel,
}

/** The digital page rendered in color at 300 dpi, as a scan. */
async function colorScan(): Promise<Uint8Array> {
  const digital = await openPdf(await fixture('pdf-digital'), '.pdf', context)
  const { width, height, pixels } = await digital.drawRegion(
    0,
    { x0: 0, y0: 0, x1: 595, y1: 842 },
    { scale: 300 / 72, maxPixels: 20_000_000 },
  )
  digital.close()
  const rgb = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) rgb.set(pixels.subarray(from, from + 3), to)
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`
  return pagesPdf(
    [{ content: 'q 595 0 0 842 0 0 cm /Scan Do Q', resources: '/XObject << /Scan 7 0 R >>' }],
    [{ entries, stream: deflateSync(rgb) }],
  )
}

test('an A4 scan of 300 dpi in color, read at 150 dpi: MuPDF, Tesseract and twice the file stay within 115 MiB', async () => {
  const bytes = await colorScan()
  const document = await openPdf(bytes, '.pdf', context)
  const page = await document.readPage(0, defaultOptions)
  expect(page.spans.map((span) => span.text).join(' ')).toContain('The Harvest Report')
  const [ours, theirs] = [mupdfMemoryBytes(), tesseractMemoryBytes()]
  document.close()
  expect(Math.min(ours, theirs)).toBeGreaterThan(mebibyte)
  expect(
    ours + theirs + 2 * bytes.length,
    `MuPDF ${ours / mebibyte}, Tesseract ${theirs / mebibyte} MiB`,
  ).toBeLessThanOrEqual(115 * mebibyte)
})

/** The digital page as a JPEG in a PDF, as most scanners write it. */
async function jpegScan(dpi: number): Promise<Uint8Array> {
  const digital = mupdf.Document.openDocument(await fixture('pdf-digital'), 'application/pdf')
  const picture = digital
    .loadPage(0)
    .toPixmap(mupdf.Matrix.scale(dpi / 72, dpi / 72), mupdf.ColorSpace.DeviceRGB, false)
  const scan = new mupdf.PDFDocument()
  const image = scan.addImage(new mupdf.Image(picture.asJPEG(80, false)))
  scan.insertPage(
    -1,
    scan.addPage([0, 0, 595, 842], 0, scan.addObject({ XObject: { Scan: image } }), 'q 595 0 0 842 0 0 cm /Scan Do Q'),
  )
  const bytes = new Uint8Array(scan.saveToBuffer('').asUint8Array())
  for (const each of [digital, picture, scan]) each.destroy()
  return bytes
}

/** Memory of MuPDF after OCR of a scan, which is opened again for its next page. */
async function memoryAfterOcr(bytes: Uint8Array, bound: { sharesMemory?: true }): Promise<number> {
  forgetMupdf()
  const document = await openPdf(bytes, '.pdf', { ...context, settings: { ...context.settings, ...bound } })
  const page = await document.readPage(0, defaultOptions)
  expect(page.spans.map((span) => span.text).join(' ')).toContain('The Harvest Report')
  const memory = mupdfMemoryBytes()
  const again = await document.drawRegion(0, { x0: 0, y0: 0, x1: 100, y1: 100 }, { scale: 1, maxPixels: 10_000 })
  expect(again.width).toBe(100)
  document.close()
  return memory
}

test('MuPDF is released before OCR of a large image, with limited memory also of a smaller one', async () => {
  const [small, large] = [await jpegScan(240), await jpegScan(400)]
  const kept = await memoryAfterOcr(small, {})
  expect(kept).toBeGreaterThan(48 * mebibyte)
  expect(kept).toBeLessThan(64 * mebibyte)
  expect(await memoryAfterOcr(small, { sharesMemory: true })).toBeLessThan(24 * mebibyte)
  expect(await memoryAfterOcr(large, {})).toBeLessThan(24 * mebibyte)
})
