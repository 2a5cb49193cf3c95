import { expect, test } from 'vitest'
import { inSplit, isHeldOut } from './holdout.ts'

test('about a third is held out, always the same third', () => {
  const ids = Array.from({ length: 600 }, (_, index) => `document-${index}`)
  const held = ids.filter(isHeldOut)
  expect(held.length).toBeGreaterThan(160)
  expect(held.length).toBeLessThan(240)
  // sha256('0') begins with 0x5f = 95, sha256('1') with 0x6b = 107, sha256('a') with 0xca = 202, sha256('b') with 0x3e
  // = 62, sha256('4') with 0x4b = 75
  expect(['0', '1', 'a', 'b', '4'].map(isHeldOut)).toEqual([false, false, false, false, true])
  expect(ids.filter((id) => inSplit(id, 'dev')).length + held.length).toBe(inSplit('x', 'all') ? 600 : 0)
})
