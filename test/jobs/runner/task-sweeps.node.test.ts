import { afterEach, expect, test } from 'vitest'
import { sweepExpiredTasks, sweepReservations, sweepTasks } from '../../../src/jobs/runner/sweeper.ts'
import { readTask } from '../../../src/jobs/store/task-store.ts'
import type { OpenedApp } from '../../http/open-app.node.ts'
import { future, openTasks } from '../open-tasks.node.ts'

const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

test('the sweeper redelivers lost messages, starts joins, and removes expired tasks', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const sent: unknown[] = []
  const tasks =
    app.deps.tasks === null
      ? null
      : { ...app.deps.tasks, queue: { send: async (messages: readonly unknown[]) => void sent.push(...messages) } }
  const [queued, sharded, done] = [await add(), await add(), await add()]
  await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
  await sql.run("UPDATE tasks SET state = 'PROCESSING' WHERE task_id <> ?1", [queued])
  await sql.run('INSERT INTO shards (task_id, first, last, not_before) VALUES (?1, 0, 3, ?2)', [sharded, now + future])
  await sql.run("INSERT INTO shards (task_id, first, last, state) VALUES (?1, 0, 3, 'done')", [done])
  const deps = { ...app.deps, tasks, clock: () => now + future }
  expect(await sweepTasks(deps)).toBe(3)
  expect(sent).toEqual(
    expect.arrayContaining([
      { kind: 'join', taskId: done },
      { kind: 'plan', taskId: queued, turn: 0 },
      { kind: 'shard', taskId: sharded, first: 0, turn: 1 },
    ]),
  )
  await app.deps.blobs.put(`tasks/${queued}/source`, new Uint8Array(1), { type: 'x/y' })
  await app.deps.blobs.put(`tasks/${'f'.repeat(32)}/source`, new Uint8Array(1), { type: 'x/y' })
  await sql.run("UPDATE tasks SET state = 'FAILED', expires_at = ?2 WHERE task_id = ?1", [queued, now + future])
  await app.deps.blobs.put(`tasks/${sharded}/source`, new Uint8Array(1), { type: 'x/y' })
  // Documents of a finished task and of no task are removed, not that of a running one.
  expect(await sweepExpiredTasks({ ...deps, clock: () => now + future - 1 })).toBe(2)
  expect((await Array.fromAsync(app.deps.blobs.list('tasks/'))).map(({ blobKey }) => blobKey)).toEqual([
    `tasks/${sharded}/source`,
  ])
  expect(await readTask(sql, queued)).not.toBeNull()
  expect(await sweepExpiredTasks(deps)).toBe(1)
  expect(await readTask(sql, queued)).toBeNull()
})

test('orphaned documents of many tasks are found with a few statements', async () => {
  const { app, sql, now } = await openTasks(opened)
  for (let at = 0; at < 250; at++)
    await app.deps.blobs.put(`tasks/${String(at).padStart(32, 'e')}/source`, new Uint8Array(1), { type: 'x/y' })
  let statements = 0
  const counting: typeof sql = {
    ...sql,
    all(statement, args) {
      statements++
      return sql.all(statement, args)
    },
  }
  expect(await sweepExpiredTasks({ ...app.deps, sql: counting, clock: () => now + 2 * 3_600_000 })).toBe(250)
  expect(statements).toBeLessThan(10)
})

test('one sweep removes more expired tasks than one query returns', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const taskId = await add()
  await sql.run("UPDATE tasks SET state = 'FAILED', expires_at = ?2 WHERE task_id = ?1", [taskId, now])
  const columns =
    'api_key_id, state, file_name, file_type, options, warnings, files_token, public_origin, dedupe_hash, created_at, updated_at, expires_at'
  await sql.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1100)
     INSERT INTO tasks (task_id, ${columns}) SELECT printf('f%031d', n), ${columns} FROM tasks, numbers WHERE task_id = ?1`,
    [taskId],
  )
  expect(await sweepExpiredTasks({ ...app.deps, clock: () => now })).toBe(1101)
  expect(await sql.all('SELECT count(*) AS n FROM tasks')).toEqual([{ n: 0 }])
}, 20_000)

test('reserved pages of a failed task are refunded by the next sweep', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const taskId = await add()
  expect(await sql.all('SELECT state FROM ledger')).toEqual([{ state: 'reserved' }])
  await sql.run("UPDATE tasks SET state = 'FAILED' WHERE task_id = ?1", [taskId])
  expect(await sweepReservations({ ...app.deps, clock: () => now })).toBe(1)
  expect(await sql.all('SELECT state FROM ledger')).toEqual([{ state: 'released' }])
})
