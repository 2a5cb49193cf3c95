/** The task contract in workerd, with Cloudflare Queues, D1 and R2; dead letters and sweeps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClient } from '../contract/client.ts'
import { testMcp } from '../contract/mcp.ts'
import { testTasks } from '../contract/tasks.ts'
import { formInit } from '../http/form.ts'
import { plainPdf } from '../jobs/documents.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

let bundle: Bundle
beforeAll(async () => {
  bundle = await openBundle({ SHARD_PAGES: '2' })
})
afterAll(() => bundle.close())
testTasks(async () => bundle)
testClient(async () => bundle)
testMcp(async () => bundle)

test('no reservation is open after all tasks have ended', async () => {
  expect(await bundle.openReservations()).toBe(0)
})

test('a step that always fails: after the last retry the task fails and its pages are refunded', {
  timeout: 120_000,
}, async () => {
  const { sql } = bundle
  const { apiKey } = await bundle.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
  await sql.run(
    "CREATE TRIGGER broken BEFORE UPDATE OF lease_owner ON tasks WHEN NEW.lease_owner IS NOT NULL BEGIN SELECT RAISE(ABORT, 'broken'); END",
  )
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'file', fileName: 'a.pdf', value: plainPdf(3) },
  ])
  const { data } = (await (await bundle.call('/api/v1/parse/async', init)).json()) as { data: { task_id: string } }
  const check = async () => {
    const response = await bundle.call('/api/v1/parse/async_check', {
      method: 'POST',
      body: new URLSearchParams({ api_key: apiKey, task_id: data.task_id }),
    })
    return ((await response.json()) as { data: { status: string; error: string; error_code: number } }).data
  }
  expect((await check()).status).toBe('QUEUING')
  expect(await bundle.openReservations()).toBe(1)
  while ((await check()).status !== 'FAILED') await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await check()).toMatchObject({ error_code: 1137, error: expect.stringContaining('every attempt ended') })
  expect(await bundle.openReservations()).toBe(0)
  await sql.run('DROP TRIGGER broken')
})

test('the sweep redelivers lost messages', async () => {
  const { sql } = bundle
  const { apiKey } = await bundle.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'file', fileName: 'a.pdf', value: plainPdf(3) },
  ])
  const { data } = (await (await bundle.call('/api/v1/parse/async', init)).json()) as { data: { task_id: string } }
  const stateOf = async (): Promise<unknown> =>
    (await sql.all('SELECT state FROM tasks WHERE task_id = ?1', [data.task_id]))[0]?.state
  while ((await stateOf()) !== 'SUCCESS') await new Promise((resolve) => setTimeout(resolve, 50))
  // A copy of the task in the state after its submission, long ago, whose message was lost.
  await sql.batch([
    {
      sql: `INSERT INTO tasks (task_id, api_key_id, file_name, file_type, options, warnings, files_token, public_origin, dedupe_hash, created_at, updated_at)
      SELECT ?2, api_key_id, file_name, file_type, options, warnings, ?3, public_origin, dedupe_hash, 0, 0 FROM tasks WHERE task_id = ?1`,
      args: [data.task_id, 'f'.repeat(32), 'f'.repeat(32)],
    },
  ])
  await bundle.sweep()
  const lost = async () => (await sql.all('SELECT state, error FROM tasks WHERE task_id = ?1', ['f'.repeat(32)]))[0]
  // It has no document, so that its first step fails.
  while ((await lost())?.state === 'QUEUING') await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await lost())?.state).toBe('FAILED')
})
