import { expect, test } from 'vitest'
import type { Block } from '../../src/model/document.ts'
import { ParseError } from '../../src/model/errors.ts'
import { convertOfficeFile, mayContainText } from '../../src/office/convert-file.ts'
import { noRecoveredContent } from '../../src/office/fixups/recovered-content.ts'
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
  throw new Error('must not be read')
}

/** Converts a document of which the converter makes `convert()`. */
const run = (
  convert: () => Promise<{ readonly bytes: Uint8Array }>,
  readOriginal: (() => Promise<readonly (readonly Block[])[]>) | null,
) =>
  convertOfficeFile({
    fileType: '.docx',
    password: null,
    mode: 'auto',
    maxPages: 9,
    converter: { kind: 'embedded', ready: async () => true, convert: async () => (await convert()).bytes },
    prepare: async () => ({ bytes: new Uint8Array(), password: null, recovered: noRecoveredContent }),
    readOriginal,
  })
const converted = ({ bytes }: { readonly bytes: Uint8Array }) => ({
  kind: 'converted',
  bytes,
  recovered: noRecoveredContent,
})

test('the converted document is used where it has text', async () => {
  expect(await run(async () => written, unread)).toEqual(converted(written))
  const workbook = { bytes: new TextEncoder().encode('PK\x03\x04') }
  expect(await run(async () => workbook, unread)).toEqual(converted(workbook))
})

test('a document that the converter reports as damaged is read directly if it has content', async () => {
  expect(await run(failing(damaged), words)).toMatchObject({
    kind: 'original',
    recovered: { warnings: [expect.stringContaining('damaged')] },
  })
  for (const readOriginal of [
    null,
    empty,
    failing(new ParseError(1106, 'The document is protected.')),
    failing(new ParseError(1132, 'Too many pages.')),
  ])
    await expect(run(failing(damaged), readOriginal)).rejects.toBe(damaged)
})

test('converted pages without text are discarded if the original has text', async () => {
  const convert = async () => wordless
  expect(await run(convert, words)).toMatchObject({
    kind: 'original',
    recovered: { warnings: [expect.stringContaining('no text')] },
  })
  for (const readOriginal of [null, empty, failing(damaged)])
    expect(await run(convert, readOriginal)).toEqual(converted(wordless))
})

test('errors of a busy, slow or missing converter or reader are passed on', async () => {
  for (const code of [1124, 1138, 1139] as const) {
    const error = new ParseError(code, 'Not now.')
    await expect(run(failing(error), unread)).rejects.toBe(error)
  }
  const busy = new ParseError(1124, 'Busy.')
  await expect(run(failing(damaged), failing(busy))).rejects.toBe(busy)
  await expect(run(async () => wordless, failing(busy))).rejects.toBe(busy)
})

test('a PDF may contain text if it has fonts or compressed objects', () => {
  expect(mayContainText(wordless.bytes)).toBe(false)
  expect(mayContainText(written.bytes)).toBe(true)
  expect(mayContainText(pdf('7 0 obj <</Type/ObjStm/N 4>> endobj').bytes)).toBe(true)
})
