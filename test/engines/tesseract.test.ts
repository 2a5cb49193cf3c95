/** The recognizer itself, in both runtimes: reading, memory, more than one language, and an engine that stops. */
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
const specimen = renderWarmupImage(['Sheaf reads the page', 'and knows every word', 'JUMPING QUICK FOX'], { scale: 4 })
const wordsOf = 'Sheaf reads the page and knows every word JUMPING QUICK FOX'
const blank = (width: number, height: number): GrayRaster => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255),
})
const how = { dpi: 200, pageSegMode: 3 } as const

afterEach(releaseOcrEngines)

describe('reading', () => {
  test('known words, their boxes, lines and confidence', async () => {
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    const { words, lines } = ocrEngine.recognize(specimen, how)
    expect(words.map(({ text }) => text).join(' ')).toBe(wordsOf)
    expect(words.every(({ confidence }) => confidence > 0.7 && confidence <= 1)).toBe(true)
    expect(new Set(words.map(({ line }) => line)).size).toBe(3)
    // Capitals are 7 dots high, the margin 8: at four pixels a dot the first line spans y 32 to 60.
    expect(words[0]?.box).toEqual({ x0: 32, y0: 32, x1: expect.closeTo(148, -1), y1: expect.closeTo(60, -1) })
    expect(lines[0]?.height).toBeGreaterThan(27)
    expect(lines[0]?.height).toBeLessThan(42)
  })

  test('a width that is no multiple of four is read the same', async () => {
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    for (const more of [1, 2, 3]) {
      const wider = blank(specimen.width + more, specimen.height)
      for (let y = 0; y < specimen.height; y++)
        wider.pixels.set(specimen.pixels.subarray(y * specimen.width, (y + 1) * specimen.width), y * wider.width)
      expect(
        ocrEngine
          .recognize(wider, how)
          .words.map(({ text }) => text)
          .join(' '),
      ).toBe(wordsOf)
    }
  })

  test('a part of a page takes for ink what all of the page does, and the next page what it does itself', async () => {
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    const faint = { ...specimen, pixels: specimen.pixels.map((value) => (value < 128 ? 160 : 255)) }
    /** A page of black print upon a picture that is as gray as the part's print. */
    const grays = new Uint32Array(256)
    for (const [gray, count] of [
      [0, 9000],
      [160, 80_000],
      [255, 90_000],
    ] as const)
      grays[gray] = count
    const read = (options: { grays?: Uint32Array }): string => {
      const { words } = ocrEngine.recognize(faint, { ...how, ...options })
      return words.map(({ text }) => text).join(' ')
    }
    expect(read({})).toBe(wordsOf)
    expect(read({ grays: Uint32Array.from(grays, (count, gray) => (gray === 160 ? count / 20 : count)) })).toBe('')
    expect(read({ grays })).toBe(wordsOf)
    expect(read({})).toBe(wordsOf)
  })

  test('a blank page has no words and says nothing on the console', async () => {
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
    const ocrEngine = await loadOcrEngine('eng', loadModel)
    expect(ocrEngine.recognize(blank(600, 400), how).words).toEqual([])
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })
})

test('an A4 page at 200 dpi needs no more memory than its 8-bit image explains', async () => {
  const ocrEngine = await loadOcrEngine('eng', loadModel)
  const empty = tesseractMemoryBytes()
  expect(empty).toBeGreaterThan(10 * mebibyte)
  const page = blank(1654, 2339)
  for (let y = 0; y < specimen.height; y++)
    page.pixels.set(
      specimen.pixels.subarray(y * specimen.width, (y + 1) * specimen.width),
      (y + 200) * page.width + 200,
    )
  expect(
    ocrEngine
      .recognize(page, how)
      .words.map(({ text }) => text)
      .join(' '),
  ).toBe(wordsOf)
  // As a 32-bit image the same page takes 53 MiB.
  expect(tesseractMemoryBytes()).toBeLessThan(42 * mebibyte)
})

test('an engine that a huge page has bloated is not kept', async () => {
  const ocrEngine = await loadOcrEngine('eng', loadModel)
  ocrEngine.recognize(blank(4000, 4000), how)
  expect(tesseractMemoryBytes()).toBe(0)
  expect(await loadOcrEngine('eng', loadModel)).not.toBe(ocrEngine)
})

describe('engines', () => {
  test('are kept by language, the longest unused goes first', async () => {
    const english = await loadOcrEngine('eng', loadModel, { keep: 1 })
    expect(await loadOcrEngine('eng', loadModel, { keep: 1 })).toBe(english)
    const one = tesseractMemoryBytes()
    const chinese = await loadOcrEngine('chi_sim', loadModel, { keep: 2 })
    expect(tesseractMemoryBytes()).toBeGreaterThan(one)
    expect(await loadOcrEngine('eng', loadModel, { keep: 1 })).toBe(english)
    expect(await loadOcrEngine('chi_sim', loadModel, { keep: 1 })).not.toBe(chinese)
    // Whoever still holds the dropped one can finish the page.
    expect(english.recognize(specimen, how).words.length).toBeGreaterThan(8)
  })

  test('one that stops is thrown away and the next page gets a new one', async () => {
    const first = await loadOcrEngine('eng', loadModel)
    // An image of no size is refused inside; whatever the cause, that engine's memory is not trusted again.
    expect(() => first.recognize({ width: 0, height: 0, pixels: new Uint8Array(0) }, how)).toThrow(EngineTrap)
    const next = await loadOcrEngine('eng', loadModel)
    expect(next).not.toBe(first)
    expect(
      next
        .recognize(specimen, how)
        .words.map(({ text }) => text)
        .join(' '),
    ).toBe(wordsOf)
  })

  test('bytes that are no model are refused', async () => {
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
