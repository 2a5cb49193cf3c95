/** Detection of Office formats, and the error for formats that need a converter. */
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { detectFileType, extractorFor } from '../../../src/extract/registry.ts'

const text = new TextEncoder()

function typeOf(bytes: Uint8Array, fileName = 'upload.bin'): string | null {
  return detectFileType({
    head: bytes.subarray(0, 65_536),
    tail: bytes.subarray(-65_536),
    size: bytes.length,
    fileName,
  })
}

const zipOf = (...names: string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [name, text.encode('<x/>'.repeat(50))])))
const odfOf = (kind: string): Uint8Array =>
  zipSync({
    mimetype: [text.encode(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    'content.xml': text.encode('<x/>'),
  })

/** A compound file's magic number and one directory entry. */
function compound(name: string): Uint8Array {
  const bytes = new Uint8Array(2048)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [index, char] of Array.from(name).entries()) bytes[1024 + 2 * index] = char.charCodeAt(0)
  return bytes
}

const types = '[Content_Types].xml'

describe('format detection', () => {
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

  test.each([
    ['.docx', 'openxmlformats-officedocument.wordprocessingml.document.main+xml', 'word/document.xml'],
    ['.docx', 'openxmlformats-officedocument.wordprocessingml.template.main+xml', 'word/document.xml'],
    ['.docm', 'ms-word.document.macroEnabled.main+xml', 'word/document.xml'],
    ['.docm', 'ms-word.template.macroEnabledTemplate.main+xml', 'word/document.xml'],
    ['.pptx', 'openxmlformats-officedocument.presentationml.presentation.main+xml', 'ppt/presentation.xml'],
    ['.pptx', 'openxmlformats-officedocument.presentationml.template.main+xml', 'ppt/presentation.xml'],
    ['.ppsx', 'openxmlformats-officedocument.presentationml.slideshow.main+xml', 'ppt/presentation.xml'],
    ['.pptm', 'ms-powerpoint.presentation.macroEnabled.main+xml', 'ppt/presentation.xml'],
    ['.pptm', 'ms-powerpoint.slideshow.macroEnabled.main+xml', 'ppt/presentation.xml'],
    ['.xlsx', 'openxmlformats-officedocument.spreadsheetml.template.main+xml', 'xl/workbook.xml'],
    ['.xlsm', 'ms-excel.sheet.macroEnabled.main+xml', 'xl/workbook.xml'],
    ['.xlsm', 'ms-excel.template.macroEnabled.main+xml', 'xl/workbook.xml'],
    ['.xlsb', 'ms-excel.sheet.binary.macroEnabled.main', 'xl/workbook.bin'],
  ])('%s: its main part is %s, whatever the name of the file', (type, contentType, part) => {
    const embedded =
      '<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/>'
    const listed = text.encode(
      `<Types>${embedded}<Override PartName="/${part}" ContentType="application/vnd.${contentType}"/></Types>`,
    )
    const filler = crypto.getRandomValues(new Uint8Array(40_000))
    for (const level of [0, 6] as const) {
      expect(typeOf(zipSync({ [types]: [listed, { level }], [part]: text.encode('<x/>') }), 'a.docx')).toBe(type)
      const late = zipSync({
        [part]: text.encode('<x/>'),
        'media/1.png': filler,
        'media/2.png': filler,
        [types]: [listed, { level }],
      })
      expect(typeOf(late, 'a.xlsx')).toBe(type)
    }
  })

  test('an RTF named .doc is RTF; HTML named .doc is HTML', () => {
    expect(typeOf(text.encode('{\\rtf1 x}'), 'letter.doc')).toBe('.rtf')
    expect(typeOf(text.encode('<html><body>x</body></html>'), 'letter.doc')).toBe('.html')
  })

  test('other archives have no type', () => {
    expect(typeOf(zipOf('readme.txt'))).toBe(null)
    expect(typeOf(zipSync({ mimetype: [text.encode('application/epub+zip'), { level: 0 }] }))).toBe('.epub')
    expect(typeOf(compound('Outlook message'))).toBe(null)
  })
})
