/**
 * Memory of a scanned page in workerd: the engines' linear memories, which never shrink, and two copies of the upload.
 * An isolate has 128 MB; the rest is for heap, code and other requests.
 */
import { beforeAll, expect, test } from 'vitest'
import { mupdfMemoryBytes } from '../../src/engines/mupdf/mupdf.ts'
import { tesseractMemoryBytes } from '../../src/engines/tesseract.ts'
import { askFixture, newKey, parseFixture } from './worker.workers.ts'

const LIMIT_MIB = 115
const MEBIBYTE = 1_048_576
let apiKey = ''

beforeAll(async () => {
  apiKey = await newKey()
})

/** Memory of all engines plus two copies of the upload, in MiB. */
function usedMiB(size: number): number {
  const [mupdf, tesseract] = [mupdfMemoryBytes(), tesseractMemoryBytes()]
  console.log(
    `mupdf ${mupdf / MEBIBYTE} MiB, tesseract ${tesseract / MEBIBYTE} MiB, upload ${(size / MEBIBYTE).toFixed(2)} MiB`,
  )
  expect(tesseract).toBeGreaterThan(10 * MEBIBYTE)
  return (mupdf + tesseract + 2 * size) / MEBIBYTE
}

test('nothing is loaded before the first document', () => {
  expect(mupdfMemoryBytes() + tesseractMemoryBytes()).toBe(0)
})

test('an A4 page scanned in color at 300 dpi', async () => {
  const { markdown, size } = await parseFixture('pdf-scan-color', apiKey)
  expect(markdown).toContain('A Dense Page')
  expect(markdown.match(/threshing/g)?.length ?? 0).toBeGreaterThan(30)
  expect(mupdfMemoryBytes(), 'released after rendering').toBe(0)
  expect(usedMiB(size)).toBeLessThanOrEqual(LIMIT_MIB)
})

test('further documents need no more memory', { timeout: 180_000 }, async () => {
  const used: number[] = []
  for (let round = 0; round < 3; round++) {
    await parseFixture('pdf-scan', apiKey)
    await parseFixture('pdf-digital', apiKey)
    expect(mupdfMemoryBytes()).toBeGreaterThan(10 * MEBIBYTE)
    const { size } = await parseFixture('pdf-scan-color', apiKey)
    used.push(usedMiB(size))
  }
  expect(Math.max(...used)).toBeLessThanOrEqual(LIMIT_MIB)
  expect(used[2]).toBe(used[1])
})

test.each(['image-png-large', 'image-heic-large'])(
  '%s: MuPDF has released its memory before OCR',
  { timeout: 120_000 },
  async (id) => {
    const { markdown } = await parseFixture(id, apiKey)
    expect(markdown).toContain('The Harvest Report')
    expect(mupdfMemoryBytes()).toBe(0)
    expect(tesseractMemoryBytes()).toBeGreaterThan(10 * MEBIBYTE)
    expect(tesseractMemoryBytes()).toBeLessThan(48 * MEBIBYTE)
  },
)

test('an image whose decoder needs too much memory is refused with size and limit', async () => {
  const { code, message } = await askFixture('image-avif-large', apiKey)
  expect(code).toBe(1132)
  expect(message).toMatch(/3024 × 4032 = 12192768 pixels.*limit for this format is \d+/)
})
