import { expect, test } from 'vitest'
import { concatBytes, crc32, sha256, toBase64, toBinaryString, toHex } from '../../src/model/bytes.ts'

const text = new TextEncoder()
/** Every byte value; more bytes than one call can take as arguments. */
const many = Uint8Array.from({ length: 300_001 }, (_, at) => at & 255)

test('concatenates chunks into a new array', () => {
  const [a, b] = [Uint8Array.of(1, 2), Uint8Array.of(3)]
  const whole = concatBytes([a, new Uint8Array(0), b])
  a[0] = 9
  expect([...whole]).toEqual([1, 2, 3])
  expect(concatBytes([])).toHaveLength(0)
})

test('hexadecimal digits', () => {
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff')
})

test('SHA-256', async () => {
  // Test vector of FIPS 180-4.
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await sha256(text.encode('abc'))).toBe(digest)
})

test('one character per byte', () => {
  const made = toBinaryString(many)
  expect(made).toHaveLength(many.length)
  for (const at of [0, 127, 128, 159, 255, 8192, 300_000]) expect(made.charCodeAt(at)).toBe(at & 255)
})

test('base64 with padding', () => {
  expect(['', 'f', 'fo', 'foo'].map((each) => toBase64(text.encode(each)))).toEqual(['', 'Zg==', 'Zm8=', 'Zm9v'])
  expect(Uint8Array.from(atob(toBase64(many)), (char) => char.charCodeAt(0))).toEqual(many)
})

test('CRC-32', () => {
  // Check value of CRC-32/ISO-HDLC.
  expect(crc32(text.encode('123456789'))).toBe(0xcbf43926)
  expect(crc32(new Uint8Array(0))).toBe(0)
})
