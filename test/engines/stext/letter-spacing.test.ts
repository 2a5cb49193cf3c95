import { describe, expect, test } from 'vitest'
import { findLetterSpaces } from '../../../src/engines/stext/letter-spacing.ts'

/** Letters of 6 points in a font of 10 points, and the gap after each in points; `_` is a reported space. */
function withoutLetterSpaces(text: string, gapAfter: (index: number) => number): string {
  const glyphs = [...text.replaceAll('_', '')]
  let x = 0
  const positions = glyphs.map((_, index) => {
    const x0 = x
    x += 6 + gapAfter(index)
    return { x0, x1: x0 + 6 }
  })
  const spaced = text.replaceAll('_', ' ')
  let glyph = -1
  const edges = [...spaced].map((char) => {
    if (char !== ' ') glyph++
    return positions[glyph]!
  })
  const found = findLetterSpaces(spaced, {
    lefts: Float32Array.from(edges, ({ x0 }) => x0),
    rights: Float32Array.from(edges, ({ x1 }) => x1),
    size: 10,
  })
  return [...spaced].filter((_, index) => !found.includes(index)).join('')
}

describe('findLetterSpaces', () => {
  const wordEnds = new Set([3, 5])

  test('spaces that letter spacing causes are removed, those between words are kept', () => {
    expect(withoutLetterSpaces('V_in_s_a_u_V_e_rre', (index) => (wordEnds.has(index) ? 6 : 1.6))).toBe('Vins au Verre')
    expect(withoutLetterSpaces('T_O_T_A_L_S', (index) => (index === 3 ? 6 : 2.5))).toBe('TOTA LS')
  })

  test('numbers and signs within a title keep it', () => {
    expect(withoutLetterSpaces('1_._W_o_h_n_e_n_/_P_f_l_e_g_e', (index) => (index === 1 ? 6 : 2.5))).toBe(
      '1. Wohnen/Pflege',
    )
  })

  test('single letters are words if all gaps are equal', () => {
    expect(withoutLetterSpaces('A_B_C_D_E', () => 2.5)).toBe('A B C D E')
  })

  test('text without letter spacing and numbers are not changed', () => {
    expect(withoutLetterSpaces('A_la_v_ue', (index) => ([0, 2, 3].includes(index) ? 2.5 : 0))).toBe('A la v ue')
    expect(withoutLetterSpaces('1_23_4_5_6', (index) => (index === 1 ? 1 : 1.6))).toBe('1 23 4 5 6')
  })
})

describe('findLetterSpaces without enough letters', () => {
  test('four letters are no word', () => {
    expect(withoutLetterSpaces('T_E_LX', () => 2)).toBe('T E LX')
    expect(withoutLetterSpaces('T_E_LXY', () => 2)).toBe('TELXY')
  })
})
