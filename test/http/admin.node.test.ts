/** The admin API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from './form.ts'
import { type OpenedApp, openApp } from './open-app.node.ts'

const token = 'an-admin-token-of-this-test'
let app: OpenedApp
beforeAll(async () => {
  app = await openApp({ environment: { ADMIN_TOKEN: token } })
})
afterAll(() => app.close())

const admin = async (method: string, path: string, body?: unknown, bearer = token) => {
  const init = {
    method,
    headers: { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const response = await app.call(`/admin/${path}`, init)
  return {
    status: response.status,
    ...((await response.json()) as { code: number; message: string; data: Record<string, unknown> }),
  }
}
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})
const create = async (
  settings: Record<string, unknown> = {},
): Promise<{ id: string; apiKey: string; secret: string }> => {
  const { data, code } = await admin('POST', 'keys', settings)
  expect(code).toBe(0)
  return { id: String(data.id), apiKey: String(data.api_key), secret: String(data.callback_secret) }
}
const parse = async (apiKey: string) => {
  const parts = [
    { name: 'api_key', value: apiKey },
    { name: 'file', fileName: 'a.pdf', value: await fixture('pdf-digital') },
  ]
  return (await (await app.call('/api/v1/parse/async', formInit(parts))).json()) as {
    code: number
    data: { task_id: string }
  }
}

describe('authentication', () => {
  test('requires the token', async () => {
    for (const bearer of ['', 'wrong', token.slice(0, -1), `${token}x`])
      expect(await admin('GET', 'keys', undefined, bearer)).toMatchObject({ status: 401, code: 1107, data: {} })
    expect((await app.call('/admin/keys')).status).toBe(401)
    expect((await admin('DELETE', 'keys')).status).toBe(405)
  })

  test('without ADMIN_TOKEN the routes do not exist', async () => {
    const plain = await openApp()
    expect((await plain.call('/admin/keys', { headers: { authorization: 'Bearer null' } })).status).toBe(404)
    await plain.close()
  })
})

test('a key is created, listed, limited, topped up and disabled', async () => {
  const { id, apiKey, secret } = await create({
    name: 'Ada',
    free_per_day: 1,
    free_per_month: 2,
    paid_pages: 3,
    expires_at: '2099-01-01T00:00:00Z',
  })
  expect(apiKey).toMatch(/^sk-/)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  const shown = await admin('GET', `keys/${id}`)
  expect(shown.data).toMatchObject({
    id,
    name: 'Ada',
    state: 'active',
    free_per_day: 1,
    remaining_paid_pages: 3,
    expires_at: '2099-01-01T00:00:00.000Z',
    rate_per_second: null,
  })
  expect(JSON.stringify(shown)).not.toContain(apiKey)
  expect((await admin('GET', 'keys')).data.keys).toContainEqual(shown.data)
  expect(
    (await admin('PATCH', `keys/${id}`, { free_per_day: 7, rate_per_second: 2, name: 'Grace' })).data,
  ).toMatchObject({
    free_per_day: 7,
    rate_per_second: 2,
    name: 'Grace',
  })
  expect((await admin('POST', `keys/${id}/top_up`, { pages: 10 })).data.remaining_paid_pages).toBe(13)
  expect((await admin('POST', `keys/${id}/top_up`, { pages: -13 })).data.remaining_paid_pages).toBe(0)
  expect(await admin('POST', `keys/${id}/top_up`, { pages: -1 })).toMatchObject({
    status: 400,
    code: 1133,
    message: expect.stringContaining('0 paid pages'),
  })
  expect((await admin('PATCH', `keys/${id}`, { state: 'disabled' })).data.state).toBe('disabled')
  expect((await parse(apiKey)).code).toBe(1108)
  expect((await admin('PATCH', `keys/${id}`, { state: 'active', expires_at: '2001-01-01T00:00:00Z' })).data.state).toBe(
    'expired',
  )
  expect((await parse(apiKey)).code).toBe(1108)
})

test('all problems are listed, and nothing is changed', async () => {
  const { id } = await create()
  for (const body of [{ free_per_day: -1, paid_pages: 'x' }, { unknown: 1 }, { expires_at: 'tomorrow' }])
    expect(await admin('POST', 'keys', body)).toMatchObject({ status: 400, code: 1133 })
  expect((await admin('POST', 'keys', { free_per_day: -1, name: 5 })).message).toMatch(
    /name.*free_per_day|free_per_day.*name/,
  )
  expect((await admin('POST', 'keys', { expires_at: '2027-01-31' })).message).toContain('2027-01-31T23:59:59Z')
  expect(await admin('PATCH', `keys/${id}`, { paid_pages: 5 })).toMatchObject({
    status: 400,
    message: expect.stringContaining('paid_pages'),
  })
  expect(await admin('GET', 'keys/key_none')).toMatchObject({ status: 404, code: 1133 })
  const broken = await app.call('/admin/keys', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{',
  })
  expect(broken.status).toBe(400)
})

test('a large body is refused', async () =>
  expect(await admin('POST', 'keys', { name: 'x'.repeat(70_000) })).toMatchObject({
    status: 400,
    code: 1133,
    message: 'The request is larger than 64 KB.',
  }))

test('tasks of a key', async () => {
  const { id, apiKey } = await create()
  const taskId = (await parse(apiKey)).data.task_id
  await app.call('/api/v1/parse/async_check', form({ api_key: apiKey, task_id: taskId }))
  const { data } = await admin('GET', `keys/${id}/tasks?limit=5`)
  expect(data.tasks).toEqual([
    expect.objectContaining({ task_id: taskId, status: 'SUCCESS', file_name: 'a.pdf', pages_billed: 1, error: null }),
  ])
  expect((await admin('GET', `keys/${id}/tasks?limit=0`)).status).toBe(400)
})

describe('rate limits', () => {
  test('per second: 1124; per window: 1101; other keys are unaffected', async () => {
    const fast = await create({ rate_per_second: 2 })
    const codes = await Promise.all(Array.from({ length: 4 }, () => parse(fast.apiKey)))
    expect(codes.map(({ code }) => code).sort()).toEqual([0, 0, 1124, 1124])
    const steady = await create({ rate_per_window: 2 })
    expect([
      (await parse(steady.apiKey)).code,
      (await parse(steady.apiKey)).code,
      (await parse(steady.apiKey)).code,
    ]).toEqual([0, 0, 1101])
    const refused = await app.call('/tika', {
      method: 'PUT',
      headers: { 'x-api-key': steady.apiKey },
      body: 'Some text.',
    })
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(60, -1.5)])
    expect((await parse((await create()).apiKey)).code).toBe(0)
  })
})

describe('state and use', () => {
  test('a rotated key has a new text; the old one stops working', async () => {
    const { id, apiKey } = await create({ name: 'turned' })
    const answer = await admin('POST', `keys/${id}/rotate`)
    const renewed = String(answer.data.api_key)
    expect(renewed).toMatch(/^sk-[0-9A-Za-z]{43}$/)
    const codeOf = async (key: string): Promise<number> =>
      ((await (await app.call('/api/v1/usage', form({ api_key: key }))).json()) as { code: number }).code
    expect([await codeOf(apiKey), await codeOf(renewed)]).toEqual([1107, 0])
    expect((await admin('POST', 'keys/key_unknown/rotate')).status).toBe(404)
  })

  test('the account lists use and tasks of its key only; the operator sees all', async () => {
    const { id, apiKey } = await create({ name: 'Ada', free_per_day: 12, free_per_month: 34, paid_pages: 56 })
    const { task_id } = (await parse(apiKey)).data
    await app.call('/api/v1/parse/async_check', form({ api_key: apiKey, task_id }))
    const other = await create({ name: 'Bob' })
    const account = async (
      key: string,
    ): Promise<{ days: { pages: number }[]; tasks: { file_name: string }[]; name: string }> =>
      ((await (await app.call('/api/v1/account', form({ api_key: key }))).json()) as { data: never }).data
    const own = await account(apiKey)
    expect(own).toMatchObject({
      name: 'Ada',
      free_per_day: 12,
      remaining_paid_pages: 56,
      tasks: [{ file_name: 'a.pdf' }],
    })
    expect(await account(other.apiKey)).toMatchObject({ days: [], tasks: [] })
    const used = own.days.reduce((sum, { pages }) => sum + pages, 0)
    expect(used).toBe(1)
    const { days } = (await admin('GET', 'usage')).data as { days: { api_key_id: string; pages: number }[] }
    expect(days.filter(({ api_key_id }) => api_key_id === id).reduce((sum, { pages }) => sum + pages, 0)).toBe(used)
    const status = await admin('GET', 'status')
    expect(status.data).toMatchObject({ status: 'ok', pool: { size: expect.any(Number) }, workers: null })
    expect((await admin('GET', 'status', undefined, 'wrong')).status).toBe(401)
  })
})
