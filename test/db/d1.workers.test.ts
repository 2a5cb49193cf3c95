/** D1 under the contract suite, with the migrations that `wrangler d1 migrations apply` would run. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createD1Sql } from '../../src/db/d1.workers.ts'
import { testSql } from '../contract/sql.ts'

testSql(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  return createD1Sql(env.DB)
})
