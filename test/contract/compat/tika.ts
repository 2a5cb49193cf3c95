/** Contract tests of the Tika API, with the requests of its clients. */
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../../fixtures/fixtures.ts'
import { formInit } from '../../http/form.ts'
import { type CompatTarget, jsonOf, type OpenCompat } from './target.ts'

export function testTika(open: OpenCompat): void {
  describe('Apache Tika', () => {
    let target: CompatTarget
    let table: Uint8Array<ArrayBuffer>
    beforeAll(async () => {
      target = await open()
      table = new Uint8Array(await fixture('pdf-ruled-table'))
    })

    const put = (
      path: string,
      headers: Record<string, string> = {},
      body: Uint8Array<ArrayBuffer> | string = table,
    ): Promise<Response> =>
      target.call(path, { method: 'PUT', headers: { 'x-api-key': target.apiKey, ...headers }, body })

    test('PUT /tika: text or HTML by the Accept header', async () => {
      const text = await put('/tika', { accept: 'text/plain' })
      expect([text.status, text.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
      expect(await text.text()).toContain('North\tWheat\t41.5')
      const html = await put('/tika', { accept: 'text/html' })
      expect(html.headers.get('content-type')).toContain('text/html')
      expect(await html.text()).toContain('<th colspan="3">Yield by field</th>')
      const basic = { authorization: `Basic ${btoa(`user:${target.apiKey}`)}`, 'x-api-key': '' }
      expect((await put('/tika', basic)).status).toBe(200)
    })

    test('Open WebUI: PUT /tika/text is JSON', async () => {
      const found = await jsonOf(await put('/tika/text', { 'content-type': 'application/pdf' }))
      expect(found).toMatchObject({
        'X-TIKA:content': expect.stringContaining('Wheat'),
        'Content-Type': 'application/pdf',
        'xmpTPg:NPages': '1',
      })
    })

    test('PUT /rmeta is an array, and takes file names in UTF-8', async () => {
      const disposition = { 'content-disposition': 'attachment; filename="a b.pdf"' }
      expect(await jsonOf(await put('/rmeta/text', disposition))).toMatchObject([
        { 'X-TIKA:content': expect.stringContaining('Wheat'), resourceName: 'a b.pdf' },
      ])
      // `fetch` sends each character as one byte, and curl sends UTF-8.
      const bytes = Buffer.from('März 报告.pdf').toString('latin1')
      for (const header of [{ 'content-disposition': `attachment; filename="${bytes}"` }, { 'file-name': bytes }])
        expect(await jsonOf(await put('/rmeta/text', header))).toMatchObject([{ resourceName: 'März 报告.pdf' }])
      for (const path of ['/rmeta/html', '/rmeta'])
        expect(await jsonOf(await put(path))).toMatchObject([{ 'X-TIKA:content': expect.stringContaining('<table>') }])
    })

    test('a long file name keeps its ending, which distinguishes kinds of text', async () => {
      const name = `${'a'.repeat(250)}.csv`
      const found = await jsonOf(await put('/tika/text', { 'file-name': name }, 'a,b\n1,2\n'))
      expect(found).toMatchObject({ 'Content-Type': 'text/csv', resourceName: `${'a'.repeat(196)}.csv` })
    })

    test('forms with one file', async () => {
      const init = formInit([{ name: 'upload', fileName: 'a b.pdf', value: table }])
      const post = (path: string, accept: string): Promise<Response> =>
        target.call(path, {
          ...init,
          method: 'POST',
          headers: { ...init.headers, accept, 'x-api-key': target.apiKey },
        })
      expect(await (await post('/tika/form', 'text/plain')).text()).toContain('North\tWheat\t41.5')
      expect(await (await post('/tika/form', 'text/html')).text()).toContain('<th colspan="3">')
      // Paperless-ngx reads these three from the response.
      const required = {
        'Content-Type': 'application/pdf',
        'X-TIKA:Parsed-By': [expect.any(String)],
        'xmpTPg:NPages': '1',
      }
      for (const [path, content] of [
        ['/tika/form/text', 'North\tWheat\t41.5'],
        ['/tika/form/html', '<th colspan="3">'],
      ] as const)
        expect(await jsonOf(await post(path, 'application/json'))).toMatchObject({
          ...required,
          'X-TIKA:content': expect.stringContaining(content),
        })
      expect(await jsonOf(await post('/meta/form', 'application/json'))).toMatchObject(required)
      for (const path of ['/rmeta/form', '/rmeta/form/text'])
        expect(await jsonOf(await post(path, 'application/json'))).toMatchObject([
          { 'X-TIKA:content': expect.stringContaining('Wheat'), resourceName: 'a b.pdf' },
        ])
    })

    test('media type and metadata', async () => {
      expect(await (await put('/detect/stream')).text()).toBe('application/pdf')
      expect(await (await put('/detect/stream', {}, '\u0000\u0001')).text()).toBe('application/octet-stream')
      const csv = await (await put('/meta')).text()
      expect(csv.split('\n')).toContain('"Content-Type","application/pdf"')
      expect(await jsonOf(await put('/meta', { accept: 'application/json' }))).toMatchObject({ 'xmpTPg:NPages': '1' })
      expect(await (await target.call('/tika')).text()).toContain('Tika')
      expect(await (await target.call('/version')).text()).toMatch(/^Sheaf \d/)
    })

    test('an Accept header without a type of the response is refused', async () => {
      const refused = await put('/tika', { accept: 'image/png' })
      expect([refused.status, await refused.text()]).toEqual([406, expect.stringContaining('text/plain, text/html')])
      for (const path of ['/tika/text', '/rmeta', '/meta', '/detect/stream'])
        expect((await put(path, { accept: 'image/png' })).status).toBe(406)
      const anything = await put('/tika', { accept: 'image/png, */*;q=0.1' })
      expect(anything.headers.get('content-type')).toContain('text/plain')
    })

    test('errors are text with their own status', async () => {
      for (const [method, path, status] of [
        ['DELETE', '/rmeta', 405],
        ['PUT', '/tika/no/such', 404],
      ] as const) {
        const wrong = await target.call(path, { method })
        expect([path, wrong.status]).toEqual([path, status])
        expect(wrong.headers.get('content-type')).toContain('text/plain')
      }
      const refused = await put('/tika', { 'x-api-key': 'no' })
      expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('Invalid API key')])
      expect((await put('/tika', {}, '\u0000\u0001')).status).toBe(415)
      expect((await put('/tika', {}, '')).status).toBe(422)
      expect((await put('/tika', {}, '%PDF-1.7 nothing')).status).toBe(422)
    })
  })
}
