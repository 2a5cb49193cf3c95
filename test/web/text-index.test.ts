/** Text is found however it is written, and its place in the original is known. */
import { expect, test } from 'vitest'
import { CELL_BREAK, fold, foldWithIndex, occurrences } from '../../src/web/playground/text-index.ts'

test('case, whitespace, ligatures, wide letters and both kinds of accents do not matter', () => {
  expect(fold('Of\u00a0 the\n ﬁRST Ｆield')).toBe('of the first field')
  expect(fold('caf\u0065\u0301')).toBe(fold('caf\u00e9'))
  expect(fold('10⁶')).toBe('106')
})

test('soft hyphens and characters without width do not matter, and cells are separate', () => {
  expect(fold('con\u00adtin\u200bue')).toBe('continue')
  expect(foldWithIndex('a\u00adb').starts).toEqual([0, 2])
  expect(fold('\u202bשלום\u202c')).toBe('שלום')
  expect(fold('क\u094d\u200dष')).toBe(fold('क\u094dष'))
  expect(occurrences(fold(['green', 'meadow'].join(CELL_BREAK)), fold('green meadow'))).toEqual([])
})

test('a found place leads to the original', () => {
  const { text, starts } = foldWithIndex('An  oﬃce,\nAn\u0065\u0301 OFFICE')
  const found = occurrences(text, 'office')
  expect(found.map((at) => starts[at])).toEqual([4, 15])
  expect(starts.length).toBe(text.length)
  // A ligature is one character of the original.
  expect(starts.slice(found[0], (found[0] ?? 0) + 6)).toEqual([4, 5, 5, 5, 6, 7])
  expect(occurrences('aaaa', 'aa')).toEqual([0, 2])
  expect(occurrences('a', '')).toEqual([])
})
