/** Services and worker processes around a real Redis: the contract of tasks, nobody there, kill -9, an emptied Redis, the drain. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
        environment: { REDIS_URL: redis.url, SHARD_PAGES: '2', ASYNC_CHECK_WAIT_MS: '1000', PUBLIC_URL: 'http://sheaf.test' },
      })
      return fleet
    })
  })

  describe('what goes wrong', () => {
    const fleets: Fleet[] = []
    afterEach(async () => {
      for (const fleet of fleets.splice(0)) await fleet.close()
    })
    const open = async (workers: number, environment: Record<string, string> = {}) => {
      await redis.flush()
      const fleet = await openFleet({
        services: 1,
        workers,
        environment: { REDIS_URL: redis.url, SHARD_PAGES: '1', ASYNC_CHECK_WAIT_MS: '0', TASK_LEASE_MS: '1000', ...environment },
      })
      fleets.push(fleet)
      const { apiKey } = await fleet.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
      const submit = async (bytes: Uint8Array): Promise<string> => {
        const init = formInit([
          { name: 'api_key', value: apiKey },
          { name: 'ocr', value: 'force' },
          { name: 'file', fileName: 'pages.tif', value: bytes },
        ])
        const answer = (await (await fleet.call('/api/v1/parse/async', init)).json()) as { code: number; data: { task_id: string } }
        expect(answer.code).toBe(0)
        return answer.data.task_id
      }
      const check = async (taskId: string) => {
        const response = await fleet.call('/api/v1/parse/async_check', { method: 'POST', body: new URLSearchParams({ api_key: apiKey, task_id: taskId }) })
        return (
          (await response.json()) as {
            data: { status: string; error: string | null; progress: { pages_done: number }; result: unknown; metadata: { pages_billed: number } }
          }
        ).data
      }
      const until = async (taskId: string, is: (data: Awaited<ReturnType<typeof check>>) => boolean) => {
        for (let look = 0; look < 600; look++) {
          const data = await check(taskId)
          if (is(data)) return data
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        throw new Error(`Task ${taskId}: ${JSON.stringify(await check(taskId))}`)
      }
      const left = async (): Promise<number | undefined> => {
        const response = await fleet.call('/api/v1/usage', { method: 'POST', body: new URLSearchParams({ api_key: apiKey }) })
        return ((await response.json()) as { data: { remaining_free_pages_today: number } }).data.remaining_free_pages_today
      }
      const health = async () => (await (await fleet.call('/health')).json()) as { workers?: { alive: number; message?: string } }
      return { fleet, submit, check, until, left, health }
    }

    test('without a worker tasks wait and /health says so; the first worker does them', async () => {
      const { fleet, submit, check, until, health } = await open(0)
      expect((await health()).workers).toMatchObject({ alive: 0, message: expect.stringContaining('No worker has been seen') })
      const taskId = await submit(await fixture('pdf-digital'))
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect((await check(taskId)).status).toBe('QUEUING')
      await fleet.addWorker()
      expect((await health()).workers).toEqual({ alive: 1, last_seen_at: expect.any(String) })
      expect((await until(taskId, ({ status }) => status === 'SUCCESS')).metadata.pages_billed).toBe(1)
    })

    test('kill -9 of a worker in the middle of a shard: another one ends the task, charged once', async () => {
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

    test('an emptied Redis: the sweeper sends what is unfinished', async () => {
      const { fleet, submit, until, left } = await open(0)
      const taskIds = [await submit(await fixture('pdf-digital')), await submit(await fixture('image-tiff-pages'))]
      await redis.flush()
      await fleet.addWorker()
      let billed = 0
      for (const taskId of taskIds) billed += (await until(taskId, ({ status }) => status === 'SUCCESS')).metadata.pages_billed
      expect(await left()).toBe(1000 - billed)
    })

    test('SIGTERM drains: the worker ends with 0, what it gave back is done by the next', async () => {
      const { fleet, submit, until, health } = await open(1, { SHUTDOWN_TIMEOUT_MS: '0' })
      const taskId = await submit(await fixture('image-tiff-pages'))
      await until(taskId, ({ status }) => status === 'PROCESSING')
      expect(await fleet.workers[0]?.end('SIGTERM')).toBe(0)
      expect((await health()).workers?.alive).toBe(0)
      await fleet.addWorker()
      expect((await until(taskId, ({ status }) => status === 'SUCCESS' || status === 'FAILED')).status).toBe('SUCCESS')
    })

    test('a worker without REDIS_URL says what it needs', async () => {
      await expect(startWorker({ REDIS_URL: '' })).rejects.toThrow(/REDIS_URL.*redis:\/\//s)
    })
  })
})
