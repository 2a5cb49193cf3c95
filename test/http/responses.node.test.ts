/** Status codes, URLs, and errors of dependencies. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { ParseError, UnavailableError } from '../../src/model/errors.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { type FormPart, formInit } from './form.ts'
import { type OpenedApp, type OpenOptions, openApp } from './open-app.node.ts'

const syncPath = '/api/v1/parse/sync'
const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

async function start(options: OpenOptions = {}): Promise<{ app: OpenedApp; apiKey: string }> {
  const app = await openApp(options)
  opened.push(app)
  return { app, apiKey: (await app.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })).apiKey }
}

const withFile = async (apiKey: string, parts: readonly FormPart[] = []): Promise<RequestInit> =>
  formInit([
    { name: 'api_key', value: apiKey },
    ...parts,
    { name: 'file', fileName: 'a.pdf', value: await fixture('pdf-digital') },
  ])

const jsonOf = async (response: Response) =>
  (await response.json()) as { code: number; message: string; data: Record<string, unknown> }

test('a service without Redis reports no workers', async () => {
  const { app } = await start()
  expect(await (await app.call('/health')).json()).not.toHaveProperty('workers')
})

describe('ERROR_HTTP_STATUS=semantic', () => {
  test('errors carry their own status and the same body', async () => {
    const { app, apiKey } = await start({ environment: { ERROR_HTTP_STATUS: 'semantic', MAX_UPLOAD_MB: '1' } })
    const status = async (parts: readonly FormPart[]): Promise<[number, number]> => {
      const response = await app.call(syncPath, formInit(parts))
      return [response.status, (await jsonOf(response)).code]
    }
    const key: FormPart = { name: 'api_key', value: apiKey }
    const file = (value: string | Uint8Array): FormPart => ({ name: 'file', fileName: 'a.pdf', value })
    const poor = (await app.createKey({ freePerDay: 0, freePerMonth: 0, paidPages: 0 })).apiKey
    const off = await app.createKey({ freePerDay: 1, freePerMonth: 1, paidPages: 0 })
    await app.disableKey(off.id)
    const digital = await fixture('pdf-digital')
    expect(await status([file(digital)])).toEqual([401, 1107])
    expect(await status([{ name: 'api_key', value: off.apiKey }, file(digital)])).toEqual([403, 1108])
    expect(await status([key])).toEqual([400, 1111])
    expect(await status([key, file(new Uint8Array(1024 * 1024 + 1))])).toEqual([413, 1118])
    expect(await status([key, file(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46))])).toEqual([415, 1104])
    expect(await status([key, file(await fixture('pdf-corrupt'))])).toEqual([422, 1106])
    expect(await status([key, { name: 'ocr', value: 'x' }, file(digital)])).toEqual([400, 1133])
    expect(await status([{ name: 'api_key', value: poor }, file(digital)])).toEqual([402, 1123])
    expect(await status([key, file(digital)])).toEqual([200, 0])
    const unknown = formInit([key, { name: 'task_id', value: '0'.repeat(32) }])
    expect((await app.call('/api/v1/parse/async_check', unknown)).status).toBe(404)
  })
})

test('a valid X-Request-Id of the client is kept, others are replaced', async () => {
  const { app } = await start()
  const idFor = async (requestId: string): Promise<string | null> =>
    (await app.call('/health', { headers: { 'X-Request-Id': requestId } })).headers.get('x-request-id')
  expect(await idFor('client-id_1')).toBe('client-id_1')
  expect(app.logged.at(-1)?.fields).toMatchObject({ requestId: 'client-id_1' })
  for (const invalid of ['two words', 'a'.repeat(256)])
    expect(await idFor(invalid)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

describe('URLs', () => {
  const dashboard = async (
    options: OpenOptions,
    headers: Record<string, string> = {},
    url = 'http://docs.example:8080/api/v1/usage',
  ): Promise<unknown> => {
    const { app, apiKey } = await start(options)
    const response = await app.call(url, { method: 'POST', headers, body: new URLSearchParams({ api_key: apiKey }) })
    return (await jsonOf(response)).data.dashboard_url
  }
  const forwarded = { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'public.example, inner' }

  test('PUBLIC_URL, else the origin of the request', async () => {
    expect(await dashboard({ environment: { PUBLIC_URL: 'https://sheaf.example/base/' } })).toBe(
      'https://sheaf.example/base/dashboard',
    )
    expect(await dashboard({})).toBe('http://docs.example:8080/dashboard')
    expect(await dashboard({ environment: { DASHBOARD_URL: 'https://elsewhere.example/me' } })).toBe(
      'https://elsewhere.example/me',
    )
  })

  test('forwarded headers count only with TRUST_PROXY and if they are valid', async () => {
    expect(await dashboard({}, forwarded)).toBe('http://docs.example:8080/dashboard')
    expect(await dashboard({ environment: { TRUST_PROXY: 'on' } }, forwarded)).toBe('https://public.example/dashboard')
    const crafted = { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'evil.example/path?' }
    expect(await dashboard({ environment: { TRUST_PROXY: 'on' } }, crafted)).toBe('http://docs.example:8080/dashboard')
  })
})

describe('errors', () => {
  const left = async (app: OpenedApp, apiKey: string): Promise<unknown> => {
    const response = await app.call('/api/v1/usage', { method: 'POST', body: new URLSearchParams({ api_key: apiKey }) })
    return (await jsonOf(response)).data.remaining_free_pages_today
  }
  const expectNothingLeft = async (app: OpenedApp, apiKey: string): Promise<void> => {
    expect(await app.storedFiles()).toEqual([])
    expect(await left(app, apiKey)).toBe(10)
  }

  test('an internal error is 1137; its details are logged under the request id', async () => {
    const { app, apiKey } = await start({
      replace: ({ pool }) => ({
        pool: {
          ...pool,
          finish: async () => {
            throw new TypeError('secret detail')
          },
        },
      }),
    })
    const response = await app.call(syncPath, await withFile(apiKey))
    const { code, message, data } = await jsonOf(response)
    expect([response.status, code]).toEqual([200, 1137])
    expect(message).not.toContain('secret')
    expect(data).toMatchObject({ status: 'FAILED', error: message, result: null })
    const line = app.logged.find(({ level }) => level === 'error')
    expect(line?.fields).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      error: expect.stringContaining('secret detail'),
    })
    await expectNothingLeft(app, apiKey)
  })

  test('an error of the pool keeps its code', async () => {
    const { app, apiKey } = await start({
      replace: ({ pool }) => ({
        pool: {
          ...pool,
          parsePages: async () => {
            throw new ParseError(1138, 'Page 3 took longer than 60 seconds.')
          },
        },
      }),
    })
    expect(await jsonOf(await app.call(syncPath, await withFile(apiKey)))).toMatchObject({
      code: 1138,
      message: expect.stringContaining('Page 3'),
    })
    await expectNothingLeft(app, apiKey)
  })

  test('PARSE_TIMEOUT_MS ends a request with 1138, even if the pool ignores the signal', async () => {
    const { app, apiKey } = await start({
      environment: { PARSE_TIMEOUT_MS: '300', PAGE_TIMEOUT_MS: '300' },
      replace: ({ pool }) => ({ pool: { ...pool, parsePages: () => new Promise(() => undefined) } }),
    })
    expect(await jsonOf(await app.call(syncPath, await withFile(apiKey)))).toMatchObject({
      code: 1138,
      message: expect.stringContaining('0.3 seconds'),
    })
    await expectNothingLeft(app, apiKey)
  })

  test('an error of the store leaves no charge and no files', async () => {
    const { app, apiKey } = await start({
      replace: ({ blobs }) => ({
        blobs: {
          ...blobs,
          put: async (blobKey, body, options) => {
            if (blobKey.endsWith('.zip')) throw new Error('the disk is full')
            await blobs.put(blobKey, body, options)
          },
        },
      }),
    })
    const { code } = await jsonOf(
      await app.call(syncPath, await withFile(apiKey, [{ name: 'output_formats', value: 'zip' }])),
    )
    expect(code).toBe(1137)
    await expectNothingLeft(app, apiKey)
  })

  test('an error of the database at the end leaves no charge and no files', async () => {
    const { app, apiKey } = await start({
      replace: ({ sql }) => ({
        sql: {
          ...sql,
          all: (text, args) =>
            text.includes("'settled'") ? Promise.reject(new Error('database is locked')) : sql.all(text, args),
        },
      }),
    })
    const { code } = await jsonOf(
      await app.call(syncPath, await withFile(apiKey, [{ name: 'output_formats', value: 'zip' }])),
    )
    expect(code).toBe(1137)
    await expectNothingLeft(app, apiKey)
  })

  test('an unavailable database is 1124, outside of the API with status 503', async () => {
    const environment = { ADMIN_TOKEN: 'a-token-of-16-or-more' }
    let away = false
    const all: Deps['sql']['all'] = () => Promise.reject(new UnavailableError('the database does not answer'))
    const { app, apiKey } = await start({
      environment,
      replace: ({ sql }) => ({ sql: { ...sql, all: (text, args) => (away ? all(text, args) : sql.all(text, args)) } }),
    })
    away = true
    const checked = await app.call('/api/v1/parse/async_check', formInit([{ name: 'api_key', value: apiKey }]))
    expect([checked.status, checked.headers.get('retry-after')]).toEqual([200, '2'])
    expect(await jsonOf(checked)).toMatchObject({
      code: 1124,
      message: 'Busy: the database does not answer. Try again later.',
    })
    const listed = await app.call('/admin/keys', { headers: { Authorization: `Bearer ${environment.ADMIN_TOKEN}` } })
    expect([listed.status, (await jsonOf(listed)).code]).toEqual([503, 1124])
    // Outages are logged once, elsewhere.
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
    expect(app.logged.filter(({ message }) => message === 'request refused').map(({ fields }) => fields.cause)).toEqual(
      Array(2).fill('the database does not answer'),
    )
    away = false
  })

  test('keys, form values and result URLs are not logged', async () => {
    const { app, apiKey } = await start()
    const response = await app.call(
      syncPath,
      await withFile(apiKey, [
        { name: 'password', value: 'hush-hush' },
        { name: 'output_formats', value: 'zip' },
      ]),
    )
    const { data } = (await response.json()) as { data: { result: { outputs: { zip: string } } } }
    const { pathname } = new URL(data.result.outputs.zip)
    expect((await app.call(pathname)).status).toBe(200)
    const text = JSON.stringify(app.logged)
    expect(app.logged.filter(({ message }) => message === 'request')).toHaveLength(2)
    for (const secret of [apiKey, 'hush-hush', pathname.split('/')[2] ?? '']) expect(text).not.toContain(secret)
    expect(text).toContain('"pages":1')
  })
})

test('files expire after RESULT_TTL_HOURS', async () => {
  let now = Date.now()
  const { app, apiKey } = await start({ replace: () => ({ clock: () => now }) })
  const response = await app.call(syncPath, await withFile(apiKey, [{ name: 'output_formats', value: 'zip' }]))
  const { data } = (await response.json()) as { data: { result: { outputs: { zip: string } } } }
  const { pathname } = new URL(data.result.outputs.zip)
  const fresh = await app.call(pathname)
  expect(fresh.status).toBe(200)
  await fresh.arrayBuffer()
  now += 24 * 3_600_000 + 60_000
  const gone = await app.call(pathname)
  expect(gone.status).toBe(404)
  expect((await jsonOf(gone)).message).toContain('24 hours')
})
