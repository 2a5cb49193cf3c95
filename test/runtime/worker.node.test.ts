/**
 * Services and worker processes with a real Redis: the task contract, missing and crashed workers, lost messages,
 * draining.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { testTasks } from '../contract/tasks.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'
import { type Fleet, openFleet } from './fleet.node.ts'
import { startWorker } from './process.node.ts'

describe.skipIf(!hasRedis)('worker processes', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await openRedis({ persistence: false })
  })
  afterAll(() => redis.close())

  describe('two services, two workers, SQLite and files', () => {
    let fleet: Fleet | undefined
    afterAll(() => fleet?.close())
    testTasks(async () => {
      await redis.flush()
      fleet = await openFleet({
        services: 2,
        workers: 2,
        environment: {
          REDIS_URL: redis.url,
          SHARD_PAGES: '2',
          ASYNC_CHECK_WAIT_MS: '1000',
          PUBLIC_URL: 'http://sheaf.test',
        },
      })
      return fleet
    })
  })

  describe('events between processes', () => {
    let fleet: Fleet
    let apiKey = ''
    beforeAll(async () => {
      await redis.flush()
      // Leases and polling are slow, so that a fast reaction is due to an event.
      const environment = {
        REDIS_URL: redis.url,
        ASYNC_CHECK_WAIT_MS: '30000',
        TASK_LEASE_MS: '60000',
        RATE_PER_WINDOW: '6',
        RATE_WINDOW_SECONDS: '600',
      }
      fleet = await openFleet({ services: 2, workers: 1, environment })
      apiKey = (await fleet.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })).apiKey
    })
    afterAll(() => fleet.close())
    /** Sends a request to one of the services. */
    const ask = async (service: number, path: string, taskId: string) => {
      const body = new URLSearchParams({ api_key: apiKey, task_id: taskId })
      const answer = await fetch(`${fleet.services[service]?.url}/api/v1/parse/${path}`, { method: 'POST', body })
      return ((await answer.json()) as { data: { status: string; error: string | null } }).data
    }
    const submit = async (service: number, bytes: Uint8Array, sender = apiKey) => {
      const init = formInit([
        { name: 'api_key', value: sender },
        { name: 'ocr', value: 'force' },
        { name: 'file', fileName: 'pages.tif', value: bytes },
      ])
      return (await (await fetch(`${fleet.services[service]?.url}/api/v1/parse/async`, init)).json()) as {
        code: number
        message: string
        data: { task_id: string }
      }
    }
    const ends = async (taskId: string): Promise<void> => {
      await expect
        .poll(
          async () =>
            (await fleet.sql.all('SELECT 1 FROM tasks WHERE task_id = ?1 AND finished_at IS NOT NULL', [taskId]))
              .length,
          { timeout: 30_000 },
        )
        .toBe(1)
    }

    test('a waiting check of another service ends as soon as the worker finishes the task', async () => {
      const lateness: number[] = []
      for (let round = 0; round < 3; round++) {
        const { data } = await submit(0, await fixture('image-tiff-pages'))
        expect((await ask(1, 'async_check', data.task_id)).status).toBe('SUCCESS')
        const answeredAt = Date.now()
        const [row] = await fleet.sql.all<{ finished_at: number }>('SELECT finished_at FROM tasks WHERE task_id = ?1', [
          data.task_id,
        ])
        lateness.push(answeredAt - Number(row?.finished_at))
      }
      // Polling once a second would rarely be this fast three times.
      expect(Math.max(...lateness)).toBeLessThan(400)
    })

    test('canceling a task stops the worker within a shard and frees its thread', async () => {
      const { data } = await submit(0, await fixture('image-tiff-pages'))
      await expect
        .poll(
          async () =>
            (await fleet.sql.all("SELECT 1 FROM shards WHERE task_id = ?1 AND state = 'leased'", [data.task_id]))
              .length,
        )
        .toBe(1)
      expect(await ask(1, 'async_cancel', data.task_id)).toMatchObject({ status: 'FAILED', error: 'cancelled' })
      const cancelledAt = Date.now()
      const next = await submit(1, await fixture('pdf-digital'))
      await ends(next.data.task_id)
      const [row] = await fleet.sql.all<{ started_at: number }>('SELECT started_at FROM tasks WHERE task_id = ?1', [
        next.data.task_id,
      ])
      expect(Number(row?.started_at) - cancelledAt).toBeLessThan(3000)
      expect(await fleet.sql.all("SELECT count(*) AS n FROM ledger WHERE state = 'reserved'")).toEqual([{ n: 0 }])
    })

    test('a key that sends to two services is counted once', async () => {
      const sender = await fleet.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
      const codes: number[] = []
      const bytes = await fixture('pdf-digital')
      for (let time = 0; time < 8; time++) codes.push((await submit(time % 2, bytes, sender.apiKey)).code)
      expect(codes).toEqual([0, 0, 0, 0, 0, 0, 1101, 1101])
    })
  })

  // Several process starts and scans take time on a busy machine.
  describe('failures', { timeout: 90_000 }, () => {
    const fleets: Fleet[] = []
    afterEach(async () => {
      for (const fleet of fleets.splice(0)) await fleet.close()
    })
    const open = async (workers: number, environment: Record<string, string> = {}) => {
      await redis.flush()
      const fleet = await openFleet({
        services: 1,
        workers,
        environment: {
          REDIS_URL: redis.url,
          SHARD_PAGES: '1',
          ASYNC_CHECK_WAIT_MS: '0',
          TASK_LEASE_MS: '1000',
          ...environment,
        },
      })
      fleets.push(fleet)
      const { apiKey } = await fleet.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
      const submit = async (bytes: Uint8Array): Promise<string> => {
        const init = formInit([
          { name: 'api_key', value: apiKey },
          { name: 'ocr', value: 'force' },
          { name: 'file', fileName: 'pages.tif', value: bytes },
        ])
        const answer = (await (await fleet.call('/api/v1/parse/async', init)).json()) as {
          code: number
          data: { task_id: string }
        }
        expect(answer.code).toBe(0)
        return answer.data.task_id
      }
      const check = async (taskId: string) => {
        const response = await fleet.call('/api/v1/parse/async_check', {
          method: 'POST',
          body: new URLSearchParams({ api_key: apiKey, task_id: taskId }),
        })
        return (
          (await response.json()) as {
            data: {
              status: string
              error: string | null
              progress: { pages_done: number }
              result: unknown
              metadata: { pages_billed: number }
            }
          }
        ).data
      }
      const until = async (taskId: string, is: (data: Awaited<ReturnType<typeof check>>) => boolean) => {
        for (let attempt = 0; attempt < 600; attempt++) {
          const data = await check(taskId)
          if (is(data)) return data
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        console.log(
          fleet.services.map((s) => s.stderr()),
          fleet.workers.map((s) => s.stderr()),
        )
        throw new Error(`Task ${taskId}: ${JSON.stringify(await check(taskId))}`)
      }
      const left = async (): Promise<number | undefined> => {
        const response = await fleet.call('/api/v1/usage', {
          method: 'POST',
          body: new URLSearchParams({ api_key: apiKey }),
        })
        return ((await response.json()) as { data: { remaining_free_pages_today: number } }).data
          .remaining_free_pages_today
      }
      const health = async () =>
        (await (await fleet.call('/health')).json()) as { workers?: { alive: number; message?: string } }
      return { fleet, submit, check, until, left, health }
    }

    test('without a worker tasks wait and /health reports it; the first worker runs them', async () => {
      const { fleet, submit, check, until, health } = await open(0)
      expect((await health()).workers).toMatchObject({
        alive: 0,
        message: expect.stringContaining('No worker has been seen'),
      })
      const taskId = await submit(await fixture('pdf-digital'))
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect((await check(taskId)).status).toBe('QUEUING')
      await fleet.addWorker()
      expect((await health()).workers).toEqual({ alive: 1, last_seen_at: expect.any(String) })
      expect((await until(taskId, ({ status }) => status === 'SUCCESS')).metadata.pages_billed).toBe(1)
    })

    test('after kill -9 of a worker in a shard, another one finishes the task, charged once', async () => {
      const { fleet, submit, until, left } = await open(1)
      const document = await fixture('image-tiff-pages')
      const undisturbed = await until(await submit(document), ({ status }) => status === 'SUCCESS')
      const taskId = await submit(document)
      await until(taskId, ({ status }) => status === 'PROCESSING')
      await fleet.workers[0]?.end('SIGKILL')
      await fleet.addWorker()
      const data = await until(taskId, ({ status }) => status === 'SUCCESS' || status === 'FAILED')
      expect(data.error).toBeNull()
      expect(JSON.stringify(data.result)).toBe(JSON.stringify(undisturbed.result))
      expect(await left()).toBe(1000 - undisturbed.metadata.pages_billed - data.metadata.pages_billed)
    })

    test('after Redis lost its data, the sweeper sends unfinished steps again', async () => {
      const { fleet, submit, until, left } = await open(0)
      const taskIds = [await submit(await fixture('pdf-digital')), await submit(await fixture('image-tiff-pages'))]
      await redis.flush()
      await fleet.addWorker()
      let billed = 0
      for (const taskId of taskIds)
        billed += (await until(taskId, ({ status }) => status === 'SUCCESS')).metadata.pages_billed
      expect(await left()).toBe(1000 - billed)
    })

    test('tasks accepted while Redis is unavailable are sent after it reconnects, and both are logged once', async () => {
      // Periodic sweeps are too rare to help.
      const { fleet, submit, until, check } = await open(1, { TASK_LEASE_MS: '60000' })
      await redis.stop('SIGKILL')
      const bytes = await fixture('pdf-digital')
      const taskIds = [await submit(bytes), await submit(bytes)]
      await redis.start()
      const backAt = Date.now()
      for (const taskId of taskIds) await until(taskId, ({ status }) => status === 'SUCCESS')
      expect(Date.now() - backAt).toBeLessThan(40_000)
      expect((await check(taskIds[0] ?? '')).error).toBeNull()
      const messages = (): string[] =>
        (fleet.services[0]?.stderr() ?? '')
          .split('\n')
          .filter((line) => line.includes('"message"'))
          .map((line) => (JSON.parse(line) as { message: string }).message)
      // The end of an outage is logged after a second without a failure.
      await vi.waitFor(() => expect(messages()).toContain('Redis works again'), 10_000)
      expect(messages()).toEqual(['Redis does not answer; tasks wait until it does', 'Redis works again'])
    })

    test('SIGTERM drains: the worker exits with 0, and the next one runs its released steps', async () => {
      const { fleet, submit, until, health } = await open(1, { SHUTDOWN_TIMEOUT_MS: '0' })
      const taskId = await submit(await fixture('image-tiff-pages'))
      await until(taskId, ({ status }) => status === 'PROCESSING')
      expect(await fleet.workers[0]?.end('SIGTERM')).toBe(0)
      expect((await health()).workers?.alive).toBe(0)
      await fleet.addWorker()
      expect((await until(taskId, ({ status }) => status === 'SUCCESS' || status === 'FAILED')).status).toBe('SUCCESS')
    })

    test('a worker without REDIS_URL names it', async () => {
      await expect(startWorker({ REDIS_URL: '' })).rejects.toThrow(/REDIS_URL.*redis:\/\//s)
    })
  })
})
