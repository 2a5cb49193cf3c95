import { describe, expect, test } from 'vitest'
import { isType3Font, type Type3Glyph, type3Tables } from '../../../src/engines/stext/type3-codes.ts'

const widths: Readonly<Record<string, number>> = {
  '\x0b': 5.8,
  '\x0c': 5.6,
  '\x0e': 8.3,
  '\x1b': 5.8,
  '\x1c': 5.6,
  '\x15': 5,
  '\x0f': 5,
  i: 2.8,
  l: 2.8,
}

/** Words of one font, one after the other. */
function line(font: number, text: string): Type3Glyph[] {
  let x = 50
  const glyphs: Type3Glyph[] = []
  for (const [at, letter] of [...text].entries()) {
    const width = widths[letter] ?? 4.6
    if (letter !== ' ') glyphs.push({ font, code: letter.charCodeAt(0), x0: x, x1: x + width, isFirstOfLine: at === 0 })
    x += width
  }
  return glyphs
}

function read(glyphs: readonly Type3Glyph[], font: number): (code: number) => string | null {
  const table = type3Tables(glyphs).get(font)
  return (code) => {
    const found = table?.(code, false) ?? null
    return found === null ? null : String.fromCodePoint(found)
  }
}

describe('codes of Type 3 fonts', () => {
  test('in T1: ligatures, dashes, quotes', () => {
    const symbol = read(line(1, 'a de\x1cnite e\x1bect of the \x10sea\x11'), 1)
    expect([0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x15, 0x10, 0x11].map(symbol).join('')).toBe('ﬀﬁﬂﬃﬄ–“”')
    expect(symbol(0x0c)).toBeNull()
    expect(symbol(0x5c)).toBeNull()
  })
  test('in T1: letters outside Latin-1', () => {
    const symbol = read(line(1, 'a de\x1cnite e\x1bect of the \x10sea\x11'), 1)
    expect([0xff, 0xdf, 0xf7, 0xaa, 0xb2, 0xa2].map(symbol).join('')).toBe('ßẞœłšć')
    expect(symbol(0xfc)).toBeNull()
  })
  test('in OT1, whose punctuation replaces ASCII characters', () => {
    const symbol = read(line(1, 'a de\x0cnite e\x0bect of o\x0ece'), 1)
    expect([0x0b, 0x0c, 0x0e, 0x5c, 0x22, 0x7b].map(symbol).join('')).toBe('ﬀﬁﬃ“”–')
    expect(symbol(0x1c)).toBeNull()
  })
  test('a font without ligatures has the encoding of the others but keeps its punctuation', () => {
    const symbol = read([...line(1, 'a de\x0cnite e\x0bect'), ...line(2, 'list \\item')], 2)
    expect(symbol(0x0c)).toBe('ﬁ')
    expect(symbol(0x5c)).toBeNull()
  })
  test('fonts of formulas, with isolated letters, have no ligatures', () => {
    const symbol = read([...line(1, 'x \x0b y \x0c z \x0b'), ...line(2, 'the sea')], 1)
    expect(symbol(0x0b)).toBeNull()
  })
  test('bullets: of a font without letters, and of TS1', () => {
    const glyphs = [...line(1, '\x0f'), ...line(2, 'the sea')]
    expect(read(glyphs, 1)(0x0f)).toBe('•')
    expect(read(glyphs, 2)(0x0f)).toBeNull()
    expect(read(glyphs, 2)(0x88)).toBe('•')
  })
})

test('Type 3 fonts are recognized by name', () => {
  expect(['Type3 (12 0 R)', 'F31', 'Times-Roman', 'Futura'].map(isType3Font)).toEqual([true, true, false, false])
})

describe('encodings of Type 3 fonts', () => {
  test('pages with both encodings give none to fonts without ligatures', () => {
    const glyphs = [...line(1, 'a de\x0cnite e\x0bect'), ...line(2, 'a de\x1cnite e\x1bect'), ...line(3, 'list item')]
    expect(read(glyphs, 3)(0x0c)).toBeNull()
    expect(read(glyphs, 3)(0x1c)).toBeNull()
    expect([read(glyphs, 1)(0x0c), read(glyphs, 2)(0x1c)]).toEqual(['ﬁ', 'ﬁ'])
  })
  test('fonts of formulas do not get the encoding of the text', () => {
    const glyphs = [...line(1, 'a de\x0cnite e\x0bect'), ...line(2, 'x y z')]
    expect(read(glyphs, 2)(0x0c)).toBeNull()
  })
  test('letters of another font or of the line above do not continue a word', () => {
    const alternating = [...line(1, 'x y z w')].flatMap((glyph) => [
      glyph,
      { ...glyph, font: 2, x0: glyph.x1, x1: glyph.x1 + 4 },
    ])
    const glyphs = [...line(3, 'a de\x0cnite e\x0bect'), ...alternating]
    expect(read(glyphs, 1)(0x0c)).toBeNull()
    const below = line(4, 'x y z').map((glyph) => ({ ...glyph, x0: 50, x1: 54.6, isFirstOfLine: true }))
    expect(read([...line(3, 'a de\x0cnite e\x0bect'), ...below], 4)(0x0c)).toBeNull()
  })
  test('codes of capital letters are letters, too', () => {
    expect(read(line(1, 'THE \x0fSEA'), 1)(0x0f)).toBeNull()
  })
  test('the width distinguishes ligatures from other characters', () => {
    const wide = line(1, 'a de\x0cnite e\x0bect').map((glyph) =>
      glyph.code < 0x20 ? { ...glyph, x1: glyph.x0 + 20 } : glyph,
    )
    expect(read(wide, 1)(0x0c)).toBeNull()
    const narrow = wide.map((glyph) => (glyph.code < 0x20 ? { ...glyph, x1: glyph.x0 + 2 } : glyph))
    expect(read(narrow, 1)(0x0c)).toBeNull()
  })
})
