/**
 * Failures of tasks: pages that cannot be parsed, unavailable stores, cancellation, a full queue. The pool is real
 * except for injected errors.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { markFailed } from '../../src/jobs/store/task-transitions.ts'
import { ParseError, UnavailableError } from '../../src/model/errors.ts'
import type { Pool } from '../../src/pool/pool.ts'
import { formInit } from '../http/form.ts'
import { type OpenedApp, type OpenOptions, openApp } from '../http/open-app.node.ts'
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

/** Replaces the pool by one that calls `inject` before each attempt to parse pages. */
const withInjected = (
  inject: (pageIndexes: readonly number[]) => void | Promise<void>,
): NonNullable<OpenOptions['replace']> => {
  return ({ pool }) => {
    const parsePages: Pool['parsePages'] = async (job, control) => {
      await inject(job.pageIndexes)
      return await pool.parsePages(job, control)
    }
    return { pool: { ...pool, parsePages } }
  }
}

const crash = (page: number) => new ParseError(1137, `The parser ended unexpectedly at page ${page}.`)

describe('failing pages', () => {
  test('fail the task when their attempts are exhausted; the task is free', async () => {
    const attempts: string[] = []
    const { submit, check, left, app } = await start({
      environment: { MAX_ATTEMPTS: '2' },
      replace: withInjected((pages) => {
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
    // Once in the shard, then alone until the attempts are exhausted.
    expect(attempts.filter((pages) => pages.split(',').includes('2'))).toEqual(['2,3', '2', '2'])
    expect(await left()).toBe(1000)
    await expect.poll(async () => (await app.storedFiles()).filter((name) => name.includes(data.task_id))).toEqual([])
  }, 20_000)

  test('are named in the warnings with PARTIAL_RESULTS=on; the others are returned and charged', async () => {
    const { submit, check, left } = await start({
      environment: { MAX_ATTEMPTS: '1', PARTIAL_RESULTS: 'on' },
      replace: withInjected((pages) => {
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

  test('fail the task if all pages fail, even with PARTIAL_RESULTS=on', async () => {
    const { submit, check, left } = await start({
      environment: { MAX_ATTEMPTS: '1', PARTIAL_RESULTS: 'on' },
      replace: withInjected(([page = 0]) => {
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

  test('are not retried after a permanent error', async () => {
    let attempts = 0
    const { submit, check } = await start({
      replace: withInjected(() => {
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

  test('a busy pool does not count as an attempt', async () => {
    let refusals = 0
    const { submit, check } = await start({
      environment: { MAX_ATTEMPTS: '1' },
      replace: withInjected(() => {
        if (refusals++ < 2) throw new ParseError(1124, 'Busy.')
      }),
    })
    const { data } = await submit(plainPdf(1))
    expect((await check(data.task_id)).data.status).toBe('SUCCESS')
    expect(refusals).toBe(3)
  }, 15_000)

  test('a temporary error of a store only delays the task', async () => {
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

  test('an unavailable store does not count as an attempt', async () => {
    let isUnavailable = true
    const { submit, check } = await start({
      environment: { MAX_ATTEMPTS: '1' },
      replace: withInjected(() => {
        if (!isUnavailable) return
        isUnavailable = false
        throw new UnavailableError('the database does not answer', { cause: new Error('connect ECONNREFUSED') })
      }),
    })
    expect((await check((await submit(plainPdf(1))).data.task_id)).data).toMatchObject({
      status: 'SUCCESS',
      error: null,
    })
  })
})

describe('a database outage during a step', () => {
  /** Matching statements fail the given number of times, as with an unresponsive database. */
  const failing = (statement: RegExp, times: number): Pick<OpenOptions, 'replace'> => {
    let left = times
    const failOnMatch = (text: string): void => {
      if (statement.test(text) && left-- > 0) throw new UnavailableError('the database does not answer')
    }
    return {
      replace: ({ sql }) => ({
        sql: {
          ...sql,
          async run(text, args) {
            failOnMatch(text)
            return await sql.run(text, args)
          },
          async batch(statements) {
            for (const { sql: text } of statements) failOnMatch(text)
            return await sql.batch(statements)
          },
        },
      }),
    }
  }

  test.each([
    ['recording a finished shard', /state = 'done', pages_done/],
    ['starting the join', /SET state = 'JOINING'/],
    ['recording the success', /SET state = 'SUCCESS'/],
    ['adding the shards', /INSERT INTO shards/],
  ])(
    '%s: no work is lost, no attempt is counted',
    async (_step, statement) => {
      let parsed = 0
      const count = withInjected(() => {
        parsed++
      })
      const { app, submit, check, left } = await start({
        environment: { MAX_ATTEMPTS: '1', SHARD_PAGES: '1' },
        replace: (deps) => ({ ...count(deps), ...failing(statement, 2).replace?.(deps) }),
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

describe('a task that ends during a step', () => {
  test('canceled in another process while its pages are counted: nothing stays reserved', async () => {
    let inspections = 0
    const cancelled = Promise.withResolvers<void>()
    const { app, submit, check, left } = await start({
      replace: ({ pool }) => ({
        pool: {
          ...pool,
          async inspect(job, control) {
            // All threads are busy at submission, so the plan step counts.
            if (++inspections === 1) throw new ParseError(1124, 'Busy.')
            const info = await pool.inspect(job, control)
            await cancelled.promise
            return info
          },
        },
      }),
    })
    const { data } = await submit(plainPdf(5))
    await expect.poll(() => inspections).toBe(2)
    // As another process does it, but without an event.
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

  test('canceled in another process during a shard, without an event: the work ends within seconds', async () => {
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

describe('held requests', () => {
  test('event streams count as held requests: 1124 beyond the limit', async () => {
    const { app, submit, ask } = await start({
      environment: { ASYNC_CHECK_MAX_WAITING: '2' },
      replace: withInjected(async () => await new Promise((resolve) => setTimeout(resolve, 2000))),
    })
    const { data } = await submit(plainPdf(1))
    await expect.poll(async () => (await app.sql.all("SELECT 1 FROM shards WHERE state = 'leased'")).length).toBe(1)
    const events = async () => await app.call('/api/v1/parse/async_events', ask(data.task_id))
    const streams = [await events(), await events()]
    for (const { headers } of streams) expect(headers.get('content-type')).toBe('text/event-stream')
    await expect.poll(() => app.deps.tasks?.events.subscriberCount).toBe(2)
    expect(await (await events()).json()).toMatchObject({
      code: 1124,
      message: expect.stringContaining('2 requests are waiting'),
    })
    for (const { body } of streams) await body?.cancel()
  })
  test('an event stream of a stopping service ends without "done"', async () => {
    const { app, submit, ask } = await start({
      replace: withInjected(async () => await new Promise((resolve) => setTimeout(resolve, 1000))),
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

describe('the queue', () => {
  test('a request without enough pages is refused at submission even if all threads are busy for a while', async () => {
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
  test('is limited: the next task gets 1124 and leaves nothing behind', async () => {
    const blocked = Promise.withResolvers<void>()
    const { submit, check, left, app } = await start({
      environment: { QUEUE_MAX: '2' },
      replace: withInjected(() => blocked.promise),
    })
    const accepted = [await submit(plainPdf(1)), await submit(plainPdf(1, 'Second'))]
    const before = await app.storedFiles()
    const refused = await submit(plainPdf(1, 'Third'))
    expect(refused).toMatchObject({ code: 1124, message: expect.stringContaining('limit is 2') })
    expect(await app.storedFiles()).toEqual(before)
    expect(await left()).toBe(998)
    blocked.resolve()
    for (const { data } of accepted) expect((await check(data.task_id)).data.status).toBe('SUCCESS')
    expect((await submit(plainPdf(1, 'Third'))).code).toBe(0)
  })
})
