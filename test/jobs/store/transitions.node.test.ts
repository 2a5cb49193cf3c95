import { afterEach, expect, test } from 'vitest'
import { checkResponse, readResponse } from '../../../src/jobs/api/response.ts'
import { sweepReservations } from '../../../src/jobs/runner/sweeper.ts'
import { failTask } from '../../../src/jobs/runner/task-completion.ts'
import { addTask } from '../../../src/jobs/store/add-task.ts'
import { readTask } from '../../../src/jobs/store/task-store.ts'
import {
  claimTask,
  markFailed,
  markSucceeded,
  renewTask,
  startProcessing,
} from '../../../src/jobs/store/task-transitions.ts'
import { ParseError } from '../../../src/model/errors.ts'
import type { OpenedApp } from '../../http/open-app.node.ts'
import { future, openTasks } from '../open-tasks.node.ts'

const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

test('a step has one lease at a time, and a lost lease changes nothing', async () => {
  const { sql, now, add } = await openTasks(opened)
  const taskId = await add()
  await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
  const at = now + future
  const [a, b] = [
    { taskId, owner: 'p~1#a' },
    { taskId, owner: 'p~1#b' },
  ]
  const claims = await Promise.all(
    [a, b].map((lease) => claimTask(sql, lease, { state: 'QUEUING', now: at, leaseMs: 1000 })),
  )
  expect(claims.map((task) => task !== null)).toEqual([true, false])
  expect(await claimTask(sql, b, { state: 'QUEUING', now: at + 1001, leaseMs: 1000 })).toMatchObject({
    attempts: 2,
    crashes: 1,
  })
  expect(await renewTask(sql, a, at + 5000)).toBe(false)
  await startProcessing(sql, a, { shards: [{ first: 0, last: 3 }], now: at })
  expect((await readTask(sql, taskId))?.state).toBe('QUEUING')
  await startProcessing(sql, b, {
    shards: [
      { first: 0, last: 1 },
      { first: 2, last: 3 },
    ],
    now: at,
  })
  expect((await readTask(sql, taskId))?.state).toBe('PROCESSING')
  expect(await sql.all('SELECT first, last FROM shards ORDER BY first')).toEqual([
    { first: 0, last: 1 },
    { first: 2, last: 3 },
  ])
  expect(await markSucceeded(sql, b, { pagesBilled: 4, tokenCount: 1, warnings: [], now: at, expiresAt: at })).toBe(
    false,
  )
  await expect(sql.run("UPDATE tasks SET state = 'QUEUING' WHERE task_id = ?1", [taskId])).rejects.toThrow(
    'earlier state',
  )
})

test('a key with many tasks cannot fill the queue for other keys', async () => {
  const { app, sql, id, now, add, newTask } = await openTasks(opened)
  const other = (await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).id
  for (let index = 0; index < 4; index++) await add()
  const submit = async (apiKeyId: string) => {
    const added = await addTask(sql, newTask(apiKeyId), { reservation: null, queueMax: 4 }).then(
      ({ isNew }) => isNew,
      (error: ParseError) => error.code,
    )
    await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
    return added
  }
  expect(await submit(id)).toBe(1124)
  expect(await submit(other)).toBe(true)
  expect(await submit(other)).toBe(true)
  expect(await submit(other)).toBe(1124)
})

test('keys take turns: a task starts after the last one of its key, but not before those that wait', async () => {
  const { app, sql, id, now, add } = await openTasks(opened)
  const other = (await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).id
  const turnOf = async (apiKeyId: string): Promise<number | undefined> => {
    const taskId = await add(apiKeyId)
    await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
    return (await readTask(sql, taskId))?.turn
  }
  const end = (condition: string) => sql.run(`UPDATE tasks SET state = 'FAILED' WHERE ${condition}`)
  expect([await turnOf(id), await turnOf(id), await turnOf(id)]).toEqual([0, 1, 2])
  expect(await turnOf(other)).toBe(0)
  await end('turn = 0')
  // One task at a time does not go before the other key's waiting ones again and again.
  expect(await turnOf(other)).toBe(1)
  await end(`turn = 1 AND api_key_id = '${other}'`)
  expect(await turnOf(other)).toBe(2)
  await end('turn < 2')
  await end(`api_key_id = '${other}'`)
  expect(await turnOf(other)).toBe(3)
  await end('turn >= 0')
  expect(await turnOf(id)).toBe(1)
  // A document of nine pages takes three turns.
  await sql.run("UPDATE tasks SET pages_total = 9 WHERE state = 'QUEUING'")
  expect(await turnOf(id)).toBe(4)
})

test('reservations of unfinished tasks do not expire; those of finished ones are committed with the task', async () => {
  const { app, sql, id, now, add } = await openTasks(opened)
  const taskId = await add()
  await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
  const later = { ...app.deps, clock: () => now + future }
  expect(await sweepReservations(later)).toBe(0)
  expect(await sql.all('SELECT state, pages FROM ledger')).toEqual([{ state: 'reserved', pages: 4 }])
  await sql.run("UPDATE tasks SET state = 'PROCESSING'")
  await sql.run("UPDATE tasks SET state = 'JOINING'")
  const lease = { taskId, owner: 'p#1' }
  await claimTask(sql, lease, { state: 'JOINING', now: now + future, leaseMs: 1000 })
  expect(
    await markSucceeded(sql, lease, {
      pagesBilled: 3,
      tokenCount: 1,
      warnings: [],
      now: now + future,
      expiresAt: now + future + 1,
    }),
  ).toBe(true)
  expect(await sql.all('SELECT state, charged FROM ledger')).toEqual([{ state: 'settled', charged: 3 }])
  // All pages are done, also the one that could not be read and is not charged.
  expect(await sql.all('SELECT pages_done, pages_total, pages_billed FROM tasks')).toEqual([
    { pages_done: 4, pages_total: 4, pages_billed: 3 },
  ])
  expect(await sql.all('SELECT used FROM usage_period WHERE api_key_id = ?1', [id])).toEqual([{ used: 3 }, { used: 3 }])
})

test('a canceled task charges its finished shards, and its check says how many pages', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const taskId = await add()
  await sql.run("UPDATE tasks SET state = 'PROCESSING'")
  await sql.run("INSERT INTO shards (task_id, first, last, state) VALUES (?1, 0, 1, 'done'), (?1, 2, 3, 'open')", [
    taskId,
  ])
  await markFailed(sql, taskId, { message: 'cancelled', code: null, now, expiresAt: now + 1, chargeParsed: true })
  expect(await sql.all('SELECT state, charged FROM ledger')).toEqual([{ state: 'settled', charged: 2 }])
  const response = await checkResponse((await readTask(sql, taskId))!, app.deps)
  expect(JSON.parse(new TextDecoder().decode(await readResponse(response!)))).toMatchObject({
    data: { status: 'FAILED', metadata: { page_num: 4, file_type: '.pdf', pages_billed: 2 }, result: null },
  })
})

test('only the call that ends a task says so', async () => {
  const { sql, now, add } = await openTasks(opened)
  const taskId = await add()
  await sql.run("UPDATE tasks SET state = 'PROCESSING', not_before = 0")
  await sql.run("UPDATE tasks SET state = 'JOINING'")
  const [a, b] = [
    { taskId, owner: 'p~1#a' },
    { taskId, owner: 'p~1#b' },
  ]
  // The lease of `a` expires before its result is stored, and `b` ends the task.
  await claimTask(sql, a, { state: 'JOINING', now: now + future, leaseMs: 1000 })
  await claimTask(sql, b, { state: 'JOINING', now: now + future + 1001, leaseMs: 1000 })
  const result = { pagesBilled: 4, tokenCount: 1, warnings: [], now, expiresAt: now + 1 }
  expect(await markSucceeded(sql, b, result)).toBe(true)
  expect(await markSucceeded(sql, a, result)).toBe(false)
  expect(await markFailed(sql, taskId, { message: 'm', code: 1137, now, expiresAt: now + 1 })).toBe(false)
})

test('a task whose shards fail at the same time is counted once, and one that a client canceled not at all', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const [failed, canceled] = [await add(), await add()]
  const counted: unknown[] = []
  const metrics = { record: (...args: unknown[]) => void counted.push(args), addGauge: () => undefined }
  const context = { deps: { ...app.deps, metrics }, tasks: app.deps.tasks! }
  const error = new ParseError(1137, 'The document could not be processed.')
  const refOf = (taskId: string) => ({ taskId, filesToken: taskId + taskId.slice(24) })
  await Promise.all([failTask(refOf(failed), error, context), failTask(refOf(failed), error, context)])
  await markFailed(sql, canceled, { message: 'cancelled', code: null, now, expiresAt: now + 1 })
  await failTask(refOf(canceled), error, context)
  await failTask(refOf(await add()), error, { ...context, owner: 'p~1#lost' })
  expect(counted).toEqual([['tasksEnded', { code: '1137' }]])
})
