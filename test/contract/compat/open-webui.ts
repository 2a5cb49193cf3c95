/** Contract tests of Open WebUI's external document loader. */
import { beforeAll, describe, expect, test } from 'vitest'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { type CompatTarget, jsonOf, type OpenCompat } from './target.ts'

export function testOpenWebui(open: OpenCompat): void {
  describe('Open WebUI', () => {
    let target: CompatTarget
    beforeAll(async () => {
      target = await open()
    })

    const put = (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}): Promise<Response> =>
      target.call('/process', {
        method: 'PUT',
        headers: { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/pdf', ...headers },
        body,
      })

    test('one document per page', async () => {
      const pdf = new Uint8Array(
        pagesPdf(['One', 'Two'].map((word) => ({ content: show('Body', 12, [72, 700], `${word} is this page.`) }))),
      )
      const documents = await jsonOf(await put(pdf, { 'x-filename': 'My%20r%C3%A9sum%C3%A9.pdf' }))
      expect(documents).toMatchObject(
        ['One', 'Two'].map((word, page) => ({
          page_content: expect.stringContaining(word),
          metadata: { source: 'My résumé.pdf', page, page_label: String(page + 1), total_pages: 2 },
        })),
      )
    })

    test('errors have a status and a detail', async () => {
      const blank = new Uint8Array(pagesPdf([{ content: '' }]))
      expect(await jsonOf(await put(blank), 422)).toEqual({ detail: 'No extractable text' })
      expect(await jsonOf(await put(''), 422)).toEqual({ detail: expect.stringContaining('empty') })
      expect(await jsonOf(await put('x', { authorization: 'Bearer no' }), 401)).toEqual({
        detail: expect.stringContaining('key'),
      })
      expect(await jsonOf(await put('\u0000\u0001\u0002'), 415)).toEqual({
        detail: expect.stringContaining('supported'),
      })
    })
  })
}
