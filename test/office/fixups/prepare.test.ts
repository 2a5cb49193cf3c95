import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { fitToWidth } from '../../../src/office/fixups/fit-sheets.ts'
import { prepareForConverter } from '../../../src/office/fixups/prepare.ts'
import { updateZip } from '../../../src/zip/update.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const prepare = (bytes: Uint8Array, fileType: string, password: string | null = null) =>
  prepareForConverter({ bytes, fileType, password, speakerNotes: false, marksFormulas: false })

describe('sheets as wide as a page', () => {
  test('a bare sheet, one with properties, one with a page of its own', () => {
    const fitted = (xml: string) =>
      fitToWidth(`<worksheet xmlns="${main}">${xml}</worksheet>`)
        ?.replace(`<worksheet xmlns="${main}">`, '')
        .replace('</worksheet>', '')
    const page = '<pageSetup paperSize="8" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
    const head = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
    expect(fitted('<sheetData/>')).toBe(`${head}<sheetData/>${page}`)
    expect(fitted('<sheetPr><tabColor rgb="FF00FF00"/></sheetPr><sheetData></sheetData>')).toBe(
      `<sheetPr><tabColor rgb="FF00FF00"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetData></sheetData>${page}`,
    )
    expect(
      fitted(
        '<sheetPr codeName="a"/><sheetData></sheetData><pageSetup orientation="portrait"/><rowBreaks count="1"><brk id="2"/></rowBreaks><drawing r:id="1"/>',
      ),
    ).toBe(
      `<sheetPr codeName="a"><pageSetUpPr fitToPage="1"/></sheetPr><sheetData></sheetData>${page}<drawing r:id="1"/>`,
    )
    expect(fitToWidth('<chartsheet/>')).toBeNull()
  })

  test('in the archive, with everything else as it was', async () => {
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
})

test('a zip with entries replaced has no gaps and the right checksums', () => {
  const bytes = zipSync({
    a: encode('one'),
    b: [encode('two'.repeat(500)), { level: 9 }],
    c: [encode('three'), { level: 0 }],
  })
  const updated = updateZip(bytes, new Map([['b', encode('changed')]])) ?? new Uint8Array()
  const parts = unzipSync(updated)
  expect([decode(parts.a), decode(parts.b), decode(parts.c)]).toEqual(['one', 'changed', 'three'])
  // The directory begins where the last entry ends.
  const view = new DataView(updated.buffer)
  const end = updated.length - 22
  expect(view.getUint32(end + 16, true) + view.getUint32(end + 12, true)).toBe(end)
  expect(updateZip(encode('no archive at all'), new Map())).toBeNull()
})

describe('what no converter shall see', () => {
  test('a web page under an Office name', async () => {
    await expect(prepare(encode('<html><img src="http://127.0.0.1/">'), '.doc')).rejects.toMatchObject({ code: 1106 })
  })

  test('an archive that claims to grow beyond measure', async () => {
    const bytes = zipSync({ 'word/document.xml': encode('<w:document/>') })
    // The size that the directory claims.
    const at = new DataView(bytes.buffer).getUint32(bytes.length - 22 + 16, true)
    new DataView(bytes.buffer).setUint32(at + 24, 0xf0000000, true)
    await expect(prepare(bytes, '.docx')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('1024 MB'),
    })
  })

  test('a compound file without the stream of its type: a converter would print its bytes as text', async () => {
    const head = new Uint8Array(1536)
    head.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    await expect(prepare(head, '.doc')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('damaged'),
    })
    await expect(prepare(head.slice(0, 7), '.xls')).rejects.toMatchObject({ code: 1106 })
  })

  test('rich text without its head, and bytes without a count', async () => {
    const fragment = await prepare(encode(String.raw`{\pard a\par}`), '.rtf')
    expect(decode(fragment.bytes)).toMatch(/^\{\\rtf1[\s\S]*\{\\pard a\\par\}\}$/)
    const counted = encode(String.raw`{\rtf1 {\pict\bin4 abcd}}`)
    expect((await prepare(counted, '.rtf')).bytes).toBe(counted)
    expect(decode((await prepare(encode(String.raw`{\rtf1 {\pict\bin ffd8}}`), '.rtf')).bytes)).toBe(
      String.raw`{\rtf1 {\pict     ffd8}}`,
    )
  })

  test('text and rich text pass as they are', async () => {
    const csv = encode('a,b')
    expect((await prepare(csv, '.csv')).bytes).toBe(csv)
    const rtf = encode('{\\rtf1 a}')
    expect((await prepare(rtf, '.doc')).bytes).toBe(rtf)
  })
})
