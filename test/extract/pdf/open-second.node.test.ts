/** PDFs that MuPDF refuses and pdf.js reads. */
import { expect, test } from 'vitest'
import { openWithSecondEngine } from '../../../src/extract/pdf/open-second.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { parsePages } from '../../../src/parse.ts'
import { fixture } from '../../fixtures/fixtures.ts'

test('text in its places, with a warning on the first page; nothing is drawn', async () => {
  const document = await openWithSecondEngine(await fixture('pdf-digital'), null)
  expect(document?.pageCount).toBe(1)
  const [parsed] = await Array.fromAsync(parsePages(document!, [0], { ...defaultOptions, pageImages: true }))
  const { page } = parsed!
  expect(page.warnings).toEqual([
    expect.stringContaining('second engine'),
    expect.stringContaining('could not be rendered'),
  ])
  const texts = page.blocks.flatMap((block) => ('text' in block ? [block.text] : []))
  expect(texts.join(' ').length).toBeGreaterThan(300)
  for (const { box } of page.blocks) {
    expect(box.x0).toBeGreaterThanOrEqual(0)
    expect(box.x1).toBeLessThanOrEqual(page.width + 1)
    expect(box.y1).toBeLessThanOrEqual(page.height + 1)
    expect(box.y0).toBeLessThan(box.y1)
  }
  document?.close()
})

test('rotated pages: boxes are inside the displayed page', async () => {
  const document = await openWithSecondEngine(await fixture('pdf-rotated'), null)
  const raw = await document!.readPage(0, defaultOptions)
  expect(raw.spans.length).toBeGreaterThan(0)
  for (const { box } of raw.spans) {
    expect(box.x0).toBeGreaterThanOrEqual(-1)
    expect(box.x1).toBeLessThanOrEqual(raw.width + 1)
    expect(box.y1).toBeLessThanOrEqual(raw.height + 1)
  }
  document?.close()
})

test('a file that neither engine reads, and one without text', async () => {
  expect(await openWithSecondEngine(new TextEncoder().encode('%PDF-1.7\nnothing'), null)).toBeNull()
  expect(await openWithSecondEngine(await fixture('pdf-scan'), null)).toBeNull()
  expect(await openWithSecondEngine(await fixture('pdf-encrypted'), 'wrong')).toBeNull()
})
