import { describe, expect, test } from 'vitest'
import { joinContinuation, textLength } from '../../src/model/join-text.ts'

describe('joinContinuation', () => {
  for (const [left, right, joined] of [
    ['the quick', 'brown fox', 'the quick brown fox'],
    ['rhu-', 'barb', 'rhu\u00adbarb'],
    ['well-', 'known', 'well\u00adknown'],
    ['state-of-the-', 'art', 'state-of-the-art'],
    ['Anglo-', 'Saxon', 'Anglo-Saxon'],
    ['2009-', '2012', '2009-2012'],
    ['see pages 3 –', 'and more', 'see pages 3 – and more'],
    ['see https:', '//example.org/docs.', 'see https://example.org/docs.'],
    ['(http://www.', 'example.org/a.html)', '(http://www.example.org/a.html)'],
    ['http://example.org/', 'docs/main.html', 'http://example.org/docs/main.html'],
    ['http://example.org/a', '/b.html', 'http://example.org/a/b.html'],
    ['http://example.org/', 'for the rest', 'http://example.org/ for the rest'],
    ['http://example.org.', 'Then and/or later', 'http://example.org. Then and/or later'],
    ['http://example.org/ and', 'e.g. others', 'http://example.org/ and e.g. others'],
    ['in main/install-', 'armhf/current', 'in main/install-armhf/current'],
    ['the input/out-', 'put', 'the input/out\u00adput'],
    ['汉字', '文本', '汉字文本'],
    ['汉字', 'Latin', '汉字 Latin'],
    ['汉𠮷', '𠮷字', '汉𠮷𠮷字'],
    ['', 'alone', 'alone'],
  ] as const)
    test(`${left} + ${right}`, () => expect(joinContinuation(left, right)).toBe(joined))
})

test('an ideograph counts as two Latin letters, a rare one as well', () => {
  expect(['ab', '汉a', '𠮷a'].map(textLength)).toEqual([2, 3, 3])
})
