import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { testClient } from '../contract/client.ts'
import { openApp } from '../http/open-app.node.ts'

const opened = await openApp({ environment: { SHARD_PAGES: '2' } })
afterAll(() => opened.close())
testClient(async () => opened)

test('uploads a file by its path', async () => {
  const { apiKey } = await opened.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
  const fetch = async (address: string, init: RequestInit) => opened.app.request(address, init)
  const client = createClient({ url: 'http://sheaf.test', apiKey, fetch })
  const path = join(import.meta.dirname, '../fixtures/pdf-digital/source.pdf')
  expect(await client.parse(path, { output_formats: ['markdown'] })).toMatchObject({ file_name: 'source.pdf' })
})
