/** Latin ligatures from U+FB00 on; MuPDF splits only those that the font names. */
import type { Glyph, GlyphSink } from './glyph.ts'

const FIRST_LIGATURE = 0xfb00
const LETTERS = ['ff', 'fi', 'fl', 'ffi', 'ffl']

export function ligatureLetters(code: number): string | undefined {
  return code >= FIRST_LIGATURE ? LETTERS[code - FIRST_LIGATURE] : undefined
}

/** The first letter gets the width, the others are at its right edge, as in MuPDF. */
export function addLetters(sink: GlyphSink, glyph: Glyph, letters: string): void {
  for (const letter of letters) {
    glyph.code = letter.charCodeAt(0)
    sink.add(glyph)
    glyph.x0 = glyph.x1
  }
}
