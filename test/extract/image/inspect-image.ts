/**
 * Opens image files as the pipeline does, detected by content, and draws their first page in its own pixels, without
 * OCR.
 */
import { expect } from 'vitest'
import { detectImageType } from '../../../src/extract/image/image-type.ts'
import { open } from '../../../src/extract/image/open.ts'
import { detectFileType } from '../../../src/extract/registry.ts'
import type { FileSample, OpenDocument } from '../../../src/extract/types.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { noOcr } from '../no-ocr.ts'

export const withoutOcr = { ...defaultOptions, ocr: 'off' } as const

export const red = [255, 0, 0, 255]
export const green = [0, 255, 0, 255]
export const blue = [0, 0, 255, 255]
export const white = [255, 255, 255, 255]
export const black = [0, 0, 0, 255]

function sampleOf(bytes: Uint8Array, fileName: string): FileSample {
  return { head: bytes.subarray(0, 65_536), tail: bytes.subarray(-65_536), size: bytes.length, fileName }
}

export function typeOf(bytes: Uint8Array, fileName = 'upload.bin'): string | null {
  return detectFileType(sampleOf(bytes, fileName))
}

/** As `typeOf`, for image formats only. */
export function imageTypeOf(bytes: Uint8Array, fileName = 'upload.bin'): string | null {
  return detectImageType(sampleOf(bytes, fileName))
}

export async function openImage(bytes: Uint8Array, context = noOcr): Promise<OpenDocument> {
  return open(bytes, typeOf(bytes) ?? 'unknown', context)
}

export interface DrawnImage {
  readonly width: number
  readonly height: number
  readonly pageCount: number
  readonly warnings: readonly string[]
  pixel(x: number, y: number): number[]
}

/** Draws a whole page in its own pixels. */
export async function drawImage(bytes: Uint8Array, { pageIndex = 0, context = noOcr } = {}): Promise<DrawnImage> {
  const document = await openImage(bytes, context)
  try {
    const page = await document.readPage(pageIndex, withoutOcr)
    const box = { x0: 0, y0: 0, x1: page.width, y1: page.height }
    const { width, height, pixels } = await document.drawRegion(pageIndex, box, { scale: 2, maxPixels: 4_000_000 })
    expect([page.width, page.height]).toEqual([width / 2, height / 2])
    const pixel = (x: number, y: number): number[] => {
      const at = (Math.floor(y) * width + Math.floor(x)) * 4
      return [...pixels.subarray(at, at + 4)]
    }
    return { width, height, pixel, pageCount: document.pageCount, warnings: page.warnings }
  } finally {
    document.close()
  }
}

/** Lossy codecs change colors a little. */
export function expectNear(actual: readonly number[], expected: readonly number[], tolerance = 4): void {
  expect(
    actual.map((value, index) => Math.abs(value - (expected[index] ?? 0)) <= tolerance),
    `${actual.join(',')} instead of ${expected.join(',')}`,
  ).toEqual([true, true, true, true])
}

/** Expects an image of 2 × 2 pixels: red and green above blue and white. */
export function expectFourColors(image: DrawnImage): void {
  expect([image.width, image.height]).toEqual([2, 2])
  expect([image.pixel(0, 0), image.pixel(1, 0), image.pixel(0, 1), image.pixel(1, 1)]).toEqual([
    red,
    green,
    blue,
    white,
  ])
}
