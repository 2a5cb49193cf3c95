/**
 * Several processes around Redis, PostgreSQL and a bucket: SIGKILL of a worker at any moment of a task, Redis killed and
 * empty or emptied while it runs, PostgreSQL restarted. One service, workers that are replaced, all rounds of a scenario on the same stores.
 */
import { formInit } from '../http/form.ts'
import { illustratedPdf } from '../jobs/documents.ts'
import { type Fleet, openFleet } from '../runtime/fleet.node.ts'
import { hasPostgres, openPostgresServer, type PostgresServer } from '../servers/postgres.node.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'
import { openS3, type S3Server } from '../servers/s3.node.ts'
import { type Check, demand, pause, type Scenario } from './round.ts'

const pages = 12
const document = new Uint8Array(illustratedPdf(pages))
/** A lost message is sent again after two leases, and the first look may come as late again. */
const patienceMs = 60_000

interface Stores {
  readonly redis: RedisServer
  readonly postgres: PostgresServer
  readonly s3: S3Server
  readonly fleet: Fleet
  readonly apiKey: string
  readonly undisturbed: string
}

async function open(): Promise<Stores> {
  const redis = await openRedis({ persistence: false })
  const postgres = await openPostgresServer()
  const s3 = await openS3(['sheaf'])
  const environment = {
    REDIS_URL: redis.url,
    DATABASE_URL: await postgres.newDatabase(),
    BLOB_URL: 's3://sheaf',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SHARD_PAGES: '2',
    TASK_LEASE_MS: '1000',
    ASYNC_CHECK_WAIT_MS: '0',
    LOG_LEVEL: 'error',
  }
  const fleet = await openFleet({ services: 1, workers: 1, environment })
  const { apiKey } = await fleet.createKey({ freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 })
  const stores = { redis, postgres, s3, fleet, apiKey, undisturbed: '' }
  const { data } = await finish(await submit(stores), stores)
  demand(data.status === 'SUCCESS', `the undisturbed task failed: ${data.error}`)
  return { ...stores, undisturbed: JSON.stringify(data.result) }
}

async function submit({ fleet, apiKey }: Stores): Promise<string> {
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'element_formats', value: '{"image":"base64"}' },
    { name: 'file', fileName: 'a.pdf', value: document },
  ])
  const answer = (await (await fleet.call('/api/v1/parse/async', init)).json()) as Check
  demand(answer.code === 0, `not accepted: ${answer.message}`)
  return answer.data.task_id
}

async function finish(taskId: string, { fleet, apiKey }: Stores): Promise<Check> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(50)) {
    const response = await fleet.call('/api/v1/parse/async_check', { method: 'POST', body: new URLSearchParams({ api_key: apiKey, task_id: taskId }) })
    const answer = (await response.json()) as Check
    // While the database is away a check is answered with an error, and the client asks again.
    if (answer.code === 0 && (answer.data.status === 'SUCCESS' || answer.data.status === 'FAILED')) return answer
  }
  throw new Error(`task ${taskId} did not end within ${patienceMs / 1000} s`)
}

function scenario(name: string, disturb: (stores: Stores, round: number) => Promise<void>): Scenario {
  let opened: Promise<Stores> | null = null
  return {
    name,
    async run(round) {
      opened ??= open()
      const stores = await opened
      const { fleet } = stores
      const taskId = await submit(stores)
      // Spread over the whole life of a task.
      await pause(round * 60)
      await disturb(stores, round)
      const startedAt = Date.now()
      const { data } = await finish(taskId, stores)
      demand(data.status === 'SUCCESS', `the task failed: ${data.error}`)
      demand(JSON.stringify(data.result) === stores.undisturbed, 'the result differs from the undisturbed one')
      const [row] = await fleet.sql.all('SELECT state, charged FROM ledger WHERE task_id = ?1', [taskId])
      demand(row?.state === 'settled' && row.charged === pages, `the ledger says ${JSON.stringify(row)}`)
      const [sums] = await fleet.sql.all(
        `SELECT (SELECT coalesce(sum(used), 0) FROM usage_period WHERE length(period) = 10) AS used,
           (SELECT coalesce(sum(charged), 0) FROM ledger) AS charged`,
      )
      demand(sums !== undefined && sums.used === sums.charged, `used and charged differ: ${JSON.stringify(sums)}`)
      return `ended within ${Math.ceil((Date.now() - startedAt) / 10_000) * 10} s`
    },
    async close() {
      if (opened === null) return
      const { fleet, s3, postgres, redis } = await opened
      await fleet.close()
      s3.close()
      await Promise.all([postgres.close(), redis.close()])
    },
  }
}

export function fleets(): Scenario[] {
  if (!hasRedis || !hasPostgres) {
    console.log('Redis or PostgreSQL is missing: skipping the scenarios of several processes')
    return []
  }
  return [
    scenario('SIGKILL of a worker during a task', async ({ fleet }) => {
      await fleet.workers.pop()?.end('SIGKILL')
      await fleet.addWorker()
    }),
    scenario('Redis emptied during a task', ({ redis }) => redis.flush()),
    scenario('Redis killed and started empty during a task', async ({ redis }) => {
      await redis.stop('SIGKILL')
      await redis.start()
    }),
    scenario('PostgreSQL restarted during a task', async ({ postgres }) => {
      await postgres.stop('SIGINT')
      await postgres.start()
    }),
  ]
}
