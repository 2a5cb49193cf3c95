import { expect, test } from 'vitest'
import { readCffEncoding } from '../../src/engines/glyph-names/cff-encoding.ts'
import { readFontGlyphs } from '../../src/engines/glyph-names/font-glyphs.ts'
import { piCharacter } from '../../src/engines/glyph-names/pi-glyphs.ts'
import { openPersistent } from '../../src/engines/mupdf/document.ts'
import { readStructuredText } from '../../src/engines/stext/stext.ts'
import { pagesPdf } from '../fixtures/pdf-writer.ts'

const latin = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0))
const short = (value: number): number[] => [value >> 8, value & 255]

function index(items: readonly number[][]): number[] {
  if (items.length === 0) return [0, 0]
  let offset = 1
  return [...short(items.length), 1, offset, ...items.map(({ length }) => (offset += length)), ...items.flat()]
}

const integer = (value: number): number[] => [28, ...short(value)]

/** 100 100 rmoveto 300 hlineto 300 vlineto -300 hlineto endchar */
const SQUARE = [239, 239, 21, 247, 192, 6, 247, 192, 7, 251, 192, 6, 14]

/** A font of squares with custom names, encoded from code 1 on in `format`; `extra`: codes of a supplement. */
function cffFont(names: readonly string[], { format = 0, extra = [] as number[] } = {}): Uint8Array {
  const dictLength = 18
  const head = [1, 0, 4, 1, ...index([latin('Pi')])]
  const strings = [...index(names.map(latin)), 0, 0]
  const start = head.length + 5 + dictLength + strings.length
  const charset = [0, ...names.flatMap((_, at) => short(391 + at))]
  const codes = format === 0 ? [names.length, ...names.map((_, at) => at + 1)] : [1, 1, names.length - 1]
  const supplement = extra.length === 0 ? [] : [extra.length, ...extra.flatMap((code) => [code, ...short(391)])]
  const encoding = [format | (extra.length === 0 ? 0 : 0x80), ...codes, ...supplement]
  const charStrings = index([[14], ...names.map(() => SQUARE)])
  const offsets = { charset: start, encoding: start + charset.length, glyphs: start + charset.length + encoding.length }
  const end = offsets.glyphs + charStrings.length
  const dict = [
    ...[...integer(offsets.charset), 15, ...integer(offsets.encoding), 16],
    ...[...integer(offsets.glyphs), 17, 139, ...integer(end), 18],
  ]
  expect(dict.length).toBe(dictLength - 1)
  return Uint8Array.from([...head, ...index([[...dict, 139]]), ...strings, ...charset, ...encoding, ...charStrings])
}

test('names of a font program by character code, as a list, as a range and with a supplement', () => {
  const expected = new Map([
    [1, 'H11006'],
    [2, 'H9262'],
  ])
  expect(readCffEncoding(cffFont(['H11006', 'H9262']))).toEqual(expected)
  expect(readCffEncoding(cffFont(['H11006', 'H9262'], { format: 1 }))).toEqual(expected)
  expect(readCffEncoding(cffFont(['H11006', 'H9262'], { extra: [77] }))).toEqual(new Map([...expected, [77, 'H11006']]))
})

test('a damaged font program ends in a RangeError', () =>
  expect(() => readCffEncoding(cffFont(['H11006', 'H9262']).subarray(0, 40))).toThrow(RangeError))

test('glyph names of Pi fonts are numbers of characters', () => {
  const read = (name: string): string | null => {
    const code = piCharacter(name)
    return code === null ? null : String.fromCodePoint(code)
  }
  expect(['H11001', 'H9004', 'H9251', 'H9275', 'H9262'].map(read)).toEqual(['+', 'Δ', 'α', 'ω', 'μ'])
  expect(['H1', 'H99999', 'plus', 'XH11001'].map(read)).toEqual([null, null, null, null])
})

test.each([
  ['in the font program', '/Encoding << /Differences [] >>', 'H11006', '\\001'],
  ['in the document', '/Encoding << /Differences [4 /H11006 9 /H11006] >>', 'H11006', '\\t'],
])('a page with glyph names %s', async (_, encoding, name, code) => {
  const font = cffFont([name, 'H9262'])
  const bytes = pagesPdf(
    [{ content: `BT /Pi 12 Tf 72 700 Td (${code}) Tj /Body 12 Tf (5 degrees) Tj ET`, fonts: '/Pi 7 0 R' }],
    [
      `<< /Type /Font /Subtype /Type1 /BaseFont /AAAAAA+Universal-GreekwithMathPi /FirstChar 1 /LastChar 9 /Widths [600 600 600 600 600 600 600 600 600] ${encoding} /FontDescriptor 8 0 R >>`,
      '<< /Type /FontDescriptor /FontName /AAAAAA+Universal-GreekwithMathPi /Flags 4 /FontBBox [0 0 600 700] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 /FontFile3 9 0 R >>',
      { entries: '/Subtype /Type1C', stream: font },
    ],
  )
  const document = await openPersistent(bytes, 'application/pdf', { password: null })
  if (typeof document === 'string') throw new Error(document)
  const { spans } = await document.withPage(0, (page) =>
    readStructuredText(page.mupdf, page.pointer, { frame: page.frame, fontGlyphs: () => readFontGlyphs(page, 0) }),
  )
  document.close()
  expect(spans.map(({ text }) => text).join('')).toContain('±5 degrees')
})
