/** When a document is read as it was sent, though there is a converter. */
import { expect, test } from 'vitest'
import type { Block } from '../../src/model/document.ts'
import { ParseError } from '../../src/model/errors.ts'
import { convertOrRead, mayShowText } from '../../src/office/convert-or-read.ts'
import { docx, readPages } from '../extract/structured/build.ts'

const pdf = (body: string) => ({ bytes: new TextEncoder().encode(`%PDF-1.7\n${body}`) })
const wordless = pdf('3 0 obj <</Font 6 0 R/ProcSet[/PDF/Text]>> endobj 6 0 obj <<>> endobj')
const written = pdf('5 0 obj <</Type/Font/Subtype/TrueType/BaseFont/BAAAAA+LiberationSerif>> endobj')
const blocksOf = async (body: string): Promise<(readonly Block[])[]> =>
  (await readPages(docx(body), '.docx')).map(({ page }) => page.blocks)
const words = () => blocksOf('<w:p><w:r><w:t>Words</w:t></w:r></w:p>')
const empty = () => blocksOf('<w:p/>')
const failing = (error: Error) => async (): Promise<never> => {
  throw error
}
const damaged = new ParseError(1106, 'The document could not be read.')
const unread = async (): Promise<never> => {
  throw new Error('nobody should read this')
}

test('what can be converted is', async () => {
  expect(await convertOrRead({ convert: async () => written, readDirectly: unread })).toBe(written)
  const workbook = { bytes: new TextEncoder().encode('PK\x03\x04') }
  expect(await convertOrRead({ convert: async () => workbook, readDirectly: unread })).toBe(workbook)
})

test('what the converter takes for damaged is read, where there is something to read', async () => {
  expect(await convertOrRead({ convert: failing(damaged), readDirectly: words })).toMatchObject({
    warnings: [expect.stringContaining('damaged')],
  })
  for (const readDirectly of [
    null,
    empty,
    failing(new ParseError(1106, 'The document is protected.')),
    failing(new ParseError(1132, 'Too many pages.')),
  ])
    await expect(convertOrRead({ convert: failing(damaged), readDirectly })).rejects.toBe(damaged)
})

test('pages without a word are given up where the document has some', async () => {
  const convert = async () => wordless
  expect(await convertOrRead({ convert, readDirectly: words })).toMatchObject({
    warnings: [expect.stringContaining('no text')],
  })
  for (const readDirectly of [null, empty, failing(damaged)])
    expect(await convertOrRead({ convert, readDirectly })).toBe(wordless)
})

test('a converter or a reader that is busy, slow or gone says nothing about the document', async () => {
  for (const code of [1124, 1138, 1139] as const) {
    const error = new ParseError(code, 'Not now.')
    await expect(convertOrRead({ convert: failing(error), readDirectly: unread })).rejects.toBe(error)
  }
  const busy = new ParseError(1124, 'Busy.')
  await expect(convertOrRead({ convert: failing(damaged), readDirectly: failing(busy) })).rejects.toBe(busy)
  await expect(convertOrRead({ convert: async () => wordless, readDirectly: failing(busy) })).rejects.toBe(busy)
})

test('a PDF has text where it has fonts, or may have them out of sight', () => {
  expect(mayShowText(wordless.bytes)).toBe(false)
  expect(mayShowText(written.bytes)).toBe(true)
  expect(mayShowText(pdf('7 0 obj <</Type/ObjStm/N 4>> endobj').bytes)).toBe(true)
})
