import { describe, expect, test } from 'vitest'
import { readWords } from '../../../../src/office/fixups/broken-words/read-words.ts'
import { EditableFile } from '../../../../src/office/fixups/editable-file.ts'
import { zipOf } from '../../../extract/structured/build.ts'
import { compoundFile } from '../../../extract/structured/locked.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
const options = { speakerNotes: false, formulaPlaceholders: false }
const wordsOfParts = (parts: Record<string, string>, fileType: string): readonly string[] =>
  readWords(new EditableFile(zipOf(parts), { container: 'package', fileType, options }))
const wordsOfRtf = (source: string): readonly string[] =>
  readWords(new EditableFile(bytes(source), { container: 'rtf', fileType: '.rtf', options }))
const wordsOfCompound = (file: Uint8Array, fileType: string): readonly string[] =>
  readWords(new EditableFile(file, { container: 'compound', fileType, options }))

describe('words of packages', () => {
  test('runs are joined; paragraphs, tabs and line breaks separate words', () => {
    const body =
      '<w:p><w:r><w:t>Pandoc</w:t></w:r><w:r><w:t>Error &amp;c. &#233;t&#xe9;</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p><w:p><w:r><w:t>d</w:t></w:r></w:p>'
    expect(wordsOfParts({ 'word/document.xml': body, 'word/styles.xml': '<w:t>no</w:t>' }, '.docx')).toEqual([
      'PandocError',
      '&c.',
      'été',
      'b',
      'c',
      'd',
    ])
    expect(
      wordsOfParts({ 'ppt/slides/slide1.xml': '<a:p><a:t>I</a:t><a:t>1</a:t></a:p><a:p><a:t>x</a:t></a:p>' }, '.pptx'),
    ).toEqual(['I1', 'x'])
    expect(wordsOfParts({ 'content.xml': '<text:h>a<text:s/>b</text:h><text:p>c</text:p>' }, '.odt')).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('spreadsheets have none', () => {
    expect(wordsOfParts({ 'content.xml': '<text:p>c</text:p>' }, '.ods')).toEqual([])
  })
})

describe('words of rich text', () => {
  const words = (body: string): readonly string[] => wordsOfRtf(`{\\rtf1\\ansi ${body}}`)

  test('control words, groups and line ends of the source are skipped; paragraphs and cells separate words', () => {
    expect(words('{\\b Pan}\\i0 doc\r\nError\\par b\\tab c\\cell d\\line e')).toEqual([
      'PandocError',
      'b',
      'c',
      'd',
      'e',
    ])
  })

  test('characters in all notations', () => {
    expect(words("caf\\'e9 \\u8364?100 \\uc1\\u-10179 ?a non\\_break two\\~words 50\\%")).toEqual(
      expect.arrayContaining(['café', '€100', 'non-break', 'two', 'words']),
    )
  })
})

test('words of binary files with one or two bytes per character, at even and odd offsets', () => {
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
  expect(wordsOfCompound(compoundFile({ WordDocument: stream }), '.doc')).toEqual(
    expect.arrayContaining(['Narrow', 'naïve', 'Größe', 'breit']),
  )
  const narrow = Uint8Array.from([0, ...bytes('Narrow'), 0])
  expect(wordsOfCompound(compoundFile({ 'PowerPoint Document': narrow }), '.ppt')).toContain('Narrow')
})

test('other types and files that are not compound files have none', () => {
  expect(wordsOfCompound(bytes('PK words'), '.docx')).toEqual([])
  expect(wordsOfCompound(bytes('no compound file'), '.doc')).toEqual([])
})

test('long rich text is read to its end without splitting words', () => {
  const paragraphs = Array.from({ length: 20_000 }, (_, at) => `word${at}\\par `)
  expect(wordsOfRtf(`{\\rtf1 ${paragraphs.join('')}}`)).toEqual(
    expect.arrayContaining(['word0', 'word9999', 'word19999']),
  )
  expect(wordsOfRtf(`{\\rtf1 ${paragraphs.join('')}}`)).toHaveLength(20_000)
  expect(wordsOfRtf(`{\\rtf1 ${'{'.repeat(500_000)} last}`)).toEqual(['last'])
})
