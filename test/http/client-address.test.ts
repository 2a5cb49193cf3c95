import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../../src/http/app-env.ts'
import { clientAddress } from '../../src/http/client-address.ts'

async function addressOf(forwarded: string, trustProxy = true): Promise<string> {
  const app = new Hono<AppEnv>().get('/', (c) => c.text(String(clientAddress(c, { trustProxy }))))
  return await (await app.request('/', { headers: { 'X-Forwarded-For': forwarded } })).text()
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::3', '2001:db8:1:2'],
  ['2001:db8:1:2:4:5:6:7', '2001:db8:1:2'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['unknown', 'unknown'],
])('%s is the client %s', async (forwarded, address) => {
  expect(await addressOf(forwarded)).toBe(address)
})

test('without a trusted proxy the address is unknown', async () => {
  expect(await addressOf('203.0.113.7', false)).toBe('null')
})
