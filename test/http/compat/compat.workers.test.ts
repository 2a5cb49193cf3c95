/** The compatible APIs in workerd. */
import { applyD1Migrations } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { createKey } from '../../../src/accounts/api-keys.ts'
import { createD1Sql } from '../../../src/db/d1.workers.ts'
import { testDocling } from '../../contract/compat/docling.ts'
import { testOpenWebui } from '../../contract/compat/open-webui.ts'
import { withKey } from '../../contract/compat/target.ts'
import { testTika } from '../../contract/compat/tika.ts'
import { testUnstructured } from '../../contract/compat/unstructured.ts'

const open = async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  const sql = createD1Sql(env.DB)
  return await withKey({
    maxUploadMb: 10,
    hasQueue: true,
    call: (path, init) => exports.default.fetch(`http://sheaf.test${path}`, init),
    createKey: ({ expiresAt, ...quota }) =>
      createKey(sql, { name: 'test', ...quota, expiresAt: expiresAt ?? null, now: Date.now() }),
    disableKey: async () => undefined,
    storedFiles: async () => (await env.FILES.list()).objects.map(({ key }) => key),
  })
}

testDocling(open)
testOpenWebui(open)
testTika(open)
testUnstructured(open)
