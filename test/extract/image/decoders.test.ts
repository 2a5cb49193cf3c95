/** Small pictures written by hand: every layout that Targa, DDS, the two of X11, icons, anymaps and TIFF know. */
import { describe, expect, test } from 'vitest'
import { x11Color } from '../../../src/extract/image/x11-colors.ts'
import { imageTypeOf, look, openImage, type Seen, typeOf } from './inspect-image.ts'

const red = [255, 0, 0, 255]
const green = [0, 255, 0, 255]
const blue = [0, 0, 255, 255]
const white = [255, 255, 255, 255]
const black = [0, 0, 0, 255]

/** Red, green / blue, white. */
function expectFour(seen: Seen): void {
  expect([seen.width, seen.height]).toEqual([2, 2])
  expect([seen.pixel(0, 0), seen.pixel(1, 0), seen.pixel(0, 1), seen.pixel(1, 1)]).toEqual([red, green, blue, white])
}

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
    expectFour(await look(targa({ type: 2, depth: 24, descriptor, data })))
  })

  test('runs that go on over the end of a row', async () => {
    const seen = await look(targa({ type: 10, depth: 24, data: [0, ...r, 0x81, ...g, 0, ...b] }))
    expect([seen.pixel(0, 0), seen.pixel(1, 0), seen.pixel(0, 1), seen.pixel(1, 1)]).toEqual([red, green, green, blue])
  })

  test('15, 16 and 32 bits, gray, and a colour map that does not begin at 0', async () => {
    const [r16, g16, b16, w16] = [0x7c00, 0x3e0, 0x1f, 0x7fff].map(word) as [number[], number[], number[], number[]]
    expectFour(await look(targa({ type: 2, depth: 15, data: [...r16, ...g16, ...b16, ...w16] })))
    expectFour(await look(targa({ type: 2, depth: 16, data: [...r16, ...g16, ...b16, ...w16] })))
    // Alpha of 0 everywhere can't be meant.
    expectFour(await look(targa({ type: 2, depth: 32, descriptor: 0x28, data: [...r, 0, ...g, 0, ...b, 0, ...w, 0] })))
    // Where some of it is 0, the ground is white.
    expectFour(
      await look(targa({ type: 2, depth: 32, descriptor: 0x28, data: [...r, 255, ...g, 255, ...b, 255, 9, 9, 9, 0] })),
    )
    expectFour(
      await look(
        targa({
          type: 1,
          depth: 8,
          map: { first: 5, depth: 24, length: 4, bytes: [...r, ...g, ...b, ...w] },
          data: [5, 6, 7, 8],
        }),
      ),
    )
    const gray = await look(targa({ type: 3, depth: 8, data: [0, 100, 200, 255] }))
    expect([0, 1].flatMap((y) => [0, 1].map((x) => gray.pixel(x, y)[0]))).toEqual([0, 100, 200, 255])
  })

  test('a colour beyond the map, and runs that end too early: 1106', async () => {
    const map = { first: 0, depth: 24, length: 1, bytes: r }
    await expect(openImage(targa({ type: 1, depth: 8, map, data: [0, 0, 0, 7] }))).rejects.toMatchObject({ code: 1106 })
    await expect(
      openImage(targa({ type: 10, depth: 24, size: [20, 20], data: [...Array(16).fill(3)] })),
    ).rejects.toMatchObject({ code: 1106 })
  })

  test('a name or a fitting length is needed; a header alone is none', () => {
    const whole = targa({ type: 2, depth: 24, data: [...r, ...g, ...b, ...w] })
    const cut = whole.slice(0, 20)
    expect([typeOf(whole), typeOf(cut), typeOf(cut, 'a.TGA')]).toEqual(['.tga', null, '.tga'])
    expect(imageTypeOf(Uint8Array.from([...whole, ...Array(5000).fill(1)]))).toBe(null)
    // A cursor, a Lotus sheet, a TrueType font, an MPEG stream, UTF-16.
    for (const start of [
      [0, 0, 2, 0, 1, 0, 32, 32, 0, 0],
      [0, 0, 2, 0, 6, 4, 6, 0, 8, 0],
      [0, 1, 0, 0, 0, 15],
      [0, 0, 1, 0xba, 0x44, 0],
      [0, 0x41, 0, 0x42],
    ])
      expect(imageTypeOf(Uint8Array.from([...start, ...Array(200).fill(0)]))).toBe(null)
  })

  test('a size that nobody could hold is refused by its header', async () => {
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
  /** Red and blue by columns, and between them: 3 has no color where the first is not the larger. */
  const colors = [...word(0xf800), ...word(0x1f), 0b01_00_01_00, 0b01_00_01_00, 0b01_00_01_00, 0b01_00_01_00]

  test('BC1 with and without a hole', async () => {
    const seen = await look(dds(coded('DXT1'), colors))
    expect([seen.pixel(0, 0), seen.pixel(1, 3)]).toEqual([red, blue])
    const hole = await look(dds(coded('DXT1'), [...word(0x1f), ...word(0xf800), 0b11_10_01_00, 0, 0, 0]))
    expect([0, 1, 2, 3].map((x) => hole.pixel(x, 0))).toEqual([blue, red, [128, 0, 128, 255], white])
  })

  test('BC2: four bits of alpha', async () => {
    const seen = await look(dds(coded('DXT3'), [0x0f, 0xff, ...Array(6).fill(0xff), ...colors]))
    expect([seen.pixel(0, 0), seen.pixel(1, 0), seen.pixel(2, 0)]).toEqual([red, white, red])
  })

  test('BC3: alpha mixed of two', async () => {
    // 0 and 255, the first smaller: 6 means 0, 7 means 255.
    const seen = await look(dds(coded('DXT5'), [0, 255, 0b00_111_110, 0, 0, 0, 0, 0, ...colors]))
    expect([seen.pixel(0, 0), seen.pixel(1, 0), seen.pixel(2, 0)]).toEqual([white, blue, white])
  })

  test('uncompressed, by its masks', async () => {
    expectFour(
      await look(dds(masked(0x40, 16, 0xf800, 0x7e0, 0x1f, 0), [0xf800, 0x7e0, 0x1f, 0xffff].flatMap(word), 2)),
    )
    expectFour(
      await look(
        dds(
          masked(0x41, 32, 0xff, 0xff00, 0xff0000, 0xff000000),
          [0xff0000ff, 0xff00ff00, 0xffff0000, 0].flatMap(long),
          2,
        ),
      ),
    )
    const gray = await look(dds(masked(0x20000, 8, 0xff, 0, 0, 0), [0, 50, 150, 255], 2))
    expect(gray.pixel(1, 0)).toEqual([50, 50, 50, 255])
  })

  test('other codings are named; missing blocks are missed', async () => {
    await expect(openImage(dds(coded('ATI2'), Array(16).fill(0)))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('"ATI2"'),
    })
    const bc7 = dds(coded('DX10'), [...long(98), ...Array(32).fill(0)])
    await expect(openImage(bc7)).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('DXGI format 98'),
    })
    await expect(openImage(dds(coded('DXT1'), colors, 64))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('cut off'),
    })
    await expect(openImage(dds(coded('DXT1'), colors, 50_000))).rejects.toMatchObject({ code: 1132 })
  })
})

describe('X bitmap', () => {
  test('bytes of X11 and words of X10, the lowest bit first', async () => {
    const x11 = text(
      '/* made by hand */\n#define a_width 3\n#define a_height 2\n#define a_x_hot 1\n#define a_y_hot 1\nstatic unsigned char a_bits[] = {\n 0x05, 2};\n',
    )
    const x10 = text('#define a_width 3\n#define a_height 2\nstatic short a_bits[] = { 0x0005, 0x0002 };')
    for (const bytes of [x11, x10]) {
      expect(typeOf(bytes)).toBe('.xbm')
      const seen = await look(bytes)
      expect([0, 1, 2].map((x) => seen.pixel(x, 0))).toEqual([black, white, black])
      expect([0, 1, 2].map((x) => seen.pixel(x, 1))).toEqual([white, black, white])
    }
  })

  test('C source that is none, numbers that are missing, sizes that lie', async () => {
    expect(imageTypeOf(text('#define a_width 3\n#define a_height 2\nint main() { return 0; }'))).toBe(null)
    expect(
      imageTypeOf(text('An XBM begins so: #define a_width 3\n#define a_height 2\nstatic char a_bits[] = {1,2};')),
    ).toBe(null)
    const lines = (size: number): string =>
      `#define a_width ${size}\n#define a_height ${size}\nstatic char a_bits[] = {`
    await expect(openImage(text(`${lines(16)}${'1'.repeat(90)}};`))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('cut off'),
    })
    await expect(openImage(text(`${lines(2000)}1,2,3};`))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('needs'),
    })
    await expect(openImage(text(`${lines(99_999)}1,2,3};`))).rejects.toMatchObject({
      code: 1132,
      message: expect.stringContaining('99999 × 99999'),
    })
  })
})

describe('X pixmap', () => {
  test('colours by number, name and "None"; quotes and comments within', async () => {
    const source = String.raw`/* XPM */
static char *four[] = {
/* columns rows colors chars-per-pixel */
"2 2 4 1 0 0",
"\" m black c #F00",
"b c lime green",
"/ s sky g4 black c #00000000ffff",
"  c None",
/* pixels */
"\"b",
"/ "
};`
    expect(typeOf(text(source))).toBe('.xpm')
    const seen = await look(text(source))
    expect([seen.pixel(0, 0), seen.pixel(1, 0), seen.pixel(0, 1), seen.pixel(1, 1)]).toEqual([
      red,
      [50, 205, 50, 255],
      blue,
      white,
    ])
  })

  test('version 2, two characters a pixel', async () => {
    expectFour(await look(text('! XPM2\n2 2 4 2\n.. c red\n.+ c green\n+. c blue\n++ c gray100\n...+\n+.++\n')))
  })

  test('unknown colours and pixels, missing rows: 1106 with the reason', async () => {
    const file = (color: string, rows: string): Uint8Array =>
      text(`/* XPM */\nstatic char *a[] = {"2 2 1 1","a c ${color}",${rows}};`)
    for (const [bytes, reason] of [
      [file('mauve-ish', '"aa","aa"'), '"mauve-ish" is not known'],
      [file('red', '"aa","ax"'), '"x"'],
      [file('red', '"aa"'), 'cut off'],
    ] as const)
      await expect(openImage(bytes)).rejects.toMatchObject({ code: 1106, message: expect.stringContaining(reason) })
    await expect(openImage(text('/* XPM */ static char *a[] = {"90000 90000 1 1"};'))).rejects.toMatchObject({
      code: 1132,
    })
  })

  test("X11's names", () => {
    const names = [
      'black',
      'Slate Grey',
      'gray50',
      'grey100',
      'DarkOliveGreen',
      'red3',
      'SteelBlue4',
      'gray101',
      'nonsense',
      'blue9',
    ]
    expect(names.map(x11Color)).toEqual([
      0,
      0x708090,
      0x7f7f7f,
      0xffffff,
      0x556b2f,
      0xcd0000,
      expect.any(Number),
      null,
      null,
      null,
    ])
    const off = [16, 8, 0].map((shift) =>
      Math.abs((((x11Color('SteelBlue4') ?? 0) >> shift) & 255) - ((0x36648b >> shift) & 255)),
    )
    expect(Math.max(...off)).toBeLessThanOrEqual(8)
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

  test('24 bits with a mask, 32 bits with alpha or none, 1 bit and 4 with colours', async () => {
    const rows24 = [255, 0, 0, 9, 9, 9, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]
    expectFour(await look(icon(24, [...rows24, ...mask(0x40, 0)])))
    const rows32 = [255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0]
    expectFour(await look(icon(32, [...rows32, ...mask(0, 0)])))
    expectFour(
      await look(
        icon(32, [...rows32.map((value, index) => (index % 4 === 3 && index !== 7 ? 255 : value)), ...mask(0, 0)]),
      ),
    )
    const palette = (count: number, ...colors: number[][]): number[] => [
      ...colors.flatMap((color) => [...color, 0]),
      ...Array(4 * (count - colors.length)).fill(0),
    ]
    const four = palette(16, [0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255])
    expectFour(await look(icon(4, [...four, 0x23, 0, 0, 0, 0x01, 0, 0, 0, ...mask(0, 0)])))
    const one = await look(
      icon(1, [...palette(2, [0, 0, 0], [255, 255, 255]), 0x40, 0, 0, 0, 0x80, 0, 0, 0, ...mask(0, 0)]),
    )
    expect([one.pixel(0, 0), one.pixel(1, 0), one.pixel(0, 1)]).toEqual([white, black, black])
  })

  test('cut off, or pointing nowhere', async () => {
    await expect(openImage(icon(32, Array(20).fill(1), 16))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('cut off'),
    })
    const bytes = icon(32, Array(24).fill(1))
    expect(imageTypeOf(Uint8Array.from(bytes, (value, at) => (at === 20 ? 255 : value)))).toBe(null)
  })
})

describe('portable anymaps', () => {
  const ascii = 'P3\n# by hand\n2 2\n255\n255 0 0 0 255 0\n0 0 255 255 255 255\n'
  const raw = (header: string, ...data: number[]): Uint8Array => Uint8Array.from([...text(header), ...data])
  const bytes = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]

  test('P3, P6, 16 bits, and PAM', async () => {
    expectFour(await look(text(ascii)))
    expectFour(
      await look(text(ascii.replace('\n255\n', '\n65535\n').replaceAll('255 ', '65535 ').replaceAll(' 255', ' 65535'))),
    )
    expectFour(await look(raw('P6 2 2 255\n', ...bytes)))
    expectFour(await look(raw('P6 2 2 65535\n', ...bytes.flatMap((value) => [value, value]))))
    expectFour(await look(raw('P7\nWIDTH 2\nHEIGHT 2\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n', ...bytes)))
  })

  test('P1, P2, P4, P5', async () => {
    for (const one of [text('P1\n2 2\n1 0\n0 1\n'), raw('P4\n2 2\n', 0x80, 0x40)]) {
      const seen = await look(one)
      expect([seen.pixel(0, 0), seen.pixel(1, 0), seen.pixel(1, 1)]).toEqual([black, white, black])
    }
    for (const gray of [text('P2\n2 2\n200\n0 100\n200 200\n'), raw('P5 2 2 200\n', 0, 100, 200, 200)]) {
      const seen = await look(gray)
      expect([seen.pixel(0, 0)[0], Math.abs((seen.pixel(1, 0)[0] ?? 0) - 127.5) < 2, seen.pixel(0, 1)[0]]).toEqual([
        0,
        true,
        255,
      ])
    }
  })
})
