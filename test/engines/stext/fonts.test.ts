import { expect, test } from 'vitest'
import type { MupdfModule } from '../../../src/engines/mupdf/mupdf.ts'
import { FontCache } from '../../../src/engines/stext/fonts.ts'

test('names determine the style of fonts without flags', () => {
  const no = (): number => 0
  const styleOf = (name: string): string[] => {
    const module = {
      UTF8ToString: () => name,
      _wasm_font_get_name: no,
      _wasm_font_is_bold: no,
      _wasm_font_is_italic: no,
      _wasm_font_is_monospaced: no,
      _wasm_font_is_serif: no,
    }
    const { bold, italic, mono } = new FontCache(module as unknown as MupdfModule).of(8)
    return [...(bold ? ['bold'] : []), ...(italic ? ['italic'] : []), ...(mono ? ['mono'] : [])]
  }
  expect(styleOf('ABCDEF+NimbusMonL-Regu')).toEqual(['mono'])
  expect(styleOf('SFTT1000')).toEqual(['mono'])
  expect(styleOf('LetterGothicStd-Bold')).toEqual(['bold', 'mono'])
  expect(styleOf('TimesNewRomanPS-ItalicMT')).toEqual(['italic'])
})
