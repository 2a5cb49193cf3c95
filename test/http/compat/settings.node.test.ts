/** Settings of the compatible APIs: each is switched off by one, and Tika can have a key for all. */
import { afterAll, expect, test } from 'vitest'
import { openApp } from '../open-app.node.ts'

const variables = ['DOCLING_API', 'OPEN_WEBUI_API', 'TIKA_API', 'UNSTRUCTURED_API']
const closed = await openApp({ environment: Object.fromEntries(variables.map((name) => [name, 'off'])) })
const tikaApiKey = 'sk-0123456789012345678901234567890123456789012'
const open = await openApp({ environment: { TIKA_API_KEY: tikaApiKey, MAX_CONCURRENT_UPLOADS: '4' } })
afterAll(async () => {
  await closed.close()
  await open.close()
})

test.each([
  ['POST', '/v1/convert/file'],
  ['GET', '/v1/result/x'],
  ['PUT', '/process'],
  ['PUT', '/tika'],
  ['GET', '/version'],
  ['POST', '/general/v0/general'],
])('%s %s does not exist when it is switched off', async (method, path) => {
  expect((await closed.call(path, { method })).status).toBe(404)
})

test('the key for Tika requests without one is checked like others', async () => {
  const put = () => open.call('/tika', { method: 'PUT', body: 'Some text.' })
  expect((await put()).status).toBe(401)
  const { id } = await open.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(tikaApiKey)))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  await open.sql.run('UPDATE api_keys SET key_hash = ?1 WHERE id = ?2', [hex, id])
  const response = await put()
  expect([response.status, await response.text()]).toEqual([200, 'Some text.'])
})

test('slow Tika requests without a key leave places to those with one', async () => {
  const slow = Array.from({ length: 4 }, () =>
    open.call('/tika', { method: 'PUT', body: new ReadableStream(), duplex: 'half' } as RequestInit),
  )
  const refused = await Promise.race(slow)
  expect(refused.status).toBe(503)
  const { apiKey } = await open.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
  const headers = { 'X-Api-Key': apiKey }
  expect((await open.call('/tika', { method: 'PUT', body: 'Some text.', headers })).status).toBe(200)
})
