import { expect, test } from 'vitest'
import { symbolTableOf } from '../../../src/engines/stext/math-encodings.ts'

const symbol = (font: string, code: number, raw = true): string | null => {
  const found = symbolTableOf(font)?.(code, raw) ?? null
  return found === null ? null : String.fromCodePoint(found)
}

test("TeX's extension font: big operators, brackets in all sizes, and the second codes above 160", () => {
  expect([80, 88, 81, 89, 82, 90, 112, 115].map((code) => symbol('CMEX10', code)).join('')).toBe('∑∑∏∏∫∫√√')
  expect([0, 16, 18, 32, 48, 66, 64].map((code) => symbol('CMEX10', code)).join('')).toBe('((((⎛⎜⎝')
  expect([8, 26, 40, 56, 60, 58, 62].map((code) => symbol('CMEX9', code)).join('')).toBe('{{{⎧⎨⎩⎪')
  expect([161, 162, 173, 195, 196].map((code) => symbol('CMEX10', code)).join('')).toBe('()⟨(⇓')
  expect(symbol('CMEX10', 117)).toBe('\u200b')
  expect(symbol('CMEX10', 0x28, false)).toBeNull()
  expect(symbol('CMEX10', 300)).toBeNull()
})

test('Symbol: private-use codes of TrueType and raw codes', () => {
  expect(
    [0xf061, 0xf072, 0xf044, 0xf0e5, 0xf0f2, 0xf0a3, 0xf0b7, 0xf02d]
      .map((code) => symbol('SymbolMT', code, false))
      .join(''),
  ).toBe('αρΔ∑∫≤•−')
  expect(symbol('Symbol', 0x61)).toBe('α')
  expect(symbol('Symbol,Bold', 0xf0d6, false)).toBe('√')
  // A code with a Unicode value stays.
  expect(symbol('Symbol', 0x3b1, false)).toBeNull()
  expect(symbol('Symbol', 0xf161, false)).toBeNull()
})

test('fonts that need no table have none', () => {
  for (const name of ['CMR10', 'CMMI10', 'Helvetica', 'SegoeUISymbol', 'Times-Roman'])
    expect(symbolTableOf(name)).toBeNull()
  expect(symbol('TeXCMMathsSymbols', 0xbc, false)).toBe('=')
  expect(symbol('TeXCMMathsSymbols', 0x41, false)).toBeNull()
})

test('MathType Extra: letters are dots, arrows and constants', () => {
  expect([...'&KLMOhl'].map((char) => symbol('MT Extra', char.charCodeAt(0))).join('')).toBe('˙…⋯⋮⋱ℏℓ')
  expect(symbol('MTExtra', 0xf072, false)).toBe('\u20d7')
  expect(symbol('MTExtra', 0x4b, false)).toBeNull()
  expect(symbol('MTExtra', 0xf14b, false)).toBeNull()
})
