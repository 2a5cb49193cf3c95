/** Looks at image files as the pipeline does: their type by content, their first page drawn in its own pixels. Nothing is read by OCR. */
import { expect } from 'vitest'
import { detectImageType } from '../../../src/extract/image/image-type.ts'
import { open } from '../../../src/extract/image/open.ts'
import { detectFileType } from '../../../src/extract/registry.ts'
import type { ExtractContext, OpenDocument } from '../../../src/extract/types.ts'
import { defaultOptions } from '../../../src/model/options.ts'

export const imageContext: ExtractContext = {
  settings: {
    maxPages: 300,
    ocrDpi: 200,
    maxRasterPixels: 4_000_000,
    maxImagePixels: 20_000_000,
    ocrLanguages: ['eng'],
    installedLanguages: ['eng'],
  },
  password: null,
  loadModel: () => Promise.reject(new Error('no OCR in these tests')),
}
export const withoutOcr = { ...defaultOptions, ocr: 'off' } as const

export function typeOf(bytes: Uint8Array, fileName = 'upload.bin'): string | null {
  return detectFileType({
    head: bytes.subarray(0, 65_536),
    tail: bytes.subarray(-65_536),
    size: bytes.length,
    fileName,
  })
}

/** As `typeOf`, but of the image extractor alone. */
export function imageTypeOf(bytes: Uint8Array, fileName = 'upload.bin'): string | null {
  return detectImageType({
    head: bytes.subarray(0, 65_536),
    tail: bytes.subarray(-65_536),
    size: bytes.length,
    fileName,
  })
}

export async function openImage(bytes: Uint8Array, context = imageContext): Promise<OpenDocument> {
  return open(bytes, typeOf(bytes) ?? 'unknown', context)
}

export interface Seen {
  readonly width: number
  readonly height: number
  readonly count: number
  readonly warnings: readonly string[]
  pixel(x: number, y: number): number[]
}

/** The whole page in its own pixels. */
export async function look(bytes: Uint8Array, { pageIndex = 0, context = imageContext } = {}): Promise<Seen> {
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
    return { width, height, pixel, count: document.pageCount, warnings: page.warnings }
  } finally {
    document.close()
  }
}

/** Lossy codecs miss colors by a little. */
export function near(seen: readonly number[], wanted: readonly number[], tolerance = 4): void {
  expect(
    seen.map((value, index) => Math.abs(value - (wanted[index] ?? 0)) <= tolerance),
    `${seen.join(',')} instead of ${wanted.join(',')}`,
  ).toEqual([true, true, true, true])
}
