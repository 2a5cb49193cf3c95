/** Excessive color profiles are dropped; others are kept. */
import { zlibSync } from 'fflate'
import { expect, test } from 'vitest'
import { withoutLargeProfile } from '../../../src/extract/image/png-chunks.ts'

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  new DataView(bytes.buffer).setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  return bytes
}

function png(...chunks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...chunks.flatMap((each) => [...each])])
}

const header = chunk('IHDR', new Uint8Array(13))
const pixels = chunk('IDAT', new Uint8Array(5))
const profile = (size: number): Uint8Array =>
  chunk('iCCP', Uint8Array.from([65, 0, 0, ...zlibSync(new Uint8Array(size))]))

test('an excessive profile is left out', () => {
  expect(withoutLargeProfile(png(header, profile(40 << 20), pixels))).toEqual(png(header, pixels))
})

test('small, damaged and truncated profiles are kept', () => {
  for (const file of [
    png(header, profile(2 << 20), pixels),
    png(header, pixels, profile(40 << 20)),
    png(header, chunk('iCCP', new Uint8Array(40_000).fill(7)), pixels),
    png(header, profile(2 << 20)).subarray(0, 300),
    png(header).subarray(0, 11),
  ])
    expect(withoutLargeProfile(file)).toBe(file)
})
