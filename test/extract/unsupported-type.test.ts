/** Error texts for files of unsupported types. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { decodeBase64, describeUnsupportedType, isTruncatedPackage } from '../../src/extract/unsupported-type.ts'

const sampleOf = (bytes: Uint8Array, fileName = '') => ({ head: bytes, tail: bytes, size: bytes.length, fileName })
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
const zip = (...names: string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x'.repeat(50))])))
const utf16 = (text: string): string => Array.from(text, (char) => `${char}\0`).join('')

describe('unsupported types', () => {
  test.each([
    ['a zip of documents', zip('a.pdf', 'b.pdf'), ['zip archive', 'unpack it']],
    ['an empty zip', zip(), ['zip archive']],
    ['a document of Pages', zip('Index/Document.iwa', 'preview.jpg'), ['Pages', 'PDF']],
    ['a Visio drawing', zip('[Content_Types].xml', 'visio/document.xml'), ['Visio', 'PDF']],
    [
      'an Outlook message',
      bytesOf(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}${utf16('__substg1.0_001A001F')}`),
      ['Outlook', 'PDF'],
    ],
    ['another compound file', bytesOf(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}`), ['Microsoft']],
    ['a tar archive', bytesOf(`${'a.pdf'.padEnd(257, '\0')}ustar\x0000`), ['tar archive', 'unpack it']],
    ['a video', bytesOf('\0\0\0\x20ftypisom'), ['video']],
    ['a program', bytesOf('\x7fELF\x02\x01'), ['program']],
  ])('%s', (_, bytes, words) => {
    for (const word of words) expect(describeUnsupportedType(sampleOf(bytes))).toContain(word)
  })

  test('unknown bytes have no description', () => {
    expect(describeUnsupportedType(sampleOf(Uint8Array.of(1, 2, 3)))).toBeNull()
  })

  test('a truncated package is detected by its name and its missing directory', () => {
    const whole = zip('word/document.xml')
    const cut = whole.subarray(0, 60)
    expect(isTruncatedPackage(sampleOf(cut, 'Report.DOCX'))).toBe(true)
    expect(isTruncatedPackage(sampleOf(whole, 'Report.DOCX'))).toBe(false)
    expect(isTruncatedPackage(sampleOf(cut, 'all.zip'))).toBe(false)
  })
})

describe('base64', () => {
  const pdf = '%PDF-1.7 and so on, and so on'

  test.each([
    ['plain', btoa(pdf)],
    ['in lines', `${btoa(pdf).slice(0, 20)}\r\n${btoa(pdf).slice(20)}\r\n`],
    ['as a data URI', `data:application/pdf;base64,${btoa(pdf)}`],
    ['cut at the end of the sample', btoa(pdf).slice(0, 23)],
  ])('%s', (_, text) => {
    expect(new TextDecoder().decode(decodeBase64(bytesOf(text)) ?? undefined)).toMatch(/^%PDF-1\.7 and/)
  })

  test('other text is not base64', () => {
    for (const text of ['short', 'A sentence, with a comma.', '']) expect(decodeBase64(bytesOf(text))).toBeNull()
  })
})
