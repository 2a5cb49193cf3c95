/** Contract tests with D1, with the migrations of `wrangler d1 migrations apply`. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createD1Sql } from '../../src/db/d1.ts'
import { testSql } from '../contract/sql.ts'

testSql(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  return createD1Sql(env.DB)
})
