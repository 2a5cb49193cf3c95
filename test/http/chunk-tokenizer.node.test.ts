import { afterAll, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from './form.ts'
import { openApp } from './open-app.node.ts'

const opened = await openApp()
afterAll(() => opened.close())

test('on Node chunks are measured with the byte-pair tokenizer', async () => {
  const { apiKey } = await opened.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })
  const fields = { api_key: apiKey, chunk: 'size', chunk_max_tokens: '50', chunk_tokenizer: 'o200k_base' }
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  const file = { name: 'file', fileName: 'a.pdf', value: await fixture('pdf-digital') }
  const response = await opened.call('/api/v1/parse/sync', formInit([...parts, file]))
  const { code, data } = (await response.json()) as {
    code: number
    data: { result: { outputs: { json: { chunks: { tokens: number; tokens_estimated: number }[] } } } }
  }
  expect(code).toBe(0)
  const { chunks } = data.result.outputs.json
  expect(chunks.every(({ tokens }) => tokens > 0 && tokens <= 50)).toBe(true)
  expect(chunks.some(({ tokens, tokens_estimated: estimated }) => tokens !== estimated)).toBe(true)
})
