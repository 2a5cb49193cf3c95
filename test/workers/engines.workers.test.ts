/** Real traps of the engines: the Worker replaces them before the next page. */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loadMupdf } from '../../src/engines/mupdf/mupdf.ts'
import { MupdfTrap } from '../../src/engines/mupdf/mupdf-errors.ts'
import { EngineTrap, loadOcrEngine } from '../../src/engines/tesseract.ts'
import { newKey, parseFixture } from './worker.workers.ts'

let apiKey = ''
beforeAll(async () => {
  apiKey = await newKey()
})

test('MuPDF reads outside of its memory', async () => {
  expect((await parseFixture('pdf-digital', apiKey)).markdown).toContain('The Harvest Report')
  const mupdf = await loadMupdf()
  expect(() => mupdf.call(() => mupdf.module._wasm_count_pages(0xfffffff0))).toThrow(MupdfTrap)
  expect(mupdf.trapped).toBe(true)
  expect((await parseFixture('pdf-digital', apiKey)).markdown).toContain('The Harvest Report')
  expect(await loadMupdf()).not.toBe(mupdf)
})

test('Tesseract traps at an image without pixels', async () => {
  expect((await parseFixture('pdf-scan', apiKey)).markdown).toContain('The Harvest Report')
  const loadModel = async (language: string) =>
    new Uint8Array(await (await env.ASSETS.fetch(`https://models.invalid/${language}.traineddata`)).arrayBuffer())
  const ocrEngine = await loadOcrEngine('eng', loadModel)
  const empty = { width: 0, height: 0, pixels: new Uint8Array(0) }
  expect(() => ocrEngine.recognize(empty, { dpi: 150, pageSegMode: 3 })).toThrow(EngineTrap)
  expect((await parseFixture('pdf-scan', apiKey)).markdown).toContain('The Harvest Report')
  expect(await loadOcrEngine('eng', loadModel)).not.toBe(ocrEngine)
})
