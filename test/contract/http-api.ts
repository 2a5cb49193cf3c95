/**
 * Contract tests of the HTTP API (docs/api.md), for the app on Node, the app in workerd and the bundled Worker. Each
 * refused request must leave no file and no charge.
 */
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { pagesPdf, paragraph, show } from '../fixtures/pdf-writer.ts'
import { type FormPart, formBody, formInit, testBoundary } from '../http/form.ts'
import { checkingResponses } from './openapi-responses.ts'

export interface ApiTarget {
  /** `path` starts with `/`. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** Creates a key in the database of the service. */
  createKey(quota: {
    freePerDay: number
    freePerMonth: number
    paidPages: number
    expiresAt?: number
  }): Promise<{ id: string; apiKey: string }>
  disableKey(id: string): Promise<void>
  /** Names of all spooled files and blobs. */
  storedFiles(): Promise<string[]>
  /** `MAX_UPLOAD_MB`. The tests send slightly more. */
  readonly maxUploadMb: number
  /** Whether asynchronous parsing is available; `tasks.ts` tests it. */
  readonly hasQueue?: boolean
}

interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly code: number
  readonly message: string
  readonly data: Record<string, unknown>
  readonly warnings?: string[]
}

interface SyncData {
  readonly task_id: string
  readonly error: null
  readonly metadata: {
    page_num: number
    file_type: string
    pages_billed: number
    processing_time_ms: number
    token_count: number
  }
  readonly result: {
    file_name: string
    imgs: string[]
    outputs: { markdown?: string; json?: { pages: PageJson[]; chunks?: ChunkJson[] }; html?: string; zip?: string }
  }
}

interface PageJson {
  readonly page_num: number
  readonly page_size: { w: number; h: number }
  readonly merge_content_from_pre_page: boolean
  readonly page_image_url?: string
  readonly blocks: {
    idx: number
    type: string
    bbox: number[]
    content: string
    format: string
    captions: number[]
    img_url: string
    links?: { text: string; url: string }[]
  }[]
}

interface ChunkJson {
  readonly index: number
  readonly contextualized_text: string
  readonly bboxes: number[][]
  readonly page_nums: number[]
  readonly tokens: number
  readonly text: string
  readonly title_path: string[]
  readonly blocks: { page_num: number; idx: number }[]
  readonly tokens_estimated: number
}

const syncPath = '/api/v1/parse/sync'
const plenty = { freePerDay: 100_000, freePerMonth: 100_000, paidPages: 0 }

export function testHttpApi(open: () => Promise<ApiTarget>): void {
  describe('HTTP API', () => {
    let target: ApiTarget
    let apiKey = ''
    let digital: Uint8Array = new Uint8Array(0)

    beforeAll(async () => {
      target = checkingResponses(await open())
      apiKey = (await target.createKey(plenty)).apiKey
      digital = await fixture('pdf-digital')
    })

    const call = async (path: string, init?: RequestInit): Promise<ApiResponse> => {
      const response = await target.call(path, init)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/)
      const envelope = (await response.json()) as {
        code: number
        message: string
        data: Record<string, unknown>
        warnings?: string[]
      }
      expect(envelope.data).toBeTypeOf('object')
      expect(envelope.data).not.toBeNull()
      return { status: response.status, headers: response.headers, ...envelope }
    }

    const file = (value: Uint8Array | string, fileName = 'report.pdf'): FormPart => ({ name: 'file', fileName, value })
    const key = (value = apiKey): FormPart => ({ name: 'api_key', value })
    const field = (name: string, value: string): FormPart => ({ name, value })

    const send = (parts: readonly FormPart[], path = syncPath): Promise<ApiResponse> => call(path, formInit(parts))

    /** Must succeed. */
    const parse = async (
      bytes: Uint8Array,
      fields: Record<string, string> = {},
      fileName = 'report.pdf',
    ): Promise<SyncData & { warnings?: string[] }> => {
      const answer = await send([
        key(),
        ...Object.entries(fields).map(([name, value]) => field(name, value)),
        file(bytes, fileName),
      ])
      expect(answer.message).not.toBe('')
      expect([answer.code, answer.message]).toEqual([0, expect.any(String)])
      expect(answer.status).toBe(200)
      const data = answer.data as unknown as SyncData
      return answer.warnings === undefined ? data : { ...data, warnings: answer.warnings }
    }

    const left = async (text = apiKey): Promise<Record<string, unknown>> => {
      const { code, data } = await call('/api/v1/usage', {
        method: 'POST',
        body: new URLSearchParams({ api_key: text }),
      })
      expect(code).toBe(0)
      return data
    }

    /** Must be refused with the code and all of `says` in the message, and leave nothing behind. */
    const refused = async (
      request: () => Promise<ApiResponse>,
      code: number,
      says: readonly (string | RegExp)[] = [],
    ): Promise<ApiResponse> => {
      const [files, pages] = [await target.storedFiles(), await left()]
      const answer = await request()
      expect([answer.code, answer.message]).toEqual([code, expect.any(String)])
      expect(answer.status).toBe(200)
      expect(answer.data).toEqual({
        task_id: null,
        status: 'FAILED',
        error: answer.message,
        metadata: {},
        result: null,
      })
      expect(answer.message.length).toBeGreaterThan(10)
      for (const text of says) expect(answer.message).toMatch(text)
      expect(await target.storedFiles()).toEqual(files)
      expect(await left()).toEqual(pages)
      return answer
    }

    describe('routes', () => {
      test('GET and HEAD on the base path', async () => {
        expect((await call('/api/v1')).code).toBe(0)
        const head = await target.call('/api/v1', { method: 'HEAD' })
        expect(head.status).toBeLessThan(500)
        expect(await head.text()).toBe('')
      })

      test('unknown routes are 404 and wrong methods 405, in the envelope', async () => {
        for (const path of ['/nothing', '/api/v1/nothing', '/api/v2/parse/sync'])
          expect((await call(path)).status).toBe(404)
        for (const path of [syncPath, '/api/v1/extract/acc_sync', '/api/v1/usage', '/api/v1/parse/async']) {
          const answer = await call(path)
          expect(answer.status).toBe(405)
          expect(answer.headers.get('allow')).toBe('POST')
          expect(answer.code).not.toBe(0)
        }
      })

      test('every response has its own request id', async () => {
        const ids = [await call('/api/v1'), await call('/nothing'), await send([])].map(({ headers }) =>
          headers.get('x-request-id'),
        )
        expect(new Set(ids).size).toBe(3)
      })

      test('health reports version, load and languages', async () => {
        const response = await target.call('/health')
        expect(response.status).toBe(200)
        expect(await response.json()).toMatchObject({
          status: 'ok',
          version: expect.any(String),
          pool: { running: 0, size: expect.any(Number) },
          languages: expect.any(Array),
        })
      })

      test('readiness names its parts; liveness is short', async () => {
        for (const path of ['/ready', '/readyz']) {
          const response = await target.call(path)
          expect(response.status).toBe(200)
          expect(await response.json()).toMatchObject({
            status: 'ok',
            parts: { database: { status: 'ok' }, blobs: { status: 'ok' }, models: { status: 'ok' } },
          })
        }
        expect(await (await target.call('/livez')).json()).toEqual({ status: 'ok' })
      })

      test('both names of the sync route', async () => {
        for (const path of [syncPath, '/api/v1/extract/acc_sync'])
          expect((await send([key(), file(digital)], path)).code).toBe(0)
      })

      test('without a queue, the asynchronous routes are refused with 501', async () => {
        if (target.hasQueue === true) return
        for (const path of [
          'parse/async',
          'extract/async',
          'parse/async_check',
          'extract/async_check',
          'parse/async_cancel',
          'parse/async_events',
        ])
          await refused(() => send([key(), file(digital)], `/api/v1/${path}`), 1137, ['not available'])
      })
    })

    describe('request fields', () => {
      test('parts in any order', async () => {
        const parts = [field('output_formats', 'markdown'), file(digital), key()]
        for (const order of [parts, parts.toReversed(), [...parts.slice(1), ...parts.slice(0, 1)]]) {
          const { code, data } = await send(order)
          expect(code).toBe(0)
          expect(Object.keys((data as unknown as SyncData).result.outputs)).toEqual(['markdown'])
        }
      })

      test('a file part with any type or none', async () => {
        for (const type of [undefined, 'application/octet-stream', 'text/plain', 'image/png']) {
          const part: FormPart = type === undefined ? file(digital) : { ...file(digital), type }
          expect((await send([key(), part])).data).toMatchObject({ metadata: { file_type: '.pdf' } })
        }
      })

      test.each([
        ['Bericht für Müller.pdf', 'Bericht für Müller.pdf'],
        ['报告 2024.pdf', '报告 2024.pdf'],
        ['%E6%8A%A5%E5%91%8A.pdf', '报告.pdf'],
        ['a "quoted" name; really.pdf', 'a "quoted" name; really.pdf'],
        ['C:\\folder\\a.pdf', 'a.pdf'],
        ['no ending', 'no ending'],
        ['wrong.png', 'wrong.png'],
      ])('file name %s', async (sent, seen) => {
        expect((await parse(digital, {}, sent)).result.file_name).toBe(seen)
      })

      test.each([
        [[], ['markdown', 'json']],
        [['json'], ['json']],
        [
          ['json', 'markdown', 'json'],
          ['markdown', 'json'],
        ],
        [['["zip", "markdown"]'], ['markdown', 'zip']],
        [['zip, json'], ['json', 'zip']],
        [['somarkdown'], ['markdown']],
        [
          ['markdown', 'json', 'zip'],
          ['markdown', 'json', 'zip'],
        ],
      ])('output_formats %j', async (sent, made) => {
        const { data } = await send([key(), ...sent.map((value) => field('output_formats', value)), file(digital)])
        const { outputs } = (data as unknown as SyncData).result
        expect(Object.keys(outputs)).toEqual(made)
        for (const output of Object.values(outputs)) expect(output).toBeTruthy()
      })

      test('nulls, partial objects, old names, k12 and unknown fields are accepted', async () => {
        await parse(digital, {
          element_formats: '{"image":null,"table":"markdown"}',
          extract_config: '{"keep_header_footer":null}',
          scene: 'k12',
          color: 'blue',
        })
        await parse(digital, {
          element_formats: '',
          feature_config: '{"enable_title_level_recognition":true}',
          scene: 'general',
        })
      })

      test('unsupported options are accepted with a warning', async () => {
        const { warnings } = await parse(digital, { chunk: 'title', page_images: 'true', output_formats: 'markdown' })
        expect(warnings?.join()).toContain('chunk')
        expect(warnings?.join()).toContain('page_images')
        expect((await parse(digital)).warnings).toBeUndefined()
      })

      test('chunk=title: chunks with their titles and blocks', async () => {
        const { result } = await parse(digital, { chunk: 'title' })
        const { pages, chunks = [] } = result.outputs.json ?? { pages: [] }
        expect(chunks.length).toBeGreaterThan(0)
        const known = new Set(pages.flatMap((page) => page.blocks.map(({ idx }) => `${page.page_num}.${idx}`)))
        for (const piece of chunks) {
          expect(piece.text).not.toBe('')
          expect(piece.tokens_estimated).toBeGreaterThan(0)
          for (const { page_num: page, idx } of piece.blocks) expect(known.delete(`${page}.${idx}`)).toBe(true)
        }
        expect(known.size).toBe(0)
      })

      test('page_images: an image of each page, in the pixels of the boxes', async () => {
        const { result } = await parse(digital, { page_images: 'true' })
        const [page] = result.outputs.json?.pages ?? []
        expect(result.imgs).not.toContain(page?.page_image_url)
        const picture = await target.call(new URL(page?.page_image_url ?? '').pathname)
        expect(picture.headers.get('content-type')).toBe('image/png')
        const head = new DataView(await picture.arrayBuffer())
        expect(Math.abs(head.getUint32(16) - (page?.page_size.w ?? 0))).toBeLessThanOrEqual(1)
        expect(Math.abs(head.getUint32(20) - (page?.page_size.h ?? 0))).toBeLessThanOrEqual(1)
      })

      test('links: in the Markdown and the JSON, only on request', async () => {
        const link =
          '<< /Type /Annot /Subtype /Link /Rect [70 695 300 715] /A << /S /URI /URI (https://example.com/a) >> >>'
        const bytes = pagesPdf([
          { content: show('Body', 12, [72, 700], 'Read the whole story.'), entries: `/Annots [${link}]` },
        ])
        const { result } = await parse(bytes, { links: 'true' })
        expect(result.outputs.markdown).toContain('[Read the whole story.](https://example.com/a)')
        expect(result.outputs.json?.pages[0]?.blocks[0]?.links).toEqual([
          { text: 'Read the whole story.', url: 'https://example.com/a' },
        ])
        expect((await parse(bytes)).result.outputs.markdown).not.toContain('https://example.com')
      })

      test('page_range starts at 1; only its pages are charged', async () => {
        const bytes = pagesPdf(
          Array.from({ length: 5 }, (_, index) => ({
            content: show('Body', 12, [72, 700], `This is page number ${index + 1} of the little book.`),
          })),
        )
        const { metadata, result } = await parse(bytes, { page_range: '2-3, 5' })
        expect(metadata).toMatchObject({ page_num: 5, pages_billed: 3 })
        expect(result.outputs.json?.pages.map(({ page_num }) => page_num)).toEqual([1, 2, 4])
        expect(result.outputs.markdown).toContain('page number 3')
        expect(result.outputs.markdown).not.toContain('page number 4')
      })

      test('a damaged page is empty, with a warning, and costs nothing', async () => {
        const { metadata, result, warnings } = await parse(await fixture('pdf-bad-page'))
        expect(metadata).toMatchObject({ page_num: 3, pages_billed: 2 })
        expect(result.outputs.json?.pages[1]?.blocks).toEqual([])
        expect(warnings).toEqual([expect.stringContaining('Page 2 is damaged')])
      })

      test('a password opens an encrypted PDF', async () => {
        expect((await parse(await fixture('pdf-encrypted'), { password: 'sheaf' })).result.outputs.markdown).toContain(
          'Harvest',
        )
      })
    })

    describe('file types', () => {
      test.each([
        ['image-png', '.png'],
        ['image-jpg', '.jpg'],
        ['image-jpg-exif', '.jpg'],
        ['image-bmp', '.bmp'],
        ['image-tiff-lzw', '.tiff'],
        ['image-gif', '.gif'],
        ['image-webp', '.webp'],
        ['image-avif', '.avif'],
        ['image-heic', '.heic'],
        ['image-jp2', '.jp2'],
        ['image-pnm', '.pnm'],
        ['image-psd', '.psd'],
      ])('%s is read, whatever it is called', async (id, fileType) => {
        const { metadata, result } = await parse(
          await fixture(id),
          { element_formats: '{"image":"none"}' },
          'wrong.name',
        )
        expect(metadata).toMatchObject({ file_type: fileType, page_num: 1, pages_billed: 1 })
        expect(result.outputs.markdown).toMatch(/Invoice\s+2041\s+paid/)
        expect(result.outputs.json?.pages[0]?.page_size).toEqual({ w: 600, h: 300 })
      })

      test('pages of a TIFF', async () => {
        expect((await parse(await fixture('image-tiff-pages'))).metadata).toMatchObject({
          page_num: 3,
          pages_billed: 3,
        })
      })

      test('scans are read by OCR unless it is off', async () => {
        const scan = await fixture('pdf-scan')
        expect((await parse(scan)).result.outputs.markdown).toMatch(/Harvest/)
        expect((await parse(scan, { ocr: 'off' })).result.outputs.markdown).not.toMatch(/Harvest/)
        expect((await parse(scan, { ocr: 'force', ocr_languages: 'eng' })).result.outputs.markdown).toMatch(/Harvest/)
      })

      test('a truncated PDF is repaired', async () => {
        expect((await parse(await fixture('pdf-truncated'))).result.outputs.markdown).toContain('Harvest')
      })
    })

    describe('result', () => {
      test('has all fields', async () => {
        const data = await parse(digital)
        expect(data.task_id).toMatch(/^[0-9a-f]{32}$/)
        expect(data.error).toBeNull()
        expect(data.metadata).toEqual({
          page_num: 1,
          file_type: '.pdf',
          pages_billed: 1,
          processing_time_ms: expect.any(Number),
          token_count: expect.any(Number),
        })
        expect(data.metadata.token_count).toBeGreaterThan(10)
        expect(data.metadata.processing_time_ms).toBeGreaterThanOrEqual(0)
        expect(data.result.imgs).toEqual([])
        expect(data.result.outputs.markdown).toContain('# The Harvest Report')
      })

      test('outputs.json has pages of blocks in pixels', async () => {
        const { result } = await parse(digital)
        const [page] = result.outputs.json?.pages ?? []
        expect(page).toMatchObject({ page_num: 0, page_size: { w: 1190, h: 1684 }, merge_content_from_pre_page: false })
        expect(page?.blocks.map(({ idx }) => idx)).toEqual(page?.blocks.map((_, index) => index))
        for (const { bbox } of page?.blocks ?? []) {
          const [x1 = -1, y1 = -1, x2 = -1, y2 = -1] = bbox
          expect(bbox.every(Number.isInteger)).toBe(true)
          expect(x1 >= 0 && y1 >= 0 && x1 < x2 && y1 < y2 && x2 <= 1190 && y2 <= 1684).toBe(true)
        }
        expect(page?.blocks[0]).toMatchObject({
          type: 'title',
          content: 'The Harvest Report',
          format: 'text',
          captions: [],
          img_url: '',
        })
      })

      test('the same request has the same outputs', async () => {
        const answers = [await parse(digital), await parse(digital)]
        expect(answers[0]?.result.outputs).toEqual(answers[1]?.result.outputs)
        expect(answers[0]?.task_id).not.toBe(answers[1]?.task_id)
      })
    })

    describe('chunks', () => {
      test('size and page, with boxes, pages and tokens', async () => {
        for (const chunk of ['size', 'page']) {
          const { result } = await parse(digital, { chunk, chunk_max_tokens: '64', chunk_overlap_tokens: '8' })
          const { chunks = [], pages = [] } = result.outputs.json ?? {}
          expect(chunks.length).toBeGreaterThan(1)
          expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, at) => at))
          for (const { blocks, bboxes, page_nums, tokens } of chunks) {
            expect(tokens).toBeLessThanOrEqual(64)
            expect(bboxes).toEqual(blocks.map(({ page_num, idx }) => pages[page_num]?.blocks[idx]?.bbox))
            expect(page_nums).toEqual([...new Set(blocks.map(({ page_num }) => page_num))])
          }
        }
      })

      test('wrong limits are refused', async () => {
        const wrong = { chunk: 'words', chunk_max_tokens: '8', chunk_overlap_tokens: '300', chunk_tokenizer: 'gpt2' }
        const fields = Object.entries(wrong).map(([name, value]) => field(name, value))
        await refused(() => send([key(), ...fields, file(digital)]), 1133, [
          'chunk: "words" is not known; use "none", "title", "size", "page"',
          'chunk_max_tokens: "8" is not a whole number from 16 to 100000',
          'chunk_overlap_tokens: "300" is not a whole number from 0 to 256',
          'chunk_tokenizer: "gpt2" is not known; use "estimate", "cl100k_base", "o200k_base"',
        ])
      })
    })

    describe('images and zip', () => {
      const figure = figurePdf()

      const download = async (url: string): Promise<{ response: Response; bytes: Uint8Array }> => {
        expect(url).toMatch(/^https?:\/\//)
        const { pathname } = new URL(url)
        expect(pathname).toMatch(/^\/files\/[0-9a-f]{32,}\//)
        const response = await target.call(pathname)
        return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
      }

      test('url: extracted, linked in both outputs, downloaded without a key', async () => {
        const { result } = await parse(figure)
        expect(result.imgs).toHaveLength(1)
        const [url = ''] = result.imgs
        expect(result.outputs.markdown).toContain(url)
        expect(result.outputs.json?.pages[0]?.blocks.map(({ img_url }) => img_url)).toContain(url)
        const { response, bytes } = await download(url)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe('image/png')
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('cache-control')).toContain('immutable')
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
        const head = await target.call(new URL(url).pathname, { method: 'HEAD' })
        expect(head.status).toBe(200)
        expect(head.headers.get('content-type')).toBe('image/png')
      })

      test('base64, none and file', async () => {
        const inline = await parse(figure, { element_formats: '{"image":"base64"}' })
        expect(inline.result.imgs).toEqual([])
        expect(inline.result.outputs.markdown).toContain('](data:image/png;base64,')
        const none = await parse(figure, { element_formats: '{"image":"none"}' })
        expect(none.result.imgs).toEqual([])
        expect(none.result.outputs.markdown).not.toContain('![')
        const inZip = await parse(figure, { element_formats: '{"image":"file"}', output_formats: 'markdown,zip' })
        expect(inZip.result.imgs).toEqual([])
        expect(inZip.result.outputs.markdown).toContain('](images/')
      })

      test('HTML contains its images, unless none are wanted', async () => {
        const { outputs } = (await parse(figure, { output_formats: 'html' })).result
        expect(Object.keys(outputs)).toEqual(['html'])
        expect(outputs.html).toMatch(/^<!doctype html>[\s\S]*<figure><img src="data:image\/png;base64,/)
        const without = await parse(figure, { output_formats: 'html', element_formats: '{"image":"none"}' })
        expect(without.result.outputs.html).not.toContain('<img')
      })

      test('zip: Markdown, JSON on request, images as files', async () => {
        const answer = await send([
          key(),
          field('output_formats', 'json'),
          field('output_formats', 'zip'),
          file(figure, '报告 "1".pdf'),
        ])
        const { outputs } = (answer.data as unknown as SyncData).result
        const { response, bytes } = await download(outputs.zip ?? '')
        expect(response.headers.get('content-type')).toBe('application/zip')
        expect(response.headers.get('content-disposition')).toContain(
          `filename*=UTF-8''${encodeURIComponent('报告 "1".zip')}`,
        )
        const entries = unzipSync(bytes)
        const names = Object.keys(entries)
        expect(names.filter((name) => name.endsWith('.md'))).toHaveLength(1)
        expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(1)
        const pictures = names.filter((name) => name.startsWith('images/'))
        expect(pictures).toHaveLength(1)
        expect(new TextDecoder().decode(entries[names.find((name) => name.endsWith('.md')) ?? ''])).toContain(
          `](${pictures[0]})`,
        )
      })

      test('missing files and crafted paths are 404', async () => {
        const { result } = await parse(figure)
        const { pathname } = new URL(result.imgs[0] ?? '')
        const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1)
        for (const path of [
          `${folder}p9-9.png`,
          `${folder}..%2f..%2fsheaf.sqlite`,
          `${folder}%00`,
          '/files/0123456789abcdef0123456789abcdef/p1-1.png',
          '/files/..%2f/x',
          '/files/x/y',
          '/files/',
        ])
          expect((await call(path)).status).toBe(404)
        expect((await call(pathname, { method: 'DELETE' })).status).toBe(405)
      })
    })

    describe('refused requests leave nothing behind', () => {
      test('missing, empty and unknown keys get the same response', async () => {
        const answers = [
          await refused(() => send([file(digital)]), 1107),
          await refused(() => send([key(''), file(digital)]), 1107),
          await refused(() => send([key('sk-nobody'), file(digital)]), 1107),
          await refused(() => send([file(digital), key(`sk-${'x'.repeat(43)}`)]), 1107, ['api_key']),
        ]
        expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
      })

      test('the key can be in a header; a field counts before it', async () => {
        const post = (parts: readonly FormPart[], more: Record<string, string>) => {
          const { headers, ...init } = formInit(parts)
          return call(syncPath, { ...init, headers: { ...headers, ...more } })
        }
        const ofProxy = { authorization: `Basic ${btoa('user:password')}` }
        const codes = [
          await post([file(digital)], { authorization: `Bearer ${apiKey}` }),
          await post([file(digital)], { 'x-api-key': apiKey }),
          await post([file(digital), key()], ofProxy),
          await post([file(digital)], ofProxy),
          await post([field('api_key', 'wrong'), file(digital)], { 'x-api-key': apiKey }),
        ].map(({ code }) => code)
        expect(codes).toEqual([0, 0, 0, 1107, 1107])
        const usage = await call('/api/v1/usage', { method: 'POST', headers: { authorization: `Bearer ${apiKey}` } })
        expect(usage.code).toBe(0)
      })

      test('disabled and expired keys', async () => {
        const disabled = await target.createKey(plenty)
        await target.disableKey(disabled.id)
        const expired = await target.createKey({ ...plenty, expiresAt: Date.now() - 1000 })
        await refused(() => send([key(disabled.apiKey), file(digital)]), 1108, ['disabled'])
        await refused(() => send([file(digital), key(expired.apiKey)]), 1108, ['expired'])
      })

      test('a missing or empty file, text in place of it, and another part name are refused', async () => {
        await refused(() => send([key()]), 1111, ['"file"'])
        await refused(() => send([key(), field('file', 'hello')]), 1111, ['plain text'])
        await refused(() => send([key(), { ...file(digital), name: 'upload' }]), 1111, ['"upload"'])
        await refused(() => send([key(), file('')]), 1111, ['report.pdf', '0 bytes'])
        await refused(() => send([key(), file('', '')]), 1111)
      })

      test('two files are refused', async () => {
        await refused(() => send([key(), file(digital), file(digital)]), 1133, ['more than one'])
      })

      test('an invalid key is reported before a missing file', async () => {
        await refused(() => send([field('api_key', 'wrong')]), 1107)
        await refused(() => send([field('api_key', 'wrong'), file('')]), 1107)
      })

      test('a missing boundary, a truncated body, a wrong content type, no form', async () => {
        const body = formBody([key(), file(digital)])
        const post = (contentType: string, bytes: Uint8Array<ArrayBuffer>) => () =>
          call(syncPath, { method: 'POST', headers: { 'content-type': contentType }, body: bytes })
        await refused(post('multipart/form-data', body), 1133, ['boundary'])
        await refused(post('application/json', body), 1133, ['multipart/form-data', 'application/json'])
        await refused(post('application/x-www-form-urlencoded', body), 1133, ['multipart/form-data'])
        for (const length of [body.length - 6, body.length - 600, 100])
          await refused(post(`multipart/form-data; boundary=${testBoundary}`, body.slice(0, length)), 1133, [
            'incomplete',
            String(length),
          ])
        await refused(() => call(syncPath, { method: 'POST' }), 1133, ['multipart/form-data'])
      })

      test('too large, with and without Content-Length', async () => {
        const bytes = new Uint8Array(target.maxUploadMb * 1024 * 1024 + 1)
        bytes.set(digital)
        await refused(() => send([key(), file(bytes)]), 1118, [new RegExp(`limit is ${target.maxUploadMb} MB`)])
        const far = new Uint8Array((target.maxUploadMb + 2) * 1024 * 1024)
        await refused(() => send([key(), file(far)]), 1118, [String(target.maxUploadMb)])
        await refused(() => send([file(bytes), key('wrong')]), 1118)
        const largest = bytes.subarray(1)
        largest.fill(0)
        await refused(() => send([key(), file(largest)]), 1104)
      })

      test('all parameter problems in one message, each with the value and the allowed values', async () => {
        await refused(
          () =>
            send([
              key(),
              field('scene', 'law'),
              field('output_formats', 'pdf'),
              field('element_formats', '{"image":"jpeg","colour":"blue","cs":1}'),
              field('feature_config', '{"enable_text_cross_page":"yes","what":true}'),
              field('page_range', '5-2'),
              field('ocr', 'maybe'),
              field('ocr_languages', 'klingon'),
              file(digital),
            ]),
          1133,
          [
            'scene',
            'law',
            'pdf',
            'markdown',
            'jpeg',
            'base64',
            'colour',
            'cs',
            'enable_text_cross_page',
            'yes',
            '"what"',
            '5-2',
            'maybe',
            'force',
            'klingon',
            'eng',
          ],
        )
      })

      test('malformed JSON in the object fields', async () => {
        for (const text of ['{', '[]', '"image"', 'image=none', '{"image":"none",}'])
          await refused(
            () => send([key(), field('element_formats', text), field('feature_config', text), file(digital)]),
            1133,
            ['element_formats', 'feature_config'],
          )
        await refused(() => send([key(), field('element_formats', '{"image":"file"}'), file(digital)]), 1133, ['zip'])
      })

      test('a page range beyond the end', async () => {
        await refused(() => send([key(), field('page_range', '1-2'), file(digital)]), 1133, ['page 2', '1 page'])
      })

      test('unsupported content, regardless of the file name', async () => {
        await refused(() => send([key(), file(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3), 'a.png')]), 1104, [
          'program',
          '.pdf',
          '.docx',
        ])
        await refused(() => send([key(), file(Uint8Array.of(0x5a, 1, 2, 3, 0), 'a.png')]), 1104, ['5a 01 02 03'])
        await refused(
          () => send([key(), file(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), 'report.pdf')]),
          1104,
          ['report.pdf', 'gzip'],
        )
        await refused(() => send([key(), file(new TextEncoder().encode(' \n\t\r\n'), 'notes')]), 1104, [
          'notes',
          'only whitespace',
        ])
      })

      test('base64 documents and compressed requests', async () => {
        const encoded = strToU8(btoa(String.fromCharCode(...digital)))
        await refused(() => send([key(), file(encoded)]), 1104, ['base64', '.pdf'])
        const form = formInit([key(), file(digital)])
        await refused(
          () => call(syncPath, { ...form, headers: { ...form.headers, 'Content-Encoding': 'gzip' } }),
          1133,
          ['Content-Encoding', 'gzip'],
        )
      })

      test('a truncated Office file', async () => {
        const cut = zipSync({
          '[Content_Types].xml': strToU8('<Types/>'),
          'word/document.xml': strToU8('<x/>'),
        }).subarray(0, 90)
        await refused(() => send([key(), file(cut, 'a.docx')]), 1106, ['a.docx', 'cut off'])
      })

      test('a corrupt, an empty and a truncated PDF', async () => {
        await refused(async () => send([key(), file(await fixture('pdf-corrupt'))]), 1106, ['Send it again'])
        await refused(async () => send([key(), file(await fixture('pdf-no-pages'))]), 1106, [
          'no pages',
          'Send it again',
        ])
        await refused(() => send([key(), file(digital.subarray(0, 300))]), 1106)
      })

      test('an encrypted PDF without and with a wrong password', async () => {
        const encrypted = await fixture('pdf-encrypted')
        await refused(() => send([key(), file(encrypted)]), 1106, ['password'])
        await refused(() => send([key(), field('password', 'wrong'), file(encrypted)]), 1106, [
          'wrong',
          'Send the right one',
        ])
      })

      test('an image with a wrong size and one too large to decode', async () => {
        await refused(async () => send([key(), file(withLargeSize(await fixture('image-png')), 'a.png')]), 1106, [
          'Send it again',
        ])
        const answer = await refused(async () => send([key(), file(await fixture('image-png-huge'), 'a.png')]), 1132)
        expect(answer.message.replace(/[\s,.'’]/g, '')).toMatch(/50000.{1,3}50000/)
      })

      test('301 pages, even if one page is requested', async () => {
        const bytes = await fixture('pdf-301-pages')
        await refused(() => send([key(), file(bytes)]), 1132, ['301', '300'])
        await refused(() => send([key(), field('page_range', '7'), file(bytes)]), 1132, ['301', '300'])
      })

      test('an Office file without a body, one that must be converted without a converter', async () => {
        await refused(() => send([key(), file(docx(), 'letter.docx')]), 1106)
        const rtf = file('{\\rtf1 hello}', 'letter.doc')
        await refused(() => send([key(), field('office', 'convert'), rtf]), 1139, ['OFFICE_CONVERTER_URL'])
      })
    })

    describe('quota', () => {
      const book = pagesPdf(
        Array.from({ length: 4 }, (_, index) => ({
          content: show('Body', 12, [72, 700], `This is page number ${index + 1}.`),
        })),
      )

      test('free pages first, then paid ones; a request with too few pages is refused', async () => {
        const { apiKey: poor } = await target.createKey({ freePerDay: 5, freePerMonth: 100, paidPages: 4 })
        expect(await left(poor)).toMatchObject({
          remaining_free_pages_today: 5,
          remaining_free_pages_this_month: 100,
          remaining_paid_pages: 4,
        })
        expect((await send([key(poor), file(book)])).code).toBe(0)
        expect(await left(poor)).toMatchObject({
          remaining_free_pages_today: 1,
          remaining_free_pages_this_month: 96,
          remaining_paid_pages: 4,
        })
        expect((await send([key(poor), file(book)])).code).toBe(0)
        expect(await left(poor)).toMatchObject({
          remaining_free_pages_today: 0,
          remaining_free_pages_this_month: 95,
          remaining_paid_pages: 1,
        })
        await refused(() => send([key(poor), file(book)]), 1123, ['4 pages'])
        expect((await send([key(poor), field('page_range', '2'), file(book)])).code).toBe(0)
        expect(await left(poor)).toMatchObject({ remaining_paid_pages: 0 })
      })

      test('1131 if the pages of tomorrow suffice, otherwise 1123', async () => {
        const { apiKey: daily } = await target.createKey({ freePerDay: 3, freePerMonth: 100, paidPages: 0 })
        await refused(() => send([key(daily), file(book)]), 1131, ['4 pages'])
        const { apiKey: monthly } = await target.createKey({ freePerDay: 10, freePerMonth: 3, paidPages: 0 })
        await refused(() => send([key(monthly), file(book)]), 1123, ['4 pages'])
        expect(await left(daily)).toMatchObject({ remaining_free_pages_today: 3 })
        expect(await left(monthly)).toMatchObject({ remaining_free_pages_this_month: 3 })
      })

      test('usage accepts both form types', async () => {
        const asForm = await call('/api/v1/usage', formInit([key()]))
        expect([asForm.code, asForm.message]).toEqual([0, ''])
        expect(Object.keys(asForm.data).sort()).toEqual([
          'dashboard_url',
          'remaining_free_pages_this_month',
          'remaining_free_pages_today',
          'remaining_paid_pages',
        ])
        expect(asForm.data.dashboard_url).toMatch(/^https?:\/\/.+\/dashboard$/)
        expect(await left()).toEqual(asForm.data)
      })

      test('usage without a key, without a body, with a wrong type', async () => {
        const empty = await call('/api/v1/usage', { method: 'POST' })
        const noKey = await call('/api/v1/usage', { method: 'POST', body: new URLSearchParams({ other: 'x' }) })
        const unknown = await call('/api/v1/usage', formInit([key('wrong')]))
        for (const answer of [empty, noKey, unknown]) {
          expect([answer.status, answer.code, answer.data]).toEqual([200, 1107, {}])
          expect(answer.message).toBe(empty.message)
        }
        const json = await call('/api/v1/usage', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
        expect([json.code, json.data]).toEqual([1133, {}])
        expect(json.message).toContain('application/json')
      })
    })
  })
}

/** A page with a title, a paragraph, a figure of noise with its caption, and another paragraph. */
function figurePdf(): Uint8Array {
  const [width, height] = [60, 40]
  const pixels = Uint8Array.from(
    { length: width * height * 3 },
    (_, index) => (Math.imul(index + 7, 2654435761) >>> 24) & 255,
  )
  const lines = [
    'The picture below shows what a field looks like in the',
    'last week of the summer, shortly before the harvest began.',
  ]
  const content =
    show('Bold', 20, [72, 760], 'A Picture of a Field') +
    paragraph('Body', 11, [72, 720], lines) +
    'q 240 0 0 160 170 500 cm /Noise Do Q\n' +
    show('Body', 10, [200, 482], 'Figure 1: A field in summer.') +
    paragraph('Body', 11, [72, 440], lines.toReversed())
  const picture = {
    entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
    stream: pixels,
  }
  return pagesPdf([{ content, resources: '/XObject << /Noise 7 0 R >>' }], [picture])
}

/** The start of a .docx: a zip whose first entry has the content types. */
function docx(): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': strToU8('<w:document/>'),
  })
}

/** The PNG with 3000 × 2000 pixels in its header, which all runtimes try to decode. */
function withLargeSize(png: Uint8Array): Uint8Array {
  const changed = png.slice()
  const view = new DataView(changed.buffer)
  // Signature (8), length (4), "IHDR" (4), width, height, five bytes, checksum from the name on.
  view.setUint32(16, 3000)
  view.setUint32(20, 2000)
  view.setUint32(29, crc32(changed.subarray(12, 29)))
  return changed
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
