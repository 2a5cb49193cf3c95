/** The OCR engine in both runtimes: recognition, memory, several languages, and traps. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  EngineTrap,
  loadOcrEngine,
  releaseOcrEngines,
  tesseractMemoryBytes,
  warmUp,
} from '../../src/engines/tesseract.ts'
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { loadModel } from './models.ts'

const mebibyte = 1024 * 1024
const testImage = renderWarmupImage(['Sheaf reads the page', 'and knows every word', 'JUMPING QUICK FOX'], { scale: 4 })
const wordsOf = 'Sheaf reads the page and knows every word JUMPING QUICK FOX'
const blank = (width: number, height: number): GrayRaster => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255),
})
const options = { dpi: 200, pageSegMode: 3 } as const

afterEach(releaseOcrEngines)

describe('recognition', () => {
  test('finds known words, their boxes, lines and confidence', async () => {
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    const { words, lines } = ocrEngine.recognize(testImage, options)
    expect(words.map(({ text }) => text).join(' ')).toBe(wordsOf)
    expect(words.every(({ confidence }) => confidence > 0.7 && confidence <= 1)).toBe(true)
    expect(new Set(words.map(({ line }) => line)).size).toBe(3)
    // Uppercase letters are 7 dots high, the margin 8: at four pixels a dot the first line spans y 32 to 60.
    expect(words[0]?.box).toEqual({ x0: 32, y0: 32, x1: expect.closeTo(148, -1), y1: expect.closeTo(60, -1) })
    expect(lines[0]?.height).toBeGreaterThan(27)
    expect(lines[0]?.height).toBeLessThan(42)
  })

  test('does not depend on a width that is a multiple of four', async () => {
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    for (const more of [1, 2, 3]) {
      const wider = blank(testImage.width + more, testImage.height)
      for (let y = 0; y < testImage.height; y++)
        wider.pixels.set(testImage.pixels.subarray(y * testImage.width, (y + 1) * testImage.width), y * wider.width)
      expect(
        ocrEngine
          .recognize(wider, options)
          .words.map(({ text }) => text)
          .join(' '),
      ).toBe(wordsOf)
    }
  })

  test('uses the page histogram for a slice, and its own for the next image', async () => {
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    const faint = { ...testImage, pixels: testImage.pixels.map((value) => (value < 128 ? 160 : 255)) }
    /** A page of black text over an image that is as gray as the text of the slice. */
    const histogram = new Uint32Array(256)
    for (const [gray, count] of [
      [0, 9000],
      [160, 80_000],
      [255, 90_000],
    ] as const)
      histogram[gray] = count
    const read = (extra: { histogram?: Uint32Array }): string => {
      const { words } = ocrEngine.recognize(faint, { ...options, ...extra })
      return words.map(({ text }) => text).join(' ')
    }
    expect(read({})).toBe(wordsOf)
    expect(read({ histogram: Uint32Array.from(histogram, (count, gray) => (gray === 160 ? count / 20 : count)) })).toBe(
      '',
    )
    expect(read({ histogram })).toBe(wordsOf)
    expect(read({})).toBe(wordsOf)
  })

  test('finds no words on an empty page and prints nothing on the console', async () => {
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    expect(ocrEngine.recognize(blank(600, 400), options).words).toEqual([])
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })
})

test('an A4 page at 200 dpi takes no more memory than its 8-bit image needs', async () => {
  const ocrEngine = await loadOcrEngine('eng', loadModel)
  const empty = tesseractMemoryBytes()
  expect(empty).toBeGreaterThan(10 * mebibyte)
  const page = blank(1654, 2339)
  for (let y = 0; y < testImage.height; y++)
    page.pixels.set(
      testImage.pixels.subarray(y * testImage.width, (y + 1) * testImage.width),
      (y + 200) * page.width + 200,
    )
  expect(
    ocrEngine
      .recognize(page, options)
      .words.map(({ text }) => text)
      .join(' '),
  ).toBe(wordsOf)
  // As a 32-bit image the same page takes 53 MiB.
  expect(tesseractMemoryBytes()).toBeLessThan(42 * mebibyte)
})

test('an engine that has grown on a huge page is not cached', async () => {
  const ocrEngine = await loadOcrEngine('eng', loadModel)
  ocrEngine.recognize(blank(4000, 4000), options)
  expect(tesseractMemoryBytes()).toBe(0)
  expect(await loadOcrEngine('eng', loadModel)).not.toBe(ocrEngine)
})

describe('engines', () => {
  test('are cached by language; the least recently used one is dropped first', async () => {
    const english = await loadOcrEngine('eng', loadModel, { keep: 1 })
    expect(await loadOcrEngine('eng', loadModel, { keep: 1 })).toBe(english)
    const one = tesseractMemoryBytes()
    const chinese = await loadOcrEngine('chi_sim', loadModel, { keep: 2 })
    expect(tesseractMemoryBytes()).toBeGreaterThan(one)
    expect(await loadOcrEngine('eng', loadModel, { keep: 1 })).toBe(english)
    expect(await loadOcrEngine('chi_sim', loadModel, { keep: 1 })).not.toBe(chinese)
    // The dropped engine can finish its page.
    expect(english.recognize(testImage, options).words.length).toBeGreaterThan(8)
  })

  test('after a trap the engine is dropped and the next page gets a new one', async () => {
    const first = await loadOcrEngine('eng', loadModel)
    // An empty image causes an error inside the engine.
    expect(() => first.recognize({ width: 0, height: 0, pixels: new Uint8Array(0) }, options)).toThrow(EngineTrap)
    const next = await loadOcrEngine('eng', loadModel)
    expect(next).not.toBe(first)
    expect(
      next
        .recognize(testImage, options)
        .words.map(({ text }) => text)
        .join(' '),
    ).toBe(wordsOf)
  })

  test('invalid models are rejected', async () => {
    await expect(
      loadOcrEngine('eng', () => Promise.resolve(new TextEncoder().encode('not a model at all'))),
    ).rejects.toThrow()
    expect(tesseractMemoryBytes()).toBe(0)
  })

  test('warming up leaves a ready engine', async () => {
    await warmUp('eng', loadModel)
    expect(tesseractMemoryBytes()).toBeGreaterThan(10 * mebibyte)
  })
})
