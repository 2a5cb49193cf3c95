import { afterEach, expect, test, vi } from 'vitest'

// The types of these modules need those of browsers.
const web: string = '../../src/web'
const { apiKey } = await import(`${web}/client/stored.ts`)
const { account, loadAccount } = await import(`${web}/dashboard/account.ts`)

afterEach(() => vi.unstubAllGlobals())

test('a response that arrives after signing out is dropped', async () => {
  const { promise, resolve: respond } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  apiKey.value = 'sk-first'
  const loading = loadAccount()
  apiKey.value = ''
  await loadAccount()
  respond(Response.json({ code: 0, message: '', data: { name: 'first' } }))
  await loading
  expect(account.value).toBeNull()
})
