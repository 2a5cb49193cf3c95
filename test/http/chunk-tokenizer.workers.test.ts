import { applyD1Migrations } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createKey } from '../../src/accounts/api-keys.ts'
import { createD1Sql } from '../../src/db/d1.ts'
import { formInit } from './form.ts'

test('byte-pair tokenizers are refused on Workers', async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  const key = { name: 'test', freePerDay: 10, freePerMonth: 10, paidPages: 0, now: Date.now() }
  const { apiKey } = await createKey(createD1Sql(env.DB), key)
  const parts = Object.entries({ api_key: apiKey, chunk: 'size', chunk_tokenizer: 'o200k_base' })
  const init = formInit([
    ...parts.map(([name, value]) => ({ name, value })),
    { name: 'file', fileName: 'a.txt', value: 'Some text.' },
  ])
  const response = await exports.default.fetch('http://sheaf.test/api/v1/parse/sync', init)
  expect(await response.json()).toMatchObject({
    code: 1133,
    message: 'Parameter error: chunk_tokenizer: "o200k_base" is not available on Workers; use "estimate".',
  })
})
