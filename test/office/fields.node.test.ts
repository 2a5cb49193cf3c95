/** LibreOffice prints the stored results of date and file fields, in every format that has them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import * as mupdf from 'mupdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareForConverter } from '../../src/office/prepare.ts'
import { createSofficeConverter } from '../../src/office/soffice.node.ts'

const present = spawnSync('soffice', ['--version'], { timeout: 20_000 }).status === 0
const converter = createSofficeConverter({
  program: 'soffice',
  timeoutMs: 60_000,
  concurrency: 1,
  queueMax: 4,
  memoryMb: 2048,
})
const folder = mkdtempSync(join(tmpdir(), 'sheaf-fields-test-'))
beforeAll(async () => {
  // Further conversions start with a copy of the profile.
  if (present) await converter.warm()
})
afterAll(async () => {
  await converter.close()
  rmSync(folder, { recursive: true, force: true })
})

const names = ['FILENAME', 'DATE', 'TIME', 'SAVEDATE', 'EDITTIME', 'NUMWORDS', 'TEMPLATE', 'TITLE']
const stored = names.map((_, index) => `[Stored${index}]`)
const zip = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 0 })

function richText(): Uint8Array {
  const fields = names.map(
    (name, index) => String.raw`[{\field{\*\fldinst { ${name} }}{\fldrslt {Stored${index}}}}]\par`,
  )
  return strToU8(String.raw`{\rtf1\ansi ${fields.join('\n')} Pages:{\field{\*\fldinst NUMPAGES}{\fldrslt 77}}\par}`)
}

function wordDocument(): Uint8Array {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const fields = names.map((name, index) =>
    index % 2 === 0
      ? `<w:fldSimple w:instr=" ${name} ">${run(`Stored${index}`)}</w:fldSimple>`
      : `${mark('begin')}<w:r><w:instrText> ${name} </w:instrText></w:r>${mark('separate')}${run(`Stored${index}`)}${mark('end')}`,
  )
  const lines = [
    ...fields.map((field) => run('[') + field + run(']')),
    `${run('Pages:')}<w:fldSimple w:instr="NUMPAGES">${run('77')}</w:fldSimple>`,
  ]
  const office = 'http://schemas.openxmlformats.org'
  return zip({
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${lines.map((line) => `<w:p>${line}</w:p>`).join('')}</w:body></w:document>`,
  })
}

function openDocument(): Uint8Array {
  const elements = [
    'file-name',
    'date',
    'time',
    'modification-date',
    'editing-duration',
    'word-count',
    'template-name',
    'title',
  ]
  const lines = elements.map((name, index) => `[<text:${name}>Stored${index}</text:${name}>]`)
  const spaces =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
  const body = [...lines, 'Pages:<text:page-count>77</text:page-count>']
    .map((line) => `<text:p>${line}</text:p>`)
    .join('')
  const type = 'application/vnd.oasis.opendocument.text'
  const manifest = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'
  return zip({
    mimetype: type,
    'META-INF/manifest.xml': `<m:manifest xmlns:m="${manifest}" m:version="1.3"><m:file-entry m:full-path="/" m:media-type="${type}"/><m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>`,
    'content.xml': `<office:document-content ${spaces} office:version="1.3"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  })
}

async function printed(bytes: Uint8Array, fileType: string): Promise<string> {
  const prepared = await prepareForConverter({
    bytes,
    fileType,
    password: null,
    speakerNotes: false,
    formulaPlaceholders: false,
  })
  const pdf = mupdf.Document.openDocument(
    await converter.convert({ bytes: prepared.bytes, fileType, password: null, maxPages: 9, into: 'pdf' }),
    'application/pdf',
  )
  return pdf.loadPage(0).toStructuredText('').asText().replace(/\s+/g, ' ').trim()
}

/** A binary Word document written by LibreOffice from rich text. */
function binaryDocument(): Uint8Array {
  const source = join(folder, 'source.rtf')
  writeFileSync(source, richText())
  spawnSync(
    'soffice',
    [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'doc', '--outdir', folder, source],
    { timeout: 60_000 },
  )
  return new Uint8Array(readFileSync(join(folder, 'source.doc')))
}

describe.skipIf(!present)('LibreOffice', () => {
  test('prints stored results, but its own page count', async () => {
    const all = `${stored.join(' ')} Pages:1`
    expect(await printed(wordDocument(), '.docx')).toBe(all)
    expect(await printed(openDocument(), '.odt')).toBe(all)
    expect(await printed(richText(), '.rtf')).toBe(all)
  }, 120_000)

  test('prints the stored file name of a binary document', async () => {
    // LibreOffice stored the name of its source file.
    expect(await printed(binaryDocument(), '.doc')).toContain('[source.rtf]')
  }, 120_000)
})
