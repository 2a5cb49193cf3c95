import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { prepareForConverter } from '../../src/office/prepare.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const prepare = (bytes: Uint8Array, fileType: string, password: string | null = null) =>
  prepareForConverter({ bytes, fileType, password, speakerNotes: false, formulaPlaceholders: false })

test('a worksheet is edited inside its package, and other parts are unchanged', async () => {
  const sheet = `<worksheet xmlns="${main}"><sheetData/></worksheet>`
  const bytes = zipSync({
    '[Content_Types].xml': encode('<Types/>'),
    'xl/worksheets/sheet1.xml': encode(sheet),
    'xl/media/image1.png': new Uint8Array([1, 2, 3]),
  })
  const { bytes: prepared } = await prepare(bytes, '.xlsx')
  const parts = unzipSync(prepared)
  expect(Object.keys(parts)).toEqual(['[Content_Types].xml', 'xl/worksheets/sheet1.xml', 'xl/media/image1.png'])
  expect(decode(parts['xl/worksheets/sheet1.xml'])).toContain('fitToPage')
  expect(parts['xl/media/image1.png']).toEqual(new Uint8Array([1, 2, 3]))
})

describe('files for the converter', () => {
  test('a web page with an Office type is refused', async () => {
    await expect(prepare(encode('<html><img src="http://127.0.0.1/">'), '.doc')).rejects.toMatchObject({ code: 1106 })
  })

  test('an archive with an excessive unpacked size is refused', async () => {
    const bytes = zipSync({ 'word/document.xml': encode('<w:document/>') })
    // The unpacked size in the directory.
    const at = new DataView(bytes.buffer).getUint32(bytes.length - 22 + 16, true)
    new DataView(bytes.buffer).setUint32(at + 24, 0xf0000000, true)
    await expect(prepare(bytes, '.docx')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('1024 MB'),
    })
  })

  test('a compound file without the main stream of its type is refused', async () => {
    const head = new Uint8Array(1536)
    head.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    await expect(prepare(head, '.doc')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('damaged'),
    })
    await expect(prepare(head.slice(0, 7), '.xls')).rejects.toMatchObject({ code: 1106 })
  })

  test('rich text fragments get a header, and `\\bin` without a count is removed', async () => {
    const fragment = await prepare(encode(String.raw`{\pard a\par}`), '.rtf')
    expect(decode(fragment.bytes)).toMatch(/^\{\\rtf1[\s\S]*\{\\pard a\\par\}\}$/)
    const counted = encode(String.raw`{\rtf1 {\pict\bin4 abcd}}`)
    expect((await prepare(counted, '.rtf')).bytes).toBe(counted)
    expect(decode((await prepare(encode(String.raw`{\rtf1 {\pict\bin ffd8}}`), '.rtf')).bytes)).toBe(
      String.raw`{\rtf1 {\pict     ffd8}}`,
    )
  })

  test('plain text and rich text are unchanged', async () => {
    const csv = encode('a,b')
    expect((await prepare(csv, '.csv')).bytes).toBe(csv)
    const rtf = encode('{\\rtf1 a}')
    expect((await prepare(rtf, '.doc')).bytes).toBe(rtf)
  })

  test('words of rich text are recovered', async () => {
    const file = encode('{\\rtf1\\ansi\\trowd\\cellx900 PandocUnsupportedExtensionError\\cell\\row}')
    expect((await prepare(file, '.rtf')).recovered.words).toContain('PandocUnsupportedExtensionError')
  })
})
