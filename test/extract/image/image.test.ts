/** Image files: formats, orientation, frames, regions, and headers that do not match the data. */
import { describe, expect, test } from 'vitest'
import { open } from '../../../src/extract/image/open.ts'
import { concatBytes } from '../../../src/model/bytes.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { insertExif, pngHeader, withPngSize } from '../../fixtures/image-parts.ts'
import { noOcr } from '../no-ocr.ts'
import { blue, drawImage, expectNear, imageTypeOf, openImage, red, typeOf, white, withoutOcr } from './inspect-image.ts'

const colorful = {
  'image-png': '.png',
  'image-png-transparent': '.png',
  'image-jpg': '.jpg',
  'image-jpg-exif': '.jpg',
  'image-bmp': '.bmp',
  'image-gif': '.gif',
  'image-gif-animated': '.gif',
  'image-jp2': '.jp2',
  'image-psd': '.psd',
  'image-tiff-lzw': '.tiff',
  'image-webp': '.webp',
  'image-webp-transparent': '.webp',
  'image-avif': '.avif',
  'image-avif-rotated': '.avif',
  'image-heic': '.heic',
} as const

describe('the common test image in every format', () => {
  test.each(Object.entries(colorful))('%s', async (id, type) => {
    const bytes = await fixture(id)
    expect(typeOf(bytes)).toBe(type)
    const image = await drawImage(bytes)
    expect([image.width, image.height, image.pageCount]).toEqual([600, 300, 1])
    expectNear(image.pixel(10, 10), blue)
    expectNear(image.pixel(520, 230), red)
    expectNear(image.pixel(590, 10), white)
  })

  test('CMYK keeps its hues', async () => {
    const image = await drawImage(await fixture('image-jpg-cmyk'))
    const [r = 0, g = 0, b = 0] = image.pixel(520, 230)
    expect(r).toBeGreaterThan(200)
    expect(Math.max(g, b)).toBeLessThan(60)
    expectNear(image.pixel(590, 10), white)
  })

  test('one bit per pixel', async () => {
    const bytes = await fixture('image-pnm')
    expect(typeOf(bytes)).toBe('.pnm')
    const image = await drawImage(bytes)
    expect([image.pixel(520, 230), image.pixel(590, 10)]).toEqual([[0, 0, 0, 255], white])
  })

  test('a JPEG 2000 codestream without a box around it', async () => {
    const bytes = await fixture('image-jp2')
    const start = bytes.findIndex(
      (_, at) => bytes[at] === 0xff && bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff && bytes[at + 3] === 0x51,
    )
    const raw = bytes.slice(start)
    expect(typeOf(raw)).toBe('.jp2')
    expectNear((await drawImage(raw)).pixel(520, 230), red)
  })
})

describe('orientation', () => {
  /** Where the blue mark of the top left corner must appear. */
  const corners: Record<number, 'top left' | 'top right' | 'bottom right' | 'bottom left'> = {
    1: 'top left',
    2: 'top right',
    3: 'bottom right',
    4: 'bottom left',
    5: 'top left',
    6: 'top right',
    7: 'bottom right',
    8: 'bottom left',
  }
  test.each(Object.entries(corners))('EXIF orientation %s moves the mark to the %s', async (orientation, corner) => {
    const image = await drawImage(insertExif(await fixture('image-jpg'), Number(orientation)))
    expect([image.width, image.height]).toEqual(Number(orientation) >= 5 ? [300, 600] : [600, 300])
    const x = corner.endsWith('left') ? 6 : image.width - 7
    const y = corner.startsWith('top') ? 6 : image.height - 7
    expectNear(image.pixel(x, y), blue, 12)
  })
})

describe('frames', () => {
  test('a TIFF with three Group 4 pages', async () => {
    const document = await openImage(await fixture('image-tiff-pages'))
    expect(document.pageCount).toBe(3)
    const pages = [await document.readPage(0, withoutOcr), await document.readPage(2, withoutOcr)]
    expect(pages.map(({ pageIndex, width, height }) => [pageIndex, width, height])).toEqual([
      [0, 413, 584.5],
      [2, 413, 584.5],
    ])
    document.close()
  })

  test('a fax keeps its non-square pixels', async () => {
    const document = await openImage(await fixture('image-tiff-fax'))
    const page = await document.readPage(0, withoutOcr)
    expect([page.width, page.height]).toEqual([864, 573])
    document.close()
  })

  test('without OCR the image is one figure', async () => {
    const document = await openImage(await fixture('image-png'))
    const page = await document.readPage(0, withoutOcr)
    expect(page.images).toEqual([{ box: { x0: 0, y0: 0, x1: 300, y1: 150 }, pixelWidth: 600, pixelHeight: 300 }])
    document.close()
  })
})

describe('regions', () => {
  test('a crop has the right pixels and respects maxPixels', async () => {
    const document = await openImage(await fixture('image-png'))
    const box = { x0: 240, y0: 100, x1: 280, y1: 130 }
    const crop = await document.drawRegion(0, box, { scale: 2, maxPixels: 1_000_000 })
    expect([crop.width, crop.height]).toEqual([80, 60])
    expect([...crop.pixels.subarray(0, 4)]).toEqual(red)
    const small = await document.drawRegion(0, box, { scale: 2, maxPixels: 1200 })
    expect(small.width * small.height).toBeLessThanOrEqual(1200)
    expect(small.pixels.length).toBe(small.width * small.height * 4)
    // No more detail than the image's own pixels.
    expect((await document.drawRegion(0, box, { scale: 5, maxPixels: 1_000_000 })).width).toBe(80)
    document.close()
  })
})

describe('claimed sizes', () => {
  const refusal = async (bytes: Uint8Array): Promise<{ code: number; message: string }> => {
    const document = await openImage(bytes).catch((error: unknown) => error)
    expect(document).toMatchObject({ name: 'ParseError' })
    return document as { code: number; message: string }
  }

  test('50,000 × 50,000 pixels are rejected by the header, with both numbers', async () => {
    const { code, message } = await refusal(await fixture('image-png-huge'))
    expect(code).toBe(1132)
    expect(message).toContain('50000 × 50000')
    expect(message).toContain('20000000')
  })

  test('a size beyond the memory of the deployment, by format', async () => {
    const settings = { ...noOcr.settings, maxDecodeBytes: 500_000 }
    const document = await openImage(await fixture('image-png'), { ...noOcr, settings }).catch((error) => error)
    expect(document).toMatchObject({ code: 1132, message: expect.stringContaining('memory of this deployment') })
  })

  test('more scans than a progressive JPEG needs', async () => {
    const bytes = await fixture('image-jpg-progressive')
    expect((await drawImage(bytes)).pageCount).toBe(1)
    const start = bytes.findLastIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xda)
    const scan = bytes.subarray(start, -2)
    const parts = [bytes.subarray(0, start), ...Array.from({ length: 101 }, () => scan), bytes.subarray(-2)]
    const { code, message } = await refusal(concatBytes(parts))
    expect(code).toBe(1132)
    expect(message).toMatch(/has 1\d\d scans; the limit is 100/)
  })

  test('a size within the limit that the data cannot contain', async () => {
    const { code, message } = await refusal(withPngSize(await fixture('image-png'), { width: 4000, height: 4000 }))
    expect(code).toBe(1106)
    expect(message).toContain('4000 × 4000')
  })

  test.each([
    ['larger', { width: 600, height: 340 }],
    ['smaller', { width: 600, height: 200 }],
    ['narrower', { width: 300, height: 300 }],
  ])('a header that is slightly %s than the data', async (_, size) => {
    const { code, message } = await refusal(withPngSize(await fixture('image-png'), size))
    expect(code).toBe(1106)
    expect(message).toContain(`${size.width} × ${size.height}`)
  })

  test('a width of zero', async () => {
    expect((await refusal(pngHeader({ width: 0, height: 10 }))).code).toBe(1106)
  })

  test.each([
    'image-png',
    'image-gif',
    'image-bmp',
    'image-psd',
    'image-pnm',
    'image-webp',
    'image-avif',
    'image-heic',
    'image-jp2',
    'image-tiff-lzw',
  ])('%s truncated in the header or the data: 1106, and the next file can be read', async (id) => {
    const bytes = await fixture(id)
    for (const length of [40, Math.floor(bytes.length / 4)]) {
      const cut = bytes.slice(0, length)
      const type = typeOf(cut)
      if (type === null) continue
      const error = await open(cut, type, noOcr)
        .then(async (document) => {
          // Some decoders return a partial image; then the page must be readable.
          await document.readPage(0, withoutOcr)
          document.close()
          return null
        })
        .catch((reason: unknown) => reason)
      if (error !== null) expect(error).toMatchObject({ name: 'ParseError', code: 1106 })
    }
    expect((await drawImage(await fixture('image-png'))).width).toBe(600)
  })

  test('a truncated JPEG is read with a warning', async () => {
    const document = await openImage(await fixture('image-jpg-truncated'))
    expect((await document.readPage(0, withoutOcr)).warnings.join()).toContain('truncated')
    document.close()
  })

  test('noise after a valid header never crashes', async () => {
    for (const id of Object.keys(colorful)) {
      const bytes = await fixture(id)
      let seed = 7
      for (let at = 32; at < bytes.length; at += 11) {
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        bytes[at] = seed & 255
      }
      const outcome = await openImage(bytes)
        .then(async (document) => {
          await document.readPage(0, withoutOcr)
          document.close()
        })
        .catch((error: unknown) => error)
      if (outcome !== undefined) expect(outcome, id).toMatchObject({ name: 'ParseError' })
    }
  })
})

describe('format detection', () => {
  test('ignores file names', async () => {
    expect(typeOf(await fixture('image-png'), 'holiday.jpg')).toBe('.png')
    expect(typeOf(await fixture('pdf-digital'), 'scan.tiff')).toBe('.pdf')
    expect(imageTypeOf(new TextEncoder().encode('Just a text file.'), 'report.pdf')).toBe(null)
    expect(imageTypeOf(new TextEncoder().encode('P1 is the first part, P2 the second.'), 'notes.pnm')).toBe(null)
    expect(imageTypeOf(new TextEncoder().encode('BMW, Audi and others'), 'cars.bmp')).toBe(null)
    expect(imageTypeOf(new Uint8Array(0))).toBe(null)
  })
})
