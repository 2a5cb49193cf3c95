/**
 * Several processes with Redis, PostgreSQL and a bucket: crashes of workers and services, and crashes, restarts and
 * outages of Redis and PostgreSQL. All rounds of a scenario use the same stores.
 */
import { formInit } from '../http/form.ts'
import { illustratedPdf } from '../jobs/documents.ts'
import { type Fleet, openFleet } from '../runtime/fleet.node.ts'
import { hasPostgres, openPostgresServer, type PostgresServer } from '../servers/postgres.node.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'
import { openS3, type S3Server } from '../servers/s3.node.ts'
import { assert, type Check, pause, type Scenario } from './round.ts'

const pages = 12
const document = new Uint8Array(illustratedPdf(pages))
/** Lost messages are redelivered after two leases, at the next sweep. */
const timeoutMs = 60_000
/** Characters of the workers' logs shown after a failure. */
const maxLogLength = 3000

interface Stores {
  readonly redis: RedisServer
  readonly postgres: PostgresServer
  readonly s3: S3Server
  readonly fleet: Fleet
  readonly apiKey: string
  readonly expected: string
}

async function open(options: Pick<Required<Disturbance>, 'services' | 'persistence' | 'onRequest'>): Promise<Stores> {
  let requests = 0
  const redis = await openRedis({ persistence: options.persistence })
  const postgres = await openPostgresServer()
  const s3 = await openS3(['sheaf'], () => options.onRequest(requests++))
  const environment = {
    REDIS_URL: redis.url,
    DATABASE_URL: await postgres.newDatabase(),
    BLOB_URL: 's3://sheaf',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SHARD_PAGES: '2',
    TASK_LEASE_MS: '1000',
    ASYNC_CHECK_WAIT_MS: options.services > 1 ? '20000' : '0',
    LOG_LEVEL: 'error',
  }
  const fleet = await openFleet({ services: options.services, workers: 1, environment })
  const { apiKey } = await fleet.createKey({ freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 })
  const stores = { redis, postgres, s3, fleet, apiKey, expected: '' }
  const { data } = await finish(await submit(stores), stores)
  assert(data.status === 'SUCCESS', `the reference task failed: ${data.error}`)
  return { ...stores, expected: JSON.stringify(data.result) }
}

async function submit({ fleet, apiKey }: Stores): Promise<string> {
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'element_formats', value: '{"image":"base64"}' },
    { name: 'file', fileName: 'a.pdf', value: document },
  ])
  const answer = (await (await fleet.call('/api/v1/parse/async', init)).json()) as Check
  assert(answer.code === 0, `not accepted: ${answer.message}`)
  return answer.data.task_id
}

async function finish(taskId: string, { fleet, apiKey }: Stores): Promise<Check> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await pause(50)) {
    const response = await fleet.call('/api/v1/parse/async_check', {
      method: 'POST',
      body: new URLSearchParams({ api_key: apiKey, task_id: taskId }),
    })
    const answer = (await response.json()) as Check
    // During an outage of the database checks fail, and clients retry.
    if (answer.code === 0 && (answer.data.status === 'SUCCESS' || answer.data.status === 'FAILED')) return answer
  }
  throw new Error(`task ${taskId} did not end within ${timeoutMs / 1000} s`)
}

interface Disturbance {
  readonly name: string
  readonly services?: number
  /** Whether Redis keeps its data after a crash. */
  readonly persistence?: boolean
  /** Can delay or refuse a request to the bucket, by its index. */
  onRequest?(index: number): undefined | number | Promise<void>
  /** The result is printed. */
  disturb(stores: Stores, round: number, taskId: string): Promise<string>
}

/** Each round disturbs the task at another time. */
const pauseFor = (round: number): Promise<void> => pause(round * 60)

/** Waits for a row of the statement and returns its state. */
async function until({ fleet }: Stores, statement: string, taskId: string): Promise<string> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(1)) {
    const [row] = await fleet.sql.all<{ seen: string }>(statement, [taskId])
    if (row !== undefined) return row.seen
  }
  throw new Error('the state to disturb was not reached')
}

function scenario({
  name,
  services = 1,
  persistence = false,
  onRequest = () => undefined,
  disturb,
}: Disturbance): Scenario {
  let opened: Promise<Stores> | null = null
  return {
    name,
    async run(round) {
      opened ??= open({ services, persistence, onRequest })
      const stores = await opened
      const { fleet } = stores
      const taskId = await submit(stores)
      const note = await disturb(stores, round, taskId)
      const startedAt = Date.now()
      const { data } = await finish(taskId, stores)
      assert(
        data.status === 'SUCCESS',
        `the task failed: ${data.error}\n${fleet.workers.map((worker) => worker.stderr().slice(-maxLogLength)).join('\n')}`,
      )
      assert(JSON.stringify(data.result) === stores.expected, 'the result differs from the expected one')
      const [row] = await fleet.sql.all('SELECT state, charged FROM ledger WHERE task_id = ?1', [taskId])
      assert(row?.state === 'settled' && row.charged === pages, `the reservation is ${JSON.stringify(row)}`)
      const [sums] = await fleet.sql.all(
        `SELECT (SELECT coalesce(sum(used), 0) FROM usage_period WHERE length(period) = 10) AS used,
           (SELECT coalesce(sum(charged), 0) FROM ledger) AS charged`,
      )
      assert(sums !== undefined && sums.used === sums.charged, `used and charged differ: ${JSON.stringify(sums)}`)
      return `${note}ended within ${Math.ceil((Date.now() - startedAt) / 10_000) * 10} s`
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
    scenario({
      name: 'SIGKILL of a worker during a task',
      async disturb(stores, round) {
        await pauseFor(round)
        return await replaceWorker(stores)
      },
    }),
    scenario({
      name: 'SIGKILL of a worker in mid-shard',
      async disturb(stores, round, taskId) {
        // A different shard in each round.
        const past = `AND (SELECT count(*) FROM shards d WHERE d.task_id = ?1 AND d.state = 'done') >= ${round % 5}`
        await until(
          stores,
          `SELECT 'leased' AS seen FROM shards WHERE task_id = ?1 AND state = 'leased' ${past}`,
          taskId,
        )
        return await replaceWorker(stores)
      },
    }),
    scenario({
      name: 'SIGKILL of a worker in mid-join',
      async disturb(stores, _round, taskId) {
        await until(
          stores,
          "SELECT state AS seen FROM tasks WHERE task_id = ?1 AND state IN ('JOINING', 'SUCCESS') AND (lease_owner IS NOT NULL OR state = 'SUCCESS')",
          taskId,
        )
        const killing = replaceWorker(stores)
        const [row] = await stores.fleet.sql.all<{ state: string }>('SELECT state FROM tasks WHERE task_id = ?1', [
          taskId,
        ])
        await killing
        return `${row?.state}, `
      },
    }),
    scenario({
      name: 'SIGKILL of a service that holds a check, between success and response',
      services: 2,
      async disturb(stores, _round, taskId) {
        const { fleet, apiKey } = stores
        const [first] = fleet.services
        const asked = { method: 'POST', body: new URLSearchParams({ api_key: apiKey, task_id: taskId }) }
        // The kill can also cut the body.
        const answer = fetch(`${first?.url}/api/v1/parse/async_check`, asked)
          .then(async (response) => (await response.json()) as Check)
          .then(
            ({ data }) => (data.status === 'SUCCESS' ? 'response' : 'early response'),
            () => 'no response',
          )
        await until(stores, "SELECT state AS seen FROM tasks WHERE task_id = ?1 AND state = 'SUCCESS'", taskId)
        await first?.end(['SIGKILL'])
        fleet.services.shift()
        const note = await answer
        await fleet.addService({ ASYNC_CHECK_WAIT_MS: '20000' })
        return `${note}, `
      },
    }),
    scenario({
      name: 'Redis emptied during a task',
      async disturb({ redis }, round) {
        await pauseFor(round)
        await redis.flush()
        return ''
      },
    }),
    scenario({ name: 'Redis killed and restarted empty during a task', disturb: restartRedis('SIGKILL') }),
    scenario({
      name: 'Redis killed and restarted with its data during a task',
      persistence: true,
      disturb: restartRedis('SIGKILL'),
    }),
    scenario({
      name: 'Redis shut down and restarted during a task',
      persistence: true,
      disturb: restartRedis('SIGTERM'),
    }),
    scenario({
      name: 'PostgreSQL restarted during a task',
      async disturb({ postgres }, round) {
        await pauseFor(round)
        await postgres.stop('SIGINT')
        await postgres.start()
        return ''
      },
    }),
    scenario({
      name: 'PostgreSQL unresponsive during a task',
      async disturb({ postgres }, round) {
        await pauseFor(round)
        postgres.freeze()
        // Longer than the time limit of a statement and a lease.
        await pause(12_000)
        postgres.thaw()
        return ''
      },
    }),
    scenario({
      name: 'PostgreSQL read-only during a task',
      async disturb({ postgres }, round) {
        await pauseFor(round)
        await postgres.setReadOnly(true)
        await pause(5000)
        await postgres.setReadOnly(false)
        return ''
      },
    }),
    scenario({
      name: 'Redis a read-only replica during a task',
      disturb: withRedis(['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']),
    }),
    scenario({
      name: 'Redis out of memory during a task',
      disturb: withRedis(['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']),
    }),
    scenario({
      name: 'a bucket that refuses every third request',
      onRequest: (at) => (at % 3 === 2 ? 503 : undefined),
      disturb: async () => '',
    }),
    scenario({
      name: 'a bucket that takes 5 s for every tenth request',
      onRequest: (at) => (at % 10 === 9 ? pause(5000) : undefined),
      disturb: async () => '',
    }),
    scenario({
      name: 'a bucket that takes 40 s for every hundredth request',
      onRequest: (at) => (at % 100 === 99 ? pause(40_000) : undefined),
      disturb: async () => '',
    }),
    scenario({
      name: 'Redis unresponsive during a task',
      async disturb({ redis }, round) {
        await pauseFor(round)
        redis.freeze()
        await pause(5000)
        redis.thaw()
        return ''
      },
    }),
  ]
}

async function replaceWorker({ fleet }: Stores): Promise<string> {
  await fleet.workers.pop()?.end('SIGKILL')
  await fleet.addWorker()
  return ''
}

type Command = readonly [string, ...string[]]

function withRedis(begin: Command, end: Command): Disturbance['disturb'] {
  return async ({ redis }, round) => {
    await pauseFor(round)
    await redis.command(...begin)
    await pause(5000)
    await redis.command(...end)
    return ''
  }
}

function restartRedis(signal: NodeJS.Signals): Disturbance['disturb'] {
  return async ({ redis }, round) => {
    await pauseFor(round)
    await redis.stop(signal)
    await redis.start()
    return ''
  }
}
