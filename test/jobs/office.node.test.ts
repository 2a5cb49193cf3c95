/** Office files through the service with a local LibreOffice: synchronous requests and tasks, charges, errors. */
import { spawnSync } from 'node:child_process'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ParseError } from '../../src/model/errors.ts'
import type { ConvertJob, OfficeConverter } from '../../src/office/converter.ts'
import { createSofficeConverter, type SofficeConverter } from '../../src/office/soffice.node.ts'
import { formInit } from '../http/form.ts'
import { type OpenedApp, type OpenOptions, openApp } from '../http/open-app.node.ts'

const present = spawnSync('soffice', ['--version'], { timeout: 20_000 }).status === 0
const timeoutMs = 60_000

let soffice: SofficeConverter
beforeAll(async () => {
  soffice = createSofficeConverter({ program: 'soffice', timeoutMs, concurrency: 1, queueMax: 10, memoryMb: 2048 })
  // As the service does: further conversions start with a copy of the profile.
  if (present) await soffice.warm()
}, timeoutMs)
afterAll(() => soffice.close())

const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

interface ApiResponse {
  readonly code: number
  readonly message: string
  readonly warnings?: readonly string[]
  readonly data: {
    readonly task_id: string
    readonly status: string
    readonly error_code: number | null
    readonly metadata: { readonly page_num?: number; readonly file_type?: string; readonly pages_billed?: number }
    readonly result: { readonly outputs: { readonly markdown: string; readonly json: unknown } } | null
  }
}

/** `beforeConversion` gets the number of the conversion. */
async function start({
  environment = {},
  beforeConversion = () => undefined,
}: {
  environment?: Record<string, string>
  beforeConversion?: (count: number) => void
} = {}) {
  const converted: ConvertJob[] = []
  const converter: OfficeConverter = {
    ...soffice,
    convert: async (job, control) => {
      converted.push(job)
      beforeConversion(converted.length)
      return await soffice.convert(job, control)
    },
  }
  return {
    converted,
    ...(await client({
      environment: { SHARD_PAGES: '1', ASYNC_CHECK_WAIT_MS: '60000', ...environment },
      replace: () => ({ converter }),
    })),
  }
}

async function client(options: OpenOptions) {
  const app = await openApp(options)
  opened.push(app)
  const { apiKey } = await app.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })
  const call = async <response = ApiResponse>(
    path: string,
    fields: Record<string, string>,
    file?: { fileName: string; value: Uint8Array },
  ) => {
    const parts = Object.entries({ api_key: apiKey, element_formats: '{"image":"none"}', ...fields }).map(
      ([name, value]) => ({ name, value }),
    )
    return (await (
      await app.call(`/api/v1${path}`, formInit(file === undefined ? parts : [...parts, { name: 'file', ...file }]))
    ).json()) as response
  }
  return {
    app,
    sync: (value: Uint8Array, fields: Record<string, string> = {}, fileName = 'a.docx') =>
      call('/parse/sync', fields, { fileName, value }),
    submit: (value: Uint8Array, fields: Record<string, string> = {}, fileName = 'a.docx') =>
      call('/parse/async', fields, { fileName, value }),
    check: (taskId: string) => call('/parse/async_check', { task_id: taskId }),
    left: async () =>
      (await call<{ data: { remaining_free_pages_today: number } }>('/usage', {})).data.remaining_free_pages_today,
  }
}

/** A document whose body is an embedded HTML part. */
function withHtmlPart(html: string): Uint8Array {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = unzipSync(docx(`<w:altChunk xmlns:r="${relation}" r:id="h1"/>`))
  const related = strFromU8(parts['word/_rels/document.xml.rels']!).replace(
    '</Rel',
    `<Relationship Id="h1" Type="${relation}/aFChunk" Target="page.html"/></Rel`,
  )
  const typed = strFromU8(parts['[Content_Types].xml']!).replace(
    '<Override',
    '<Default Extension="html" ContentType="text/html"/><Override',
  )
  const added = {
    'word/_rels/document.xml.rels': related,
    '[Content_Types].xml': typed,
    'word/page.html': `<html><body>${html}</body></html>`,
  }
  return zipSync({
    ...parts,
    ...Object.fromEntries(Object.entries(added).map(([name, text]) => [name, strToU8(text)])),
  })
}

function docx(body: string): Uint8Array {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`,
    'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

const paragraph = (text: string, properties = '') => `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`
const newPage = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
const cell = (text: string, span = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${span}</w:tcPr>${paragraph(text)}</w:tc>`
const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr>${cell('both', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('left')}${cell('right')}</w:tr></w:tbl>`
const threePages = docx(
  `${paragraph('A heading', '<w:pPr><w:pStyle w:val="H1"/></w:pPr>')}<w:p><w:r><w:t xml:space="preserve">Kept </w:t></w:r><w:del w:id="1"><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>${newPage}${table}${newPage}${paragraph('The end.')}`,
)

describe.skipIf(!present)('Office files', () => {
  test('synchronous and as a task: same result, one conversion, charged per page', { timeout: timeoutMs }, async () => {
    const { app, converted, sync, submit, check, left } = await start()
    const first = await sync(threePages)
    expect(first).toMatchObject({ code: 0, data: { metadata: { page_num: 3, file_type: '.docx', pages_billed: 3 } } })
    const { markdown, json } = first.data.result!.outputs
    expect(markdown).toContain('# A heading')
    expect(markdown).toContain('<table><tr><td colspan="2">both</td></tr><tr><td>left</td><td>right</td></tr></table>')
    expect(markdown).not.toContain('deleted')
    expect(await left()).toBe(97)
    expect(converted).toHaveLength(1)

    const { data } = await submit(threePages)
    const done = await check(data.task_id)
    expect(done.data).toMatchObject({
      status: 'SUCCESS',
      metadata: { page_num: 3, file_type: '.docx', pages_billed: 3 },
    })
    expect(done.data.result?.outputs).toEqual({ markdown, json })
    expect(await left()).toBe(94)
    // Three shards read one converted document, which is removed afterwards.
    expect(converted).toHaveLength(2)
    await expect.poll(async () => (await app.storedFiles()).filter((path) => /converted|source/.test(path))).toEqual([])
  })

  test('too many pages, a damaged file, a wrong password: refused without charge', {
    timeout: timeoutMs,
  }, async () => {
    const { converted, sync, submit, check, left } = await start({ environment: { MAX_PAGES: '2' } })
    expect(await sync(threePages)).toMatchObject({ code: 1132, message: expect.stringContaining('more than 2 pages') })
    expect(converted[0]).toMatchObject({ maxPages: 3, into: 'pdf' })
    const { data } = await submit(threePages)
    expect((await check(data.task_id)).data).toMatchObject({ status: 'FAILED', error_code: 1132 })
    expect(await sync(threePages.slice(0, 900))).toMatchObject({ code: 1106 })
    expect(await left()).toBe(100)
  })

  test('files that the converter reports as damaged, or whose text it loses, are read directly: synchronous and as a task', {
    timeout: timeoutMs,
  }, async () => {
    const refuse = (): void => {
      throw new ParseError(1106, 'The Office converter could not read the document.')
    }
    const twoPages = docx(`${paragraph('First')}${newPage}${paragraph('Second')}`)
    const { converted, sync, submit, check, left } = await start({ beforeConversion: refuse })
    const first = await sync(twoPages)
    expect(first).toMatchObject({ code: 0, data: { metadata: { page_num: 2, file_type: '.docx', pages_billed: 2 } } })
    expect(first.warnings).toContainEqual(
      expect.stringContaining('reports the document as damaged; it was read directly'),
    )
    const { markdown } = first.data.result!.outputs
    expect(markdown).toMatch(/^First\s+Second\s*$/)
    const { data } = await submit(twoPages)
    const done = await check(data.task_id)
    expect(done).toMatchObject({
      data: {
        status: 'SUCCESS',
        metadata: { page_num: 2, pages_billed: 2 },
        result: { outputs: first.data.result!.outputs },
      },
    })
    expect(done.warnings).toEqual(first.warnings)
    expect(converted).toHaveLength(2)
    expect(await sync(twoPages, { office: 'convert' })).toMatchObject({
      code: 1106,
      message: 'The Office converter could not read the document.',
    })
    expect(await sync(docx(''))).toMatchObject({ code: 1106 })
    expect(await left()).toBe(96)
  })

  test('text in a part that the converter does not support', { timeout: timeoutMs }, async () => {
    const { sync, submit, check } = await start()
    const first = await sync(withHtmlPart('<p>From a page</p><table><tr><td>a</td><td>b</td></tr></table>'))
    expect(first.data.result!.outputs.markdown).toContain('From a page')
    expect(first.warnings).toContainEqual(expect.stringContaining('have no text; it was read directly'))
    const { data } = await submit(withHtmlPart('<p>From a page</p><table><tr><td>a</td><td>b</td></tr></table>'))
    expect((await check(data.task_id)).data.result?.outputs).toEqual(first.data.result!.outputs)
  })

  test('a task waits for an unavailable converter', { timeout: timeoutMs }, async () => {
    const away = (count: number): void => {
      if (count === 1) throw new ParseError(1139, 'The Office converter does not answer.', { status: 503 })
      if (count === 2) throw new ParseError(1124, 'Busy.')
    }
    const { submit, check } = await start({ beforeConversion: away })
    const { data } = await submit(threePages)
    expect((await check(data.task_id)).data).toMatchObject({ status: 'SUCCESS' })
  })

  test('an outage of the converter does not count as an attempt', {
    timeout: timeoutMs,
  }, async () => {
    const away = (count: number): void => {
      if (count < 3) throw new ParseError(1139, 'The Office converter does not answer.', { status: 503 })
    }
    const { converted, submit, check } = await start({ beforeConversion: away, environment: { MAX_ATTEMPTS: '1' } })
    const { data } = await submit(threePages)
    expect((await check(data.task_id)).data).toMatchObject({ status: 'SUCCESS' })
    expect(converted).toHaveLength(3)
  })

  test('a conversion that times out is retried once', { timeout: timeoutMs }, async () => {
    const slow = (): void => {
      throw new ParseError(1138, 'Converting the document took longer than 60 seconds.')
    }
    const { converted, submit, check, left } = await start({ beforeConversion: slow })
    const { data } = await submit(threePages)
    expect((await check(data.task_id)).data).toMatchObject({ status: 'FAILED', error_code: 1138 })
    expect(converted).toHaveLength(2)
    expect(await left()).toBe(100)
  })
})

test('without a converter: documents are read directly, and office=convert is refused with advice', async () => {
  const { sync, left } = await client({})
  expect(await sync(threePages, { office: 'convert' })).toMatchObject({
    code: 1139,
    message: expect.stringMatching(/office=convert.*OFFICE_CONVERTER_URL.*LibreOffice/),
  })
  expect(await sync(threePages)).toMatchObject({ code: 0 })
  expect(await left()).toBeLessThan(100)
})
