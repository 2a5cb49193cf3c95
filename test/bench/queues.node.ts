/**
 * Measures the overhead of each of the three queues for a one-page task: submit and poll until it is done, against
 * the synchronous path of the same service, alternately. The queues are the embedded one, Redis with a separate worker
 * process, and Cloudflare Queues in workerd. Target: at most 100 ms each.
 */
import { formInit } from '../http/form.ts'
import { plainPdf } from '../jobs/documents.ts'
import { openFleet } from '../runtime/fleet.node.ts'
import { hasRedis, openRedis } from '../servers/redis.node.ts'
import { openBundle } from '../workers/bundle.node.ts'
import { median } from './service.ts'

interface Target {
  call(path: string, init: RequestInit): Promise<Response>
  createKey(quota: { freePerDay: number; freePerMonth: number; paidPages: number }): Promise<{ apiKey: string }>
  close(): Promise<void>
}

const rounds = 40
const askEveryMs = 5
const page = plainPdf(1)

async function measure(name: string, target: Target): Promise<void> {
  try {
    const { apiKey } = await target.createKey({ freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 })
    const fields = { api_key: apiKey, element_formats: '{"image":"none"}' }
    const send = async (path: string, more: Record<string, string>, file?: Uint8Array) => {
      const parts = Object.entries({ ...fields, ...more }).map(([key, value]) => ({ name: key, value }))
      const init = formInit(file === undefined ? parts : [...parts, { name: 'file', fileName: 'a.pdf', value: file }])
      const answer = (await (await target.call(`/api/v1/parse/${path}`, init)).json()) as {
        code: number
        message: string
        data: { task_id: string; status: string }
      }
      if (answer.code !== 0) throw new Error(answer.message)
      return answer.data
    }
    const task = async (): Promise<void> => {
      const { task_id } = await send('async', {}, page)
      for (;;) {
        const { status } = await send('async_check', { task_id })
        if (status === 'SUCCESS') return
        if (status === 'FAILED') throw new Error('the task failed')
        await new Promise((resolve) => setTimeout(resolve, askEveryMs))
      }
    }
    const times = { sync: [] as number[], task: [] as number[] }
    for (let round = -3; round < rounds; round++) {
      const [sync, queued] = [await timed(() => send('sync', {}, page)), await timed(task)]
      // The first few load the engines.
      if (round < 0) continue
      times.sync.push(sync)
      times.task.push(queued)
    }
    const [sync, queued] = [median(times.sync), median(times.task)]
    console.log(
      `${name}: sync ${sync.toFixed(1)} ms, task ${queued.toFixed(1)} ms; on top ${(queued - sync).toFixed(1)} ms`,
    )
  } finally {
    await target.close()
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

const environment = { ASYNC_CHECK_WAIT_MS: '0' }
await measure('embedded', await openFleet({ services: 1, workers: 0, environment }))
if (hasRedis) {
  const redis = await openRedis()
  await measure(
    'Redis',
    await openFleet({ services: 1, workers: 1, environment: { ...environment, REDIS_URL: redis.url } }),
  )
  await redis.close()
} else console.log('redis-server is not installed: Redis is left out')
await measure('Cloudflare Queues', await openBundle())
