/** Contract tests of the Unstructured API. */
import { strFromU8, unzlibSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../../fixtures/fixtures.ts'
import { type FormPart, formInit } from '../../http/form.ts'
import { illustratedPdf } from '../../jobs/documents.ts'
import { type CompatTarget, jsonOf, type OpenCompat } from './target.ts'

interface ElementJson {
  readonly type: string
  readonly element_id: string
  readonly text: string
  readonly metadata: Record<string, unknown> & { orig_elements?: string }
}

export function testUnstructured(open: OpenCompat): void {
  describe('Unstructured', () => {
    let target: CompatTarget
    let pdf: Uint8Array
    let table: Uint8Array
    beforeAll(async () => {
      target = await open()
      ;[pdf, table] = await Promise.all([fixture('pdf-digital'), fixture('pdf-ruled-table')])
    })

    const file = (value: Uint8Array | string, fileName = 'report.pdf'): FormPart => ({ name: 'files', fileName, value })
    const post = (files: readonly FormPart[], fields: Record<string, string | string[]> = {}): Promise<Response> => {
      const parts = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one) => ({ name, value: one })),
      )
      const init = formInit([...files, ...parts])
      return target.call('/general/v0/general', {
        ...init,
        headers: { ...init.headers, accept: 'application/json', 'unstructured-api-key': target.apiKey },
      })
    }
    const elements = async (
      value: Uint8Array,
      fields: Record<string, string | string[]> = {},
    ): Promise<ElementJson[]> => await jsonOf<ElementJson[]>(await post([file(value)], fields))

    test('elements with their metadata', async () => {
      const found = await elements(pdf, {
        strategy: 'hi_res',
        coordinates: 'true',
        languages: ['eng'],
        starting_page_number: '5',
      })
      const title = found.find(({ type }) => type === 'Title')
      const text = found.find(
        ({ type, metadata }) => type === 'NarrativeText' && metadata.parent_id === title?.element_id,
      )
      expect(title?.element_id).toMatch(/^[0-9a-f]{32}$/)
      expect(text?.metadata).toMatchObject({
        filename: 'report.pdf',
        filetype: 'application/pdf',
        languages: ['eng'],
        page_number: 5,
        coordinates: {
          points: Array(4).fill([expect.any(Number), expect.any(Number)]),
          system: 'PixelSpace',
          layout_width: 1190,
          layout_height: 1684,
        },
      })
      expect(new Set(found.map(({ element_id: id }) => id)).size).toBe(found.length)
    })

    test('tables with HTML; several files; CSV', async () => {
      const tables = (await elements(table)).filter(({ type }) => type === 'Table')
      expect(tables[0]?.metadata.text_as_html).toContain('<th colspan="3">Yield by field</th>')
      expect(tables[0]?.text).toContain('North Wheat 41.5')
      const without = (await elements(table, { skip_infer_table_types: ['pdf'] })).find(({ type }) => type === 'Table')
      expect(without?.metadata).not.toHaveProperty('text_as_html')
      const both = await jsonOf<ElementJson[][]>(await post([file(pdf), file(table)]))
      expect(both.map((list) => list.length > 0)).toEqual([true, true])
      const csv = await post([file(table)], { output_format: 'text/csv' })
      expect(csv.headers.get('content-type')).toContain('text/csv')
      expect((await csv.text()).split('\n')[0]).toMatch(/^type,element_id,text,filename,/)
    })

    test('images of figures and tables', async () => {
      const found = await elements(illustratedPdf(1), { extract_image_block_types: '["Image", "Table"]' })
      const image = found.find(({ type }) => type === 'Image')
      expect(image?.metadata.image_mime_type).toBe('image/png')
      expect(image?.metadata.image_base64).toMatch(/^iVBOR/)
      const [drawn] = (await elements(table, { extract_image_block_types: ['table'] })).filter(
        ({ type }) => type === 'Table',
      )
      expect(drawn?.metadata).toMatchObject({
        image_mime_type: 'image/png',
        image_base64: expect.stringMatching(/^iVBOR/),
        text_as_html: expect.stringContaining('<th colspan="3">'),
      })
      expect(drawn?.text).toContain('North Wheat 41.5')
    })

    test.each(['basic', 'by_title'])('chunking_strategy=%s', async (strategy) => {
      const chunks = await elements(pdf, { chunking_strategy: strategy, max_characters: '200', overlap: '20' })
      expect(chunks.length).toBeGreaterThan(1)
      for (const { type, text, metadata } of chunks) {
        expect(type).toMatch(/^(CompositeElement|Table|TableChunk)$/)
        expect(text.length).toBeLessThanOrEqual(200)
        const bytes = Uint8Array.from(atob(metadata.orig_elements ?? ''), (character) => character.charCodeAt(0))
        expect(JSON.parse(strFromU8(unzlibSync(bytes)))[0]).toHaveProperty('element_id')
      }
    })

    test('errors have the status of Unstructured and a detail', async () => {
      const detail = async (response: Response, status: number, says: string): Promise<void> =>
        expect(await jsonOf(response, status)).toEqual({ detail: expect.stringContaining(says) })
      await detail(await post([file(pdf)], { strategy: 'best' }), 400, 'Invalid strategy')
      await detail(await post([file(pdf)], { chunking_strategy: 'x' }), 422, 'chunking strategy')
      await detail(
        await post([file(pdf)], { chunking_strategy: 'basic', max_characters: 'many' }),
        422,
        'max_characters',
      )
      await detail(await post([file(pdf)], { output_format: 'text/xml' }), 422, 'output_format')
      await detail(await post([]), 422, 'files')
      await detail(await post([file('\u0000\u0001')]), 415, 'supported')
      const noKey = await target.call('/general/v0/general', formInit([file(pdf)]))
      await detail(noKey, 401, 'key')
    })
  })
}
