/** The app in workerd, with D1, R2 and the in-process pool. */
import { applyD1Migrations } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { changeKey, createKey } from '../../src/accounts/api-keys.ts'
import { createD1Sql } from '../../src/db/d1.ts'
import type { ApiTarget } from '../contract/http-api.ts'

export async function openWorker(): Promise<ApiTarget> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  const sql = createD1Sql(env.DB)
  return {
    // The default of `wrangler.toml`.
    maxUploadMb: 10,
    hasQueue: true,
    call: (path, init) => exports.default.fetch(`http://sheaf.test${path}`, init),
    createKey: ({ expiresAt, ...quota }) =>
      createKey(sql, { name: 'test', ...quota, expiresAt: expiresAt ?? null, now: Date.now() }),
    disableKey: async (id) => {
      await changeKey(sql, id, { state: 'disabled' })
    },
    storedFiles: async () => (await env.FILES.list()).objects.map(({ key }) => key),
  }
}
