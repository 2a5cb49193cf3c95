/** Engines that stop in the middle, for real: the Worker builds them anew before its next page. */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loadMupdf, MupdfTrap } from '../../src/engines/mupdf/mupdf.ts'
import { EngineTrap, loadOcrEngine } from '../../src/engines/tesseract.ts'
import { newKey, parseFixture } from './worker.workers.ts'

let apiKey = ''
beforeAll(async () => {
  apiKey = await newKey()
})

test('MuPDF reads where no memory is', async () => {
  expect((await parseFixture('pdf-digital', apiKey)).markdown).toContain('The Harvest Report')
  const mupdf = await loadMupdf()
  expect(() => mupdf.call(() => mupdf.module._wasm_count_pages(0xfffffff0))).toThrow(MupdfTrap)
  expect(mupdf.trapped).toBe(true)
  expect((await parseFixture('pdf-digital', apiKey)).markdown).toContain('The Harvest Report')
  expect(await loadMupdf()).not.toBe(mupdf)
})

test('Tesseract stops at a picture without pixels', async () => {
  expect((await parseFixture('pdf-scan', apiKey)).markdown).toContain('The Harvest Report')
  const loadModel = async (language: string) =>
    new Uint8Array(await (await env.ASSETS.fetch(`https://models.invalid/${language}.traineddata`)).arrayBuffer())
  const ocrEngine = await loadOcrEngine('eng', loadModel)
  const nothing = { width: 0, height: 0, pixels: new Uint8Array(0) }
  expect(() => ocrEngine.recognize(nothing, { dpi: 150, pageSegMode: 3 })).toThrow(EngineTrap)
  expect((await parseFixture('pdf-scan', apiKey)).markdown).toContain('The Harvest Report')
  expect(await loadOcrEngine('eng', loadModel)).not.toBe(ocrEngine)
})
