/**
 * Contract tests of asynchronous parsing, for any queue, database and blob store. The target must have SHARD_PAGES=2.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { type FormPart, formInit } from '../http/form.ts'
import { illustratedPdf, plainPdf } from '../jobs/documents.ts'
import type { ApiTarget } from './http-api.ts'
import { checkingResponses } from './openapi-responses.ts'

interface CheckData {
  readonly record_id: number
  readonly task_id: string
  readonly status: 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED'
  readonly file_name: string
  readonly metadata: Record<string, unknown>
  readonly progress: { readonly pages_done: number; readonly pages_total: number | null }
  readonly result: {
    readonly file_name: string
    readonly imgs: string[]
    readonly outputs: { readonly markdown?: string; readonly json?: object; readonly zip?: string }
  } | null
  readonly error: string | null
  readonly error_code: number | null
  readonly message: string
}

interface Answer<data> {
  readonly status: number
  readonly text: string
  readonly code: number
  readonly message: string
  readonly data: data
  readonly warnings?: string[]
}

const plenty = { freePerDay: 100_000, freePerMonth: 100_000, paidPages: 0 }
const api = '/api/v1'
/** Time for a target of several processes to start on a loaded machine. */
const startTimeoutMs = 180_000

export function testTasks(open: () => Promise<ApiTarget>): void {
  describe('asynchronous parsing', () => {
    let target: ApiTarget
    let apiKey = ''
    let digital: Uint8Array = new Uint8Array(0)

    beforeAll(async () => {
      target = checkingResponses(await open())
      apiKey = (await target.createKey(plenty)).apiKey
      digital = await fixture('pdf-digital')
    }, startTimeoutMs)

    const call = async <data = CheckData>(path: string, init: RequestInit): Promise<Answer<data>> => {
      const response = await target.call(api + path, init)
      const text = await response.text()
      expect(response.headers.get('content-type')).toContain('application/json')
      return {
        status: response.status,
        text,
        ...(JSON.parse(text) as { code: number; message: string; data: data; warnings?: string[] }),
      }
    }

    const parts = (bytes: Uint8Array, fields: Record<string, string> = {}, fileName = 'report.pdf'): FormPart[] => [
      ...Object.entries({ api_key: apiKey, ...fields }).map(([name, value]) => ({ name, value })),
      { name: 'file', fileName, value: bytes },
    ]
    const submit = (bytes: Uint8Array, fields: Record<string, string> = {}, fileName = 'report.pdf') =>
      call<{ task_id: string; status: string }>('/parse/async', formInit(parts(bytes, fields, fileName)))
    const form = (fields: Record<string, string>): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    const check = (taskId: string, as = apiKey, path = '/parse/async_check') =>
      call(path, form({ api_key: as, task_id: taskId }))
    const usage = async (as = apiKey) => (await call<Record<string, number>>('/usage', form({ api_key: as }))).data

    /** Polls like a client; states must only move forward. */
    const finish = async (taskId: string, as = apiKey): Promise<Answer<CheckData>> => {
      const order = ['QUEUING', 'PROCESSING', 'SUCCESS', 'FAILED']
      let seen = 0
      let pages = 0
      for (let look = 0; look < 300; look++) {
        const answer = await check(taskId, as)
        expect(answer.code).toBe(0)
        expect(order.indexOf(answer.data.status)).toBeGreaterThanOrEqual(seen)
        expect(answer.data.progress.pages_done).toBeGreaterThanOrEqual(pages)
        seen = order.indexOf(answer.data.status)
        pages = answer.data.progress.pages_done
        if (seen >= 2) return answer
        expect(answer.data.result).toBeNull()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`Task ${taskId} did not end`)
    }
    const accepted = async (
      bytes: Uint8Array,
      fields: Record<string, string> = {},
      fileName = 'report.pdf',
    ): Promise<string> => {
      const answer = await submit(bytes, fields, fileName)
      expect([answer.code, answer.message]).toEqual([0, expect.stringContaining('submitted')])
      expect(answer.data).toEqual({ task_id: expect.stringMatching(/^[0-9a-f]{32}$/), status: 'QUEUING' })
      return answer.data.task_id
    }

    test('submit, check, result: all fields', async () => {
      const taskId = await accepted(digital, { output_formats: '["markdown","json","zip"]' }, 'harvest report.pdf')
      const { data, message, text } = await finish(taskId)
      expect(message).not.toBe('')
      expect(text).not.toContain('"warnings"')
      expect(data).toEqual({
        record_id: expect.any(Number),
        task_id: taskId,
        status: 'SUCCESS',
        file_name: 'harvest report.pdf',
        metadata: {
          page_num: 1,
          file_type: '.pdf',
          pages_billed: 1,
          processing_time_ms: expect.any(Number),
          token_count: expect.any(Number),
        },
        progress: { pages_done: 1, pages_total: 1 },
        result: {
          file_name: 'harvest report.pdf',
          imgs: [],
          outputs: {
            markdown: expect.stringContaining('# '),
            json: { pages: [expect.anything()] },
            zip: expect.stringMatching(/harvest%20report\.zip$/),
          },
        },
        error: null,
        error_code: null,
        message: '',
      })
      // Repeated, with both route names and both form types.
      expect((await check(taskId)).data).toEqual(data)
      expect((await check(taskId, apiKey, '/extract/async_check')).data).toEqual(data)
      const multipart = formInit([
        { name: 'task_id', value: taskId },
        { name: 'api_key', value: apiKey },
      ])
      expect((await call('/parse/async_check', multipart)).data).toEqual(data)
      expect((await call<{ task_id: string }>('/extract/async', formInit(parts(digital)))).code).toBe(0)
    })

    describe('the outputs are identical to those of a synchronous parse', () => {
      const cases: [string, () => Promise<Uint8Array>, string, Record<string, string>][] = [
        [
          'pages with pictures, none wanted',
          async () => illustratedPdf(5),
          'book.pdf',
          { element_formats: '{"image":"none"}' },
        ],
        [
          'pages with pictures, inline',
          async () => illustratedPdf(5),
          'book.pdf',
          { element_formats: '{"image":"base64"}' },
        ],
        [
          'pages with pictures, as files',
          async () => illustratedPdf(5),
          'book ü.pdf',
          { element_formats: '{"image":"file"}', output_formats: '["markdown","json","zip"]' },
        ],
        [
          'HTML, alone and in a zip',
          async () => illustratedPdf(3),
          'book.pdf',
          { element_formats: '{"image":"file"}', output_formats: 'html,zip' },
        ],
        [
          'inline and a zip',
          async () => illustratedPdf(3),
          'book.pdf',
          { element_formats: '{"image":"base64"}', output_formats: 'json,zip' },
        ],
        [
          'pictures of whole pages, and pieces',
          async () => illustratedPdf(3),
          'book.pdf',
          { element_formats: '{"image":"base64"}', page_images: 'true', chunk: 'title', output_formats: 'json,zip' },
        ],
        [
          'a zip alone',
          async () => illustratedPdf(3),
          'book.pdf',
          { element_formats: '{"image":"none"}', output_formats: 'zip' },
        ],
        [
          'some pages',
          async () => illustratedPdf(6),
          'book.pdf',
          { element_formats: '{"image":"base64"}', page_range: '2-4,6' },
        ],
        [
          'rules over page breaks',
          async () => illustratedPdf(4),
          'book.pdf',
          {
            element_formats: '{"image":"none","table":"markdown"}',
            feature_config:
              '{"enable_text_cross_page":true,"enable_table_cross_page":true,"enable_title_level_recognition":true,"keep_header_footer":true}',
          },
        ],
        ['a damaged page', () => fixture('pdf-bad-page'), 'bad.pdf', {}],
        [
          'an image of several pages',
          () => fixture('image-tiff-pages'),
          'pages.tif',
          { element_formats: '{"image":"none"}' },
        ],
      ]
      const zipOf = async (url: string | undefined): Promise<Uint8Array | null> =>
        url === undefined ? null : new Uint8Array(await (await target.call(new URL(url).pathname)).arrayBuffer())

      test.each(cases)('%s', { timeout: 90_000 }, async (_, document, fileName, fields) => {
        const bytes = await document()
        const sync = await call<Omit<CheckData, 'error'>>('/parse/sync', formInit(parts(bytes, fields, fileName)))
        expect([sync.code, sync.message]).toEqual([0, expect.stringContaining('parsed')])
        const done = await finish(await accepted(bytes, fields, fileName))
        expect(done.data.error).toBeNull()
        const { zip: syncZip, ...expected } = sync.data.result?.outputs ?? {}
        const { zip: taskZip, ...actual } = done.data.result?.outputs ?? {}
        // Parsing keeps the order of keys. Compared as text, because a difference may have megabytes.
        expect(JSON.stringify(actual) === JSON.stringify(expected)).toBe(true)
        if (fields.element_formats?.includes('base64') === true || fields.output_formats?.includes('html') === true)
          expect(JSON.stringify(actual)).toContain('data:image/png;base64,')
        const [zip, wantedZip] = [await zipOf(taskZip), await zipOf(syncZip)]
        expect(zip?.length).toBe(wantedZip?.length)
        expect(zip === null || zip.every((byte, at) => byte === wantedZip?.[at])).toBe(true)
        expect(done.warnings).toEqual(sync.warnings)
        expect(done.data.metadata.token_count).toBe(sync.data.metadata.token_count)
        expect(done.data.metadata.pages_billed).toBe(sync.data.metadata.pages_billed)
      })
    })

    test('with image=url every image can be downloaded and is linked in the Markdown', async () => {
      const { data } = await finish(await accepted(illustratedPdf(3)))
      const imgs = data.result?.imgs ?? []
      expect(imgs).toHaveLength(3)
      for (const url of imgs) {
        const response = await target.call(new URL(url).pathname)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
        expect(data.result?.outputs.markdown).toContain(url)
      }
    })

    test('unknown tasks and those of other keys get the same response', async () => {
      const taskId = await accepted(digital)
      const other = (await target.createKey(plenty)).apiKey
      await finish(taskId)
      for (const path of ['/parse/async_check', '/parse/async_cancel', '/parse/async_events']) {
        const answers = [
          await check(taskId, other, path),
          await check('0'.repeat(32), other, path),
          await check('../../etc', other, path),
        ]
        for (const { code, message, data } of answers) {
          expect([code, message]).toEqual([1133, expect.stringMatching(/^Task not found/)])
          expect(data).toEqual({ task_id: null, status: 'FAILED', error: message, metadata: {}, result: null })
        }
        expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
        expect((await check(taskId, 'sk-wrong', path)).code).toBe(1107)
        expect(await call(path, form({ api_key: apiKey }))).toMatchObject({
          code: 1133,
          message: expect.stringContaining('task_id'),
        })
      }
    })

    test('refused submissions store and charge nothing', async () => {
      const before = await usage()
      const left = await target.storedFiles()
      const refused = async (
        bytes: Uint8Array,
        fields: Record<string, string>,
        code: number,
        text: string,
      ): Promise<void> => {
        const answer = await submit(bytes, fields)
        expect([answer.code, answer.message]).toEqual([code, expect.stringContaining(text)])
        expect(answer.data).toMatchObject({ task_id: null, status: 'FAILED', error: answer.message, result: null })
      }
      await refused(await fixture('pdf-corrupt'), {}, 1106, '')
      await refused(await fixture('pdf-encrypted'), {}, 1106, 'password')
      await refused(await fixture('pdf-301-pages'), {}, 1132, '301')
      await refused(digital, { page_range: '2' }, 1133, 'page_range')
      await refused(
        digital,
        { ocr: 'maybe', callback_url: 'ftp://example.com/x', dedupe: 'perhaps' },
        1133,
        'callback_url',
      )
      await refused(digital, { callback_url: 'http://127.0.0.1/x' }, 1133, 'private')
      await refused(new Uint8Array([0, 1, 2, 3, 250]), {}, 1104, 'type')
      await refused(digital, { api_key: 'sk-wrong' }, 1107, 'key')
      expect(await usage()).toEqual(before)
      // Earlier tasks may still be cleaned up.
      expect((await target.storedFiles()).filter((name) => !left.includes(name))).toEqual([])
    })

    test('a password is deleted with its task', async () => {
      const { data } = await finish(await accepted(await fixture('pdf-encrypted'), { password: 'sheaf' }))
      // A wrong password would be refused at submission.
      expect(data.status).toBe('SUCCESS')
    })

    test('pages are reserved at submission, charged once, and refused if there are too few', async () => {
      const { apiKey: own } = await target.createKey({ freePerDay: 5, freePerMonth: 9, paidPages: 0 })
      const send = (pages: number) => submit(plainPdf(pages), { api_key: own })
      const first = await send(3)
      expect((await usage(own)).remaining_free_pages_today).toBe(2)
      const short = await send(3)
      expect([short.code, short.message]).toEqual([1131, expect.stringContaining('3 pages')])
      expect((await finish(first.data.task_id, own)).data.metadata.pages_billed).toBe(3)
      expect(await usage(own)).toMatchObject({
        remaining_free_pages_today: 2,
        remaining_free_pages_this_month: 6,
        remaining_paid_pages: 0,
      })
      await finish((await send(2)).data.task_id, own)
      expect((await usage(own)).remaining_free_pages_today).toBe(0)
    })

    test('cancel: the task ends as FAILED and its pages are refunded', async () => {
      const { apiKey: own } = await target.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })
      const document = await fixture('image-tiff-pages')
      const taskId = (await submit(document, { api_key: own, ocr: 'force' }, 'pages.tif')).data.task_id
      const cancelled = await check(taskId, own, '/parse/async_cancel')
      expect(cancelled.code).toBe(0)
      expect(cancelled.data).toMatchObject({
        status: 'FAILED',
        error: 'cancelled',
        message: 'cancelled',
        result: null,
        error_code: null,
      })
      expect(cancelled.message).toBe('cancelled')
      // Pages parsed before the cancellation are charged, and the response says how many.
      const left = (await usage(own)).remaining_free_pages_today ?? 0
      expect(left).toBeGreaterThanOrEqual(97)
      expect(left + Number(cancelled.data.metadata.pages_billed ?? 0)).toBe(100)
      expect((await check(taskId, own, '/parse/async_cancel')).data).toEqual(cancelled.data)
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect((await check(taskId, own)).data).toEqual(cancelled.data)
      expect((await usage(own)).remaining_free_pages_today).toBe(left)
      await expect.poll(async () => (await target.storedFiles()).filter((name) => name.includes(taskId))).toEqual([])
    })

    test('a finished task cannot be canceled', async () => {
      const taskId = await accepted(digital)
      const { data } = await finish(taskId)
      expect((await check(taskId, apiKey, '/parse/async_cancel')).data).toEqual(data)
    })

    test('dedupe: a repeated request has one task and one charge', async () => {
      const { apiKey: own } = await target.createKey(plenty)
      const other = (await target.createKey(plenty)).apiKey
      const bytes = plainPdf(2, 'Dedupe')
      const first = await submit(bytes, { api_key: own })
      const again = await Promise.all([
        submit(bytes, { api_key: own, dedupe: 'true' }),
        submit(bytes, { api_key: own, dedupe: '1' }),
      ])
      expect(again.map(({ data }) => data.task_id)).toEqual([first.data.task_id, first.data.task_id])
      await finish(first.data.task_id, own)
      expect((await submit(bytes, { api_key: own, dedupe: 'true' })).data.task_id).toBe(first.data.task_id)
      expect((await usage(own)).remaining_free_pages_today).toBe(100_000 - 2)
      const others = [
        await submit(bytes, { api_key: own }),
        await submit(bytes, { api_key: own, dedupe: 'true', page_range: '1' }),
        await submit(plainPdf(2, 'Other'), { api_key: own, dedupe: 'true' }),
        await submit(bytes, { api_key: other, dedupe: 'true' }),
      ]
      expect(new Set([first, ...others].map(({ data }) => data.task_id)).size).toBe(5)
      for (const [index, { data }] of others.entries()) await finish(data.task_id, index === 3 ? other : own)
    })

    test('concurrent duplicate requests with dedupe have one task', async () => {
      const { apiKey: own } = await target.createKey(plenty)
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => submit(plainPdf(3, 'Race'), { api_key: own, dedupe: 'true' })),
      )
      expect(new Set(answers.map(({ data }) => data.task_id)).size).toBe(1)
      await finish(answers[0]?.data.task_id ?? '', own)
      expect((await usage(own)).remaining_free_pages_today).toBe(100_000 - 3)
    })

    test('events: progress, finished pages, and the result', async () => {
      const bytes = await fixture('image-tiff-pages')
      const taskId = await accepted(bytes, { ocr: 'force', element_formats: '{"image":"none"}' }, 'pages.tif')
      const response = await target.call(`${api}/parse/async_events`, form({ api_key: apiKey, task_id: taskId }))
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      const stream = await response.text()
      // Event readers ignore an event without a trailing empty line.
      expect(stream).toMatch(/\n\n$/)
      const events = stream
        .split('\n\n')
        .map((event) => /^event: (\w+)\ndata: (.*)$/s.exec(event))
        .filter((match) => match !== null)
        .map(([, name, data]) => ({ name, data: JSON.parse(data ?? '') as Record<string, unknown> }))
      expect(events.at(-1)).toMatchObject({
        name: 'done',
        data: { code: 0, data: { status: 'SUCCESS', task_id: taskId } },
      })
      expect(events.filter(({ name }) => name === 'done')).toHaveLength(1)
      expect(events.some(({ name }) => name === 'progress')).toBe(true)
      for (const { data } of events.filter(({ name }) => name === 'page'))
        expect(data).toMatchObject({ page_num: expect.any(Number), blocks: expect.any(Array) })
      expect(events.at(-1)?.data).toEqual(JSON.parse((await check(taskId)).text))
    })
  })
}
