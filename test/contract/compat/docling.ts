/** Contract tests of the docling-serve API, with the requests of its clients. */
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { toBase64 } from '../../../src/model/bytes.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { type FormPart, formInit } from '../../http/form.ts'
import { doclingDocument } from './docling-schema.ts'
import { type CompatTarget, jsonOf, type OpenCompat } from './target.ts'

interface Answer {
  readonly document: Record<string, string | null> & { json_content: DoclingJson | null }
  readonly status: string
  readonly errors: { error_message: string }[]
  readonly processing_time: number
  readonly timings: object
  readonly warnings?: string[]
}

interface Item {
  readonly self_ref: string
  readonly label: string
  readonly text: string
  readonly content_layer: string
  readonly parent: { $ref: string }
  readonly children: { $ref: string }[]
  readonly captions: { $ref: string }[]
  readonly prov: { page_no: number; bbox: Record<string, number | string>; charspan: number[] }[]
  readonly data: { table_cells: Record<string, unknown>[]; num_rows: number; num_cols: number; grid: unknown[][] }
}

interface DoclingJson {
  readonly schema_name: string
  readonly body: { children: { $ref: string }[] }
  readonly texts: Item[]
  readonly tables: Item[]
  readonly pictures: Item[]
  readonly groups: Item[]
  readonly pages: Record<
    string,
    { page_no: number; size: { width: number; height: number }; image?: { uri: string; dpi: number } }
  >
}

interface TaskAnswer {
  readonly task_id: string
  readonly task_status: string
  readonly task_meta: Record<string, number>
}

export function testDocling(open: OpenCompat): void {
  describe('docling-serve', () => {
    let target: CompatTarget
    let pdf: Uint8Array
    let table: Uint8Array

    beforeAll(async () => {
      target = await open()
      ;[pdf, table] = await Promise.all([fixture('pdf-digital'), fixture('pdf-ruled-table')])
    })

    const part = (value: Uint8Array | string, fileName = 'report.pdf'): FormPart => ({ name: 'files', fileName, value })
    const post = (path: string, parts: readonly FormPart[], headers?: Record<string, string>): Promise<Response> => {
      const init = formInit(parts)
      return target.call(path, {
        ...init,
        headers: { ...init.headers, ...(headers ?? { 'x-api-key': target.apiKey }) },
      })
    }
    const fields = (values: Record<string, string | string[]>): FormPart[] =>
      Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: one })))
    const postJson = (path: string, body: unknown): Promise<Response> =>
      target.call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${target.apiKey}` },
        body: JSON.stringify(body),
      })
    const convert = async (values: Record<string, string | string[]>, file = part(pdf)): Promise<Answer> =>
      await jsonOf<Answer>(await post('/v1/convert/file', [file, ...fields(values)]))

    test('Open WebUI: a file and image_export_mode', async () => {
      const { document, status, errors, processing_time: time } = await convert({ image_export_mode: 'placeholder' })
      expect(document.md_content).toContain('# ')
      expect(document).toMatchObject({
        filename: 'report.pdf',
        json_content: null,
        html_content: null,
        text_content: null,
        doctags_content: null,
      })
      expect([status, errors]).toEqual(['success', []])
      expect(time).toBeGreaterThanOrEqual(0)
    })

    test('a document in all formats', async () => {
      const formats = ['md', 'json', 'html', 'text', 'doctags']
      const { document } = await convert({ to_formats: formats }, part(table))
      expect(document.md_content).toContain('| Field | Crop | Tonnes |')
      expect(document.html_content).toContain('<th colspan="3">Yield by field</th>')
      expect(document.text_content).toContain('North\tWheat\t41.5')
      expect(document.doctags_content).toMatch(
        /^<doctag><otsl>(<loc_\d+>){4}<caption>.*<\/caption><ched>Yield by field<lcel><lcel><nl>/,
      )
      const [found] = document.json_content?.tables ?? []
      expect(found?.data).toMatchObject({ num_rows: 4, num_cols: 3 })
      expect(found?.data.grid.map((row) => row.length)).toEqual([3, 3, 3, 3])
      expect(found?.data.table_cells[0]).toMatchObject({ text: 'Yield by field', col_span: 3, column_header: true })
      expect(found?.captions).toEqual([{ $ref: '#/texts/0' }])
      expect(found?.children).toEqual(found?.captions)
      expect(document.json_content?.texts[0]).toMatchObject({ label: 'caption', parent: { $ref: '#/tables/0' } })
    })

    test('json is a DoclingDocument whose references lead to items', async () => {
      const json = (await convert({ to_formats: 'json' })).document.json_content
      expect(json?.schema_name).toBe('DoclingDocument')
      const items = [json?.texts, json?.tables, json?.pictures, json?.groups].flatMap((list) => list ?? [])
      const refs = new Set(items.map((item) => item.self_ref))
      for (const { $ref } of [
        ...(json?.body.children ?? []),
        ...items.flatMap((item) => [...item.children, item.parent]),
      ])
        expect($ref === '#/body' || refs.has($ref)).toBe(true)
      expect(json?.texts.some(({ label }) => label === 'section_header')).toBe(true)
      for (const { prov, text } of json?.texts ?? []) {
        expect(json?.pages[String(prov[0]?.page_no)]?.page_no).toBe(prov[0]?.page_no)
        expect(prov[0]?.charspan).toEqual([0, text.length])
        expect(prov[0]?.bbox.coord_origin).toBe('TOPLEFT')
      }
    })

    test.each(['pdf-tagged-report', 'pdf-cross-page', 'pdf-two-columns', 'pdf-charts', 'pdf-annotations'])(
      'the DoclingDocument of %s validates against the published schema',
      async (name) => {
        const json = (await convert({ to_formats: 'json' }, part(await fixture(name), `${name}.pdf`))).document
          .json_content
        expect(doclingDocument.safeParse(json).error?.issues ?? []).toEqual([])
        const items = [json?.texts, json?.tables, json?.pictures, json?.groups].flatMap((list) => list ?? [])
        // Each item has one parent, which names it.
        const children = [...(json?.body.children ?? []), ...items.flatMap((item) => item.children)].map(
          ({ $ref }) => $ref,
        )
        expect(children.toSorted()).toEqual(items.map((item) => item.self_ref).toSorted())
      },
    )

    test('page headers and footers are furniture, and only in the JSON', async () => {
      const { document } = await convert({ to_formats: ['md', 'html', 'text', 'json'] })
      const furniture = (document.json_content?.texts ?? []).filter((item) => item.content_layer === 'furniture')
      expect(furniture.map(({ label }) => label)).toEqual(['page_footer'])
      const [{ text } = { text: '' }] = furniture
      for (const format of ['md', 'text', 'html'])
        expect(document[`${format}_content`]?.replace(/<[^>]*>/g, '').split('\n')).not.toContain(text)
    })

    test('lists are groups of list items', async () => {
      const file = part('<ul><li>One<ol><li>Inner</li></ol></li><li>Two</li></ul>', 'a.html')
      const json = (await convert({ to_formats: 'json' }, file)).document.json_content
      expect(json?.body.children).toEqual([{ $ref: '#/groups/0' }])
      expect(json?.texts.map(({ text, label, parent }) => [text, label, parent.$ref])).toEqual([
        ['One', 'list_item', '#/groups/0'],
        ['Inner', 'list_item', '#/groups/1'],
        ['Two', 'list_item', '#/groups/0'],
      ])
      expect(json?.groups[1]?.parent).toEqual({ $ref: '#/texts/0' })
    })

    test('each list item has its own box', async () => {
      const file = part(await fixture('pdf-tagged-report'))
      const items = (await convert({ to_formats: 'json' }, file)).document.json_content?.texts ?? []
      const boxes = items.flatMap(({ label, prov }) => (label === 'list_item' ? prov.map(({ bbox }) => bbox) : []))
      expect(boxes.length).toBeGreaterThan(3)
      expect(new Set(boxes.map(({ t }) => t)).size).toBe(boxes.length)
      for (const { t, b } of boxes) expect(Number(b) - Number(t)).toBeLessThan(40)
    })

    test('several files are a zip; one that cannot be parsed is named in it', async () => {
      const response = await post('/v1/convert/file', [
        part(pdf, 'a.pdf'),
        part(table, 'a.pdf'),
        part('\u0000\u0001', 'bad.bin'),
      ])
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
      const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
      expect(Object.keys(entries)).toEqual(['a.md', 'a-2.md', 'errors.json'])
      expect(JSON.parse(strFromU8(entries['errors.json'] ?? new Uint8Array(0)))).toMatchObject({
        status: 'partial_success',
        errors: [{ module_name: 'bad.bin' }],
      })
      const aborted = await post('/v1/convert/file', [
        part('\u0000', 'bad.bin'),
        part(pdf),
        ...fields({ abort_on_error: 'true' }),
      ])
      expect(await jsonOf(aborted, 415)).toEqual({ detail: expect.stringContaining('bad.bin') })
      const damaged = [part(pdf), part(pdf.slice(0, 300), 'damaged.pdf'), ...fields({ abort_on_error: 'true' })]
      expect(await jsonOf(await post('/v1/convert/file', damaged), 422)).toEqual({
        detail: expect.stringMatching(/^damaged\.pdf: /),
      })
      const zip = await post('/v1/convert/file', [part(pdf), ...fields({ target_type: 'zip', to_formats: 'json' })])
      expect(Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))).toEqual(['report.json'])
    })

    test('LightRAG: the images of a zip are files, named by the JSON and the Markdown', async () => {
      const options = {
        pipeline: 'standard',
        target_type: 'zip',
        image_export_mode: 'referenced',
        force_ocr: 'false',
        ocr_preset: 'auto',
        to_formats: ['json', 'md'],
      }
      const file = part(await fixture('pdf-images'))
      const headers = { 'x-api-key': target.apiKey }
      const { task_id: id } = await jsonOf<TaskAnswer>(await post('/v1/convert/file/async', [file, ...fields(options)]))
      let status = ''
      for (let tries = 0; tries < 60 && status !== 'success'; tries++)
        ({ task_status: status } = await jsonOf<TaskAnswer>(
          await target.call(`/v1/status/poll/${id}?wait=2`, { headers }),
        ))
      const bodies = [
        await target.call(`/v1/result/${id}`, { headers }),
        await post('/v1/convert/file', [file, ...fields(options)]),
      ]
      for (const response of bodies) {
        const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
        const images = Object.keys(entries).filter((name) => name.startsWith('artifacts/'))
        expect(images).toHaveLength(3)
        for (const name of images) expect(strFromU8(entries[name]?.slice(1, 4) ?? new Uint8Array(0))).toBe('PNG')
        const markdown = strFromU8(entries['report.md'] ?? new Uint8Array(0))
        for (const name of images) expect(markdown).toContain(`](${name})`)
        const { pictures } = JSON.parse(strFromU8(entries['report.json'] ?? new Uint8Array(0)))
        expect(images).toContain(pictures[0].image.uri)
        // The size of the PNG is in its first chunk.
        const { buffer } = new Uint8Array(entries[pictures[0].image.uri] ?? new Uint8Array(24))
        const png = new DataView(buffer)
        expect(pictures[0].image).toMatchObject({
          dpi: 144,
          size: { width: png.getUint32(16), height: png.getUint32(20) },
        })
      }
    })

    test('a damaged page makes a partial success', async () => {
      const { document, status, errors } = await convert({ to_formats: 'text' }, part(await fixture('pdf-bad-page')))
      expect(document.text_content).toBe('First page\n\nThird page')
      expect(status).toBe('partial_success')
      expect(errors).toEqual([expect.objectContaining({ error_message: expect.stringContaining('Page 2 is damaged') })])
    })

    test('sources: base64 files; addresses in private networks are refused', async () => {
      const source = { kind: 'file', base64_string: toBase64(pdf), filename: 'b.pdf' }
      const options = { to_formats: ['text'], ocr_engine: 'easyocr', page_range: [1, 9_007_199_254_740_991] }
      const answer = await jsonOf<Answer>(await postJson('/v1/convert/source', { options, sources: [source] }))
      expect(answer.document.text_content).not.toBe('')
      expect(answer.warnings).toEqual(['ocr_engine: has no effect here'])
      const old = await jsonOf<Answer>(await postJson('/v1/convert/source', { file_sources: [source] }))
      expect(old.document.md_content).not.toBe('')
      for (const url of [
        'http://127.0.0.1:1/a.pdf',
        'http://[::ffff:10.0.0.1]/',
        'http://localhost/',
        'ftp://example.com/',
        'x',
      ])
        expect(await jsonOf(await postJson('/v1/convert/source', { sources: [{ kind: 'http', url }] }), 422)).toEqual({
          detail: expect.stringContaining('cannot be downloaded'),
        })
    })

    test('names of base64 files are cleaned as names of forms are', async () => {
      const sources = [{ kind: 'file', base64_string: toBase64(pdf), filename: '../../x.pdf' }]
      const answer = await jsonOf<Answer>(await postJson('/v1/convert/source', { sources }))
      expect(answer.document.filename).toBe('x.pdf')
    })

    test('asynchronous: submit, poll, result', async () => {
      const submitted = await jsonOf<TaskAnswer>(
        await post('/v1/convert/file/async', [part(pdf, 'a.pdf'), ...fields({ to_formats: ['md', 'json'] })]),
      )
      expect(submitted).toMatchObject({ task_status: 'pending', task_meta: { num_docs: 1, num_processed: 0 } })
      const headers = { 'x-api-key': target.apiKey }
      let latest = submitted
      for (let tries = 0; tries < 60 && !['success', 'failure'].includes(latest.task_status); tries++)
        latest = await jsonOf(await target.call(`/v1/status/poll/${submitted.task_id}?wait=2`, { headers }))
      expect(latest).toMatchObject({
        task_id: submitted.task_id,
        task_status: 'success',
        task_meta: { num_succeeded: 1 },
      })
      const result = await jsonOf<Answer>(await target.call(`/v1/result/${submitted.task_id}`, { headers }))
      expect(result.document.md_content).toBe((await convert({})).document.md_content)
      expect(result.document.json_content?.schema_name).toBe('DoclingDocument')
      expect(result.document.html_content).toBeNull()
    })

    test('asynchronous: of several files, a damaged one is named in the zip', async () => {
      const headers = { 'x-api-key': target.apiKey }
      const files = [part(pdf, 'good.pdf'), part(pdf.slice(0, 300), 'damaged.pdf')]
      const { task_id: id } = await jsonOf<TaskAnswer>(await post('/v1/convert/file/async', files))
      const poll = async () => await jsonOf<TaskAnswer>(await target.call(`/v1/status/poll/${id}?wait=2`, { headers }))
      let latest = await poll()
      for (let tries = 0; tries < 60 && latest.task_meta.num_processed !== 2; tries++) latest = await poll()
      expect(latest).toMatchObject({ task_status: 'success', task_meta: { num_succeeded: 1, num_failed: 1 } })
      const result = await target.call(`/v1/result/${id}`, { headers })
      const entries = unzipSync(new Uint8Array(await result.arrayBuffer()))
      expect(Object.keys(entries)).toEqual(['good.md', 'errors.json'])
      expect(JSON.parse(strFromU8(entries['errors.json'] ?? new Uint8Array(0)))).toMatchObject({
        status: 'partial_success',
        errors: [{ module_name: 'damaged.pdf' }],
      })
    })

    test('asynchronous: a file that cannot be parsed', async () => {
      const headers = { 'x-api-key': target.apiKey }
      const broken = part(pdf.slice(0, 300), 'broken.pdf')
      const submitted = await post('/v1/convert/file/async', [broken])
      if (submitted.status !== 200) return expect(await jsonOf(submitted, 422)).toEqual({ detail: expect.any(String) })
      const { task_id: id } = (await submitted.json()) as TaskAnswer
      const poll = async () => await jsonOf<TaskAnswer>(await target.call(`/v1/status/poll/${id}?wait=2`, { headers }))
      let latest = await poll()
      for (let tries = 0; tries < 60 && latest.task_status !== 'failure'; tries++) latest = await poll()
      expect(latest).toMatchObject({ task_status: 'failure', task_meta: { num_failed: 1 } })
      // docling's client reads the reason from the state after this answer.
      expect(await jsonOf(await target.call(`/v1/result/${id}`, { headers }), 404)).toEqual({
        detail: expect.stringMatching(/^Task result not found\. ./),
      })
    })

    test('unknown tasks, also those of other keys', async () => {
      const id = `${'0'.repeat(32)}_m`
      for (const path of [`/v1/status/poll/${id}`, `/v1/result/${id}`, '/v1/result/x'])
        expect(await jsonOf(await target.call(path, { headers: { 'x-api-key': target.apiKey } }), 404)).toEqual({
          detail: 'Task not found.',
        })
    })

    test('chunks have items, pages and at most the wanted tokens', async () => {
      const chunking = JSON.stringify({ max_tokens: 64, use_markdown_tables: true })
      for (const [path, more] of [
        ['/v1/chunk/hybrid/file', {}],
        ['/v1/convert/file', { do_chunking: 'true' }],
      ] as const) {
        const { chunks, status } = await jsonOf<{ chunks: Record<string, unknown>[]; status: string }>(
          await post(path, [part(pdf), ...fields({ ...more, chunking_options: chunking })]),
        )
        expect(status).toBe('success')
        expect(chunks.length).toBeGreaterThan(1)
        expect(chunks[0]).toMatchObject({ filename: 'report.pdf', chunk_index: 0, page_numbers: [1] })
        for (const { num_tokens: tokens, doc_items: items } of chunks) {
          expect(tokens).toBeLessThanOrEqual(64)
          expect((items as string[])[0]).toMatch(/^#\/(texts|groups|tables|pictures)\/\d+$/)
        }
      }
    })

    test('chunks are JSON: a zip that was asked for is a warning', async () => {
      for (const [path, more, warnings] of [
        ['/v1/chunk/hierarchical/file', { target_type: 'zip' }, ['target_type: has no effect here']],
        ['/v1/convert/file', { do_chunking: 'true', return_as_file: 'true' }, ['return_as_file: has no effect here']],
        ['/v1/chunk/hybrid/file', { target_type: 'inbody', return_as_file: 'false' }, undefined],
      ] as const) {
        const answer = await jsonOf<Answer>(await post(path, [part(pdf), ...fields(more)]))
        expect(answer.warnings).toEqual(warnings)
      }
    })

    test("the form of docling's own client: all options, with prefixes for chunks", async () => {
      const options = {
        from_formats: ['docx', 'pdf'],
        to_formats: ['md'],
        image_export_mode: 'embedded',
        do_ocr: 'true',
        force_ocr: 'false',
        ocr_engine: 'easyocr',
        pdf_backend: 'dlparse_v4',
        table_mode: 'accurate',
        table_cell_matching: 'true',
        pipeline: 'standard',
        page_range: ['1', '9223372036854775807'],
        document_timeout: '604800.0',
        abort_on_error: 'false',
        do_table_structure: 'true',
        include_images: 'true',
        images_scale: '2.0',
        md_page_break_placeholder: '',
        do_code_enrichment: 'false',
        do_formula_enrichment: 'false',
        do_picture_classification: 'false',
        do_picture_description: 'false',
        picture_description_area_threshold: '0.05',
        ocr_preset: 'auto',
        do_pdf_heading_hierarchy: 'false',
        pdf_heading_hierarchy_options: '{"use_bookmarks":true}',
        md_compact_tables: 'false',
        do_chart_extraction: 'false',
        chart_extraction_preset: 'default',
        include_page_images: 'false',
      }
      const file = part(table)
      expect((await convert({ ...options, target_type: 'inbody' }, file)).document.md_content).toContain('| North |')
      const prefixed = Object.fromEntries(Object.entries(options).map(([name, value]) => [`convert_${name}`, value]))
      const chunking = {
        chunking_use_markdown_tables: 'true',
        chunking_use_markdown_images: 'false',
        chunking_image_placeholder: '![IMAGE]',
        chunking_include_raw_text: 'false',
      }
      const ask = async (more: Record<string, string>) =>
        await jsonOf<{ chunks: { text: string }[]; documents: { kind: string; content: Answer['document'] }[] }>(
          await post('/v1/chunk/hybrid/file', [file, ...fields({ ...prefixed, ...chunking, ...more })]),
        )
      const without = await ask({ include_converted_doc: 'false', target_type: 'inbody' })
      expect(without.chunks.map(({ text }) => text).join()).toContain('| North |')
      expect(without.documents).toMatchObject([{ kind: 'ExportResult', content: { md_content: null } }])
      const { documents } = await ask({ include_converted_doc: 'true' })
      expect(documents[0]?.content.md_content).toContain('| North |')
      // A converted page that is not there: the prefix is not ignored.
      expect(
        await jsonOf(await post('/v1/chunk/hybrid/file', [file, ...fields({ convert_page_range: '3' })]), 422),
      ).toMatchObject({ detail: [{ loc: ['body', 'page_range'] }] })
    })

    test('page images are part of the JSON, images of figures can be left out', async () => {
      const file = part(await fixture('pdf-images'))
      const { document } = await convert({ to_formats: 'json', include_page_images: 'true' }, file)
      expect(doclingDocument.safeParse(document.json_content).error?.issues ?? []).toEqual([])
      const page = document.json_content?.pages['1']
      expect(page?.image).toMatchObject({ dpi: 144, size: { width: (page?.size.width ?? 0) * 2 } })
      expect(page?.image?.uri).toMatch(/^data:image\/(png|jpeg);base64,/)
      const hasImages = (answer: Answer) => answer.document.json_content?.pictures.map((item) => 'image' in item)
      expect(hasImages(await convert({ to_formats: 'json' }, file))).toContain(true)
      expect(hasImages(await convert({ to_formats: 'json', include_images: 'false' }, file))).not.toContain(true)
    })

    test('the version is JSON for this API, as its client expects', async () => {
      const response = await target.call('/version', { headers: { 'x-api-key': target.apiKey } })
      expect(await jsonOf(response)).toEqual({ sheaf: expect.any(String) })
    })

    test('errors have the shapes of docling-serve', async () => {
      expect(await jsonOf(await post('/v1/convert/file', [part(pdf)], {}), 401)).toEqual({
        detail: expect.stringContaining('X-Api-Key'),
      })
      const wrong: [Record<string, string>, string][] = [
        [{ to_formats: 'docx' }, 'to_formats'],
        [{ no_such_option: '1' }, 'no_such_option'],
        [{ do_ocr: 'perhaps' }, 'do_ocr'],
        [{ page_range: '3' }, 'page_range'],
        [{ image_export_mode: 'x' }, 'image_export_mode'],
        [{ chunking_options: '{' }, 'chunking_options'],
        [{ target_type: 's3' }, 'target_type'],
      ]
      for (const [values, option] of wrong)
        expect(await jsonOf(await post('/v1/convert/file', [part(pdf), ...fields(values)]), 422)).toMatchObject({
          detail: [{ loc: ['body', option] }],
        })
      expect(await jsonOf(await post('/v1/convert/file', fields({})), 422)).toMatchObject({
        detail: [{ loc: ['body', 'files'] }],
      })
      expect(await jsonOf(await post('/v1/convert/file', [part('')]), 422)).toEqual({
        detail: expect.stringContaining('empty'),
      })
      expect(await jsonOf(await postJson('/v1/convert/source', { sources: [] }), 422)).toMatchObject({
        detail: [{ loc: ['body', 'sources'] }],
      })
      expect(await target.storedFiles()).not.toContain('spool')
    })

    test('wrong paths and methods', async () => {
      expect(await jsonOf(await target.call('/v1/no/such'), 404)).toEqual({ detail: expect.any(String) })
      expect(await jsonOf(await target.call('/v1/convert/file'), 405)).toEqual({ detail: expect.any(String) })
    })

    test('the probes of docling-serve exist', async () => {
      for (const path of ['/health', '/ready', '/readyz', '/livez'])
        expect(await jsonOf(await target.call(path))).toMatchObject({ status: 'ok' })
    })
  })
}
