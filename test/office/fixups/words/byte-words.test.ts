import { describe, expect, test } from 'vitest'
import { prepareForConverter } from '../../../../src/office/fixups/prepare.ts'
import { readByteWords } from '../../../../src/office/fixups/words/byte-words.ts'
import { compoundFile } from '../../../extract/structured/locked.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('words of rich text', () => {
  const words = (body: string): readonly string[] => readByteWords(bytes(`{\\rtf1\\ansi ${body}}`), '.rtf')

  test('control words, groups and line ends of the source are no part of a word, ends of paragraphs and cells part them', () => {
    expect(words('{\\b Pan}\\i0 doc\r\nError\\par b\\tab c\\cell d\\line e')).toEqual([
      'PandocError',
      'b',
      'c',
      'd',
      'e',
    ])
  })

  test('signs of every notation', () => {
    expect(words("caf\\'e9 \\u8364?100 \\uc1\\u-10179 ?a non\\_break two\\~words 50\\%")).toEqual(
      expect.arrayContaining(['café', '€100', 'non-break', 'two', 'words']),
    )
  })
})

test('a word that was broken in a cell of rich text is known to whoever mends it', async () => {
  const file = bytes('{\\rtf1\\ansi\\trowd\\cellx900 PandocUnsupportedExtensionError\\cell\\row}')
  const { supplement } = await prepareForConverter({
    bytes: file,
    fileType: '.rtf',
    password: null,
    speakerNotes: false,
    marksFormulas: false,
  })
  expect(supplement.words).toContain('PandocUnsupportedExtensionError')
})

test('texts of binary files, of one byte a character and of two, wherever they begin', () => {
  const wide = [...'Größe breit'].flatMap((char) => [char.charCodeAt(0) & 0xff, char.charCodeAt(0) >> 8])
  const stream = Uint8Array.from([
    0xec,
    0xa5,
    0,
    ...bytes('Narrow\rna\xefve\x07'),
    0,
    0,
    0,
    ...wide,
    0,
    0,
    ...wide,
    0,
    0,
  ])
  expect(readByteWords(compoundFile({ WordDocument: stream }), '.doc')).toEqual(
    expect.arrayContaining(['Narrow', 'naïve', 'Größe', 'breit']),
  )
  const narrow = Uint8Array.from([0, ...bytes('Narrow'), 0])
  expect(readByteWords(compoundFile({ 'PowerPoint Document': narrow }), '.ppt')).toContain('Narrow')
})

test('of other types there are none, nor of what only calls itself a document', () => {
  expect(readByteWords(bytes('PK words'), '.docx')).toEqual([])
  expect(readByteWords(bytes('no compound file'), '.doc')).toEqual([])
})

test('rich text of many pieces is read to its end, and no word of a paragraph is cut', () => {
  const paragraphs = Array.from({ length: 20_000 }, (_, at) => `word${at}\\par `)
  expect(readByteWords(bytes(`{\\rtf1 ${paragraphs.join('')}}`), '.rtf')).toEqual(
    expect.arrayContaining(['word0', 'word9999', 'word19999']),
  )
  expect(readByteWords(bytes(`{\\rtf1 ${paragraphs.join('')}}`), '.rtf')).toHaveLength(20_000)
  expect(readByteWords(bytes(`{\\rtf1 ${'{'.repeat(500_000)} last}`), '.rtf')).toEqual(['last'])
})
