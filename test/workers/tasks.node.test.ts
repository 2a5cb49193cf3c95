/** The task contract in workerd, with Cloudflare Queues, D1 and R2; dead letters and sweeps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClient } from '../contract/client.ts'
import { testMcp } from '../contract/mcp.ts'
import { testTasks } from '../contract/tasks.ts'
import { formInit } from '../http/form.ts'
import { plainPdf } from '../jobs/documents.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

/** A task whose steps always fail. */
interface FailingTask {
  check(): Promise<{ status: string; error: string; error_code: number }>
}

let bundle: Bundle
let failing: FailingTask
beforeAll(async () => {
  bundle = await openBundle({ SHARD_PAGES: '2' })
  failing = await submitFailingTask()
})
afterAll(() => bundle.close())

/** Its retries take half a minute, in which the other tests run. */
async function submitFailingTask(): Promise<FailingTask> {
  const { sql } = bundle
  const { id, apiKey } = await bundle.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
  await sql.run(
    `CREATE TRIGGER broken BEFORE UPDATE OF lease_owner ON tasks WHEN NEW.lease_owner IS NOT NULL AND NEW.api_key_id = '${id}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  )
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'file', fileName: 'a.pdf', value: plainPdf(3) },
  ])
  const { data } = (await (await bundle.call('/api/v1/parse/async', init)).json()) as { data: { task_id: string } }
  const check: FailingTask['check'] = async () => {
    const response = await bundle.call('/api/v1/parse/async_check', {
      method: 'POST',
      body: new URLSearchParams({ api_key: apiKey, task_id: data.task_id }),
    })
    return ((await response.json()) as { data: Awaited<ReturnType<FailingTask['check']>> }).data
  }
  expect((await check()).status).toBe('QUEUING')
  expect(await bundle.openReservations()).toBe(1)
  return { check }
}

testTasks(async () => bundle)
testClient(async () => bundle)
testMcp(async () => bundle)

test('a step that always fails: after the last retry the task fails and its pages are refunded', {
  timeout: 120_000,
}, async () => {
  while ((await failing.check()).status !== 'FAILED') await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await failing.check()).toMatchObject({
    error_code: 1137,
    error: expect.stringContaining('every attempt ended'),
  })
  await bundle.sql.run('DROP TRIGGER broken')
})

test('no reservation is open after all tasks have ended', async () => {
  expect(await bundle.openReservations()).toBe(0)
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
