/** The time limit of the PDF engine for a page. Hand-made PDFs. */
import { expect, test } from 'vitest'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import type { ExtractContext, OpenDocument } from '../../../src/extract/types.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { endlessPdf } from '../../fixtures/endless-pdf.ts'

const pageTimeoutMs = 400

function open(bytes: Uint8Array, changed: Partial<ExtractContext['settings']> = {}): Promise<OpenDocument> {
  const settings = {
    maxPages: 300,
    pageTimeoutMs,
    interruptsPages: false,
    ocrDpi: 200,
    maxRasterPixels: 4_000_000,
    maxImagePixels: 20_000_000,
    ocrLanguages: [],
    installedLanguages: [],
    ...changed,
  }
  const context: ExtractContext = { settings, password: null, loadModel: () => Promise.reject(new Error('no OCR')) }
  return openPdf(bytes, '.pdf', context)
}

test('an endless page is left empty with a warning; the others are read', async () => {
  const document = await open(endlessPdf(['short', 'endless', 'short']))
  const startedAt = performance.now()
  const pages = []
  for (let pageIndex = 0; pageIndex < 3; pageIndex++) pages.push(await document.readPage(pageIndex, defaultOptions))
  expect(performance.now() - startedAt).toBeLessThan(10 * pageTimeoutMs)
  expect(pages.map(({ spans }) => spans.map(({ text }) => text))).toEqual([['Readable text'], [], ['Readable text']])
  expect(pages[1]).toMatchObject({
    isDamaged: true,
    warnings: ['Page 2 takes too long and was left empty (the limit is PAGE_TIMEOUT_MS).'],
  })
  const box = { x0: 0, y0: 0, x1: 100, y1: 100 }
  const draw = (pageIndex: number) => document.drawRegion(pageIndex, box, { scale: 1, maxPixels: 10_000 })
  // The time of a page is that of all its uses.
  const redrawn = performance.now()
  await expect(draw(1)).rejects.toMatchObject({ name: 'MupdfTimeout' })
  expect(performance.now() - redrawn).toBeLessThan(pageTimeoutMs)
  expect(await draw(2)).toMatchObject({ width: 100, height: 100 })
  document.close()
})

test('each endless page halves the limit of the next one', async () => {
  // An eighth of the limit is enough for the last page on a busy machine.
  const limitMs = 3200
  const document = await open(
    endlessPdf(['short', ...Array.from({ length: 6 }, (): 'endless' => 'endless'), 'short']),
    {
      pageTimeoutMs: limitMs,
    },
  )
  const startedAt = performance.now()
  const pages = []
  for (let pageIndex = 0; pageIndex < 8; pageIndex++) pages.push(await document.readPage(pageIndex, defaultOptions))
  // 2 × the limit and a new instance for each page; otherwise 6 × the limit.
  expect(performance.now() - startedAt).toBeLessThan(5 * limitMs)
  expect(pages.filter(({ isDamaged }) => isDamaged)).toHaveLength(6)
  expect(pages.at(-1)?.spans).toHaveLength(1)
  document.close()
})

test('a page that loops without reading is interrupted', async () => {
  const document = await open(endlessPdf(['looping', 'short']), { interruptsPages: true })
  const page = await document.readPage(0, defaultOptions)
  expect(page.warnings).toEqual(['Page 1 takes too long and was left empty (the limit is PAGE_TIMEOUT_MS).'])
  expect((await document.readPage(1, defaultOptions)).spans).toHaveLength(1)
  document.close()
})

test('a document with no other page is a time-out', async () => {
  const document = await open(endlessPdf(['endless']))
  await expect(document.readPage(0, defaultOptions)).rejects.toMatchObject({
    code: 1138,
    message: expect.stringMatching(/page 1 of 1 takes longer than PAGE_TIMEOUT_MS/),
  })
  document.close()
})
