/** `sheaf/client` against the service. Both runtimes use it. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  BusyError,
  CanceledError,
  ConnectionError,
  createClient,
  DocumentError,
  KeyError,
  ParameterError,
  QuotaError,
  type SheafClient,
  type TaskEvent,
} from '../../src/client/index.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { plainPdf } from '../jobs/documents.ts'
import type { ApiTarget } from './http-api.ts'

/** `runsQueue`: tasks run while a response is open; otherwise events are read of a task that has ended. */
export function testClient(open: () => Promise<ApiTarget>, { runsQueue = true } = {}): void {
  describe('client', () => {
    let target: ApiTarget
    let client: SheafClient
    let digital: Uint8Array
    const url = 'http://sheaf.test/'

    beforeAll(async () => {
      target = await open()
      const { apiKey } = await target.createKey({ freePerDay: 100_000, freePerMonth: 100_000, paidPages: 0 })
      client = createClient({ url, apiKey, fetch: send })
      digital = await fixture('pdf-digital')
    })

    const send = async (address: string, init: RequestInit): Promise<Response> => {
      init.signal?.throwIfAborted()
      return await target.call(new URL(address).pathname, init)
    }

    test.each([
      ['bytes', (bytes: Uint8Array) => bytes],
      ['a Blob', (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>])],
      ['a stream', (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()],
    ])('parses %s', async (_, inputOf) => {
      const result = await client.parse(inputOf(digital), {
        file_name: 'report.pdf',
        output_formats: ['markdown', 'json'],
        feature_config: { enable_title_level_recognition: true },
        chunk: 'title',
      })
      expect(result.file_name).toBe('report.pdf')
      expect(result.metadata.page_num).toBeGreaterThan(0)
      expect(result.markdown).toContain('# ')
      expect(result.json?.pages[0]?.blocks[0]?.bbox).toHaveLength(4)
      expect(result.json?.chunks?.[0]?.contextualized_text).toBeTypeOf('string')
      expect(result.html).toBeUndefined()
    })

    test('submits a task and waits for it', async () => {
      const seen: number[] = []
      const { task_id: id, status } = await client.submit(plainPdf(5), { output_formats: ['markdown'] })
      expect(status).toBe('QUEUING')
      const { markdown } = await client.wait(id, { onProgress: ({ pages_done: done }) => seen.push(done) })
      expect(markdown).toContain('page')
      expect(seen.at(-1)).toBe(5)
      expect(await client.check(id)).toMatchObject({ task_id: id, status: 'SUCCESS' })
    })

    test('follows a task by its events', async () => {
      const { task_id: id } = await client.submit(plainPdf(5))
      if (!runsQueue) await client.wait(id)
      const events: TaskEvent[] = []
      for await (const event of client.events(id)) events.push(event)
      expect(events[0]?.type).toBe('progress')
      const last = events.at(-1)
      expect(last?.type === 'done' && last.result.json?.pages).toHaveLength(5)
    })

    test('a canceled task and a failed one are errors', async () => {
      const { task_id: id } = await client.submit(plainPdf(300))
      await client.cancel(id)
      await expect(client.wait(id)).rejects.toThrow(CanceledError)
      const aborted = AbortSignal.abort(new Error('enough'))
      const { task_id: other } = await client.submit(plainPdf(300))
      await expect(client.wait(other, { signal: aborted, cancelOnAbort: true })).rejects.toThrow('enough')
      await expect(client.wait(other)).rejects.toThrow(CanceledError)
    })

    test('errors are classes with the code of the service', async () => {
      await expect(client.parse(new Uint8Array(0))).rejects.toThrow(DocumentError)
      await expect(client.parse(digital, { page_range: '99' })).rejects.toMatchObject({ code: 1133 })
      await expect(client.check('none')).rejects.toThrow(ParameterError)
      await expect(client.events('none').next()).rejects.toThrow(ParameterError)
      const stranger = createClient({ url, apiKey: 'sk-wrong', fetch: send })
      await expect(stranger.parse(digital)).rejects.toThrow(KeyError)
      await expect(stranger.usage()).rejects.toMatchObject({ code: 1107, requestId: expect.any(String) })
      const { apiKey } = await target.createKey({ freePerDay: 0, freePerMonth: 0, paidPages: 0 })
      await expect(createClient({ url, apiKey, fetch: send }).parse(digital)).rejects.toThrow(QuotaError)
    })

    test('an aborted signal sends nothing', async () => {
      let calls = 0
      const counting = async (): Promise<Response> => Response.json({ code: 0, data: { calls: ++calls } })
      const signal = AbortSignal.abort(new Error('enough'))
      await expect(createClient({ url, apiKey: 'k', fetch: counting }).usage({ signal })).rejects.toThrow('enough')
      expect(calls).toBe(0)
    })

    test('usage returns the remaining pages', async () => {
      expect(await client.usage()).toMatchObject({ remaining_paid_pages: 0 })
    })

    test('a path is refused where there is no file system', async () => {
      await expect(client.parse('/no/such/file.pdf')).rejects.toThrow()
    })

    describe('a busy service', () => {
      const busyFor = (times: number) => {
        let calls = 0
        return createClient({
          url,
          apiKey: 'sk-any',
          maxRetries: 2,
          fetch: async () => {
            calls++
            const body = calls <= times ? { code: 1124, message: 'Busy.', data: {} } : { code: 0, data: { calls } }
            return Response.json(body, { headers: { 'Retry-After': '0' } })
          },
        })
      }

      test('is asked again', async () => {
        expect(await busyFor(2).usage()).toEqual({ calls: 3 })
      })

      test('is an error after the last attempt', async () => {
        await expect(busyFor(3).usage()).rejects.toThrow(BusyError)
      })

      test('an abort ends the waiting', async () => {
        const waiting = busyFor(3).usage({ signal: AbortSignal.timeout(50) })
        await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
      })
    })

    test('a page of a proxy and a broken connection are no errors of the service', async () => {
      const page = async () => new Response('<html>', { status: 502, headers: { 'Content-Type': 'text/html' } })
      const broken = () => Promise.reject(new TypeError('fetch failed'))
      for (const [fetch, message] of [
        [page, 'status 502'],
        [broken, 'fetch failed'],
      ] as const) {
        const other = createClient({ url, apiKey: 'k', fetch })
        for (const answer of [other.usage(), other.events('a').next()]) {
          await expect(answer).rejects.toThrow(ConnectionError)
          await expect(answer).rejects.toThrow(message)
        }
      }
    })
  })
}
