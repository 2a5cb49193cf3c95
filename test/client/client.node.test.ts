import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConnectionError, createClient } from '../../src/client/index.ts'
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

test('the error of a wrong address says what is wrong with it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const answer = createClient({ url: `http://127.0.0.1:${port}`, apiKey: 'sk-x' }).usage()
  await expect(answer).rejects.toThrow(ConnectionError)
  await expect(answer).rejects.toThrow('ECONNREFUSED')
})
