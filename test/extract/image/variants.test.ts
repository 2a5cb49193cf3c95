/** The common picture in every variant of the formats that is met in the wild: how it is packed, colored, turned. */
import { describe, expect, test } from 'vitest'
import { fixture } from '../../fixtures/fixtures.ts'
import { look, near, openImage, typeOf, withoutOcr } from './inspect-image.ts'

const blue = [0, 0, 255, 255]
const red = [255, 0, 0, 255]
const white = [255, 255, 255, 255]
const black = [0, 0, 0, 255]
/** What blue and red are in gray, by luminance. */
const darkGray = [18, 18, 18, 255]
const midGray = [54, 54, 54, 255]
/** What they are in inks, as the default profile has them. */
const inkBlue = [46, 48, 146, 255]
const inkRed = [237, 28, 36, 255]

const colored = [blue, red] as const
const gray = [darkGray, midGray] as const
const inks = [inkBlue, inkRed] as const
const bilevel = [black, black] as const

/** Fixture, type, its size against the common picture, colors of mark and field. */
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
  ['image-tiff-turned', '.tiff', 1, colored],
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
  ['image-heic-turned', '.heic', 1, colored],
  ['image-heic-mirrored', '.heic', 1, colored],
]

test.each(variants)('%s', async (id, type, scale, [mark, field]) => {
  const bytes = await fixture(id)
  expect(typeOf(bytes)).toBe(type)
  const seen = await look(bytes)
  expect([seen.width, seen.height, seen.count]).toEqual([600 * scale, 300 * scale, 1])
  near(seen.pixel(10 * scale, 8 * scale), mark)
  near(seen.pixel(520 * scale, 230 * scale), field)
  near(seen.pixel(590 * scale, 8 * scale), white)
  // Where the picture has ink, it has it in the same places.
  expect(
    Math.min(
      ...Array.from(
        { length: 60 * scale },
        (_, x) => seen.pixel(Math.floor((40 + x / scale) * scale), Math.floor(75 * scale))[1] ?? 255,
      ),
    ),
  ).toBeLessThan(90)
})

describe('what a file holds beside its picture', () => {
  test('an icon: the larger of its sizes, on white', async () => {
    const bytes = await fixture('image-ico')
    expect(typeOf(bytes)).toBe('.ico')
    const seen = await look(bytes)
    expect([seen.width, seen.height]).toEqual([256, 128])
    near(seen.pixel(4, 4), blue)
    near(seen.pixel(222, 98), red)
    near(seen.pixel(250, 4), white)
  })

  test.each([
    ['image-gif-animated', 2],
    ['image-webp-animated', 2],
  ])('%s: the first frame, and a warning that there are more', async (id, frames) => {
    const { warnings } = await look(await fixture(id))
    expect(warnings.join()).toContain(`an animation of ${frames} frames`)
  })

  test.each(['image-gif', 'image-webp', 'image-png'])('%s is no animation', async (id) => {
    expect((await look(await fixture(id))).warnings).toEqual([])
  })
})

describe('what cannot be read is named', () => {
  test('floating-point samples', async () => {
    await expect(openImage(await fixture('image-tiff-float'))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('floating-point'),
    })
  })

  test('a JPEG of 12 bits a sample', async () => {
    const bytes = await fixture('image-jpg')
    const frame = bytes.findIndex((_, at) => bytes[at] === 0xff && bytes[at + 1] === 0xc0 && bytes[at + 2] === 0)
    bytes[frame + 4] = 12
    await expect(openImage(bytes)).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('12 bits a sample'),
    })
  })
})

describe('large pictures', () => {
  test('what we decode ourselves reaches MuPDF no larger than a raster, and is still measured in its own pixels', async () => {
    const { imageContext } = await import('./inspect-image.ts')
    const context = { ...imageContext, settings: { ...imageContext.settings, maxRasterPixels: 20_000 } }
    const seen = await look(await fixture('image-webp'), { context })
    expect([seen.width, seen.height]).toEqual([600, 300])
    near(seen.pixel(10, 10), blue)
    near(seen.pixel(520, 230), red)
    near(seen.pixel(590, 10), white)
    const document = await openImage(await fixture('image-avif-turned'), context)
    const page = await document.readPage(0, withoutOcr)
    expect([page.width, page.height]).toEqual([300, 150])
    document.close()
  })
})
