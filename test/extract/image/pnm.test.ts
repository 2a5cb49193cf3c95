/** Portable anymaps written by hand, in every kind. */
import { expect, test } from 'vitest'
import { black, drawImage, expectFourColors, white } from './inspect-image.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const ascii = 'P3\n# by hand\n2 2\n255\n255 0 0 0 255 0\n0 0 255 255 255 255\n'
const raw = (header: string, ...data: number[]): Uint8Array => Uint8Array.from([...text(header), ...data])
const bytes = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]

test('P3, P6, 16 bits per sample, and PAM', async () => {
  expectFourColors(await drawImage(text(ascii)))
  expectFourColors(
    await drawImage(
      text(ascii.replace('\n255\n', '\n65535\n').replaceAll('255 ', '65535 ').replaceAll(' 255', ' 65535')),
    ),
  )
  expectFourColors(await drawImage(raw('P6 2 2 255\n', ...bytes)))
  expectFourColors(await drawImage(raw('P6 2 2 65535\n', ...bytes.flatMap((value) => [value, value]))))
  expectFourColors(await drawImage(raw('P7\nWIDTH 2\nHEIGHT 2\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n', ...bytes)))
})

test('P1, P2, P4, P5', async () => {
  for (const one of [text('P1\n2 2\n1 0\n0 1\n'), raw('P4\n2 2\n', 0x80, 0x40)]) {
    const image = await drawImage(one)
    expect([image.pixel(0, 0), image.pixel(1, 0), image.pixel(1, 1)]).toEqual([black, white, black])
  }
  for (const gray of [text('P2\n2 2\n200\n0 100\n200 200\n'), raw('P5 2 2 200\n', 0, 100, 200, 200)]) {
    const image = await drawImage(gray)
    expect([image.pixel(0, 0)[0], Math.abs((image.pixel(1, 0)[0] ?? 0) - 127.5) < 2, image.pixel(0, 1)[0]]).toEqual([
      0,
      true,
      255,
    ])
  }
})
