/** Bullets in fonts without Unicode values for their glyphs. */
import { expect, test } from 'vitest'
import { mapSymbolFonts } from '../../../src/layout/text/bullet-glyphs.ts'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'
import { span } from '../raw-pages.ts'

const map = '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <76> <FFFD> endbfchar'
/** A font with one glyph, a lozenge, without a Unicode value. */
const lozenge = [
  { entries: '', stream: '800 0 0 0 800 700 d1 400 0 m 800 350 l 400 700 l 0 350 l f' },
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 700] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /mark 7 0 R >> /Encoding << /Type /Encoding /Differences [118 /mark] >> /FirstChar 118 /LastChar 118 /Widths [800] /Resources << >> /ToUnicode 9 0 R >>',
  {
    entries: '',
    stream: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def ${map} endcmap end end`,
  },
]
const mark = (x: number, y: number): string => `BT /Odd 12 Tf ${x} ${y} Td (v) Tj ET\n`
const page = (content: string): Uint8Array => pagesPdf([{ content, fonts: '/Odd 8 0 R' }], lozenge)

test('several glyphs at one indent, each before a text, are list bullets', async () => {
  const items = ['Assisting in the harvest of wheat', 'Carrying sheaves to the barn', 'Counting what was carried']
  const { blocks, markdown } = await parsePdf(
    page(
      items.map((item, index) => mark(90, 700 - 16 * index) + show('Body', 12, [108, 700 - 16 * index], item)).join(''),
    ),
  )
  expect(markdown.trim()).toBe(items.map((item) => `- ${item}`).join('\n'))
  expect(blocks).toHaveLength(1)
})

test('a single glyph or one inside a line is not a bullet', async () => {
  const alone = await parsePdf(page(mark(90, 700) + show('Body', 12, [108, 700], 'Assisting in the harvest of wheat')))
  expect(alone.markdown).toContain('\ufffd')
  const lines = ['x', 'y'].map(
    (name, index) =>
      show('Body', 12, [72, 700 - 16 * index], name) +
      mark(90, 700 - 16 * index) +
      show('Body', 12, [108, 700 - 16 * index], 'as well'),
  )
  expect((await parsePdf(page(lines.join('')))).markdown).not.toMatch(/^- /m)
})

test('letters of symbol fonts are the symbols that they draw', () => {
  const spanIn = (font: string, text: string): string => mapSymbolFonts([span({ text, x: 72, y: 100, font })])[0]!.text
  expect(['q ', 'ü', 'n', '!'].map((text) => spanIn('Wingdings-Regular', text))).toEqual(['❑ ', '✓', '■', '•'])
  expect(spanIn('Wingdings2', 'P')).toBe('✓')
  expect(spanIn('Wingdings-Regular', '➢')).toBe('➢')
  expect(spanIn('Wingdings', '\uf0e0\uf0fc')).toBe('→✓')
  expect(spanIn('Wingdings', '\u0081\u0093\u00ef')).toBe('①❽⇦')
  expect(['n', '4', 'I '].map((text) => spanIn('ITCZapfDingbats', text))).toEqual(['■', '✔', '• '])
  expect(spanIn('Winglet', 'q')).toBe('q')
})
