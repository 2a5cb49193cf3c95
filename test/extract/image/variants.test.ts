/** The common test image in the variants of each format: compression, color models, orientation. */
import { describe, expect, test } from 'vitest'
import { isMagickAvailable } from '../../../src/engines/magick.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { noOcr } from '../no-ocr.ts'
import { black, blue, drawImage, expectNear, openImage, red, typeOf, white, withoutOcr } from './inspect-image.ts'

/** Luminance of blue and red. */
const darkGray = [18, 18, 18, 255]
const midGray = [54, 54, 54, 255]
/** Blue and red converted to CMYK and back with the default profile. */
const inkBlue = [46, 48, 146, 255]
const inkRed = [237, 28, 36, 255]

const colored = [blue, red] as const
const gray = [darkGray, midGray] as const
const inks = [inkBlue, inkRed] as const
const bilevel = [black, black] as const

/** Fixture, type, scale relative to the common test image, colors of mark and field. */
const variants: readonly [string, string, number, readonly [number[], number[]]][] = [
  ['image-tga', '.tga', 1, colored],
  ['image-tga-alpha', '.tga', 1, colored],
  ['image-tga-mapped', '.tga', 0.5, colored],
  ['image-tga-bottom', '.tga', 0.5, gray],
  ['image-dds-bc1', '.dds', 0.5, colored],
  ['image-dds-bc3', '.dds', 0.5, colored],
  ['image-dds-plain', '.dds', 0.25, colored],
  ['image-xbm', '.xbm', 0.5, bilevel],
  ['image-xpm', '.xpm', 0.5, colored],
  ['image-xpm-transparent', '.xpm', 0.5, colored],
  ['image-tiff-g3', '.tiff', 1, bilevel],
  ['image-tiff-packbits', '.tiff', 1, colored],
  ['image-tiff-jpeg', '.tiff', 1, colored],
  ['image-tiff-16bit', '.tiff', 1, colored],
  ['image-tiff-tiles', '.tiff', 1, colored],
  ['image-tiff-planes', '.tiff', 1, colored],
  ['image-tiff-cmyk', '.tiff', 1, inks],
  ['image-tiff-transparent', '.tiff', 1, colored],
  ['image-tiff-big', '.tiff', 1, bilevel],
  ['image-tiff-rotated', '.tiff', 1, colored],
  ['image-png-16bit', '.png', 1, colored],
  ['image-png-interlaced', '.png', 1, colored],
  ['image-png-palette-alpha', '.png', 1, colored],
  ['image-jpg-progressive', '.jpg', 1, colored],
  ['image-jpg-cmyk', '.jpg', 1, inks],
  ['image-gif-interlaced', '.gif', 1, colored],
  ['image-bmp-runs', '.bmp', 1, colored],
  ['image-bmp-alpha', '.bmp', 0.25, colored],
  ['image-jp2-16bit', '.jp2', 0.5, gray],
  ['image-psd-16bit', '.psd', 0.25, colored],
  ['image-psd-cmyk', '.psd', 0.5, inks],
  ['image-psd-gray', '.psd', 0.5, gray],
  ['image-psd-palette', '.psd', 0.5, colored],
  ['image-psb', '.psd', 0.5, colored],
  ['image-webp-animated', '.webp', 1, colored],
  ['image-avif-mirrored', '.avif', 1, colored],
  ['image-heic-rotated', '.heic', 1, colored],
  ['image-heic-mirrored', '.heic', 1, colored],
]

/** Formats and kinds that only ImageMagick reads. */
const needsMagick = /-(?:tga|dds|xbm|xpm|ico|psb)|-psd-(?:gray|palette)|-tiff-(?:16bit|tiles|planes|big|float)/

test.each(variants)('%s', async (id, type, scale, [mark, field]) => {
  const bytes = await fixture(id)
  expect(typeOf(bytes)).toBe(type)
  if (needsMagick.test(id) && !isMagickAvailable) {
    await expect(openImage(bytes)).rejects.toMatchObject({
      code: 1104,
      message: expect.stringContaining('PNG or JPEG'),
    })
    return
  }
  const image = await drawImage(bytes)
  expect([image.width, image.height, image.pageCount]).toEqual([600 * scale, 300 * scale, 1])
  expectNear(image.pixel(10 * scale, 8 * scale), mark)
  expectNear(image.pixel(520 * scale, 230 * scale), field)
  expectNear(image.pixel(590 * scale, 8 * scale), white)
  // A row of the text has dark pixels.
  expect(
    Math.min(
      ...Array.from(
        { length: 60 * scale },
        (_, x) => image.pixel(Math.floor((40 + x / scale) * scale), Math.floor(75 * scale))[1] ?? 255,
      ),
    ),
  ).toBeLessThan(90)
})

describe('animations', () => {
  test.each([
    ['image-gif-animated', 2],
    ['image-webp-animated', 2],
  ])('%s: the first frame, and a warning with the number of frames', async (id, frames) => {
    const { warnings } = await drawImage(await fixture(id))
    expect(warnings.join()).toContain(`an animation of ${frames} frames`)
  })

  test.each(['image-gif', 'image-webp', 'image-png'])('%s has no warning', async (id) => {
    expect((await drawImage(await fixture(id))).warnings).toEqual([])
  })
})

test('a JPEG with 12 bits per sample is rejected', async () => {
  const bytes = await fixture('image-jpg')
  const frame = bytes.findIndex((_, at) => bytes[at] === 0xff && bytes[at + 1] === 0xc0 && bytes[at + 2] === 0)
  bytes[frame + 4] = 12
  await expect(openImage(bytes)).rejects.toMatchObject({
    code: 1106,
    message: expect.stringContaining('12 bits per sample'),
  })
})

test('images of a codec are reduced for MuPDF but keep their own size', async () => {
  const context = { ...noOcr, settings: { ...noOcr.settings, maxRasterPixels: 20_000 } }
  const image = await drawImage(await fixture('image-webp'), { context })
  expect([image.width, image.height]).toEqual([600, 300])
  expectNear(image.pixel(10, 10), blue)
  expectNear(image.pixel(520, 230), red)
  expectNear(image.pixel(590, 10), white)
  const document = await openImage(await fixture('image-avif-rotated'), context)
  const page = await document.readPage(0, withoutOcr)
  expect([page.width, page.height]).toEqual([300, 150])
  document.close()
})
