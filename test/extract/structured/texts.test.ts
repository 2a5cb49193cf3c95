/** Plain and delimited text, encodings, and detection of text formats. */
import { describe, expect, test } from 'vitest'
import { decodeText, looksLikeText } from '../../../src/encoding/encoding.ts'
import { detectFileType } from '../../../src/extract/registry.ts'
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

  test('the declared encoding decides between single-byte encodings', () => {
    expect(decodeText(Uint8Array.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toBe('При')
    expect(decodeText(Uint8Array.from([0x93, 0xfa, 0x96, 0x7b]), 'shift_jis')).toBe('日本')
  })

  test('binary data is not text', () => {
    expect(looksLikeText(Uint8Array.from({ length: 500 }, (_, at) => (at * 37) % 256))).toBe(false)
    expect(looksLikeText(bytesOf('plain\ttext\r\n'))).toBe(true)
    expect(looksLikeText(new Uint8Array(20))).toBe(false)
  })
})

describe('delimited text', () => {
  test('quotes, line breaks in fields, other delimiters, rows of different lengths', async () => {
    expect(await outlineOf(bytesOf('Name;Note\r\n"Doe; J.";"said ""hi""\nand left"\r\nx\r\n'), '.csv')).toEqual([
      '*Name|*Note / Doe; J.|said "hi"\nand left / x|',
    ])
    expect(await outlineOf(bytesOf('a\tb\n1\t2\n'), '.tsv')).toEqual(['*a|*b / 1|2'])
    expect(await outlineOf(bytesOf('sep=|\na|b\nc,d|e\n'), '.csv')).toEqual(['*a|*b / c,d|e'])
  })

  test('a first row of numbers is not a header', async () => {
    expect(await outlineOf(bytesOf('1,2\n3,4\n'), '.csv')).toEqual(['1|2 / 3|4'])
  })
})

test('plain text: paragraphs, lists, underlined headings, pages at form feeds', async () => {
  const text =
    'Title\n=====\n\nA paragraph\nof two lines.\n\n- one\n  - inner\n- two\n\n1. first\n2. second\n\fNext page'
  expect(await outlineOf(bytesOf(text), '.txt')).toEqual([
    '# Title',
    'A paragraph\nof two lines.',
    '- one\n  - inner\n- two',
    '1. first\n2. second',
    'Next page',
  ])
})

describe('preformatted plain text', () => {
  const read = async (text: string): Promise<string[]> => await outlineOf(bytesOf(text), '.txt')

  test.each([
    ['JSON', '{\n  "a": [\n    1\n  ]\n}'],
    ['a function with an empty line in it', 'def f(a):\n    b = a\n    c = 2\n\n    return b + c'],
    ['a block that closes after an empty line', 'if (a) {\n\tb()\n\tif (c) d()\n    e()\n\n}'],
    ['lines indented as Markdown wants it', '    $ make\n    $ make install'],
    ['columns by tabs', 'Name\tSize\tDate\na\t1\t2024\nlonger\t20\t2023'],
    ['columns by blanks', 'Item      Price\nTea        2.50\nCoffee    13.00'],
    ['numbers that end in the same column', 'one   two  three\n  1     2      3\n 10    20     30'],
  ])('%s is kept unchanged', async (_, text) => {
    expect(await read(`Before it.\n\n${text}\n\nAfter it.`)).toEqual(['Before it.', `code: ${text}`, 'After it.'])
  })

  test('a paragraph after code is separate, indented or not', async () => {
    expect(await read('\tmake one\n\tmake two\n\n\tThe second takes ten minutes.')).toEqual([
      'code: \tmake one\n\tmake two',
      'The second takes ten minutes.',
    ])
  })

  test('columns below a line of text are a separate run', async () => {
    expect(await read('Prices of today\nTea       2\nCoffee    3')).toEqual([
      'Prices of today',
      'code: Tea       2\nCoffee    3',
    ])
  })

  test.each([
    [
      'a first line that is indented',
      '    It was a bright cold day in April, and the clocks\nwere striking thirteen, when somebody opened the door\nof the house and went in.',
    ],
    [
      'a hanging indent',
      'Somebody, A. and Other, B. A long title that goes on\n    to the next line and to the one after that, with a\n    year, 1999.',
    ],
    [
      'a paragraph indented as a whole',
      '   This memo is about things that go on for more than\n   one line, and it has an edge of three blanks at its\n   left side.',
    ],
    [
      'two blanks after a sentence',
      'One is here.  Two is there.\nAll is well.  So it goes on.\nIt is late.  Nobody minds it.',
    ],
    ['lines in the middle', '        A TITLE OF IT\n             by\n          Somebody'],
  ])('%s is a paragraph', async (_, text) => {
    expect(await read(text)).toEqual([
      text
        .split('\n')
        .map((line) => line.trim().replace(/ +/g, ' '))
        .join('\n'),
    ])
  })

  test('lists after an introduction, wrapped items, and text that resembles a list', async () => {
    expect(await read('Steps:\n1. open\n2. close')).toEqual(['Steps:', '1. open\n2. close'])
    expect(await read('1. one goes on\nhere\n2. two')).toEqual(['1. one goes on here\n2. two'])
    expect(await read('To buy:\n- tea\n- milk')).toEqual(['To buy:', '- tea\n- milk'])
    expect(await read('3. alone and wrapped\nat the edge')).toEqual(['3. alone and wrapped at the edge'])
    expect(await read('It was in the year\n1999. Then all was over.')).toEqual([
      'It was in the year\n1999. Then all was over.',
    ])
  })
})

describe('format detection', () => {
  const typeOf = (bytes: Uint8Array, fileName: string): string | null =>
    detectFileType({ head: bytes.subarray(0, 65_536), tail: bytes.subarray(-65_536), size: bytes.length, fileName })

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

  test('an OpenDocument file that was zipped again', () => {
    const mimetype = 'application/vnd.oasis.opendocument.spreadsheet'
    expect(typeOf(zipOf({ 'content.xml': '<c/>', mimetype }), 'x.zip')).toBe('.ods')
  })

  test('binary data has no type, whatever its name', () => {
    expect(
      typeOf(
        Uint8Array.from({ length: 4000 }, (_, at) => (at * 89 + 7) % 256),
        'junk.txt',
      ),
    ).toBe(null)
  })
})
