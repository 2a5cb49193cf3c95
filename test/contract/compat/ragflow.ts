/** Contract tests of RAGFlow's client of docling-serve, with its requests in their order. */
import { describe, expect, test } from 'vitest'
import { toBase64 } from '../../../src/model/bytes.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { jsonOf, type OpenCompat } from './target.ts'

export function testRagflow(open: OpenCompat): void {
  describe('RAGFlow', () => {
    test('the whole document follows refused chunking', async () => {
      const target = await open()
      expect((await target.call('/openapi.json', { method: 'HEAD' })).status).toBe(200)
      const source = { filename: 'a.pdf', base64_string: toBase64(await fixture('pdf-ruled-table')) }
      const formats = { from_formats: ['pdf'], to_formats: ['json', 'md', 'text'] }
      // The address of the service has the key: `http://any:sk-…@sheaf:8787`.
      const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(`any:${target.apiKey}`)}` }
      const post = (path: string, body: object): Promise<Response> =>
        target.call(path, { method: 'POST', headers, body: JSON.stringify(body) })

      // It looks for chunks in `results`, which docling-serve has not: it must get the document instead.
      const chunking = { max_tokens: 512, overlap: 50, tokenizer: 'sentencepiece' }
      const chunked = { ...formats, do_chunking: true, chunking_options: chunking }
      const sources = [{ kind: 'file', ...source }]
      await jsonOf(await post('/v1/convert/source', { options: chunked, sources }), 422)
      const old = await post('/v1alpha/convert/source', { options: chunked, file_sources: [source] })
      expect(old.status).toBe(404)
      const answer = await jsonOf(await post('/v1/convert/source', { options: formats, sources }))
      expect(answer).toMatchObject({ document: { md_content: expect.stringContaining('Wheat') } })
    })
  })
}
