import { afterEach, expect, test } from 'vitest'
import { MEMORY_MS } from '../../../src/concurrency/fair-scheduler.ts'
import { createConsumer } from '../../../src/jobs/runner/consumer.ts'
import { createTaskSelector } from '../../../src/jobs/runner/task-selector.ts'
import { expireLeasesOf } from '../../../src/jobs/store/due-work.ts'
import { claimShard } from '../../../src/jobs/store/shard-store.ts'
import type { TaskMessage } from '../../../src/queue/queue.ts'
import type { OpenedApp } from '../../http/open-app.node.ts'
import { future, openTasks } from '../open-tasks.node.ts'

const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

/**
 * A consumer with concurrency 3, where all keys except `other` are slow. `delayed` collects the tasks of delayed
 * messages.
 */
function createTestConsumer(
  lock: { acquire(): Promise<never> },
  { deps }: OpenedApp,
  { other, now }: { other: string; now: number },
) {
  if (deps.tasks === null) throw new Error('The test needs tasks')
  const delayed: string[] = []
  const queue = {
    send: async (messages: readonly TaskMessage[]) => {
      delayed.push(...messages.map(({ taskId }) => taskId))
    },
  }
  const pool = { ...deps.pool, isSlow: (key: string) => key !== other }
  const consume = createConsumer(
    { ...deps, pool, tasks: { ...deps.tasks, queue }, clock: () => now },
    { lock, concurrency: 3 },
  )
  return { consume, delayed }
}

test('keys take turns, regardless of the number of their tasks', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const other = (await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).id
  const mine: string[] = []
  for (let index = 0; index < 3; index++) mine.push(await add())
  const theirs = await add(other)
  await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
  const pick = createTaskSelector(sql, () => now + future, { concurrency: 10, isSlow: () => false })
  const busy = new Set<string>()
  const order: string[] = []
  for (;;) {
    const next = await pick(busy)
    if (next === null) break
    order.push(next.message.taskId)
    busy.add(JSON.stringify(next.message))
  }
  expect(order.slice(0, 2).sort()).toEqual([mine[0], theirs].sort())
  expect(order).toHaveLength(4)
})

test('a slow key does not get the last slot while another key is active', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const other = (await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).id
  for (let index = 0; index < 3; index++) await add()
  let clock = now + future
  await sql.run('UPDATE tasks SET not_before = ?1', [clock])
  const pick = createTaskSelector(sql, () => clock, { concurrency: 2, isSlow: (key) => key !== other })
  const busy = new Set<string>()
  const next = async () => {
    const found = await pick(busy)
    if (found !== null) busy.add(JSON.stringify(found.message))
    return found?.message
  }
  await next()
  const theirs = await add(other)
  await sql.run('UPDATE tasks SET not_before = 0 WHERE task_id = ?1', [theirs])
  const quick = await next()
  expect(quick?.taskId).toBe(theirs)
  busy.delete(JSON.stringify(quick))
  await sql.run("UPDATE tasks SET state = 'FAILED' WHERE task_id = ?1", [theirs])
  expect(await next()).toBeUndefined()
  clock += MEMORY_MS
  expect(await next()).toBeDefined()
})

test('a consumer delays the steps of a slow key if only the last slot is free', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const other = (await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).id
  const [first, second, theirs] = [await add(), await add(), await add(other)]
  await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
  const entered: string[] = []
  const lock = {
    acquire: () => {
      entered.push('step')
      return new Promise<never>(() => undefined)
    },
  }
  const { consume, delayed } = createTestConsumer(lock, app, { other, now: now + future })
  const never = new AbortController().signal
  const plan = (taskId: string) => void consume({ kind: 'plan', taskId }, never)
  plan(first)
  plan(theirs)
  await expect.poll(() => entered.length).toBe(2)
  plan(second)
  await expect.poll(() => delayed).toEqual([second])
  expect(entered).toHaveLength(2)
})

test('a consumer counts steps from start to end, and not callbacks', async () => {
  const { app, sql, now, add } = await openTasks(opened)
  const other = (await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).id
  const [first, second, third, theirs] = [await add(), await add(), await add(), await add(other)]
  await sql.run("UPDATE tasks SET not_before = ?1, callback_state = 'pending', callback_at = ?1", [now + future])
  let isClosed = true
  let entered = 0
  const lock = {
    acquire: () => {
      if (isClosed) return Promise.reject(new Error('stopping'))
      entered++
      return new Promise<never>(() => undefined)
    },
  }
  const { consume, delayed } = createTestConsumer(lock, app, { other, now: now + future })
  const never = new AbortController().signal
  await expect(consume({ kind: 'plan', taskId: theirs }, never)).rejects.toThrow('stopping')
  await expect(consume({ kind: 'callback', taskId: first }, never)).rejects.toThrow('stopping')
  isClosed = false
  for (const [at, taskId] of [first, second].entries()) {
    void consume({ kind: 'plan', taskId }, never)
    await expect.poll(() => [entered, delayed]).toEqual([at + 1, []])
  }
  await consume({ kind: 'plan', taskId: third }, never)
  expect([entered, delayed]).toEqual([2, [third]])
})

test('leases of crashed processes can be expired; those of running ones stay', async () => {
  const { sql, now, add } = await openTasks(opened)
  const taskId = await add()
  await sql.run("UPDATE tasks SET state = 'PROCESSING'")
  for (const first of [0, 2])
    await sql.run('INSERT INTO shards (task_id, first, last, not_before) VALUES (?1, ?2, ?3, ?4)', [
      taskId,
      first,
      first + 1,
      now + future,
    ])
  const claim = { now: now + future, leaseMs: 60_000 }
  await claimShard(sql, { taskId, first: 0, owner: 'crashed#1' }, claim)
  await claimShard(sql, { taskId, first: 2, owner: 'running#1' }, claim)
  expect(
    await createTaskSelector(sql, () => now + future, { concurrency: 10, isSlow: () => false })(new Set()),
  ).toBeNull()
  expect(await expireLeasesOf(sql, (owner) => owner === 'crashed')).toBe(1)
  expect(
    await createTaskSelector(sql, () => now + future, { concurrency: 10, isSlow: () => false })(new Set()),
  ).toEqual({
    message: { kind: 'shard', taskId, first: 0 },
    exclusive: true,
  })
})
