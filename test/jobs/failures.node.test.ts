/**
 * What a task does when its parts fail: pages that never parse, processes that die without a word, a queue that forgets,
 * stores that refuse, a full backlog. The pool is the real one, except for the page that a test spoils.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { MEMORY_MS } from '../../src/concurrency/fair-scheduler.ts'
import { createConsumer } from '../../src/jobs/runner/consumer.ts'
import { sweepExpiredTasks, sweepReservations, sweepTasks } from '../../src/jobs/runner/sweeper.ts'
import { createTaskSelector } from '../../src/jobs/runner/task-selector.ts'
import { addTask, type NewTask } from '../../src/jobs/store/add-task.ts'
import { expireLeasesOf } from '../../src/jobs/store/due-work.ts'
import { claimShard } from '../../src/jobs/store/shard-store.ts'
import { readTask } from '../../src/jobs/store/task-store.ts'
import {
  claimTask,
  markFailed,
  markSucceeded,
  renewTask,
  startProcessing,
} from '../../src/jobs/store/task-transitions.ts'
import { ParseError, UnavailableError } from '../../src/model/errors.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { Pool } from '../../src/pool/pool.ts'
import type { TaskMessage } from '../../src/queue/queue.ts'
import { formInit } from '../http/form.ts'
import { type OpenedApp, type OpenOptions, openApp } from '../http/open.node.ts'
import { illustratedPdf, plainPdf } from './documents.ts'

const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

interface Check {
  readonly code: number
  readonly message: string
  readonly warnings?: string[]
  readonly data: {
    readonly status: string
    readonly error: string | null
    readonly error_code: number | null
    readonly metadata: { readonly pages_billed?: number }
    readonly progress: { readonly pages_done: number }
    readonly result: {
      readonly outputs: {
        readonly markdown: string
        readonly json: { readonly pages: { page_num: number; page_size: object; blocks: object[] }[] }
      }
    } | null
  }
}

async function start(options: OpenOptions = {}) {
  const app = await openApp({
    ...options,
    environment: { SHARD_PAGES: '2', ASYNC_CHECK_WAIT_MS: '20000', LOG_LEVEL: 'error', ...options.environment },
  })
  opened.push(app)
  const { id, apiKey } = await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
  const call = async <answer>(path: string, init: RequestInit): Promise<answer> =>
    (await (await app.call(`/api/v1${path}`, init)).json()) as answer
  const fields = (more: Record<string, string>) =>
    Object.entries({ api_key: apiKey, ...more }).map(([name, value]) => ({ name, value }))
  return {
    app,
    id,
    submit: (bytes: Uint8Array, more: Record<string, string> = {}) =>
      call<{ code: number; message: string; data: { task_id: string } }>(
        '/parse/async',
        formInit([...fields(more), { name: 'file', fileName: 'a.pdf', value: bytes }]),
      ),
    ask: (taskId: string) => formInit(fields({ task_id: taskId })),
    check: (taskId: string) => call<Check>('/parse/async_check', formInit(fields({ task_id: taskId }))),
    left: async () =>
      (await call<{ data: { remaining_free_pages_today: number } }>('/usage', formInit(fields({})))).data
        .remaining_free_pages_today,
  }
}

/** The pool, with `spoil` in front of each attempt to parse pages. */
const spoiled = (
  spoil: (pageIndexes: readonly number[]) => void | Promise<void>,
): NonNullable<OpenOptions['replace']> => {
  return ({ pool }) => {
    const parsePages: Pool['parsePages'] = async (job, control) => {
      await spoil(job.pageIndexes)
      return await pool.parsePages(job, control)
    }
    return { pool: { ...pool, parsePages } }
  }
}

const crash = (page: number) => new ParseError(1137, `The parser ended unexpectedly at page ${page}.`)

describe('pages that fail', () => {
  test('fail their task when their attempts are spent, and it costs nothing', async () => {
    const attempts: string[] = []
    const { submit, check, left, app } = await start({
      environment: { MAX_ATTEMPTS: '2' },
      replace: spoiled((pages) => {
        attempts.push(pages.join())
        if (pages.includes(2)) throw crash(3)
      }),
    })
    const { data } = await submit(plainPdf(6))
    expect((await check(data.task_id)).data).toMatchObject({
      status: 'FAILED',
      error: 'The parser ended unexpectedly at page 3.',
      error_code: 1137,
      result: null,
    })
    // Once with its neighbor, then alone as often as it may.
    expect(attempts.filter((pages) => pages.split(',').includes('2'))).toEqual(['2,3', '2', '2'])
    expect(await left()).toBe(1000)
    await expect.poll(async () => (await app.leftovers()).filter((name) => name.includes(data.task_id))).toEqual([])
  }, 20_000)

  test('with PARTIAL_RESULTS=on they are named, and all others are there and charged', async () => {
    const { submit, check, left } = await start({
      environment: { MAX_ATTEMPTS: '1', PARTIAL_RESULTS: 'on' },
      replace: spoiled((pages) => {
        if (pages.includes(2)) throw crash(3)
      }),
    })
    const { data } = await submit(illustratedPdf(5))
    const answer = await check(data.task_id)
    expect(answer.data).toMatchObject({ status: 'SUCCESS', error: null, metadata: { page_num: 5, pages_billed: 4 } })
    expect(answer.warnings).toEqual([
      expect.stringMatching(/^page 3 is missing .*The parser ended unexpectedly at page 3/),
    ])
    const pages = answer.data.result?.outputs.json.pages ?? []
    expect(pages.map(({ page_num }) => page_num)).toEqual([0, 1, 2, 3, 4])
    expect(pages.map(({ blocks }) => blocks.length > 0)).toEqual([true, true, false, true, true])
    expect(pages[2]?.page_size).toEqual(pages[1]?.page_size)
    expect(await left()).toBe(996)
  })

  test('when all fail there is no result, also with PARTIAL_RESULTS=on', async () => {
    const { submit, check, left } = await start({
      environment: { MAX_ATTEMPTS: '1', PARTIAL_RESULTS: 'on' },
      replace: spoiled(([page = 0]) => {
        throw crash(page + 1)
      }),
    })
    const { data } = await submit(plainPdf(3))
    expect((await check(data.task_id)).data).toMatchObject({
      status: 'FAILED',
      error: 'The parser ended unexpectedly at page 1.',
      error_code: 1137,
    })
    expect(await left()).toBe(1000)
  })

  test('what cannot be better the next time is not tried again', async () => {
    let attempts = 0
    const { submit, check } = await start({
      replace: spoiled(() => {
        attempts++
        throw new ParseError(1106, 'The file is damaged.')
      }),
    })
    const { data } = await submit(plainPdf(1))
    expect((await check(data.task_id)).data).toMatchObject({
      status: 'FAILED',
      error_code: 1106,
      error: 'The file is damaged.',
    })
    expect(attempts).toBe(1)
  })

  test('a busy pool costs no attempt', async () => {
    let refusals = 0
    const { submit, check } = await start({
      environment: { MAX_ATTEMPTS: '1' },
      replace: spoiled(() => {
        if (refusals++ < 2) throw new ParseError(1124, 'Busy.')
      }),
    })
    const { data } = await submit(plainPdf(1))
    expect((await check(data.task_id)).data.status).toBe('SUCCESS')
    expect(refusals).toBe(3)
  }, 15_000)

  test('a store that refuses for a while delays the task and no more', async () => {
    let refusals = 0
    const { submit, check } = await start({
      replace: ({ blobs }) => ({
        blobs: {
          ...blobs,
          async put(blobKey, body, options) {
            if (blobKey.includes('/pages/') && refusals++ < 1)
              throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
            await blobs.put(blobKey, body, options)
          },
        },
      }),
    })
    const { data } = await submit(plainPdf(1))
    expect((await check(data.task_id)).data).toMatchObject({ status: 'SUCCESS', metadata: { pages_billed: 1 } })
  }, 15_000)

  test('a store that is away spends no attempt', async () => {
    let away = true
    const { submit, check } = await start({
      environment: { MAX_ATTEMPTS: '1' },
      replace: spoiled(() => {
        if (!away) return
        away = false
        throw new UnavailableError('the database does not answer', { cause: new Error('connect ECONNREFUSED') })
      }),
    })
    expect((await check((await submit(plainPdf(1))).data.task_id)).data).toMatchObject({
      status: 'SUCCESS',
      error: null,
    })
  })
})

describe('a database that goes away in the middle of a step', () => {
  /** The statements that match fail so often, each time as a silent database does. */
  const failing = (statement: RegExp, times: number): Pick<OpenOptions, 'replace'> => {
    let left = times
    const away = (text: string): void => {
      if (statement.test(text) && left-- > 0) throw new UnavailableError('the database does not answer')
    }
    return {
      replace: ({ sql }) => ({
        sql: {
          ...sql,
          async run(text, args) {
            away(text)
            return await sql.run(text, args)
          },
          async batch(statements) {
            for (const { sql: text } of statements) away(text)
            await sql.batch(statements)
          },
        },
      }),
    }
  }

  test.each([
    ['noting that a shard is done', /state = 'done', pages_done/],
    ['going from shards to the join', /SET state = 'JOINING'/],
    ['noting the success', /SET state = 'SUCCESS'/],
    ['cutting the shards', /INSERT INTO shards/],
  ])(
    '%s: nothing is thrown away, no attempt is spent',
    async (_what, statement) => {
      let parsed = 0
      const spoil = spoiled(() => {
        parsed++
      })
      const { app, submit, check, left } = await start({
        environment: { MAX_ATTEMPTS: '1', SHARD_PAGES: '1' },
        replace: (deps) => ({ ...spoil(deps), ...failing(statement, 2).replace?.(deps) }),
      })
      const { data } = await submit(plainPdf(2))
      expect((await check(data.task_id)).data).toMatchObject({ status: 'SUCCESS', error: null })
      expect(parsed).toBe(2)
      expect(await left()).toBe(998)
      expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
    },
    30_000,
  )
})

describe('a task that ends while others still work on it', () => {
  test('cancelled in another process while its pages are counted: nothing stays held', async () => {
    let looks = 0
    const cancelled = Promise.withResolvers<void>()
    const { app, submit, check, left } = await start({
      replace: ({ pool }) => ({
        pool: {
          ...pool,
          async inspect(job, control) {
            // At submitting all threads are busy, so the plan counts.
            if (++looks === 1) throw new ParseError(1124, 'Busy.')
            const info = await pool.inspect(job, control)
            await cancelled.promise
            return info
          },
        },
      }),
    })
    const { data } = await submit(plainPdf(5))
    await expect.poll(() => looks).toBe(2)
    // As another process would: the row changes, and no news comes.
    await markFailed(app.sql, data.task_id, {
      message: 'cancelled',
      code: null,
      now: Date.now(),
      expiresAt: Date.now() + 60_000,
      chargeParsed: true,
    })
    cancelled.resolve()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await check(data.task_id)).data).toMatchObject({ status: 'FAILED', error: 'cancelled' })
    expect(await app.sql.all('SELECT state FROM ledger')).toEqual([])
    expect(await left()).toBe(1000)
  })

  test('cancelled in another process in mid-shard, without news: the work ends within seconds', async () => {
    let aborted = 0
    const { app, submit } = await start({
      replace: ({ pool }) => ({
        pool: {
          ...pool,
          parsePages: (_job, control) =>
            new Promise((_, reject) => {
              control?.signal?.addEventListener('abort', () => {
                aborted++
                reject(control.signal?.reason)
              })
            }),
        },
      }),
    })
    const { data } = await submit(plainPdf(2))
    await expect.poll(async () => (await app.sql.all("SELECT 1 FROM shards WHERE state = 'leased'")).length).toBe(1)
    await markFailed(app.sql, data.task_id, {
      message: 'cancelled',
      code: null,
      now: Date.now(),
      expiresAt: Date.now() + 60_000,
    })
    await expect.poll(() => aborted, { timeout: 5000 }).toBe(1)
  }, 10_000)
})

describe('requests that wait for news', () => {
  test('event streams count among them: beyond the limit one more is 1124', async () => {
    const { app, submit, ask } = await start({
      environment: { ASYNC_CHECK_MAX_WAITING: '2' },
      replace: spoiled(async () => await new Promise((resolve) => setTimeout(resolve, 2000))),
    })
    const { data } = await submit(plainPdf(1))
    await expect.poll(() => app.deps.tasks?.events.subscriberCount).toBe(1)
    const events = async () => await app.call('/api/v1/parse/async_events', ask(data.task_id))
    const first = await events()
    expect(first.headers.get('content-type')).toBe('text/event-stream')
    await expect.poll(() => app.deps.tasks?.events.subscriberCount).toBe(2)
    expect(await (await events()).json()).toMatchObject({
      code: 1124,
      message: expect.stringContaining('2 requests wait'),
    })
    await first.body?.cancel()
  })
  test('an event stream of a service that stops ends without "done": the task goes on elsewhere', async () => {
    const { app, submit, ask } = await start({
      replace: spoiled(async () => await new Promise((resolve) => setTimeout(resolve, 1000))),
    })
    const { data } = await submit(plainPdf(1))
    const stream = await app.call('/api/v1/parse/async_events', ask(data.task_id))
    await expect.poll(() => app.deps.tasks?.events.subscriberCount).toBeGreaterThan(0)
    app.deps.tasks?.events.close()
    const text = await stream.text()
    expect(text).toContain('event: progress')
    expect(text).not.toContain('event: done')
  })
})

describe('the backlog', () => {
  test('threads that are busy for a page: what can not be paid for is refused at submitting all the same', async () => {
    const { app } = await start({
      replace: ({ pool }) => ({
        pool: {
          ...pool,
          async inspect(job, control) {
            await delay(2000, undefined, control?.signal === undefined ? {} : { signal: control.signal })
            return await pool.inspect(job, control)
          },
        },
      }),
    })
    const { apiKey } = await app.createKey({ freePerDay: 2, freePerMonth: 10, paidPages: 0 })
    const parts = [
      { name: 'api_key', value: apiKey },
      { name: 'file', fileName: 'a.pdf', value: plainPdf(3) },
    ]
    expect(await (await app.call('/api/v1/parse/async', formInit(parts))).json()).toMatchObject({ code: 1131 })
  })
  test('is bounded: one more is 1124, and nothing of it stays', async () => {
    const gate = Promise.withResolvers<void>()
    const { submit, check, left, app } = await start({
      environment: { QUEUE_MAX: '2' },
      replace: spoiled(() => gate.promise),
    })
    const accepted = [await submit(plainPdf(1)), await submit(plainPdf(1, 'Second'))]
    const before = await app.leftovers()
    const refused = await submit(plainPdf(1, 'Third'))
    expect(refused).toMatchObject({ code: 1124, message: expect.stringContaining('limit is 2') })
    expect(await app.leftovers()).toEqual(before)
    expect(await left()).toBe(998)
    gate.resolve()
    for (const { data } of accepted) expect((await check(data.task_id)).data.status).toBe('SUCCESS')
    expect((await submit(plainPdf(1, 'Third'))).code).toBe(0)
  })
})

/** A worker process of three places, for which the keys but `other` are slow; `later` gets the tasks whose steps it sends again. */
function consumerBehind(
  lock: { acquire(): Promise<never> },
  { deps }: OpenedApp,
  { other, now }: { other: string; now: number },
) {
  if (deps.tasks === null) throw new Error('The test needs tasks')
  const later: string[] = []
  const queue = {
    send: async (messages: readonly TaskMessage[]) => {
      later.push(...messages.map(({ taskId }) => taskId))
    },
  }
  const pool = { ...deps.pool, isSlow: (key: string) => key !== other }
  const consume = createConsumer(
    { ...deps, pool, tasks: { ...deps.tasks, queue }, clock: () => now },
    { lock, concurrency: 3 },
  )
  return { consume, later }
}

/** Rows without a queue that works on them: what a dead process leaves. */
async function rows() {
  const app = await openApp({ environment: { SHARD_PAGES: '2', TASK_CONCURRENCY: '1' } })
  opened.push(app)
  await app.deps.tasks?.queue.send([])
  const { id } = await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
  const now = Date.now()
  let made = 0
  const newTask = (apiKeyId: string, createdAt = now): NewTask => {
    const taskId = (++made).toString(16).padStart(32, '0')
    return {
      taskId,
      apiKeyId,
      fileName: 'a.pdf',
      fileType: '.pdf',
      options: defaultOptions,
      warnings: [],
      filesToken: taskId + taskId.slice(24),
      publicOrigin: 'http://localhost',
      pages: { pageCount: 4, pagesTotal: 4 },
      dedupeHash: taskId,
      dedupe: false,
      callbackUrl: null,
      now: createdAt,
    }
  }
  const add = async (apiKeyId = id, createdAt = now): Promise<string> => {
    const task = newTask(apiKeyId, createdAt)
    const { taskId } = task
    const reservation = { taskId, apiKeyId, pages: 4, now: createdAt, timezone: 'UTC', ttlMs: 1000 }
    expect(await addTask(app.deps.sql, task, { reservation, queueMax: 100 })).toBeNull()
    return taskId
  }
  return { app, sql: app.deps.sql, id, now, newTask, add }
}

describe('rows', () => {
  /** Nothing here may be taken by the queue that runs beside: what a test makes lies in its future. */
  const future = 10 * 365 * 86_400_000

  test('a step belongs to one claim at a time, and a lost claim can end nothing', async () => {
    const { sql, now, add } = await rows()
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
      lost: 1,
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

  test('keys take turns, whatever one of them has waiting', async () => {
    const { app, sql, now, add } = await rows()
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

  test('a key whose tasks fill the queue leaves others their share of it', async () => {
    const { app, sql, id, now, add, newTask } = await rows()
    const other = (await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).id
    for (let index = 0; index < 4; index++) await add()
    const submit = async (apiKeyId: string) => {
      const refused = await addTask(sql, newTask(apiKeyId), { reservation: null, queueMax: 4 }).catch(
        (error: ParseError) => error.code,
      )
      await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
      return refused
    }
    expect(await submit(id)).toBe(1124)
    expect(await submit(other)).toBeNull()
    expect(await submit(other)).toBeNull()
    expect(await submit(other)).toBe(1124)
  })

  test('the last place is kept from a key whose pages take very long while another key is about', async () => {
    const { app, sql, now, add } = await rows()
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

  test('a worker process sends the step of such a key again for later, when only its last place is left', async () => {
    const { app, sql, now, add } = await rows()
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
    const { consume, later } = consumerBehind(lock, app, { other, now: now + future })
    const never = new AbortController().signal
    const plan = (taskId: string) => void consume({ kind: 'plan', taskId }, never)
    plan(first)
    plan(theirs)
    await expect.poll(() => entered.length).toBe(2)
    plan(second)
    await expect.poll(() => later).toEqual([second])
    expect(entered).toHaveLength(2)
  })

  test('a worker process counts a place from when a step takes it until it comes back, and none for callbacks', async () => {
    const { app, sql, now, add } = await rows()
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
    const { consume, later } = consumerBehind(lock, app, { other, now: now + future })
    const never = new AbortController().signal
    await expect(consume({ kind: 'plan', taskId: theirs }, never)).rejects.toThrow('stopping')
    await expect(consume({ kind: 'callback', taskId: first }, never)).rejects.toThrow('stopping')
    isClosed = false
    for (const [at, taskId] of [first, second].entries()) {
      void consume({ kind: 'plan', taskId }, never)
      await expect.poll(() => [entered, later]).toEqual([at + 1, []])
    }
    await consume({ kind: 'plan', taskId: third }, never)
    expect([entered, later]).toEqual([2, [third]])
  })

  test('claims of a dead process end at once, those of a living one do not', async () => {
    const { sql, now, add } = await rows()
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
    await claimShard(sql, { taskId, first: 0, owner: 'dead#1' }, claim)
    await claimShard(sql, { taskId, first: 2, owner: 'alive#1' }, claim)
    expect(
      await createTaskSelector(sql, () => now + future, { concurrency: 10, isSlow: () => false })(new Set()),
    ).toBeNull()
    expect(await expireLeasesOf(sql, (owner) => owner === 'dead')).toBe(1)
    expect(
      await createTaskSelector(sql, () => now + future, { concurrency: 10, isSlow: () => false })(new Set()),
    ).toEqual({
      message: { kind: 'shard', taskId, first: 0 },
      exclusive: true,
    })
  })

  test('pages of a living task are not given back by the clock; those of a finished one are settled with it', async () => {
    const { app, sql, id, now, add } = await rows()
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
    expect(await sql.all('SELECT used FROM usage_period WHERE api_key_id = ?1', [id])).toEqual([
      { used: 3 },
      { used: 3 },
    ])
  })

  test('the sweeper sends what was lost, joins what is done, and removes what has expired', async () => {
    const { app, sql, now, add } = await rows()
    const sent: unknown[] = []
    const tasks =
      app.deps.tasks === null
        ? null
        : { ...app.deps.tasks, queue: { send: async (messages: readonly unknown[]) => void sent.push(...messages) } }
    const [queued, sharded, done] = [await add(), await add(), await add()]
    await sql.run('UPDATE tasks SET not_before = ?1', [now + future])
    await sql.run("UPDATE tasks SET state = 'PROCESSING' WHERE task_id <> ?1", [queued])
    await sql.run('INSERT INTO shards (task_id, first, last, not_before) VALUES (?1, 0, 3, ?2)', [
      sharded,
      now + future,
    ])
    await sql.run("INSERT INTO shards (task_id, first, last, state) VALUES (?1, 0, 3, 'done')", [done])
    const deps = { ...app.deps, tasks, clock: () => now + future }
    expect(await sweepTasks(deps)).toBe(3)
    expect(sent).toEqual(
      expect.arrayContaining([
        { kind: 'join', taskId: done },
        { kind: 'plan', taskId: queued },
        { kind: 'shard', taskId: sharded, first: 0 },
      ]),
    )
    await app.deps.blobs.put(`tasks/${queued}/source`, new Uint8Array(1), { type: 'x/y' })
    await app.deps.blobs.put(`tasks/${'f'.repeat(32)}/source`, new Uint8Array(1), { type: 'x/y' })
    await sql.run("UPDATE tasks SET state = 'FAILED', expires_at = ?2 WHERE task_id = ?1", [queued, now + future])
    await app.deps.blobs.put(`tasks/${sharded}/source`, new Uint8Array(1), { type: 'x/y' })
    // What a finished task and no task at all have left; a running one's stays.
    expect(await sweepExpiredTasks({ ...deps, clock: () => now + future - 1 })).toBe(2)
    expect((await Array.fromAsync(app.deps.blobs.list('tasks/'))).map(({ blobKey }) => blobKey)).toEqual([
      `tasks/${sharded}/source`,
    ])
    expect(await readTask(sql, queued)).not.toBeNull()
    expect(await sweepExpiredTasks(deps)).toBe(1)
    expect(await readTask(sql, queued)).toBeNull()
  })

  test('what is left over of many tasks is found with a few statements', async () => {
    const { app, sql, now } = await rows()
    for (let at = 0; at < 250; at++)
      await app.deps.blobs.put(`tasks/${String(at).padStart(32, 'e')}/source`, new Uint8Array(1), { type: 'x/y' })
    let asked = 0
    const counting: typeof sql = {
      ...sql,
      all(statement, args) {
        asked++
        return sql.all(statement, args)
      },
    }
    expect(await sweepExpiredTasks({ ...app.deps, sql: counting, clock: () => now + 2 * 3_600_000 })).toBe(250)
    expect(asked).toBeLessThan(10)
  })

  test('a day with more expired tasks than one look takes is cleaned in one sweep', async () => {
    const { app, sql, now, add } = await rows()
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

  test('pages held for a task that has failed come back with the next sweep', async () => {
    const { app, sql, now, add } = await rows()
    const taskId = await add()
    expect(await sql.all('SELECT state FROM ledger')).toEqual([{ state: 'reserved' }])
    await sql.run("UPDATE tasks SET state = 'FAILED' WHERE task_id = ?1", [taskId])
    expect(await sweepReservations({ ...app.deps, clock: () => now })).toBe(1)
    expect(await sql.all('SELECT state FROM ledger')).toEqual([{ state: 'released' }])
  })
})
