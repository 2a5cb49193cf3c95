import { afterAll, expect, test } from 'vitest'
import { testMcp } from '../contract/mcp.ts'
import { openApp } from '../http/open-app.node.ts'
import { plainPdf } from '../jobs/documents.ts'

const opened = await openApp({ environment: { SHARD_PAGES: '2' } })
afterAll(() => opened.close())
testMcp(async () => opened)

test('a tool does not wait beyond ASYNC_CHECK_MAX_WAITING', async () => {
  const busy = await openApp({ environment: { ASYNC_CHECK_MAX_WAITING: '0' } })
  const { apiKey } = await busy.createKey({ freePerDay: 9, freePerMonth: 9, paidPages: 0 })
  const params = { name: 'parse_document', arguments: { base64: Buffer.from(plainPdf(1)).toString('base64') } }
  const response = await busy.call('/mcp', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  expect(await response.text()).toContain('The document is still being parsed')
  await busy.close()
})
