/** A deployment on several machines: services and workers share only Redis, PostgreSQL and a bucket. */
import { afterAll, describe, expect, test } from 'vitest'
import { testTasks } from '../contract/tasks.ts'
import { hasPostgres, openPostgresServer, type PostgresServer } from '../servers/postgres.node.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'
import { openS3, type S3Server } from '../servers/s3.node.ts'
import { type Fleet, openFleet } from './fleet.node.ts'

describe.skipIf(!hasRedis || !hasPostgres)('two services, two workers, Redis, PostgreSQL and S3', () => {
  let redis: RedisServer | undefined
  let postgres: PostgresServer | undefined
  let s3: S3Server | undefined
  let fleet: Fleet | undefined
  afterAll(async () => {
    await fleet?.close()
    s3?.close()
    await Promise.all([postgres?.close(), redis?.close()])
  })
  testTasks(async () => {
    redis = await openRedis()
    postgres = await openPostgresServer()
    s3 = await openS3(['sheaf'])
    fleet = await openFleet({
      services: 2,
      workers: 2,
      environment: {
        REDIS_URL: redis.url,
        DATABASE_URL: await postgres.newDatabase(),
        BLOB_URL: 's3://sheaf/test',
        S3_ENDPOINT: s3.endpoint,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        SHARD_PAGES: '2',
        ASYNC_CHECK_WAIT_MS: '1000',
        PUBLIC_URL: 'http://sheaf.test',
      },
    })
    return fleet
  })

  test('used pages are the charged and the reserved ones', async () => {
    const [row] = (await fleet?.sql.all<{ used: number; charged: number; held: number }>(
      `SELECT (SELECT coalesce(sum(used), 0) FROM usage_period WHERE length(period) = 10) AS used,
         (SELECT coalesce(sum(charged), 0) FROM ledger) AS charged, (SELECT coalesce(sum(pages), 0) FROM ledger WHERE state = 'reserved') AS held`,
    )) ?? [{ used: -1, charged: 0, held: 0 }]
    expect(row?.charged).toBeGreaterThan(50)
    expect(row?.used).toBe(Number(row?.charged) + Number(row?.held))
  })
})
