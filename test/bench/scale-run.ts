/** One run of the benchmark `scale`: new stores, one service, queued tasks of several keys, then worker processes. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { formInit } from '../http/form.ts'
import { plainPdf } from '../jobs/documents.ts'
import { type Fleet, openFleet } from '../runtime/fleet.node.ts'
import { openPostgresServer } from '../servers/postgres.node.ts'
import { openRedis } from '../servers/redis.node.ts'
import { cpuSeconds } from './process-time.ts'

export interface ScaleOptions {
  readonly tasks: number
  readonly keys: number
  readonly pages: number
  readonly workers: number
}

/** Counters of the stores and of CPU time, since the start or between two readings. */
export interface Counters {
  readonly statements: number
  readonly databaseMs: number
  readonly redisCommands: number
  readonly s3: Readonly<Record<string, number>>
  /** Seconds by process. */
  readonly cpu: Readonly<Record<string, number>>
}

export interface StatementCost {
  readonly query: string
  readonly calls: number
  readonly ms: number
}

export interface ScaleResult {
  readonly submit: { readonly seconds: number; readonly counters: Counters; readonly statements: StatementCost[] }
  readonly work: { readonly seconds: number; readonly counters: Counters; readonly statements: StatementCost[] }
  /** Seconds from the start of the workers to the end of each key's first task, in the order of submission. */
  readonly firstEnds: readonly number[]
  /** Tasks by key that had ended when half of all tasks had. */
  readonly endedAtHalf: readonly number[]
  readonly failed: number
}

const submitters = 4
const pollMs = 1000
const statementsShown = 12

export async function runScale({ tasks, keys, pages, workers }: ScaleOptions): Promise<ScaleResult> {
  await using stack = new AsyncDisposableStack()
  const redis = stack.adopt(await openRedis(), (server) => server.close())
  const postgres = stack.adopt(
    await openPostgresServer({ shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' }),
    (server) => server.close(),
  )
  const database = await postgres.newDatabase()
  const s3 = fork(new URL('./s3-process.ts', import.meta.url), { stdio: 'inherit' })
  stack.defer(() => void s3.kill())
  const [bucket] = (await once(s3, 'message')) as [{ endpoint: string; accessKeyId: string; secretAccessKey: string }]
  const environment = {
    REDIS_URL: redis.url,
    DATABASE_URL: database,
    BLOB_URL: 's3://sheaf',
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    QUEUE_MAX: String(tasks),
    SPOOL_MAX_MB: '256',
    TASK_LEASE_MS: '30000',
    LOG_LEVEL: 'error',
    WARM_OCR: 'off',
  }
  const fleet = stack.adopt(await openFleet({ services: 1, workers: 0, environment }), (opened) => opened.close())
  const client = stack.adopt(new pg.Client(database), (opened) => opened.end())
  await client.connect()
  await client.query('CREATE EXTENSION pg_stat_statements')
  const commands = stack.adopt(new Redis(redis.url), (opened) => opened.disconnect())

  const readCounters = async (): Promise<Counters> => {
    s3.send('counts')
    const [counts] = (await once(s3, 'message')) as [Record<string, number>]
    const { rows } = await client.query(
      "SELECT coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(total_exec_time), 0) AS ms FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'",
    )
    const info = await commands.info('stats')
    return {
      statements: rows[0].calls,
      databaseMs: rows[0].ms,
      redisCommands: Number(/total_commands_processed:(\d+)/.exec(info)?.[1]),
      s3: { ...counts },
      cpu: {
        service: cpuSeconds(fleet.services[0]?.child.pid),
        ...Object.fromEntries(fleet.workers.map(({ child }, index) => [`worker ${index + 1}`, cpuSeconds(child.pid)])),
        PostgreSQL: cpuSeconds(postgres.pid),
        Redis: cpuSeconds(redis.pid),
        S3: cpuSeconds(s3.pid),
      },
    }
  }
  const readStatements = async (): Promise<StatementCost[]> => {
    const { rows } = await client.query(
      `SELECT query, calls::float8 AS calls, total_exec_time AS ms FROM pg_stat_statements
       WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY total_exec_time DESC LIMIT ${statementsShown}`,
    )
    return rows
  }
  const measure = async (work: () => Promise<void>) => {
    await client.query('SELECT pg_stat_statements_reset()')
    const before = await readCounters()
    const startedAt = performance.now()
    await work()
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, counters: difference(await readCounters(), before), statements: await readStatements() }
  }

  const keyIds: string[] = []
  const apiKeys: string[] = []
  for (let index = 0; index < keys; index++) {
    const { id, apiKey } = await fleet.createKey({ freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 })
    keyIds.push(id)
    apiKeys.push(apiKey)
  }
  const submit = await measure(() => submitAll(fleet, { apiKeys, tasks, pages }))

  let startedAt = 0
  for (let count = 0; count < workers; count++) await fleet.addWorker({ WORKER_THREADS: '1' })
  const work = await measure(async () => {
    startedAt = Date.now()
    for (;;) {
      const { rows } = await client.query(
        "SELECT 1 AS pg_stat_statements FROM tasks WHERE state NOT IN ('SUCCESS', 'FAILED') LIMIT 1",
      )
      if (rows.length === 0) return
      await delay(pollMs)
    }
  })
  const { rows } = await client.query(
    'SELECT api_key_id, state, finished_at::float8 AS at FROM tasks ORDER BY finished_at',
  )
  const half = rows.slice(0, rows.length / 2)
  return {
    submit,
    work,
    firstEnds: keyIds.map((id) => (rows.find(({ api_key_id }) => api_key_id === id).at - startedAt) / 1000),
    endedAtHalf: keyIds.map((id) => half.filter(({ api_key_id }) => api_key_id === id).length),
    failed: rows.filter(({ state }) => state !== 'SUCCESS').length,
  }
}

/** All tasks of one key after those of the other, which is the hardest order for fairness. */
async function submitAll(
  fleet: Fleet,
  { apiKeys, tasks, pages }: { apiKeys: readonly string[]; tasks: number; pages: number },
): Promise<void> {
  const file = plainPdf(pages)
  let next = 0
  await Promise.all(
    Array.from({ length: submitters }, async () => {
      while (next < tasks) {
        const apiKey = apiKeys[Math.floor((next++ * apiKeys.length) / tasks)] ?? ''
        const parts = [
          { name: 'api_key', value: apiKey },
          { name: 'element_formats', value: '{"image":"none"}' },
          { name: 'file', fileName: 'a.pdf', value: file },
        ]
        const response = await fleet.call('/api/v1/parse/async', formInit(parts))
        const { code, message } = (await response.json()) as { code: number; message: string }
        if (code !== 0) throw new Error(`A task was refused: ${message}`)
      }
    }),
  )
}

function difference(after: Counters, before: Counters): Counters {
  const subtract = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value - (b[name] ?? 0)]))
  return {
    statements: after.statements - before.statements,
    databaseMs: after.databaseMs - before.databaseMs,
    redisCommands: after.redisCommands - before.redisCommands,
    s3: subtract(after.s3, before.s3),
    cpu: subtract(after.cpu, before.cpu),
  }
}
