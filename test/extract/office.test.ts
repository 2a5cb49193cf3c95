/** Office files are known by their content, and refused honestly. */
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { extractorFor, sniffFileType } from '../../src/extract/extractors.ts'
import { office } from '../../src/extract/office.ts'

const text = new TextEncoder()

function typeOf(bytes: Uint8Array, fileName = 'upload.bin'): string | null {
  return sniffFileType({ head: bytes.subarray(0, 65_536), tail: bytes.subarray(-65_536), size: bytes.length, fileName })
}

const zipOf = (...names: string[]): Uint8Array => zipSync(Object.fromEntries(names.map((name) => [name, text.encode('<x/>'.repeat(50))])))
const odfOf = (kind: string): Uint8Array =>
  zipSync({ mimetype: [text.encode(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }], 'content.xml': text.encode('<x/>') })

/** A compound file's magic number and one directory entry. */
function compound(name: string): Uint8Array {
  const bytes = new Uint8Array(2048)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [index, char] of Array.from(name).entries()) bytes[1024 + 2 * index] = char.charCodeAt(0)
  return bytes
}

const types = '[Content_Types].xml'

describe('types by content', () => {
  test.each([
    ['.docx', zipOf(types, 'word/document.xml')],
    ['.docm', zipOf(types, 'word/document.xml', 'word/vbaProject.bin')],
    ['.pptx', zipOf(types, 'ppt/presentation.xml')],
    ['.xlsx', zipOf(types, 'xl/workbook.xml')],
    ['.xlsm', zipOf(types, 'xl/workbook.xml', 'xl/vbaProject.bin')],
    ['.xlsb', zipOf(types, 'xl/workbook.bin')],
    ['.odt', odfOf('text')],
    ['.ods', odfOf('spreadsheet')],
    ['.odp', odfOf('presentation')],
    ['.doc', compound('WordDocument')],
    ['.xls', compound('Workbook')],
    ['.ppt', compound('PowerPoint Document')],
    ['.rtf', text.encode('{\\rtf1\\ansi Hello}')],
  ])('%s', (type, bytes) => {
    expect(typeOf(bytes)).toBe(type)
    expect(extractorFor(type)).not.toBe(null)
  })

  test('an RTF named .doc is RTF; HTML named .doc is HTML', () => {
    expect(typeOf(text.encode('{\\rtf1 x}'), 'letter.doc')).toBe('.rtf')
    expect(typeOf(text.encode('<html><body>x</body></html>'), 'letter.doc')).toBe('.html')
  })

  test('other archives are nobody’s', () => {
    expect(typeOf(zipOf('readme.txt'))).toBe(null)
    expect(typeOf(zipSync({ mimetype: [text.encode('application/epub+zip'), { level: 0 }] }))).toBe('.epub')
    expect(typeOf(compound('Outlook message'))).toBe(null)
  })
})

test('opening one that only a converter can read is error 1139 and says what to do', async () => {
  await expect(office.open(new Uint8Array(4), '.doc')).rejects.toMatchObject({ name: 'ParseError', code: 1139, message: expect.stringContaining('".doc"') })
})
