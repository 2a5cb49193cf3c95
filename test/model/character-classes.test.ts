import { describe, expect, test } from 'vitest'
import { countDigits, countLetters, countNonWhitespace, isWhitespace } from '../../src/model/character-classes.ts'

const texts = [
  '',
  'Section 4.2 of 17',
  ' a\tb\n',
  'naïve café, 3 €',
  'Ελλάδα 2024',
  '第一章 １２',
  'a\u2003b\u00a0c\ufeff',
  '𝐱 = 𝛽',
  '\u200b\u001c',
]

describe('character classes', () => {
  test('whitespace is the same as \\s', () => {
    const wrong = Array.from({ length: 0x10000 }, (_, code) => code).filter(
      (code) => isWhitespace(code) !== /\s/.test(String.fromCharCode(code)),
    )
    expect(wrong).toEqual([])
  })

  test.each(texts)('counts like regular expressions: %j', (text) => {
    expect(countDigits(text)).toBe(text.match(/\d/g)?.length ?? 0)
    expect(countLetters(text)).toBe(text.match(/\p{L}/gu)?.length ?? 0)
    expect(countNonWhitespace(text)).toBe(text.replace(/\s/g, '').length)
  })
})
