/** Small hand-written files of the formats that ImageMagick reads, in all their layouts. */
import { describe, expect, test } from 'vitest'
import { openPersistent } from '../../../src/engines/mupdf/document.ts'
import { convertForMupdf } from '../../../src/extract/image/magick-formats.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import {
  black,
  blue,
  drawImage,
  expectFourColors,
  expectNear,
  green,
  imageTypeOf,
  openImage,
  red,
  typeOf,
  white,
} from './inspect-image.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const word = (value: number): number[] => [value & 255, (value >> 8) & 255]
const long = (value: number): number[] => [...word(value), (value >> 16) & 255, (value >>> 24) & 255]

describe('Targa', () => {
  interface Targa {
    readonly type: number
    readonly depth: number
    readonly descriptor?: number
    readonly map?: {
      readonly first: number
      readonly depth: number
      readonly bytes: readonly number[]
      readonly length: number
    }
    readonly size?: readonly [number, number]
    readonly data: readonly number[]
  }
  const targa = ({ type, depth, descriptor = 0x20, map, size = [2, 2], data }: Targa): Uint8Array =>
    Uint8Array.from([
      ...[0, map === undefined ? 0 : 1, type, ...word(map?.first ?? 0), ...word(map?.length ?? 0), map?.depth ?? 0],
      ...[0, 0, 0, 0, ...word(size[0]), ...word(size[1]), depth, descriptor, ...(map?.bytes ?? []), ...data],
    ])
  const [r, g, b, w] = [
    [0, 0, 255],
    [0, 255, 0],
    [255, 0, 0],
    [255, 255, 255],
  ] as const

  test.each([
    ['top left', 0x20, [...r, ...g, ...b, ...w]],
    ['top right', 0x30, [...g, ...r, ...w, ...b]],
    ['bottom left', 0, [...b, ...w, ...r, ...g]],
    ['bottom right', 0x10, [...w, ...b, ...g, ...r]],
  ])('from the %s', async (_, descriptor, data) => {
    expectFourColors(await drawImage(targa({ type: 2, depth: 24, descriptor, data })))
  })

  test('a run that continues on the next row', async () => {
    const image = await drawImage(targa({ type: 10, depth: 24, data: [0, ...r, 0x81, ...g, 0, ...b] }))
    expect([image.pixel(0, 0), image.pixel(1, 0), image.pixel(0, 1), image.pixel(1, 1)]).toEqual([
      red,
      green,
      green,
      blue,
    ])
  })

  test('15, 16 and 32 bits, gray, and a color map that does not start at 0', async () => {
    const [r16, g16, b16, w16] = [0x7c00, 0x3e0, 0x1f, 0x7fff].map(word) as [number[], number[], number[], number[]]
    expectFourColors(await drawImage(targa({ type: 2, depth: 15, data: [...r16, ...g16, ...b16, ...w16] })))
    expectFourColors(await drawImage(targa({ type: 2, depth: 16, data: [...r16, ...g16, ...b16, ...w16] })))
    // An alpha channel that is 0 everywhere is ignored.
    expectFourColors(
      await drawImage(targa({ type: 2, depth: 32, descriptor: 0x28, data: [...r, 0, ...g, 0, ...b, 0, ...w, 0] })),
    )
    // Transparent pixels become white.
    expectFourColors(
      await drawImage(
        targa({ type: 2, depth: 32, descriptor: 0x28, data: [...r, 255, ...g, 255, ...b, 255, 9, 9, 9, 0] }),
      ),
    )
    expectFourColors(
      await drawImage(
        targa({
          type: 1,
          depth: 8,
          map: { first: 5, depth: 24, length: 4, bytes: [...r, ...g, ...b, ...w] },
          data: [5, 6, 7, 8],
        }),
      ),
    )
    const gray = await drawImage(targa({ type: 3, depth: 8, data: [0, 100, 200, 255] }))
    expect([0, 1].flatMap((y) => [0, 1].map((x) => gray.pixel(x, y)[0]))).toEqual([0, 100, 200, 255])
  })

  test('a color outside the map, and truncated runs: 1106', async () => {
    const map = { first: 0, depth: 24, length: 1, bytes: r }
    await expect(openImage(targa({ type: 1, depth: 8, map, data: [0, 0, 0, 7] }))).rejects.toMatchObject({ code: 1106 })
    await expect(
      openImage(targa({ type: 10, depth: 24, size: [20, 20], data: [...Array(16).fill(3)] })),
    ).rejects.toMatchObject({ code: 1106 })
  })

  test('a valid header needs a matching file size or name', () => {
    const whole = targa({ type: 2, depth: 24, data: [...r, ...g, ...b, ...w] })
    const cut = whole.slice(0, 20)
    expect([typeOf(whole), typeOf(cut), typeOf(cut, 'a.TGA')]).toEqual(['.tga', null, '.tga'])
    expect(imageTypeOf(Uint8Array.from([...whole, ...Array(5000).fill(1)]))).toBe(null)
    // The starts of a cursor, a Lotus sheet, a TrueType font, an MPEG stream and a UTF-16 text.
    for (const start of [
      [0, 0, 2, 0, 1, 0, 32, 32, 0, 0],
      [0, 0, 2, 0, 6, 4, 6, 0, 8, 0],
      [0, 1, 0, 0, 0, 15],
      [0, 0, 1, 0xba, 0x44, 0],
      [0, 0x41, 0, 0x42],
    ])
      expect(imageTypeOf(Uint8Array.from([...start, ...Array(200).fill(0)]))).toBe(null)
  })

  test('a size beyond the limit is rejected by the header', async () => {
    const bytes = targa({ type: 10, depth: 24, size: [60_000, 60_000], data: Array(40).fill(0) })
    const error = await openImage(
      Uint8Array.from([...bytes, ...Array(26 - 18).fill(0), ...text('TRUEVISION-XFILE.\0')]),
    ).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 1132, message: expect.stringMatching(/60000 × 60000.*20000000/) })
  })
})

describe('DDS', () => {
  const dds = (format: readonly number[], data: readonly number[], size = 4): Uint8Array =>
    Uint8Array.from([
      ...text('DDS '),
      ...[124, 0x1007, size, size, 0, 0, 0].flatMap(long),
      ...Array(44).fill(0),
      ...format,
      ...Array(20).fill(0),
      ...data,
    ])
  const masked = (flags: number, bits: number, ...masks: number[]): number[] =>
    [32, flags, 0, bits, ...masks].flatMap(long)
  const coded = (name: string): number[] => [...long(32), ...long(4), ...text(name), ...Array(20).fill(0)]
  /** Red and blue columns. Index 3 is transparent if the first color is not the larger number. */
  const colors = [...word(0xf800), ...word(0x1f), 0b01_00_01_00, 0b01_00_01_00, 0b01_00_01_00, 0b01_00_01_00]

  test('BC1 with and without transparency', async () => {
    const image = await drawImage(dds(coded('DXT1'), colors))
    expect([image.pixel(0, 0), image.pixel(1, 3)]).toEqual([red, blue])
    const hole = await drawImage(dds(coded('DXT1'), [...word(0x1f), ...word(0xf800), 0b11_10_01_00, 0, 0, 0]))
    expect([0, 1, 3].map((x) => hole.pixel(x, 0))).toEqual([blue, red, white])
    expectNear(hole.pixel(2, 0), [128, 0, 128, 255])
  })

  test('BC2: alpha of four bits', async () => {
    const image = await drawImage(dds(coded('DXT3'), [0x0f, 0xff, ...Array(6).fill(0xff), ...colors]))
    expect([image.pixel(0, 0), image.pixel(1, 0), image.pixel(2, 0)]).toEqual([red, white, red])
  })

  test('BC3: interpolated alpha', async () => {
    // 0 and 255, the first smaller: 6 means 0, 7 means 255.
    const image = await drawImage(dds(coded('DXT5'), [0, 255, 0b00_111_110, 0, 0, 0, 0, 0, ...colors]))
    expect([image.pixel(0, 0), image.pixel(1, 0), image.pixel(2, 0)]).toEqual([white, blue, white])
  })

  test('uncompressed, by color masks', async () => {
    expectFourColors(
      await drawImage(dds(masked(0x40, 16, 0xf800, 0x7e0, 0x1f, 0), [0xf800, 0x7e0, 0x1f, 0xffff].flatMap(word), 2)),
    )
    expectFourColors(
      await drawImage(
        dds(
          masked(0x41, 32, 0xff0000, 0xff00, 0xff, 0xff000000),
          [0xffff0000, 0xff00ff00, 0xff0000ff, 0].flatMap(long),
          2,
        ),
      ),
    )
    const gray = await drawImage(dds(masked(0x20000, 8, 0xff, 0, 0, 0), [0, 50, 150, 255], 2))
    expect(gray.pixel(1, 0)).toEqual([50, 50, 50, 255])
  })

  test('other compressions and missing blocks: 1106', async () => {
    const bc6 = dds(coded('DX10'), [...long(95), ...Array(32).fill(0)])
    await expect(openImage(bc6)).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('image type not supported'),
    })
    await expect(openImage(dds(coded('DXT1'), colors, 64))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('truncated'),
    })
    await expect(openImage(dds(coded('DXT1'), colors, 50_000))).rejects.toMatchObject({ code: 1132 })
  })
})

describe('X bitmap', () => {
  test('bytes (X11) and words (X10), lowest bit first', async () => {
    const x11 = text(
      '/* made by hand */\n#define a_width 3\n#define a_height 2\n#define a_x_hot 1\n#define a_y_hot 1\nstatic unsigned char a_bits[] = {\n 0x05, 2};\n',
    )
    const x10 = text('#define a_width 3\n#define a_height 2\nstatic short a_bits[] = { 0x0005, 0x0002 };')
    for (const bytes of [x11, x10]) {
      expect(typeOf(bytes)).toBe('.xbm')
      const image = await drawImage(bytes)
      expect([0, 1, 2].map((x) => image.pixel(x, 0))).toEqual([black, white, black])
      expect([0, 1, 2].map((x) => image.pixel(x, 1))).toEqual([white, black, white])
    }
  })

  test('other C source, missing numbers, and wrong sizes', async () => {
    expect(imageTypeOf(text('#define a_width 3\n#define a_height 2\nint main() { return 0; }'))).toBe(null)
    expect(
      imageTypeOf(text('An XBM begins so: #define a_width 3\n#define a_height 2\nstatic char a_bits[] = {1,2};')),
    ).toBe(null)
    const lines = (size: number): string =>
      `#define a_width ${size}\n#define a_height ${size}\nstatic char a_bits[] = {`
    await expect(openImage(text(`${lines(16)}${'1'.repeat(90)}};`))).rejects.toMatchObject({ code: 1106 })
    await expect(openImage(text(`${lines(2000)}1,2,3};`))).rejects.toMatchObject({ code: 1106 })
    await expect(openImage(text(`${lines(99_999)}1,2,3};`))).rejects.toMatchObject({
      code: 1132,
      message: expect.stringContaining('99999 × 99999'),
    })
  })
})

describe('X pixmap', () => {
  test('colors by number and name, "None", and comments', async () => {
    const source = `/* XPM */
static char *four[] = {
/* columns rows colors chars-per-pixel */
"2 2 4 1 0 0",
"a m black c #F00",
"b c lime green",
"/ s sky g4 black c #00000000ffff",
"  c None",
/* pixels */
"ab",
"/ "
};`
    expect(typeOf(text(source))).toBe('.xpm')
    const image = await drawImage(text(source))
    expect([image.pixel(0, 0), image.pixel(1, 0), image.pixel(0, 1), image.pixel(1, 1)]).toEqual([
      red,
      [50, 205, 50, 255],
      blue,
      white,
    ])
  })

  test('unknown colors and missing rows: 1106', async () => {
    const file = (color: string, rows: string): Uint8Array =>
      text(`/* XPM */\nstatic char *a[] = {"2 2 1 1","a c ${color}",${rows}};`)
    for (const [bytes, reason] of [
      [file('mauve-ish', '"aa","aa"'), 'corrupt image'],
      [file('red', '"aa"'), 'not enough pixel data'],
    ] as const)
      await expect(openImage(bytes)).rejects.toMatchObject({ code: 1106, message: expect.stringContaining(reason) })
    await expect(openImage(text('/* XPM */ static char *a[] = {"90000 90000 1 1"};'))).rejects.toMatchObject({
      code: 1106,
    })
  })
})

describe('icons', () => {
  const icon = (depth: number, body: readonly number[], size = 2): Uint8Array => {
    const picture = [
      ...[40, size, 2 * size].flatMap(long),
      ...word(1),
      ...word(depth),
      ...[0, 0, 0, 0, 0, 0].flatMap(long),
      ...body,
    ]
    return Uint8Array.from([
      ...[0, 1, 1].flatMap(word),
      size,
      size,
      0,
      0,
      ...word(1),
      ...word(depth),
      ...long(picture.length),
      ...long(22),
      ...picture,
    ])
  }
  const mask = (...rows: number[]): number[] => rows.flatMap((row) => [row, 0, 0, 0])

  test('24 bits with a mask, 32 bits with and without alpha, 1 and 4 bits with a palette', async () => {
    const rows24 = [255, 0, 0, 9, 9, 9, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]
    expectFourColors(await drawImage(icon(24, [...rows24, ...mask(0x40, 0)])))
    const rows32 = [255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0]
    expectFourColors(await drawImage(icon(32, [...rows32, ...mask(0, 0)])))
    expectFourColors(
      await drawImage(
        icon(32, [...rows32.map((value, index) => (index % 4 === 3 && index !== 7 ? 255 : value)), ...mask(0, 0)]),
      ),
    )
    const palette = (count: number, ...colors: number[][]): number[] => [
      ...colors.flatMap((color) => [...color, 0]),
      ...Array(4 * (count - colors.length)).fill(0),
    ]
    const four = palette(16, [0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255])
    expectFourColors(await drawImage(icon(4, [...four, 0x23, 0, 0, 0, 0x01, 0, 0, 0, ...mask(0, 0)])))
    const one = await drawImage(
      icon(1, [...palette(2, [0, 0, 0], [255, 255, 255]), 0x40, 0, 0, 0, 0x80, 0, 0, 0, ...mask(0, 0)]),
    )
    expect([one.pixel(0, 0), one.pixel(1, 0), one.pixel(0, 1)]).toEqual([white, black, black])
  })

  test('truncated data, and an offset outside the file', async () => {
    await expect(openImage(icon(32, Array(20).fill(1), 16))).rejects.toMatchObject({ code: 1106 })
    const bytes = icon(32, Array(24).fill(1))
    expect(imageTypeOf(Uint8Array.from(bytes, (value, at) => (at === 20 ? 255 : value)))).toBe(null)
  })
})

test('an icon file: the larger image, on white', async () => {
  const bytes = await fixture('image-ico')
  expect(typeOf(bytes)).toBe('.ico')
  const image = await drawImage(bytes)
  expect([image.width, image.height]).toEqual([256, 128])
  expectNear(image.pixel(4, 4), blue)
  expectNear(image.pixel(222, 98), red)
  expectNear(image.pixel(250, 4), white)
})

describe('TIFF', () => {
  test('floating-point samples', async () => {
    const image = await drawImage(await fixture('image-tiff-float'))
    expect([image.width, image.height]).toEqual([300, 150])
    expectNear(image.pixel(5, 5), blue)
    expectNear(image.pixel(260, 115), red)
  })

  test('several pages become an archive of pages', async () => {
    const pages = await fixture('image-tiff-pages')
    const { bytes, mimeType } = await convertForMupdf(pages, 'TIFF')
    expect(mimeType).toBe('application/vnd.comicbook+zip')
    const document = await openPersistent(bytes, mimeType, { password: null })
    expect(document).toMatchObject({ pageCount: 3 })
    if (typeof document !== 'string') document.close()
  })
})
