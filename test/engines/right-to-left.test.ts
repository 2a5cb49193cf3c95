/** Right-to-left text as PDF producers write it: glyphs in visual order, ligatures, misplaced spaces. */
import { expect, test } from 'vitest'
import { loadMupdf } from '../../src/engines/mupdf/mupdf.ts'
import { toPlainLetters } from '../../src/engines/stext/right-to-left.ts'
import { readStructuredText } from '../../src/engines/stext/stext.ts'
import { pagesPdf } from '../fixtures/pdf-writer.ts'

const hex = (text: string): string => [...text].map((char) => char.charCodeAt(0).toString(16).padStart(4, '0')).join('')

/**
 * Texts of the spans of a page in 10 pt, each glyph 6 pt wide. `glyphs`: Unicode values of the codes a, b, c …;
 * digits and spaces are literal. `shown`: strings with the left edge of each, in drawing order.
 */
async function textsOf(
  glyphs: readonly string[],
  shown: readonly (readonly [x: number, codes: string])[],
): Promise<string[]> {
  const letters = glyphs.map((text, index) => `<${(0x61 + index).toString(16)}> <${hex(text)}>`)
  const map = `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <39> <0020> endbfrange ${letters.length} beginbfchar ${letters.join(' ')} endbfchar`
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def ${map} endcmap end end`
  const bytes = pagesPdf(
    [
      {
        content: shown
          .map(([x, codes]) => `BT /Odd 10 Tf ${x} 700 Td (${codes.replace(/[()]/g, '\\$&')}) Tj ET`)
          .join('\n'),
        fonts: '/Odd 8 0 R',
      },
    ],
    [{ entries: '', stream: cmap }, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 7 0 R >>'],
  )
  const mupdf = await loadMupdf()
  const document = mupdf.openDocument(bytes, 'application/pdf')
  try {
    return mupdf
      .withPage(document, 0, (page, frame) => readStructuredText(mupdf, page, { frame }))
      .spans.map(({ text }) => text)
  } finally {
    mupdf.dropDocument(document)
  }
}

test('the letters of a ligature keep their order when the line is reversed', async () => {
  expect(await textsOf(['ع', 'لا', 'و', 'ة'], [[100, 'dcba']])).toEqual(['علاوة'])
  expect(await textsOf(['ع', 'لا', 'و', 'ة'], [[100, 'dcb abc']])).toEqual(['ولاع لاوة'])
  expect(await textsOf(['ا', 'لله', 'و'], [[100, 'b bac']])).toEqual(['والله لله'])
})

test('two ligatures in a row', async () => {
  expect(await textsOf(['لا', 'لآ', 'ن'], [[100, 'cbac']])).toEqual(['نلالآن'])
})

test('presentation forms become plain letters', async () => {
  expect(await textsOf(['\ufecb', '\ufefb', '\ufeed', '\ufe93'], [[100, 'dcba']])).toEqual(['علاوة'])
  expect([0xfb01, 0xff21].map(toPlainLetters)).toEqual(['ﬁ', 'Ａ'])
  expect([0xfef5, 0xfef7, 0xfef9, 0xfefc, 0xfb2a, 0xfe70].map(toPlainLetters)).toEqual([
    'لآ',
    'لأ',
    'لإ',
    'لا',
    'שׁ'.normalize('NFKC'),
    'ً',
  ])
  expect([0xfdf2, 0xfd3e, 0x5d0, 0x41].map(toPlainLetters)).toEqual(['ﷲ', '﴾', 'א', 'A'])
})

test('a misplaced space does not split a word', async () => {
  const glyphs = ['م', 'ن', 'ب', 'ك']
  expect(
    await textsOf(glyphs, [
      [124, 'da'],
      [94, ' '],
      [100, 'cd b'],
    ]),
  ).toEqual(['مكن كب'])
  expect(
    await textsOf(glyphs, [
      [118, 'a'],
      [94, ' '],
      [100, 'c b'],
    ]),
  ).toEqual(['من ب'])
})

test('numbers and brackets between right-to-left letters', async () => {
  const glyphs = ['א', 'ב', 'ג', 'ד']
  expect(
    await textsOf(glyphs, [
      [124, ' dcba'],
      [100, '2024'],
    ]),
  ).toEqual(['אבגד 2024'])
  expect(await textsOf(glyphs, [[100, 'ba (dc) ba']])).toHaveLength(1)
})
