/**
 * What one scanned page costs in workerd: the engines' linear memories, which never shrink, and the upload, which is held
 * twice while it is opened. An isolate has 128 MB; the rest is for the heap, the code and what else runs beside.
 */
import { beforeAll, expect, test } from 'vitest'
import { mupdfMemoryBytes } from '../../src/engines/mupdf/mupdf.ts'
import { tesseractMemoryBytes } from '../../src/engines/tesseract.ts'
import { askFixture, newKey, parseFixture } from './worker.workers.ts'

const limitMiB = 115
const mebibyte = 1_048_576
let apiKey = ''

beforeAll(async () => {
  apiKey = await newKey()
})

/** Of all engines and twice the upload, in MiB. */
function heldMiB(size: number): number {
  const [mupdf, tesseract] = [mupdfMemoryBytes(), tesseractMemoryBytes()]
  console.log(
    `mupdf ${mupdf / mebibyte} MiB, tesseract ${tesseract / mebibyte} MiB, upload ${(size / mebibyte).toFixed(2)} MiB`,
  )
  expect(tesseract).toBeGreaterThan(10 * mebibyte)
  return (mupdf + tesseract + 2 * size) / mebibyte
}

test('nothing is loaded before the first document', () => {
  expect(mupdfMemoryBytes() + tesseractMemoryBytes()).toBe(0)
})

test('an A4 page scanned in colour at 300 dpi', async () => {
  const { markdown, size } = await parseFixture('pdf-scan-colour', apiKey)
  expect(markdown).toContain('A Dense Page')
  expect(markdown.match(/threshing/g)?.length ?? 0).toBeGreaterThan(30)
  expect(mupdfMemoryBytes(), 'given up after drawing').toBe(0)
  expect(heldMiB(size)).toBeLessThanOrEqual(limitMiB)
})

test('memory settles: more documents do not need more', { timeout: 180_000 }, async () => {
  const held: number[] = []
  for (let round = 0; round < 3; round++) {
    await parseFixture('pdf-scan', apiKey)
    await parseFixture('pdf-digital', apiKey)
    expect(mupdfMemoryBytes()).toBeGreaterThan(10 * mebibyte)
    const { size } = await parseFixture('pdf-scan-colour', apiKey)
    held.push(heldMiB(size))
  }
  expect(Math.max(...held)).toBeLessThanOrEqual(limitMiB)
  expect(held[2]).toBe(held[1])
})

test.each(['image-png-large', 'image-heic-large'])(
  '%s: MuPDF has given up its memory when the page is recognised',
  { timeout: 120_000 },
  async (id) => {
    const { markdown } = await parseFixture(id, apiKey)
    expect(markdown).toContain('The Harvest Report')
    expect(mupdfMemoryBytes()).toBe(0)
    expect(tesseractMemoryBytes()).toBeGreaterThan(10 * mebibyte)
    expect(tesseractMemoryBytes()).toBeLessThan(48 * mebibyte)
  },
)

test('a picture whose decoder would need more than there is: refused with both numbers', async () => {
  const { code, message } = await askFixture('image-avif-large', apiKey)
  expect(code).toBe(1132)
  expect(message).toMatch(/3024 × 4032 = 12192768 pixels.*limit for this kind is \d+/)
})
