/** Plain and delimited text, encodings, and how texts are told from each other and from binary files. */
import { describe, expect, test } from 'vitest'
import { decodeText, looksLikeText } from '../../src/documents/encoding.ts'
import { sniffFileType } from '../../src/extract/extractors.ts'
import { bytesOf, outlineOf, zipOf } from './build.ts'

const utf16 = (text: string, bigEndian = false): Uint8Array =>
  Uint8Array.from(
    Array.from(text).flatMap((char) => {
      const code = char.charCodeAt(0)
      return bigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )

describe('encodings', () => {
  test.each([
    ['UTF-8 with a mark', Uint8Array.from([0xef, 0xbb, 0xbf, ...bytesOf('Grüße')]), undefined],
    ['UTF-8 whatever is declared', bytesOf('Grüße'), 'iso-8859-1'],
    ['UTF-16 with a mark', Uint8Array.from([0xff, 0xfe, ...utf16('Grüße')]), undefined],
    ['UTF-16 without one', utf16('Grüße and more'), undefined],
    ['UTF-16, big end first', utf16('Grüße and more', true), undefined],
    ['windows-1252', Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), undefined],
  ])('%s', (_, bytes, declared) => {
    expect(decodeText(bytes, declared)).toMatch(/^Grüße/)
  })

  test('what is declared decides among the single-byte ones', () => {
    expect(decodeText(Uint8Array.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toBe('При')
    expect(decodeText(Uint8Array.from([0x93, 0xfa, 0x96, 0x7b]), 'shift_jis')).toBe('日本')
  })

  test('binary junk is no text', () => {
    expect(looksLikeText(Uint8Array.from({ length: 500 }, (_, at) => (at * 37) % 256))).toBe(false)
    expect(looksLikeText(bytesOf('plain\ttext\r\n'))).toBe(true)
    expect(looksLikeText(new Uint8Array(20))).toBe(false)
  })
})

describe('delimited text', () => {
  test('quotes, line ends inside, delimiters of other countries, rows of unequal length', async () => {
    expect(await outlineOf(bytesOf('Name;Note\r\n"Doe; J.";"said ""hi""\nand left"\r\nx\r\n'), '.csv')).toEqual([
      '*Name|*Note / Doe; J.|said "hi"\nand left / x|',
    ])
    expect(await outlineOf(bytesOf('a\tb\n1\t2\n'), '.tsv')).toEqual(['*a|*b / 1|2'])
    expect(await outlineOf(bytesOf('sep=|\na|b\nc,d|e\n'), '.csv')).toEqual(['*a|*b / c,d|e'])
  })

  test('a first row of numbers heads nothing', async () => {
    expect(await outlineOf(bytesOf('1,2\n3,4\n'), '.csv')).toEqual(['1|2 / 3|4'])
  })
})

test('plain text: paragraphs, lists, underlined headings, pages at form feeds', async () => {
  const text = 'Title\n=====\n\nA paragraph\nof two lines.\n\n- one\n  - inner\n- two\n\n1. first\n2. second\n\fNext page'
  expect(await outlineOf(bytesOf(text), '.txt')).toEqual([
    '# Title',
    'A paragraph\nof two lines.',
    '- one\n  - inner\n- two',
    '1. first\n2. second',
    'Next page',
  ])
})

describe('types by content', () => {
  const typeOf = (bytes: Uint8Array, fileName: string): string | null =>
    sniffFileType({ head: bytes.subarray(0, 65_536), tail: bytes.subarray(-65_536), size: bytes.length, fileName })

  test.each([
    ['<!DOCTYPE html><title>x</title>', 'page.bin', '.html'],
    ['<html><body>x</body></html>', 'letter.doc', '.html'],
    ['<table><tr><td>1</td></tr></table>', 'report.xls', '.html'],
    ['\ufeff<!-- saved --><html>x</html>', 'x', '.html'],
    ['<p>half a page</p>', 'part.htm', '.html'],
    ['{\\rtf1\\ansi x}', 'letter.txt', '.rtf'],
    ['a,b,c\n1,2,3\n4,5,6\n', 'data.csv', '.csv'],
    ['a\tb\tc\n1\t2\t3\n4\t5\t6\n', 'export.xls', '.tsv'],
    ['a;b\n1;2\n3;4\n', 'noname', '.csv'],
    ['# Head\n\nSee [this](x).\n', 'README.md', '.md'],
    ['# Head\n\nSee [this](x).\n', 'README', '.md'],
    ['Just words, and more words.\nNo table here.\n', 'notes', '.txt'],
    ['a,b\n1,2\n3,4\n', 'notes.txt', '.txt'],
  ])('%j named %s is %s', (text, name, type) => {
    expect(typeOf(bytesOf(text), name)).toBe(type)
  })

  test('books', () => {
    expect(typeOf(zipOf({ 'META-INF/container.xml': '<c/>', 'OEBPS/book.opf': '<p/>' }), 'x.zip')).toBe('.epub')
    expect(typeOf(zipOf({ 'a.txt': 'x' }), 'x.epub')).toBe(null)
  })

  test('binary junk is nothing, whatever its name', () => {
    expect(
      typeOf(
        Uint8Array.from({ length: 4000 }, (_, at) => (at * 89 + 7) % 256),
        'junk.txt',
      ),
    ).toBe(null)
  })
})
