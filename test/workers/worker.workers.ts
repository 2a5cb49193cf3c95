/** The Worker's `fetch` inside workerd, with a database and a key. */
import { applyD1Migrations } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { createKey } from '../../src/accounts/api-keys.ts'
import { createD1Sql } from '../../src/db/d1.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'

interface Answer {
  readonly code: number
  readonly message: string
  readonly data: { readonly result: { readonly outputs: { readonly markdown: string } } }
}

/** Migrates the database and creates a key. */
export async function newKey(): Promise<string> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  const key = { name: 'test', freePerDay: 1000, freePerMonth: 1000, paidPages: 0, now: Date.now() }
  return (await createKey(createD1Sql(env.DB), key)).apiKey
}

/** Parses a fixture, and requires success. */
export async function parseFixture(id: string, apiKey: string): Promise<{ markdown: string; size: number }> {
  const { code, message, data, size } = await askFixture(id, apiKey)
  expect([code, message]).toEqual([0, expect.stringContaining('Document parsed')])
  return { markdown: data.result.outputs.markdown, size }
}

/** Parses a fixture, with any result. */
export async function askFixture(id: string, apiKey: string): Promise<Answer & { size: number }> {
  const bytes = await fixture(id)
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'file', fileName: id, value: bytes },
  ])
  const response = await exports.default.fetch('http://sheaf.test/api/v1/parse/sync', init)
  return { ...(await response.json<Answer>()), size: bytes.length }
}
