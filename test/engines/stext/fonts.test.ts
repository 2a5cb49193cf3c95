import { expect, test } from 'vitest'
import type { MupdfModule } from '../../../src/engines/mupdf/mupdf.ts'
import { FontCache } from '../../../src/engines/stext/fonts.ts'
import { fontKeyFlag } from '../../../src/engines/stext/glyph.ts'

/** Fonts by their address, without flags except `flagged`, which has all. */
function fontsOf(names: Readonly<Record<number, string>>, flagged?: number): FontCache {
  const flag = (font: number): number => (font === flagged ? 1 : 0)
  const module = {
    UTF8ToString: (font: number) => names[font],
    _wasm_font_get_name: (font: number) => font,
    _wasm_font_is_bold: flag,
    _wasm_font_is_italic: flag,
    _wasm_font_is_monospaced: flag,
    _wasm_font_is_serif: flag,
  }
  return new FontCache(module as unknown as MupdfModule)
}

test('names determine the style of fonts without flags', () => {
  const styleOf = (name: string): string[] => {
    const { bold, italic, mono } = fontsOf({ 8: name }).of(8)
    return [...(bold ? ['bold'] : []), ...(italic ? ['italic'] : []), ...(mono ? ['mono'] : [])]
  }
  expect(styleOf('ABCDEF+NimbusMonL-Regu')).toEqual(['mono'])
  expect(styleOf('SFTT1000')).toEqual(['mono'])
  expect(styleOf('LetterGothicStd-Bold')).toEqual(['bold', 'mono'])
  expect(styleOf('TimesNewRomanPS-ItalicMT')).toEqual(['italic'])
})

test('only visible subsets of one font belong together', () => {
  const fonts = fontsOf({ 8: 'ABCDEF+Serif', 16: 'BCDEFG+Serif', 24: 'CDEFGH+Serif-Bold', 32: 'Fa', 40: 'Fa' })
  expect(fonts.areSubsetsOfOneFont(8, 16)).toBe(true)
  expect(fonts.areSubsetsOfOneFont(8, 16 | fontKeyFlag.invisible)).toBe(false)
  expect(fonts.areSubsetsOfOneFont(8, 24)).toBe(false)
  // Unrelated Type 3 fonts can have one name.
  expect(fonts.areSubsetsOfOneFont(32, 40)).toBe(false)
})

test('flags of the font and of the text determine the style, too', () => {
  const fonts = fontsOf({ 8: 'Odd', 16: 'Other' }, 16)
  expect(fonts.of(8)).toMatchObject({ bold: false, italic: false, mono: false, serif: false })
  expect(fonts.of(8 | fontKeyFlag.bold)).toMatchObject({ bold: true, italic: false })
  expect(fonts.of(16)).toMatchObject({ bold: true, italic: true, mono: true, serif: true })
})
