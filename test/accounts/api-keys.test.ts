import { expect, test } from 'vitest'
import { toBase62 } from '../../src/accounts/api-keys.ts'

test('toBase62 is exact and has 43 digits', () => {
  expect(toBase62(new Uint8Array(32))).toBe('0'.repeat(43))
  const last = new Uint8Array(32)
  last[31] = 61
  expect(toBase62(last)).toBe(`${'0'.repeat(42)}z`)
  last[31] = 62
  expect(toBase62(last)).toBe(`${'0'.repeat(41)}10`)
  const largest = toBase62(new Uint8Array(32).fill(255))
  expect(largest).toHaveLength(43)
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  expect([...largest].reduce((number, digit) => number * 62n + BigInt(digits.indexOf(digit)), 0n)).toBe(2n ** 256n - 1n)
})
